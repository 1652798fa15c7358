//===- NullTest.cpp - Comparisons of pointers with null -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/NullTest.h"

#include "Frontend/Extract/Parts.h"

using namespace clang;

namespace gputile::frontend {

static bool isNullConstant(const ASTContext &ast, const Expr *expr) {
  return expr->isNullPointerConstant(const_cast<ASTContext &>(ast), Expr::NPC_NeverValueDependent) !=
         Expr::NPCK_NotNull;
}

/// The pointer from which \p pointer is computed; null where it is none of these forms.
static const Expr *originOf(const ExtractState &state, const Expr *pointer) {
  if (const auto *cast = dyn_cast<CastExpr>(pointer)) {
    const VarDecl *variable = namedVariable(cast->getSubExpr());
    const auto derived = state.DerivedPointers.find(variable);
    if (cast->getCastKind() == CK_LValueToRValue && derived != state.DerivedPointers.end())
      return derived->second;
    return cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_BitCast ? cast->getSubExpr()
                                                                               : nullptr;
  }
  const auto *sum = dyn_cast<BinaryOperator>(pointer);
  if (sum && sum->isAdditiveOp())
    return sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
  const auto *address = dyn_cast<UnaryOperator>(pointer);
  if (!address || address->getOpcode() != UO_AddrOf)
    return nullptr;
  const Expr *place = address->getSubExpr()->IgnoreParens();
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(place))
    return element->getBase();
  const auto *deref = dyn_cast<UnaryOperator>(place);
  return deref && deref->getOpcode() == UO_Deref ? deref->getSubExpr() : nullptr;
}

NullTest ofOrigin(const ExtractState &state, NullTest test) {
  while (const Expr *origin = originOf(state, test.pointer->IgnoreParens()))
    test.pointer = origin;
  return test;
}

std::optional<bool> knownResult(const NullTest &test) {
  const Expr *pointer = test.pointer->IgnoreParenCasts();
  const bool isObject = isa<StringLiteral>(pointer) ||
                        (isa<DeclRefExpr>(pointer) && pointer->getType()->isArrayType());
  return isObject ? std::optional(!test.isNull) : std::nullopt;
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
