//===- ScratchBounds.cpp - Scratch arrays that are large enough -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ScratchBounds.h"

#include "Frontend/Extract/BindTuples.h"
#include "Frontend/Extract/StatementBuilder.h"

using namespace clang;

namespace gputile::frontend {

static bool isScratch(const ExtractState &state, const VarDecl *variable, const Array &array) {
  const bool unread = array.storage == ArrayStorage::Private || array.deadAfter;
  return unread && array.rank > 0 && !array.exposed && !state.Places.of(variable) &&
         variable->getType()->isConstantSizeType() && variable->getType()->isArrayType();
}

static int pieces(const isl::set &set) { return isl_set_n_basic_set(set.get()); }

/// Adds that \p accessed lie in \p bounds, if there is a simple condition on the parameters that
/// says so wherever something is accessed.
static void keepInside(ExtractState &state, const isl::set &accessed, const isl::set &bounds) {
  const isl::set used = accessed.intersect_params(state.typeRanges()).intersect_params(state.TheScop.guard);
  const isl::set outside = used.subtract(bounds).params().coalesce();
  if (outside.is_empty() || used.params().is_subset(outside))
    return;
  const isl::set inside = state.TheScop.guard.subtract(outside.gist(used.params())).coalesce();
  if (pieces(inside) <= pieces(state.TheScop.guard))
    state.TheScop.guard = inside;
}

void keepScratchInBounds(ExtractState &state, ArrayTable &arrays) {
  for (const auto &[key, index] : arrays.known()) {
    const Array &array = state.TheScop.arrays[index];
    if (!isScratch(state, key.first, array) || !arrays.allExtentsKnown(index))
      continue;
    const std::vector<std::string> ids = indexIds(array.rank);
    const isl::set bounds = bindSet(arrays.knownBounds(index, ids), array.name, ids);
    for (const PlacedStatement &placed : state.Statements)
      for (const Access &access : placed.statement.accesses)
        if (placed.statement.references[access.reference].array == index)
          keepInside(state, access.relation.range(), bounds);
  }
}

} // namespace gputile::frontend
