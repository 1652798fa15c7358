//===- LocalGroups.cpp - Which statements a local variable ties together --===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/LocalGroups.h"

#include "Frontend/Extract/Parts.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace gputile::frontend {

bool isLoop(const Stmt *stmt) { return isa<ForStmt, WhileStmt, DoStmt>(stmt); }

bool containsLoop(const Stmt *stmt) { return anyPart(stmt, isLoop); }

bool mentions(const Stmt *stmt, const VarDecl *variable) {
  return anyPart(stmt, [&](const Stmt *part) {
    const auto *ref = dyn_cast<DeclRefExpr>(part);
    return ref && ref->getDecl() == variable;
  });
}

size_t lastUse(const std::vector<const Stmt *> &items, size_t begin, const VarDecl *variable) {
  size_t last = begin;
  for (size_t k = begin; k < items.size(); ++k)
    if (mentions(items[k], variable))
      last = k;
  return last;
}

} // namespace gputile::frontend
