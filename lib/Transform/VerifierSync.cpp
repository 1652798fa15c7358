//===- VerifierSync.cpp - Barriers between points of a kernel ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierSync.h"

#include <isl/map.h>
#include <isl/set.h>

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

Sync::Sync(const MappedKernel &kernel)
    : Before(laterInBlock(kernel)), SameBlock(sameBlockIn(kernel)) {
  Barriers = isl::set::empty(SameBlock.domain().space());
  for (const PlacedAction &action : kernel.actions)
    if (action.action->kind == KernelAction::Kind::Barrier)
      Barriers = Barriers.unite(action.point.range());
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
