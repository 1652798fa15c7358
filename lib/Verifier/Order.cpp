//===- Order.cpp - Conflicting instances stay in order --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each conflict must be kept in its original order by the launches, by a barrier,
/// or by one thread's own order.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Distance.h"
#include "Verifier/Sync.h"

#include <isl/map.h>

#include <map>

using namespace gputile;
using namespace gputile::verifier;

namespace {

class OrderCheck {
public:
  explicit OrderCheck(const Program &program)
      : P(program), Syncs(program.kernels.begin(), program.kernels.end()), Ordered(program),
        Distances(program, Ordered) {}

  /// Pairs with an instance of \p s first in the original order, then one of \p t.
  Outcome check(unsigned s, unsigned t);

private:
  bool provedByDistances(unsigned s, unsigned t);
  Outcome checkInKernel(size_t k, const Placed &x, const Placed &y, const isl::map &pairs) const;
  Outcome checkBlocks(const MappedKernel &kernel, const Placed &x, const Placed &y,
                      const isl::map &pairs) const;
  Outcome checkThreads(size_t k, const Placed &x, const Placed &y, const isl::map &pairs) const;
  bool timesSeparated(size_t k, const Placed &x, const Placed &y, const isl::map &pairs) const;
  bool surelySeparated(size_t k, const Placed &x, const Placed &y, const isl::map &pairs) const;
  Outcome report(const isl::map &pairs, const std::string &why) const;

  const Program &P;
  std::vector<Sync> Syncs; ///< By kernel.
  Conflicts Ordered;
  DistanceProof Distances;
  std::map<std::pair<size_t, size_t>, bool> Proved; ///< By two kernels.
};

} // namespace

Outcome OrderCheck::report(const isl::map &pairs, const std::string &why) const {
  PairText pair = samplePair(pairs);
  return fail(Kind::Order,
              pair.source + " must run before " + pair.target + pair.where + ", but " + why);
}

Outcome OrderCheck::checkBlocks(const MappedKernel &kernel, const Placed &x, const Placed &y,
                                const isl::map &pairs) const {
  for (unsigned d = 0; d < kernel.blockDims; ++d) {
    isl::map apart = pairs.intersect(differIn(x.block, y.block, d));
    if (!apart.is_empty())
      return report(apart, "both are in one launch in different blocks");
  }
  return std::nullopt;
}

/// Whether a barrier lies between any two moments of one block at which instances of
/// \p x and \p y run, if only those coordinates of the moments are as in \p pairs that
/// are affine: the loops around barriers, not those over the points of a thread. So no
/// coordinate of a block is part of the pairs. The answer no means nothing.
bool OrderCheck::timesSeparated(size_t k, const Placed &x, const Placed &y,
                                const isl::map &pairs) const {
  const auto times = [](const Placed &placed) {
    return withoutDivs(isl::map(placed.order.affine_hull()));
  };
  const unsigned groups = P.kernels[k].groupDims(), length = P.kernels[k].orderDims;
  // The check of coverage has proved that instances lie in blocks that are run.
  const isl::set run =
      P.kernels[k].blocks.apply(projection(pairs.ctx(), groups + length, 0, groups).reverse());
  const auto points = [&](const Placed &placed) {
    return isl::set(hullOf(placed.point.range())).intersect(run);
  };
  isl::map ordered = times(x).reverse().apply_range(withoutDivs(pairs)).apply_range(times(y));
  ordered = ordered.coalesce();
  isl::map order = projection(pairs.ctx(), groups + length, groups, length);
  const isl::set from = points(x), to = points(y);
  isl::map moments = Syncs[k]
                         .inOneBlock(order.apply_range(ordered).apply_range(order.reverse()))
                         .intersect_domain(from)
                         .intersect_range(to);
  return moments.is_subset(Syncs[k].separated(from, to));
}

/// Whether a barrier lies between the moments of each of \p pairs. Looks at the
/// moments only, and at more of them than there are, which is much simpler than
/// the instances themselves; so the answer no means nothing.
bool OrderCheck::surelySeparated(size_t k, const Placed &x, const Placed &y,
                                 const isl::map &pairs) const {
  // Divisions of an instance are its block's coordinates, which detect_equalities sees.
  isl::map first = x.point.detect_equalities(), second = y.point.detect_equalities();
  isl::map moments = Syncs[k].inOneBlock(first.reverse().apply_range(pairs).apply_range(second));
  moments = withoutDivs(moments);
  isl::set from(moments.domain().affine_hull()), to(moments.range().affine_hull());
  isl::map separated = Syncs[k].separated(from, to);
  return hullOf(moments).is_subset(separated) || moments.is_subset(separated);
}

