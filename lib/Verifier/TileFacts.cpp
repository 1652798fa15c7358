//===- TileFacts.cpp - What parts of the proof of a tile share ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/TileFacts.h"

#include <isl/aff.h>

using namespace gputile;
using namespace gputile::verifier;

Outcome verifier::momentsOf(const TileFacts &facts, KernelAction::Kind kind, isl::map &moments) {
  const MappedKernel &kernel = facts.kernel;
  unsigned keys = kernel.groupDims() + facts.tile.prefix;
  std::string verb = kind == KernelAction::Kind::CopyIn ? "loaded" : "stored";
  isl::map all = isl::map::empty(
      projection(facts.program.ctx(), kernel.groupDims() + kernel.orderDims, 0, keys)
          .reverse()
          .space());
  for (const PlacedAction &action : kernel.actions) {
    if (action.action->kind != kind || action.action->tile != facts.index)
      continue;
    if (domainDims(action.point) != keys || action.action->slice)
      return facts.bad("action " + action.action->name + " does not name the tile's instances");
    all = all.unite(action.point);
  }
  if (!all.is_single_valued())
    return facts.bad("one instance is " + verb + " twice");
  moments = all.coalesce();
  return std::nullopt;
}

Outcome verifier::checkElements(const TileFacts &facts, const isl::map &elements,
                                const std::string &verb) {
  const Program &program = facts.program;
  isl::map offset = flatDomain(facts.tile.offset.as_map());
  isl::map box = offset.apply_range(windowOf(offset.range().space(), facts.tile.size));
  // More elements in simple terms only make the proof harder.
  const isl::map hull = hullOf(elements.detect_equalities());
  if (!hull.is_subset(box) && !elements.is_subset(box)) {
    PairText pair = samplePair(elements.subtract(box));
    return facts.bad(pair.target + " is " + verb + " for " + pair.source +
                     " but lies outside the box" + pair.where);
  }
  std::optional<isl::set> allocated = allocatedElements(program, facts.tile.array);
  if (!allocated)
    return facts.bad("array " + program.arrayName(facts.tile.array) +
                     " has no device memory to be " + verb);
  isl::map inMemory = isl::map::universe(hull.space()).intersect_range(*allocated);
  isl::set touched = elements.range();
  if (!hull.is_subset(inMemory) && !touched.is_subset(*allocated))
    return facts.bad(sampleText(touched.subtract(*allocated)) + " is " + verb +
                     " but is not in device memory");
  return std::nullopt;
}
