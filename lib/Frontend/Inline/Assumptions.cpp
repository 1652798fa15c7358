//===- Assumptions.cpp - What the text tells the compiler ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Assumptions.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/CallEffects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace gputile::frontend {

/// Whether \p stmt runs a call from which nothing comes back in a program that is right.
static bool isUnreachable(const Stmt *stmt) {
  const std::vector<const Stmt *> items = itemsOf(stmt);
  const auto *call = items.size() == 1 ? dyn_cast<CallExpr>(items.front()) : nullptr;
  return call && call->getBuiltinCallee() == Builtin::BI__builtin_unreachable;
}

bool onlyAssumes(const ASTContext &ast, const Stmt *stmt) {
  if (isa<NullStmt>(stmt))
    return true;
  if (const auto *block = dyn_cast<CompoundStmt>(stmt))
    return llvm::all_of(block->body(), [&](const Stmt *item) { return onlyAssumes(ast, item); });
  if (const auto *loop = dyn_cast<DoStmt>(stmt)) { // As a macro wraps its text.
    bool again = true;
    return loop->getCond()->EvaluateAsBooleanCondition(again, ast) && !again && onlyAssumes(ast, loop->getBody());
  }
  const auto *branch = dyn_cast<IfStmt>(stmt);
  return branch && !branch->getElse() && !branch->hasInitStorage() && !branch->hasVarStorage() &&
         !effectsOf(branch->getCond()).found && isUnreachable(branch->getThen());
}

} // namespace gputile::frontend
