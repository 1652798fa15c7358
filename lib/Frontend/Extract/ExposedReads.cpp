//===- ExposedReads.cpp - Parameters that pointers might change -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ExposedReads.h"

#include "Frontend/Extract/BindTuples.h"
#include "Frontend/Extract/StatementBuilder.h"
#include "Frontend/Extract/UseAfter.h"
#include "gputile/Support/IslTools.h"

using namespace clang;

namespace gputile::frontend {

/// Does \p s write through a pointer (to characters, if \p onlyCharacters)?
static bool writesThroughPointer(const ExtractState &state, const Statement &s,
                                 bool onlyCharacters) {
  for (const Access &access : s.accesses) {
    const Array &array = state.TheScop.arrays[s.references[access.reference].array];
    if (access.kind != AccessKind::Read && array.storage == ArrayStorage::Pointer &&
        (!onlyCharacters || array.elementBytes == 1))
      return true;
  }
  return false;
}

/// Adds a read of all elements of \p array, which no text performs, to \p s.
static void addRead(ExtractState &state, ArrayTable &arrays, Statement &s, unsigned array) {
  const Array &target = state.TheScop.arrays[array];
  std::vector<std::string> ids = indexIds(target.rank);
  isl::set elements = bindSet(arrays.knownBounds(array, ids), target.name, ids);
  isl::map relation = allPairs(s.domain, elements);
  Reference reference;
  reference.array = array;
  reference.affine = target.rank == 0;
  if (!reference.affine)
    reference.subscripts = {{BodyPiece::makeText("0")}};
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
    if (writesThroughPointer(state, placed.statement, false))
      for (const VarDecl *variable : exposed)
        addRead(state, arrays, placed.statement,
                arrays.arrayFor(variable, state.Region.statement->getBeginLoc()));
  for (const VarDecl *pointer : arrays.pointers()) {
    if (!isExposed(state, pointer))
      continue;
    std::optional<unsigned> bytes;
    for (PlacedStatement &placed : state.Statements) {
      if (!writesThroughPointer(state, placed.statement, true))
        continue;
      bytes = bytes ? *bytes : arrays.bytesOfPointer(pointer);
      addRead(state, arrays, placed.statement, *bytes);
    }
  }
}

} // namespace gputile::frontend
