//===- LoopSteps.cpp - What each iteration of a loop changes --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/LoopSteps.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/Parts.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace clang;

namespace gputile::frontend {

/// How often \p stmt assigns each variable.
static std::map<const VarDecl *, unsigned> assignmentsIn(const Stmt *stmt) {
  std::map<const VarDecl *, unsigned> counts;
  forEachPart(stmt, [&](const Stmt *part) {
    if (const VarDecl *variable = assignedVariable(dyn_cast<Expr>(part)))
      ++counts[variable];
  });
  return counts;
}

/// What every iteration of \p loop evaluates once.
static std::vector<const Expr *> unconditionalParts(const ForStmt *loop, const LoopHeader &header) {
  std::vector<const Expr *> parts = header.after;
  const auto *body = dyn_cast<CompoundStmt>(loop->getBody());
  if (body && !findContinue(body) && !findBreak(body))
    for (const Stmt *item : body->body())
      if (const auto *expr = dyn_cast<Expr>(item))
        parts.push_back(expr->IgnoreParens());
  return parts;
}

std::vector<Induction> inductionsOf(ASTContext &ast, const ForStmt *loop) {
  const LoopHeader header = headerOf(loop);
  const auto parts = unconditionalParts(loop, header);
  std::vector<Induction> inductions;
  std::map<const VarDecl *, unsigned> counts;
  for (const Expr *part : parts) {
    const VarDecl *variable = assignedVariable(part);
    const auto step = variable && variable != header.iterator ? stepOf(ast, variable, part) : std::nullopt;
    if (!step || !isInteger(variable->getType()))
      continue;
    if (counts.empty())
      counts = assignmentsIn(loop);
    auto before = llvm::count_if(header.before, [&](const Expr *set) { return assignedVariable(set) == variable; });
    if (counts[variable] == 1 + before)
      inductions.push_back({variable, part, *step});
  }
  return inductions;
}

} // namespace gputile::frontend
