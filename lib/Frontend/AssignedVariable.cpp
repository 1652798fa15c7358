//===- AssignedVariable.cpp - What an expression assigns ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/AssignedVariable.h"

using namespace clang;

namespace gputile::frontend {

const VarDecl *namedVariable(const Expr *expr) {
  if (!expr)
    return nullptr;
  const auto *ref = dyn_cast<DeclRefExpr>(expr->IgnoreParens());
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

const VarDecl *assignedVariable(const Expr *expr) {
  if (!expr)
    return nullptr;
  expr = expr->IgnoreParens();
  if (const auto *unary = dyn_cast<UnaryOperator>(expr))
    return unary->isIncrementDecrementOp() ? namedVariable(unary->getSubExpr()) : nullptr;
  if (const auto *binary = dyn_cast<BinaryOperator>(expr))
    return binary->isAssignmentOp() ? namedVariable(binary->getLHS()) : nullptr;
  return nullptr;
}

} // namespace gputile::frontend
