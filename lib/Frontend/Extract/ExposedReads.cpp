//===- ExposedReads.cpp - Parameters that pointers might change -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ExposedReads.h"

#include "Frontend/Extract/BindTuples.h"
#include "Frontend/Extract/EarlyReads.h"
#include "Frontend/Extract/StatementBuilder.h"
#include "Frontend/Extract/UseAfter.h"
#include "gputile/Support/IslTools.h"

using namespace clang;

namespace gputile::frontend {

static bool isCharacters(const Array &array) { return array.elementBytes == 1; }

/// Does \p s write through a pointer (to characters, if \p onlyCharacters and others cannot
/// point to pointers)?
static bool writesThroughPointer(const ExtractState &state, const Statement &s,
                                 bool onlyCharacters) {
  for (const Access &access : s.accesses) {
    const Array &array = state.TheScop.arrays[s.references[access.reference].array];
    if (access.kind != AccessKind::Read && array.storage == ArrayStorage::Pointer &&
        (!onlyCharacters || !state.Region.strictAliasing || isCharacters(array)))
      return true;
  }
  return false;
}

/// Does \p s write what may be memory of \p place?
static bool writesPlace(const ExtractState &state, const Statement &s, const Place &place) {
  for (const Access &access : s.accesses) {
    const Array &array = state.TheScop.arrays[s.references[access.reference].array];
    const bool reachesPlace = array.storage == ArrayStorage::Pointer ||
                              (array.exposed && place.viaPointer);
    if (access.kind != AccessKind::Read && reachesPlace &&
        mayAlias(state, place.variable->getType(), array))
      return true;
  }
  return false;
}

/// Does \p s write what may be the memory of \p variable, a parameter?
static bool writesParameter(const ExtractState &state, const Statement &s, const VarDecl *variable) {
  const Place *place = state.Places.of(variable);
  return place ? writesPlace(state, s, *place) : writesThroughPointer(state, s, false);
}

/// Does \p s write what may be the memory of the pointer \p variable?
static bool writesPointer(const ExtractState &state, const Statement &s, const VarDecl *variable) {
  const Place *place = state.Places.of(variable);
  return place ? writesPlace(state, s, *place) : writesThroughPointer(state, s, true);
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

static unsigned addBytes(ExtractState &state, ArrayTable &arrays, const VarDecl *pointer) {
  const unsigned bytes = arrays.bytesOfPointer(pointer);
  std::string &base = state.TheScop.arrays[bytes].baseExpr;
  if (const Place *place = state.Places.of(pointer))
    base = textWhereItExists(state, *place, isl::set::empty(state.universe().space()), base);
  return bytes;
}

/// May \p array be memory of \p iterator?
static bool mayBeIterator(const ExtractState &state, const Array &array, const VarDecl *iterator) {
  const bool reaches =
      array.storage == ArrayStorage::Pointer ||
      (iterator->getType()->isReferenceType() && array.storage != ArrayStorage::Private);
  return reaches && mayAlias(state, iterator->getType().getNonReferenceType(), array);
}

/// Does \p s access what may be memory of \p iterator?
static bool accessesIterator(const ExtractState &state, const Statement &s,
                             const VarDecl *iterator) {
  return llvm::any_of(s.accesses, [&](const Access &access) {
    return mayBeIterator(state, state.TheScop.arrays[s.references[access.reference].array],
                         iterator);
  });
}

/// The entry compares the memory of \p iterator, which other code may reach, with that of all that
/// the region accesses through pointers, parameters included: it changes in each iteration.
static void addReadsOfIterator(ExtractState &state, ArrayTable &arrays, const VarDecl *iterator) {
  const QualType type = iterator->getType().getNonReferenceType();
  const auto add = [&](Statement &s, const VarDecl *variable) {
    const unsigned array = arrays.arrayFor(variable, state.Region.statement->getBeginLoc());
    state.TheScop.arrays[array].iterates |= variable == iterator;
    addRead(state, arrays, s, array);
  };
  for (PlacedStatement &placed : state.Statements)
    if (accessesIterator(state, placed.statement, iterator))
      add(placed.statement, iterator);
  for (const VarDecl *parameter : state.ParameterVariables) {
    const Place *place = state.Places.of(parameter);
    if (!place || !place->viaPointer || place->callReads ||
        !mayAlias(state.Ast, parameter->getType(), type, state.Region.strictAliasing))
      continue;
    for (const VarDecl *variable : {parameter, iterator})
      add(state.Statements.front().statement, variable);
  }
}

void addExposedReads(ExtractState &state, ArrayTable &arrays) {
  std::set<const VarDecl *> exposed, iterators;
  for (const VarDecl *variable : state.ParameterVariables)
    if (const Place *place = state.Places.of(variable);
        isExposed(state, variable) && !(place && place->callReads))
      exposed.insert(variable);
  for (const ExitEvent &exit : state.Exits)
    if (isExposed(state, exit.variable)) {
      exposed.insert(exit.variable);
      iterators.insert(exit.variable);
    }
  for (const VarDecl *iterator : iterators)
    addReadsOfIterator(state, arrays, iterator);
  for (PlacedStatement &placed : state.Statements)
    for (const VarDecl *variable : exposed)
      if (writesParameter(state, placed.statement, variable))
        addRead(state, arrays, placed.statement,
                arrays.arrayFor(variable, state.Region.statement->getBeginLoc()));
  std::set<const VarDecl *> pointers = state.LoadedPointers;
  for (const VarDecl *pointer : arrays.pointers())
    pointers.insert(pointer);
  for (const VarDecl *pointer : pointers) {
    if (!isExposed(state, pointer))
      continue;
    std::optional<unsigned> bytes;
    for (PlacedStatement &placed : state.Statements) {
      if (!writesPointer(state, placed.statement, pointer))
        continue;
      bytes = bytes ? *bytes : addBytes(state, arrays, pointer);
      addRead(state, arrays, placed.statement, *bytes);
    }
  }
}

} // namespace gputile::frontend
