//===- ExtentsClause.cpp - Clause extents -----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ExtentsClause.h"

#include "Frontend/DataBlock/VariableNamed.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::frontend {

[[noreturn]] static void refuseName(const ExtentGiven &given) {
  throw RefusalError{{DiagId::PragmaBadValue,
                      given.loc,
                      {given.name, "extents", "the name of a pointer or array of the region"},
                      {},
                      {}}};
}

void applyExtentsClause(ExtractState &state) {
  if (!state.Region.pragma)
    return;
  for (const ExtentGiven &given : state.Region.pragma->extents) {
    const VarDecl *variable = variableNamed(state.Ast, given.name, *state.Region.statement);
    if (!variable || !(variable->getType()->isPointerType() || variable->getType()->isArrayType()))
      refuseName(given);
    state.Extents[variable->getCanonicalDecl()] = &given;
  }
}

void checkExtentsClause(const ExtractState &state, const ArrayTable &arrays) {
  for (const auto &[variable, given] : state.Extents)
    if (llvm::none_of(arrays.known(), [&, variable = variable](const auto &entry) {
          return entry.first.first->getCanonicalDecl() == variable;
        }))
      refuseName(*given);
}

const Expr *extentAsVariable(const ExtractState &state, const ExtentGiven &given) {
  const VarDecl *found = variableNamed(state.Ast, given.text, *state.Region.statement);
  if (!found || !found->getType()->isIntegerType())
    return nullptr;
  auto *variable = const_cast<VarDecl *>(found);
  auto *ref = DeclRefExpr::Create(state.Ast, NestedNameSpecifierLoc(), SourceLocation(), variable,
                                  false, state.Region.statement->getBeginLoc(),
                                  variable->getType(), VK_LValue);
  return ImplicitCastExpr::Create(const_cast<ASTContext &>(state.Ast),
                                  variable->getType().getUnqualifiedType(), CK_LValueToRValue, ref,
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

} // namespace gputile::frontend
