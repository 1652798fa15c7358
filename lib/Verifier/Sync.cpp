//===- Sync.cpp - Barriers between points of a kernel ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Sync.h"

#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

/// { [h, b, e] -> [h, b, e'] }
static isl::map sameBlockIn(const MappedKernel &kernel) {
  isl::map group =
      projection(kernel.launch.ctx(), kernel.groupDims() + kernel.orderDims, 0, kernel.groupDims());
  return sameImage(group, group);
}

isl::map verifier::laterInBlock(const MappedKernel &kernel) {
  isl::map order = projection(kernel.launch.ctx(), kernel.groupDims() + kernel.orderDims,
                              kernel.groupDims(), kernel.orderDims);
  return lexLess(order, order).intersect(sameBlockIn(kernel));
}

KnownMoments verifier::momentsOf(const MappedKernel &kernel, const isl::map &actions) {
  return {plainFixedRange(actions, kernel.groupDims()), std::nullopt};
}

KnownMoments verifier::momentsOf(const MappedKernel &kernel, const Placed &placed) {
  return {plainFixedRange(placed.order, 0), static_cast<size_t>(&placed - kernel.placed.data())};
}

/// Whether all moments \p a are before all moments \p b whose first \p same coordinates
/// are theirs.
static bool surelyBefore(const KnownMoments &a, const KnownMoments &b, unsigned same) {
  for (size_t d = same; d < a.numbers.size(); ++d) {
    if (!a.numbers[d] || !b.numbers[d])
      return false;
    if (*a.numbers[d] != *b.numbers[d])
      return *a.numbers[d] < *b.numbers[d];
  }
  return false;
}

bool Sync::surelySeparated(const KnownMoments &from, const KnownMoments &to) const {
  return std::any_of(Each.begin(), Each.end(), [&](const Barrier &barrier) {
    const auto liesBetween = [&](unsigned sameAsFrom, unsigned sameAsTo) {
      return surelyBefore(from, barrier.moments, sameAsFrom) &&
             surelyBefore(barrier.moments, to, sameAsTo);
    };
    const auto isAround = [&](const KnownMoments &moments) {
      return moments.statement && barrier.inLoopsOf[*moments.statement];
    };
    return (barrier.always && liesBetween(0, 0)) ||
           (isAround(from) && liesBetween(barrier.loops, 0)) ||
           (isAround(to) && liesBetween(0, barrier.loops));
  });
}

Sync::Sync(const MappedKernel &kernel)
    : Before(laterInBlock(kernel)), SameBlock(sameBlockIn(kernel)) {
  Barriers = isl::set::empty(SameBlock.domain().space());
  for (const PlacedAction &action : kernel.actions) {
    if (action.action->kind != KernelAction::Kind::Barrier)
      continue;
    Barriers = Barriers.unite(action.point.range());
    const unsigned loops = domainDims(action.point) - kernel.groupDims();
    const bool always =
        loops == 0 && isl_set_plain_is_universe(action.point.domain().get()) == isl_bool_true;
    Each.push_back({momentsOf(kernel, action.point), loops, always, action.inLoopsOf});
  }
  Barriers = Barriers.coalesce();
}

isl::map Sync::before(const isl::set &from, const isl::set &to) const {
  return Before.intersect_domain(from).intersect_range(to);
}

isl::map Sync::sameBlock(const isl::set &from, const isl::set &to) const {
  return SameBlock.intersect_domain(from).intersect_range(to);
}

isl::map Sync::separated(const isl::set &from, const isl::set &to) const {
  return before(from, Barriers).apply_range(before(Barriers, to));
}
