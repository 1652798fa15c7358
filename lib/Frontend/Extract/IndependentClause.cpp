//===- IndependentClause.cpp - Clause independent ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `independent(B)`: in one iteration of the loops around a loop on which subscripts of B depend that
/// are not affine, different iterations of this loop access different elements through them.
///
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/IndependentClause.h"

#include "Frontend/Extract/NamedArrays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace gputile::frontend {

static const std::vector<ArrayName> &namesIn(const ExtractState &state) {
  static const std::vector<ArrayName> none;
  return state.Region.pragma ? state.Region.pragma->independents : none;
}

bool isIndependent(const ExtractState &state, unsigned array) {
  return llvm::any_of(namesIn(state), [&](const ArrayName &given) {
    return isNamed(state.TheScop.arrays[array], given);
  });
}

void checkIndependentClause(const ExtractState &state) {
  for (const ArrayName &given : namesIn(state))
    if (llvm::none_of(state.TheScop.arrays,
                      [&](const Array &array) { return array.rank > 0 && isNamed(array, given); }))
      throw RefusalError{badArrayName(given, "independent",
                                      "the name of an array of the region, as messages write it")};
}

/// The loop number \p depth is around both statements.
static bool shareLoop(const PlacedStatement &a, const PlacedStatement &b, unsigned depth) {
  return depth < a.countsDown.size() && depth < b.countsDown.size() &&
         std::equal(a.positions.begin(), a.positions.begin() + depth + 1, b.positions.begin());
}

/// { S[i] -> T[j] : i_0 = j_0, …, and i_depth is not j_depth }
static isl::map differFirstIn(const Statement &s, const Statement &t, unsigned depth) {
  const auto spaceOf = [](const Statement &statement) {
    isl_space *space = statement.domain.space().release();
    return isl_space_drop_dims(space, isl_dim_param, 0, unsigned(isl_space_dim(space, isl_dim_param)));
  };
  isl_map *equal = isl_map_universe(isl_space_map_from_domain_and_range(spaceOf(s), spaceOf(t)));
  for (unsigned d = 0; d < depth; ++d)
    equal = isl_map_equate(equal, isl_dim_in, int(d), isl_dim_out, int(d));
  isl_map *less = isl_map_order_lt(isl_map_copy(equal), isl_dim_in, int(depth), isl_dim_out, int(depth));
  isl_map *more = isl_map_order_gt(equal, isl_dim_in, int(depth), isl_dim_out, int(depth));
  return isl::manage(isl_map_union(less, more));
}

/// What the clause says of \p array in the two statements.
static isl::union_map apartBetween(const PlacedStatement &a, const PlacedStatement &b,
                                   unsigned array) {
  isl::union_map apart = isl::union_map::empty(a.statement.domain.ctx());
  const auto mine = a.independent.find(array), theirs = b.independent.find(array);
  if (mine == a.independent.end() || theirs == b.independent.end())
    return apart;
  for (unsigned depth = 0; shareLoop(a, b, depth); ++depth)
    if (mine->second.count(depth) && theirs->second.count(depth))
      apart = apart.unite(isl::union_map(differFirstIn(a.statement, b.statement, depth)));
  return apart;
}

/// The names of the loops on which subscripts of \p array depend: "'i', 'j'".
static std::string loopNames(const ExtractState &state, unsigned array) {
  std::vector<std::string> names;
  for (const PlacedStatement &placed : state.Statements)
    if (const auto loops = placed.independent.find(array); loops != placed.independent.end())
      for (const unsigned depth : loops->second)
        if (std::string name = "'" + placed.statement.iterators[depth] + "'"; !llvm::is_contained(names, name))
          names.push_back(name);
  return llvm::join(names, ", ");
}

void placeIndependences(ExtractState &state) {
  Scop &scop = state.TheScop;
  for (unsigned array = 0; array < scop.arrays.size(); ++array) {
    isl::union_map apart = isl::union_map::empty(state.Isl);
    for (const PlacedStatement &a : state.Statements)
      for (const PlacedStatement &b : state.Statements)
        apart = apart.unite(apartBetween(a, b, array));
    if (apart.is_empty())
      continue;
    scop.independent.push_back({array, apart});
    state.Diagnostics.report({DiagId::IndependentBelieved,
                              scop.arrays[array].loc,
                              {scop.arrays[array].sourceName, loopNames(state, array)},
                              {{DiagId::NoteCheckFinds, {}, {}}},
                              {}});
  }
}

} // namespace gputile::frontend
