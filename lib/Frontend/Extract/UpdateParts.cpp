//===- UpdateParts.cpp - What statements that update are made of -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/UpdateParts.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/PureFunctions.h"

#include "clang/AST/ASTContext.h"

using namespace clang;

namespace gputile::frontend {

const Expr *withoutRead(const Expr *expr) {
  expr = expr->IgnoreParens();
  const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
  const bool reads = cast && (cast->getCastKind() == CK_LValueToRValue ||
                              cast->getCastKind() == CK_NoOp);
  return reads ? withoutRead(cast->getSubExpr()) : expr;
}

const Expr *withoutConversion(const ASTContext &ast, const Expr *expr, QualType target) {
  expr = withoutRead(expr);
  const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
  const bool converts = cast && (cast->getCastKind() == CK_IntegralCast ||
                                 cast->getCastKind() == CK_FloatingCast);
  // What has been narrower has lost something: `static int f(int x) { return x; }` in `l = f(l + e)`.
  const bool keeps = converts && ast.getTypeSize(cast->getType()) >= ast.getTypeSize(target);
  return keeps ? withoutConversion(ast, cast->getSubExpr(), target) : expr;
}

bool isNumberOf(ASTContext &ast, const Expr *expr, QualType type) {
  expr = expr->IgnoreParens();
  if (!expr->getType()->isRealFloatingType() || !type->isRealFloatingType())
    return false;
  if (ast.getFloatingTypeOrder(type, expr->getType()) >= 0)
    return true;
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return cast->getCastKind() == CK_FloatingCast && isNumberOf(ast, cast->getSubExpr(), type);
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return (op->getOpcode() == UO_Minus || op->getOpcode() == UO_Plus) &&
           isNumberOf(ast, op->getSubExpr(), type);
  const auto *call = dyn_cast<CallExpr>(expr);
  const auto function = call && call->getDirectCallee() ? pureFunction(ast, call) : std::nullopt;
  return function && function->name == "fabs" && call->getNumArgs() == 1 &&
         isNumberOf(ast, call->getArg(0), type);
}

const Expr *withoutTruth(const ASTContext &ast, const Expr *expr, QualType target) {
  expr = withoutConversion(ast, expr, target);
  const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
  return cast && cast->getCastKind() == CK_IntegralToBoolean ? withoutRead(cast->getSubExpr())
                                                             : expr;
}

std::optional<UpdateOperator> updateOperator(BinaryOperatorKind code) {
  switch (code) {
  case BO_Add:
  case BO_AddAssign:
    return UpdateOperator::Add;
  case BO_Sub:
  case BO_SubAssign:
    return UpdateOperator::Subtract;
  case BO_Mul:
  case BO_MulAssign:
    return UpdateOperator::Multiply;
  case BO_And:
  case BO_AndAssign:
    return UpdateOperator::And;
  case BO_Or:
  case BO_OrAssign:
    return UpdateOperator::Or;
  case BO_Xor:
  case BO_XorAssign:
    return UpdateOperator::Xor;
  default:
    return std::nullopt;
  }
}

UpdateOperator extremumOf(BinaryOperatorKind op, bool keeps, bool floating) {
  using enum UpdateOperator;
  const bool less = op == BO_LT || op == BO_LE;
  if (!floating)
    return less == keeps ? Max : Min;
  switch (op) {
  case BO_LT:
    return keeps ? KeepGreater : TakeLess;
  case BO_LE:
    return keeps ? KeepNotLess : TakeNotGreater;
  case BO_GT:
    return keeps ? KeepLess : TakeGreater;
  default:
    return keeps ? KeepNotGreater : TakeNotLess;
  }
}

bool mayTrap(const Expr *expr) {
  return anyPart(expr, [](const Stmt *part) {
    const auto *op = dyn_cast<BinaryOperator>(part);
    return op && op->getType()->isIntegerType() &&
           (op->getOpcode() == BO_Div || op->getOpcode() == BO_Rem);
  });
}

bool isTruthValue(const Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->isBitwiseOp())
    return isTruthValue(op->getLHS()) && isTruthValue(op->getRHS());
  else if (op)
    return op->isComparisonOp() || op->isLogicalOp();
  const auto *op = dyn_cast<UnaryOperator>(expr);
  return expr->getType()->isBooleanType() || (op && op->getOpcode() == UO_LNot);
}

} // namespace gputile::frontend
