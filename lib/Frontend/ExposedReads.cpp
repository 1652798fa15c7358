//===- ExposedReads.cpp - Parameters that pointers might change ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ExposedReads.h"

#include "BindTuples.h"
#include "UseAfter.h"

using namespace clang;

namespace gputile {

static bool writesThroughPointer(const ExtractState &state, const Statement &s) {
  for (const Access &access : s.accesses)
    if (access.kind != AccessKind::Read &&
        state.TheScop.arrays[s.references[access.reference].array].storage ==
            ArrayStorage::Pointer)
      return true;
  return false;
}

static void addRead(ExtractState &state, Statement &s, unsigned array) {
  const Array &target = state.TheScop.arrays[array];
  isl::set point(state.Isl, "{ " + target.name + "[] }");
  isl::map relation =
      isl::manage(isl_map_from_domain_and_range(s.domain.copy(), point.release()));
  Reference reference;
  reference.array = array;
  reference.index = relation;
  reference.loc = s.loc;
  s.references.push_back(reference);
  s.accesses.push_back(
      {static_cast<unsigned>(s.references.size() - 1), AccessKind::Read, relation});
}

void addExposedReads(ExtractState &state, ArrayTable &arrays) {
  std::set<const VarDecl *> exposed;
  for (const VarDecl *variable : state.ParameterVariables)
    if (isExposed(state, variable))
      exposed.insert(variable);
  for (const ExitEvent &exit : state.Exits)
    if (isExposed(state, exit.variable))
      exposed.insert(exit.variable);
  for (PlacedStatement &placed : state.Statements)
    if (writesThroughPointer(state, placed.statement))
      for (const VarDecl *variable : exposed)
        addRead(state, placed.statement,
                arrays.arrayFor(variable, state.Region.statement->getBeginLoc()));
}

} // namespace gputile
