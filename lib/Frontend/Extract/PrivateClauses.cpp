//===- PrivateClauses.cpp - Clauses private, firstprivate, lastprivate ----===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/PrivateClauses.h"

#include "Frontend/DataBlock/VariableNamed.h"
#include "Frontend/Extract/UseAfter.h"

using namespace clang;

namespace gputile::frontend {

static const VarDecl *variableOf(const ExtractState &state, const PrivateName &name) {
  const VarDecl *variable = variableNamed(state.Ast, name.name, *state.Region.statement);
  if (!variable || variable->getType()->isPointerType() || variable->getType()->isReferenceType())
    throw RefusalError{{DiagId::PragmaBadValue,
                        name.loc,
                        {name.name, name.clause, "the name of a scalar or array"},
                        {},
                        {}}};
  return variable->getCanonicalDecl();
}

static void refuseReadAfter(const PrivateName &name) {
  throw RefusalError{{DiagId::UnsupportedExpression,
                      name.loc,
                      {"private variable '" + name.name + "', which may be read after the region,"},
                      {},
                      {}}};
}

/// Whether it is believed that nothing reads the value that the region leaves in \p variable.
static bool isBelieved(const ExtractState &state, const VarDecl *variable) {
  return !variable->hasLocalStorage() || isExposed(state, variable) ||
         variable->getType()->isArrayType();
}

/// Directives of other tools name pointers and counters, too.
static void applyDirective(ExtractState &state) {
  for (const PrivateName &name : state.Region.pragma->privates) {
    const VarDecl *variable = variableNamed(state.Ast, name.name, *state.Region.statement);
    if (variable && !variable->getType()->isPointerType() &&
        !variable->getType()->isReferenceType() && isBelieved(state, variable->getCanonicalDecl()))
      state.DeadByClause.insert(variable->getCanonicalDecl());
  }
}

void applyPrivateClauses(ExtractState &state) {
  if (!state.Region.pragma)
    return;
  if (state.Region.pragma->implied)
    return applyDirective(state);
  for (const PrivateName &name : state.Region.pragma->privates) {
    const VarDecl *variable = variableOf(state, name);
    if (name.clause == "lastprivate")
      continue; // As without a clause.
    if (isBelieved(state, variable))
      state.DeadByClause.insert(variable);
    else if (state.Facts.modified(variable) && mayBeReadAfter(state, variable))
      refuseReadAfter(name);
  }
}

} // namespace gputile::frontend
