//===- LocalGroups.cpp - Which statements a local variable ties together ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LocalGroups.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace gputile {

bool containsLoop(const Stmt *stmt) {
  if (!stmt)
    return false;
  if (isa<ForStmt, WhileStmt, DoStmt>(stmt))
    return true;
  for (const Stmt *child : stmt->children())
    if (containsLoop(child))
      return true;
  return false;
}

static bool mentions(const Stmt *stmt, const VarDecl *variable) {
  if (!stmt)
    return false;
  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
    return ref->getDecl() == variable;
  for (const Stmt *child : stmt->children())
    if (mentions(child, variable))
      return true;
  return false;
}

size_t lastUse(const std::vector<const Stmt *> &items, size_t begin, const VarDecl *variable) {
  size_t last = begin;
  for (size_t k = begin; k < items.size(); ++k)
    if (mentions(items[k], variable))
      last = k;
  return last;
}

} // namespace gputile
