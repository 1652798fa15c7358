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

using namespace clang;

namespace gputile::frontend {

std::map<const VarDecl *, unsigned> assignmentsIn(const Stmt *stmt) {
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

/// The integers that each iteration of \p loop assigns once, with the assignments. The iterator is
/// none.
static std::vector<std::pair<const VarDecl *, const Expr *>> assignedOnce(const ForStmt *loop) {
  const LoopHeader header = headerOf(loop);
  std::vector<std::pair<const VarDecl *, const Expr *>> found;
  std::map<const VarDecl *, unsigned> counts;
  for (const Expr *part : unconditionalParts(loop, header)) {
    const VarDecl *variable = assignedVariable(part);
    if (!variable || variable == header.iterator || !isInteger(variable->getType()))
      continue;
    if (counts.empty())
      counts = assignmentsIn(loop);
    const auto before = llvm::count_if(
        header.before, [&](const Expr *set) { return assignedVariable(set) == variable; });
    if (counts[variable] == 1 + before)
      found.emplace_back(variable, part);
  }
  return found;
}

std::vector<Induction> inductionsOf(ASTContext &ast, const ForStmt *loop) {
  std::vector<Induction> inductions;
  for (const auto &[variable, part] : assignedOnce(loop))
    if (const auto step = stepOf(ast, variable, part))
      inductions.push_back({variable, part, *step});
  return inductions;
}

std::vector<Recurrence> recurrencesOf(ASTContext &ast, const ForStmt *loop) {
  std::vector<Recurrence> recurrences;
  for (const auto &[variable, part] : assignedOnce(loop)) {
    const Expr *value = stepOf(ast, variable, part) ? nullptr : assignedValue(ast, part);
    if (value)
      recurrences.push_back({variable, value});
  }
  return recurrences;
}

} // namespace gputile::frontend
