//===- NullTest.cpp - Comparisons of pointers with null -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/NullTest.h"

using namespace clang;

namespace gputile::frontend {

static bool isNullConstant(const ASTContext &ast, const Expr *expr) {
  return expr->isNullPointerConstant(const_cast<ASTContext &>(ast), Expr::NPC_NeverValueDependent) !=
         Expr::NPCK_NotNull;
}

std::optional<bool> knownResult(const NullTest &test) {
  return isa<StringLiteral>(test.pointer->IgnoreParenCasts()) ? std::optional(!test.isNull) : std::nullopt;
}

std::optional<NullTest> nullTestOf(const ASTContext &ast, const Expr *condition) {
  condition = condition->IgnoreParens();
  if (condition->getType()->isPointerType())
    return NullTest{condition, false};
  if (const auto *cast = dyn_cast<CastExpr>(condition))
    return cast->getCastKind() == CK_PointerToBoolean ? std::optional(NullTest{cast->getSubExpr(), false})
                                                      : std::nullopt;
  const auto *op = dyn_cast<BinaryOperator>(condition);
  if (!op || !op->isEqualityOp() || !op->getLHS()->getType()->isPointerType())
    return std::nullopt;
  const bool isNull = op->getOpcode() == BO_EQ;
  if (isNullConstant(ast, op->getRHS()))
    return NullTest{op->getLHS(), isNull};
  if (isNullConstant(ast, op->getLHS()))
    return NullTest{op->getRHS(), isNull};
  return std::nullopt;
}

} // namespace gputile::frontend
