//===- UseAfter.cpp - Is a variable read after the region? ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/UseAfter.h"

#include "Frontend/KeptAddresses.h"
#include "Frontend/Liveness.h"

using namespace clang;

namespace gputile::frontend {

/// A variable that stands for a place, such as a member of a structure, is no one's temporary: what
/// mentions the structure does not mention it.
static bool isFileTemporary(const ExtractState &state, const VarDecl *variable) {
  return !state.Places.of(variable) && state.Analyses->isFileTemporary(state.Ast, variable);
}

bool isOwnedByFunction(const ExtractState &state, const VarDecl *variable) {
  return variable->hasLocalStorage() || isFileTemporary(state, variable);
}

/// Whether \p variable, no place, is reached by other code even if nobody has its address.
static bool isNamedElsewhere(const ExtractState &state, const VarDecl *variable) {
  return variable->getType()->isReferenceType() || !isOwnedByFunction(state, variable) ||
         variable->hasAttr<CleanupAttr>();
}

bool isExposed(const ExtractState &state, const VarDecl *variable) {
  // What functions of its class do with an object is not followed.
  if (const Place *place = state.Places.of(variable))
    return place->viaPointer || !place->root || state.Ast.getLangOpts().CPlusPlus ||
           isExposed(state, place->root);
  return isNamedElsewhere(state, variable) || state.Function.addressTaken.count(variable);
}

bool hasOtherNames(const ExtractState &state, const VarDecl *variable) {
  if (state.Places.of(variable))
    return isExposed(state, variable);
  return isNamedElsewhere(state, variable) ||
         isAddressKept(state.Function, state.Region.function, variable);
}

bool mayBeReadBehind(ExtractState &state, const Stmt *stmt, const VarDecl *variable) {
  if (hasOtherNames(state, variable))
    return true;
  if (const Place *place = state.Places.of(variable))
    variable = place->root; // Of which it is a part.
  auto uses = state.Function.uses.find(variable);
  if (uses == state.Function.uses.end())
    return true; // Not seen where it is used: the region lies elsewhere.
  auto [place, isNew] = state.LivenessBehind.try_emplace(stmt);
  if (isNew)
    place->second = std::make_unique<Liveness>(
        state.Analyses->graphOf(state.Ast, state.Region.function), stmt);
  return place->second->isLiveBehind(variable, uses->second);
}

/// Whether only functions that the region calls mention \p variable, each for itself.
static bool belongsToCallees(const ExtractState &state, const VarDecl *variable) {
  return !state.Function.uses.count(variable) && isFileTemporary(state, variable);
}

bool mayBeReadAfter(ExtractState &state, const VarDecl *variable) {
  return !state.DeadByClause.count(variable->getCanonicalDecl()) &&
         !belongsToCallees(state, variable) &&
         mayBeReadBehind(
             state, state.Region.directive ? state.Region.directive : state.Region.statement,
             variable);
}

} // namespace gputile::frontend