Outcome OrderCheck::checkThreads(size_t k, const Placed &x, const Placed &y,
                                 const isl::map &pairs) const {
  isl::map apart = isl::map::empty(pairs.space());
  for (unsigned d = 0; d < P.kernels[k].threadDims; ++d) {
    isl::map differ = pairs.intersect(differIn(x.thread, y.thread, d));
    if (!differ.is_empty())
      apart = apart.unite(differ);
  }
  if (apart.is_empty())
    return std::nullopt;
  if (Syncs[k].hasBarriers() && surelySeparated(k, x, y, apart))
    return std::nullopt;
  if (Syncs[k].hasBarriers()) {
    isl::map barrier =
        Syncs[k].separated(apart.domain().apply(x.point), apart.range().apply(y.point));
    apart = apart.subtract(x.point.apply_range(barrier).apply_range(y.point.reverse()));
  }
  if (!apart.is_empty())
    return report(apart,
                  "they are on different threads of one block without a barrier between them");
  return std::nullopt;
}

Outcome OrderCheck::checkInKernel(size_t k, const Placed &x, const Placed &y,
                                  const isl::map &pairs) const {
  if (pairs.is_empty())
    return std::nullopt;
  if (Outcome bad = checkBlocks(P.kernels[k], x, y, pairs))
    return bad;
  // A barrier orders two instances on any threads, so that threads need not be told apart.
  if (Syncs[k].hasBarriers() && (timesSeparated(k, x, y, pairs) || surelySeparated(k, x, y, pairs)))
    return std::nullopt;
  if (Outcome bad = checkThreads(k, x, y, pairs))
    return bad;
  // A barrier between two threads implies this order as well.
  isl::map reversed = pairs.intersect(lexGreaterEqual(x.order, y.order));
  if (!reversed.is_empty())
    return report(reversed, "its thread runs it later");
  return std::nullopt;
}

/// Whether the distances prove the order of all pairs of instances of \p s and \p t.
bool OrderCheck::provedByDistances(unsigned s, unsigned t) {
  for (size_t k = 0; k < P.kernels.size(); ++k)
    for (size_t l = 0; l < P.kernels.size(); ++l) {
      if (!P.kernels[k].find(s) || !P.kernels[l].find(t))
        continue;
      auto [entry, isNew] = Proved.try_emplace({k, l}, false);
      if (isNew)
        entry->second = Distances.proves(k, l);
      if (!entry->second)
        return false;
    }
  return true;
}

Outcome OrderCheck::check(unsigned s, unsigned t) {
  const isl::map &pairs = Ordered.ordered(s, t);
  if (pairs.is_empty() || provedByDistances(s, t))
    return std::nullopt;
  isl::map reversed = pairs.intersect(lexGreater(P.launches[s], P.launches[t]));
  if (!reversed.is_empty())
    return report(reversed, "its launch comes later");
  isl::map together = pairs.intersect(sameImage(P.launches[s], P.launches[t])).coalesce();
  if (together.is_empty())
    return std::nullopt;
  // Kernels do not share launches, so both instances of a pair are in one kernel.
  for (size_t k = 0; k < P.kernels.size(); ++k) {
    const Placed *x = P.kernels[k].find(s), *y = P.kernels[k].find(t);
    if (!x || !y || P.kernels[k].plan->stream) // checkStreams proves the order within its launches.
      continue;
    isl::map here = together.intersect_domain(x->domain).intersect_range(y->domain);
    if (Outcome bad = checkInKernel(k, *x, *y, here))
      return bad;
  }
  return std::nullopt;
}

Outcome verifier::checkOrder(const Program &program) {
  OrderCheck order(program);
  for (unsigned s = 0; s < program.domains.size(); ++s)
    for (unsigned t = 0; t < program.domains.size(); ++t)
      if (Outcome bad = order.check(s, t))
        return bad;
  return std::nullopt;
}
