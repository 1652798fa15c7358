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

Sync::Sync(const MappedKernel &kernel) {
  isl::ctx ctx = kernel.launch.ctx();
  unsigned dims = kernel.groupDims() + kernel.orderDims;
  isl::map group = projection(ctx, dims, 0, kernel.groupDims());
  isl::map order = projection(ctx, dims, kernel.groupDims(), kernel.orderDims);
  SameBlock = sameImage(group, group);
  Before = lexLess(order, order).intersect(SameBlock);
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
