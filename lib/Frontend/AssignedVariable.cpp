//===- AssignedVariable.cpp - What an expression assigns ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/AssignedVariable.h"

using namespace clang;

namespace gputile::frontend {

const VarDecl *namedVariable(const Expr *expr) {
  if (!expr)
    return nullptr;
  const auto *ref = dyn_cast<DeclRefExpr>(expr->IgnoreParens());
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

const VarDecl *loadedVariable(const Expr *expr) {
  const auto *cast = expr ? dyn_cast<ImplicitCastExpr>(expr->IgnoreParens()) : nullptr;
  return cast && cast->getCastKind() == CK_LValueToRValue ? namedVariable(cast->getSubExpr())
                                                          : nullptr;
}

const VarDecl *assignedVariable(const Expr *expr) {
  if (!expr)
    return nullptr;
  expr = expr->IgnoreParens();
  if (const auto *unary = dyn_cast<UnaryOperator>(expr))
    return unary->isIncrementDecrementOp() ? namedVariable(unary->getSubExpr()) : nullptr;
  if (const auto *binary = dyn_cast<BinaryOperator>(expr))
    return binary->isAssignmentOp() ? namedVariable(binary->getLHS()) : nullptr;
  return nullptr;
}

static Expr *converted(ASTContext &ast, Expr *value, QualType type, CastKind kind) {
  if (kind == CK_IntegralCast && ast.hasSameUnqualifiedType(value->getType(), type))
    return value;
  return ImplicitCastExpr::Create(ast, type.getUnqualifiedType(), kind, value, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

/// An operation that reads and writes a variable, in the type \p computed.
struct StepParts {
  Expr *target;
  QualType computed;
  BinaryOperatorKind code;
  Expr *operand;
};

static std::optional<StepParts> stepParts(ASTContext &ast, const Expr *expr) {
  if (const auto *op = dyn_cast<CompoundAssignOperator>(expr))
    return StepParts{op->getLHS(), op->getComputationLHSType(),
                     BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), op->getRHS()};
  const auto *op = dyn_cast<UnaryOperator>(expr);
  if (!op || !op->isIncrementDecrementOp() || !op->getType()->isIntegerType())
    return std::nullopt;
  const QualType type = ast.isPromotableIntegerType(op->getType()) ? ast.getPromotedIntegerType(op->getType())
                                                                  : op->getType().getUnqualifiedType();
  Expr *one = IntegerLiteral::Create(ast, llvm::APInt(ast.getIntWidth(type), 1), type, op->getExprLoc());
  return StepParts{op->getSubExpr(), type, op->isIncrementOp() ? BO_Add : BO_Sub, one};
}

const Expr *assignedValue(ASTContext &ast, const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->getOpcode() == BO_Assign)
    return op->getRHS();
  const VarDecl *variable = assignedVariable(expr);
  if (!variable || !variable->getType()->isIntegerType() || variable->getType()->isBooleanType())
    return nullptr;
  const auto parts = stepParts(ast, expr);
  if (!parts || !parts->computed->isIntegerType() || !parts->operand->getType()->isIntegerType())
    return nullptr;
  Expr *old = converted(ast, parts->target, variable->getType(), CK_LValueToRValue);
  Expr *value = BinaryOperator::Create(ast, converted(ast, old, parts->computed, CK_IntegralCast), parts->operand,
                                       parts->code, parts->computed, VK_PRValue, OK_Ordinary, expr->getExprLoc(),
                                       FPOptionsOverride());
  return converted(ast, value, variable->getType(), CK_IntegralCast);
}

} // namespace gputile::frontend
