//===- Slice.cpp - What decides about the reads of a statement ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Slice.h"

#include "Frontend/Extract/Parts.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::frontend {

const VarDecl *baseVariable(const Expr *expr) {
  while (true) {
    expr = expr->IgnoreParenImpCasts();
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr);
    if (!subscript)
      break;
    expr = subscript->getBase();
  }
  const auto *ref = dyn_cast<DeclRefExpr>(expr);
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

/// The variable that \p part by itself changes, as a whole or an element of it. What pointers lead
/// to is no variable's: an inspection does not read it where the region writes it.
static const VarDecl *changedBy(const Stmt *part) {
  const Expr *place = nullptr;
  if (const auto *op = dyn_cast<BinaryOperator>(part); op && op->isAssignmentOp())
    place = op->getLHS();
  if (const auto *op = dyn_cast<UnaryOperator>(part); op && op->isIncrementDecrementOp())
    place = op->getSubExpr();
  const VarDecl *variable = place ? baseVariable(place) : nullptr;
  const bool behind = variable && variable->getType()->isPointerType() &&
                      isa<ArraySubscriptExpr>(place->IgnoreParenImpCasts());
  return behind ? nullptr : variable;
}

Slice::Slice(const std::vector<const Stmt *> &root, std::set<const Expr *> reads)
    : Reads(std::move(reads)) {
  for (const Expr *read : Reads)
    need(read);
  size_t before = 0;
  do {
    before = Needed.size();
    for (const Stmt *stmt : root)
      visit(stmt);
  } while (Needed.size() != before);
}

bool Slice::reads(const Stmt *stmt) const {
  return stmt && anyPart(stmt, [&](const Stmt *part) {
           const auto *expr = dyn_cast<Expr>(part);
           return expr && Reads.count(expr);
         });
}

bool Slice::assigns(const Stmt *stmt) const {
  return stmt && anyPart(stmt, [&](const Stmt *part) {
           if (const auto *declared = dyn_cast<DeclStmt>(part))
             for (const Decl *decl : declared->decls())
               if (const auto *variable = dyn_cast<VarDecl>(decl); variable && needs(variable))
                 return true;
           const VarDecl *changed = changedBy(part);
           return changed && needs(changed);
         });
}

/// Whether a jump in \p stmt leads out of it.
static bool jumpsOut(const Stmt *stmt, bool inLoop = false, bool inSwitch = false) {
  if (!stmt || isa<Expr>(stmt))
    return false;
  if (isa<BreakStmt>(stmt))
    return !inLoop && !inSwitch;
  if (isa<ContinueStmt>(stmt))
    return !inLoop;
  inLoop |= isa<ForStmt, WhileStmt, DoStmt>(stmt);
  inSwitch |= isa<SwitchStmt>(stmt);
  return llvm::any_of(stmt->children(),
                      [&](const Stmt *child) { return jumpsOut(child, inLoop, inSwitch); });
}

bool Slice::contains(const Stmt *stmt) const {
  return reads(stmt) || assigns(stmt) || jumpsOut(stmt);
}

/// Arithmetic of floating-point numbers, which another compiler may round differently.
static bool mayRound(const Stmt *part) {
  const auto *op = dyn_cast<BinaryOperator>(part);
  return op && op->getType()->isRealFloatingType() &&
         (op->isMultiplicativeOp() || op->isAdditiveOp() || op->isCompoundAssignmentOp());
}

/// All variables in \p stmt.
void Slice::need(const Stmt *stmt) {
  if (!stmt)
    return;
  forEachPart(stmt, [&](const Stmt *part) {
    Exact = Exact && !mayRound(part);
    if (const auto *ref = dyn_cast<DeclRefExpr>(part))
      if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
        Needed.insert(variable);
  });
}

/// What decides whether reads in \p expr happen.
void Slice::needGuards(const Stmt *expr) {
  forEachPart(expr, [&](const Stmt *part) {
    if (const auto *op = dyn_cast<BinaryOperator>(part);
        op && op->isLogicalOp() && reads(op->getRHS()))
      need(op->getLHS());
    if (const auto *op = dyn_cast<ConditionalOperator>(part);
        op && (reads(op->getTrueExpr()) || reads(op->getFalseExpr())))
      need(op->getCond());
  });
}

void Slice::visit(const Stmt *stmt) {
  if (!stmt || !contains(stmt))
    return;
  if (const auto *expr = dyn_cast<Expr>(stmt)) {
    if (assigns(expr))
      return need(expr);
    return needGuards(expr);
  }
  if (const auto *declared = dyn_cast<DeclStmt>(stmt)) {
    for (const Decl *decl : declared->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl); variable && variable->getInit()) {
        if (needs(variable))
          need(variable->getInit());
        needGuards(variable->getInit());
      }
    return;
  }
  if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
    needGuards(branch->getCond());
    if (contains(branch->getThen()) || (branch->getElse() && contains(branch->getElse())))
      need(branch->getCond());
  } else if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
    need(loop->getCond());
    need(loop->getInc());
  } else if (const auto *loop = dyn_cast<WhileStmt>(stmt)) {
    need(loop->getCond());
  } else if (const auto *loop = dyn_cast<DoStmt>(stmt)) {
    need(loop->getCond());
  } else if (const auto *choice = dyn_cast<SwitchStmt>(stmt)) {
    need(choice->getCond());
  }
  for (const Stmt *child : stmt->children())
    visit(child);
}

} // namespace gputile::frontend
