//===- SubscriptLoops.cpp - Loops that subscripts depend on ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/SubscriptLoops.h"

#include "Frontend/Refusal.h"

#include <utility>

using namespace clang;

namespace gputile::frontend {

void SubscriptLoops::assign(const VarDecl *variable, const Expr *value) {
  if (!variable || !value)
    return;
  Found.clear();
  visit(value);
  OfVariable[variable].insert(Found.begin(), Found.end());
}

std::set<unsigned> SubscriptLoops::of(const AccessPath &path) {
  Found.clear();
  for (const Subscript &subscript : path.subscripts)
    visit(subscript);
  if (path.member)
    visit(path.member->position);
  return std::exchange(Found, {});
}

void SubscriptLoops::visit(const Subscript &subscript) {
  for (const SubscriptTerm &term : subscript)
    visit(term.expr);
}

void SubscriptLoops::visit(const Stmt *part) {
  if (!part)
    return;
  if (const auto *ref = dyn_cast<DeclRefExpr>(part)) {
    if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
      visitVariable(variable);
    return;
  }
  const auto *expr = dyn_cast<Expr>(part);
  if (expr && isa<ArraySubscriptExpr, MemberExpr, UnaryOperator>(expr) && expr->isLValue() &&
      visitElement(expr))
    return;
  for (const Stmt *child : part->children())
    visit(child);
}

/// What an element read depends on: its subscripts, through pointers of the region, too.
bool SubscriptLoops::visitElement(const Expr *expr) {
  try {
    const AccessPath path = accessPath(State, expr);
    for (const Subscript &subscript : path.subscripts)
      visit(subscript);
    if (path.member)
      visit(path.member->position);
    visitVariable(path.variable);
    return true;
  } catch (const RefusalError &) {
    return false;
  }
}

void SubscriptLoops::visitVariable(const VarDecl *variable) {
  for (unsigned d = 0; d < Point.loops.size(); ++d)
    if (Point.loops[d].variable == variable)
      Found.insert(d);
  if (const auto own = OfVariable.find(variable); own != OfVariable.end())
    Found.insert(own->second.begin(), own->second.end());
  if (const auto local = State.FixedLocals.find(variable); local != State.FixedLocals.end())
    visit(local->second);
  const ScalarValue *known = State.Scalars.find(variable);
  if (!known)
    return;
  if (known->expr) {
    const ScalarValues::Values now = State.Scalars.current();
    const Expr *value = known->expr;
    State.Scalars.restore(known->before);
    visit(value);
    State.Scalars.restore(now);
    return;
  }
  for (const BodyPiece &piece : known->text)
    if (piece.kind == BodyPiece::Kind::Iterator && piece.index < Point.loops.size())
      Found.insert(piece.index);
}

} // namespace gputile::frontend
