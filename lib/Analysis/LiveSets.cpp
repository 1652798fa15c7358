//===- LiveSets.cpp - What enters and leaves a region ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/LiveSets.h"

#include "Analysis/AccessFlow.h"
#include "gputile/Support/IslTools.h"

#include <cassert>

using namespace gputile;
using namespace gputile::analysis;

/// A set with as few pieces as can be had cheaply: many shifted copies of one
/// box (a stencil's reads) become that box when they fill it.
static isl::set compact(isl::set set) {
  set = set.coalesce();
  if (isl_set_n_basic_set(set.get()) <= 1)
    return set;
  isl::set hull = simpleHull(set);
  return hull.is_subset(set) ? hull : set;
}

/// { A[a] } of all of \p array.
static isl::space elementSpace(const Scop &scop, const Array &array) {
  return isl::space::unit(scop.ctx()).add_named_tuple(array.name, array.rank);
}

/// What may be read before it is written, in any form.
static isl::set readUnwritten(const Scop &scop, unsigned index,
                              const std::vector<TaggedAccess> &accesses, const Ddg &ddg) {
  if (auto known = ddg.readUnwritten.find(index); known != ddg.readUnwritten.end())
    return known->second;
  if (accesses.empty())
    return isl::set::empty(elementSpace(scop, scop.arrays[index]));
  return elementsWithoutSource(
      scop, index,
      accessFlow(accesses, readPositions(accesses), writePositions(accesses), Direction::Forward));
}

static ArrayLiveness livenessOf(const Scop &scop, unsigned index, const Ddg &ddg) {
  std::vector<TaggedAccess> accesses = taggedAccesses(scop, index);
  isl::space space = elementSpace(scop, scop.arrays[index]);
  isl::set none = isl::set::empty(space);
  ArrayLiveness live{none, none, none, none};
  live.liveIn = readUnwritten(scop, index, accesses, ddg);
  for (unsigned k = 0; k < accesses.size(); ++k) {
    const TaggedAccess &access = accesses[k];
    if (access.like != k)
      continue;
    isl::set elements = access.relation.range();
    live.footprint = live.footprint.unite(elements);
    if (access.kind != AccessKind::Read)
      live.mayWrite = live.mayWrite.unite(elements);
    if (access.kind == AccessKind::MustWrite)
      live.mustWrite = live.mustWrite.unite(elements);
  }
  isl::set known = knownOf(scop);
  for (isl::set *set : {&live.footprint, &live.liveIn, &live.mayWrite, &live.mustWrite})
    *set = compact(set->gist_params(known));
  return live;
}

std::vector<ArrayLiveness> gputile::computeLiveness(const Scop &scop, const Ddg &ddg) {
  std::vector<ArrayLiveness> result;
  for (unsigned array = 0; array < scop.arrays.size(); ++array)
    result.push_back(livenessOf(scop, array, ddg));
  return result;
}
