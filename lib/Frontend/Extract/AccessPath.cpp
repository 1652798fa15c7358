//===- AccessPath.cpp - An lvalue as variable and subscripts --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/AccessPath.h"

#include "Frontend/Describe.h"

using namespace clang;

namespace gputile::frontend {

static AccessPath lvaluePath(const Expr *expr);
static AccessPath pointerPath(const Expr *expr);

/// The variable from which \p expr reads a pointer, in the end; else null.
static const VarDecl *pointerVariable(const Expr *expr) {
  while (true) {
    expr = expr->IgnoreParenCasts();
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
      expr = subscript->getBase();
    else if (const auto *op = dyn_cast<UnaryOperator>(expr))
      expr = op->getSubExpr();
    else
      return namedVariable(expr);
  }
}

[[noreturn]] static void refusePointer(const Expr *expr, const char *why) {
  const VarDecl *variable = pointerVariable(expr);
  if (!variable)
    refuse(DiagId::UnsupportedExpression, expr->getExprLoc(),
           {std::string("this pointer (") + why + ")"});
  refuse(DiagId::PointerUse, expr->getExprLoc(), {variable->getName().str(), why});
}

static AccessPath addOffset(AccessPath path, const Expr *offset, bool negative) {
  if (path.subscripts.empty())
    refusePointer(offset, "its address is computed");
  path.subscripts.back().push_back({offset, negative});
  return path;
}

/// \p expr is a pointer: the last subscript of the result counts what it points to.
static AccessPath pointerCast(const CastExpr *cast) {
  switch (cast->getCastKind()) {
  case CK_ArrayToPointerDecay: {
    AccessPath path = lvaluePath(cast->getSubExpr());
    path.subscripts.emplace_back();
    return path;
  }
  case CK_LValueToRValue: {
    const VarDecl *variable = namedVariable(cast->getSubExpr());
    if (!variable)
      refusePointer(cast, "it is read from memory");
    AccessPath path;
    path.variable = variable;
    path.subscripts.emplace_back();
    return path;
  }
  case CK_NoOp:
    return pointerPath(cast->getSubExpr());
  default:
    refusePointer(cast, "it is converted to another type");
  }
}

static AccessPath pointerSum(const BinaryOperator *op) {
  bool leftIsPointer = op->getLHS()->getType()->isPointerType();
  if (op->getOpcode() == BO_Add || (op->getOpcode() == BO_Sub && leftIsPointer)) {
    const Expr *pointer = leftIsPointer ? op->getLHS() : op->getRHS();
    const Expr *offset = leftIsPointer ? op->getRHS() : op->getLHS();
    if (offset->getType()->isIntegralOrEnumerationType())
      return addOffset(pointerPath(pointer), offset, op->getOpcode() == BO_Sub);
  }
  refusePointer(op, "it is computed by this operator");
}

static AccessPath pointerPath(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return pointerCast(cast);
  if (const auto *op = dyn_cast<BinaryOperator>(expr))
    return pointerSum(op);
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_AddrOf) {
    AccessPath path = lvaluePath(op->getSubExpr());
    if (path.subscripts.empty()) // `*&x`: x as an array of one.
      refusePointer(op->getSubExpr(), "its address is taken");
    return path;
  }
  refusePointer(expr, "its value is not known");
}

static AccessPath lvaluePath(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const VarDecl *variable = namedVariable(expr)) {
    AccessPath path;
    path.variable = variable;
    return path;
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
    return addOffset(pointerPath(subscript->getBase()), subscript->getIdx(), false);
  if (const auto *op = dyn_cast<UnaryOperator>(expr)) {
    if (op->getOpcode() == UO_Deref)
      return pointerPath(op->getSubExpr());
    if (op->getOpcode() == UO_Extension)
      return lvaluePath(op->getSubExpr());
  }
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr); cast && cast->getCastKind() == CK_NoOp)
    return lvaluePath(cast->getSubExpr());
  refuseStatement(expr);
}

AccessPath accessPath(const Expr *expr) {
  AccessPath path = lvaluePath(expr);
  path.loc = expr->getExprLoc();
  return path;
}

} // namespace gputile::frontend
