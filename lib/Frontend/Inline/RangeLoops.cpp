//===- RangeLoops.cpp - Loops over the elements of a container -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `for (auto &x : v) …` becomes `for (size_t i = 0; i < v.size(); i++) …` with `v.data()[i]` in the
/// place of x.
///
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/Inline/Inliner.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::frontend {

/// Elements that the loop copies are declared, others stand for themselves.
bool Inliner::bindElement(const VarDecl *variable, Expr *element, Items &items) {
  if (variable->getType()->isReferenceType()) {
    setPlace(variable, element);
    return Ast.hasSameUnqualifiedType(variable->getType().getNonReferenceType(), element->getType());
  }
  if (!variable->getType()->isScalarType() || !Ast.hasSameUnqualifiedType(variable->getType(), element->getType()))
    return false;
  VarDecl *copy = newVariable(variable, variable->getType());
  copy->setInit(ImplicitCastExpr::Create(Ast, element->getType().getUnqualifiedType(), CK_LValueToRValue, element,
                                         nullptr, VK_PRValue, FPOptionsOverride()));
  rename(variable, copy);
  items.push_back(declaration(copy));
  return true;
}

Stmt *Inliner::rangeLoop(const CXXForRangeStmt *range) {
  if (range->getInit() || range->getCoawaitLoc().isValid())
    return nullptr;
  const SourceLocation loc = range->getForLoc(), place = range->getLoopVariable()->getLocation();
  const Expr *init = range->getRangeInit();
  Expr *container = init->isLValue() ? expr(init) : nullptr;
  if (container)
    container = withoutNoOps(container)->IgnoreParens();
  Expr *size = container ? countOf(Ast, container, place) : nullptr;
  // Arrays in arrays are what they are; which container an element is may change.
  if (!size || !(isa<DeclRefExpr, MemberExpr>(container) || container->getType()->isArrayType()) ||
      hasEffects(Ast, container))
    return nullptr;
  VarDecl *counter = newVariable(range->getLoopVariable(), size->getType());
  counter->setInit(IntegerLiteral::Create(
      Ast, llvm::APInt(static_cast<unsigned>(Ast.getIntWidth(size->getType())), 0), size->getType(), place));
  Expr *element = elementOf(Ast, container, readOf(Ast, counter, place), place);
  Items items;
  const std::vector<const Stmt *> all = itemsOf(range->getBody());
  if (!element || !bindElement(range->getLoopVariable(), element, items) ||
      !llvm::all_of(all, [&](const Stmt *item) { return append(item, items); }))
    return nullptr;
  Expr *condition =
      BinaryOperator::Create(Ast, readOf(Ast, counter, place), size, BO_LT, Ast.BoolTy, VK_PRValue,
                             OK_Ordinary, place, FPOptionsOverride());
  Expr *step = UnaryOperator::Create(Ast, mention(counter, place), UO_PostInc, size->getType(), VK_PRValue,
                                     OK_Ordinary, place, false, FPOptionsOverride());
  const Stmt *original = range->getBody();
  Stmt *body =
      CompoundStmt::Create(Ast, items, FPOptionsOverride(), original->getBeginLoc(), original->getEndLoc());
  All.result.originals[body] = original;
  Stmt *loop = new (Ast) ForStmt(Ast, declaration(counter), condition, nullptr, step, body, loc, loc,
                                 range->getRParenLoc());
  All.result.originals[loop] = range;
  return loop;
}

} // namespace gputile::frontend
