//===- Constants.cpp - Expressions and variables that are constants -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Constants.h"

#include "Frontend/CText/Type.h"

using namespace clang;

namespace gputile::frontend {

std::optional<llvm::APSInt> integerConstant(ASTContext &ast, const Expr *expr) {
  if (expr->isValueDependent() || !isInteger(expr->getType()))
    return std::nullopt;
  Expr::EvalResult result;
  if (!expr->EvaluateAsInt(result, ast))
    return std::nullopt;
  return result.Val.getInt();
}

std::optional<llvm::APFloat> floatConstant(ASTContext &ast, const Expr *expr) {
  if (expr->isValueDependent() || !expr->getType()->isRealFloatingType())
    return std::nullopt;
  llvm::APFloat value(0.0);
  return expr->EvaluateAsFloat(value, ast) ? std::optional(value) : std::nullopt;
}

const APValue *constantVariable(const VarDecl *variable) {
  QualType type = variable->getType();
  if (!type.isConstQualified() || type.isVolatileQualified() || !type->isArithmeticType() ||
      isa<ParmVarDecl>(variable))
    return nullptr;
  const VarDecl *definition = nullptr;
  const Expr *init = variable->getAnyInitializer(definition);
  if (!init || init->isValueDependent() || init->containsErrors() || definition->isWeak())
    return nullptr;
  const APValue *value = definition->evaluateValue();
  return value && (value->isInt() || value->isFloat()) ? value : nullptr;
}

} // namespace gputile::frontend
