//===- Obstacle.cpp - What keeps a body from a call's place ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Obstacle.h"

#include "Frontend/Extract/Continue.h"

#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace gputile::frontend {

/// The first `return` in \p stmt that stands in a loop or a `switch`.
static const Stmt *innerReturn(const Stmt *stmt, bool isInside = false) {
  if (!stmt || isa<Expr>(stmt))
    return nullptr;
  if (isInside && isa<ReturnStmt>(stmt))
    return stmt;
  isInside |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(stmt);
  for (const Stmt *child : stmt->children())
    if (const Stmt *found = innerReturn(child, isInside))
      return found;
  return nullptr;
}

/// What \p stmt is, if no copy can have it.
static const char *wordOf(const Stmt *stmt) {
  if (isa<GotoStmt, IndirectGotoStmt>(stmt))
    return "a 'goto'";
  if (isa<AsmStmt>(stmt))
    return "inline assembly";
  return isa<CXXTryStmt>(stmt) ? "a 'try' block" : nullptr;
}

static std::optional<Obstacle> firstOf(const Stmt *stmt) {
  if (!stmt || isa<Expr>(stmt))
    return std::nullopt;
  if (const char *word = wordOf(stmt))
    return Obstacle{stmt->getBeginLoc(), word};
  for (const Stmt *child : stmt->children())
    if (const auto found = firstOf(child))
      return found;
  return std::nullopt;
}

std::optional<Obstacle> obstacleIn(const FunctionDecl *definition) {
  const Stmt *body = definition->getBody();
  const auto keepNothing = [](const ReturnStmt *) -> Stmt * { return nullptr; };
  const bool returnsAtEnds = withoutReturn(definition->getASTContext(), body, keepNothing);
  if (const Stmt *early = returnsAtEnds ? nullptr : innerReturn(body))
    return Obstacle{early->getBeginLoc(),
                    "a 'return' from a loop, or from a 'switch' that runs on,"};
  return firstOf(body);
}

} // namespace gputile::frontend
