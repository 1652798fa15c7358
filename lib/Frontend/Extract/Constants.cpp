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

/// More elements than this make sets that are expensive, and tell no pattern.
static constexpr uint64_t MaxTable = 32;

/// Appends the values of \p array, of arrays or integers. \returns whether all are known.
static bool appendValues(const APValue &array, std::vector<llvm::APSInt> &values) {
  if (array.isInt()) {
    values.push_back(array.getInt());
    return true;
  }
  if (!array.isArray())
    return false;
  for (unsigned k = 0; k < array.getArraySize(); ++k) {
    const bool isGiven = k < array.getArrayInitializedElts();
    if (!isGiven && !array.hasArrayFiller())
      return false;
    if (!appendValues(isGiven ? array.getArrayInitializedElt(k) : array.getArrayFiller(), values))
      return false;
  }
  return true;
}

/// What \p variable, whose type says that it does not change, is initialised with.
static const APValue *initialValue(const VarDecl *variable) {
  const VarDecl *definition = nullptr;
  const Expr *init = isa<ParmVarDecl>(variable) ? nullptr : variable->getAnyInitializer(definition);
  if (!init || init->isValueDependent() || init->containsErrors() || definition->isWeak())
    return nullptr;
  return definition->evaluateValue();
}

std::optional<TableElement> tableElement(const ASTContext &ast, const Expr *expr) {
  const QualType type = expr->getType();
  if (!isa<ArraySubscriptExpr>(expr->IgnoreParens()) || !type->isIntegralOrEnumerationType() ||
      !type.isConstQualified() || type.isVolatileQualified())
    return std::nullopt;
  TableElement element;
  uint64_t count = 1;
  expr = expr->IgnoreParens();
  while (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
    expr = subscript->getBase()->IgnoreParenImpCasts();
    const ConstantArrayType *array = ast.getAsConstantArrayType(expr->getType());
    const uint64_t size = array ? array->getSize().getLimitedValue(MaxTable + 1) : 0;
    if (size == 0 || (count *= size) > MaxTable)
      return std::nullopt;
    element.subscripts.insert(element.subscripts.begin(), subscript->getIdx());
    element.sizes.insert(element.sizes.begin(), size);
  }
  const auto *ref = dyn_cast<DeclRefExpr>(expr);
  const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  const APValue *values = variable ? initialValue(variable) : nullptr;
  if (!values || !appendValues(*values, element.values) || element.values.size() != count)
    return std::nullopt;
  return element;
}

const APValue *constantVariable(const VarDecl *variable) {
  QualType type = variable->getType();
  if (!type.isConstQualified() || type.isVolatileQualified() || !type->isArithmeticType())
    return nullptr;
  const APValue *value = initialValue(variable);
  return value && (value->isInt() || value->isFloat()) ? value : nullptr;
}

} // namespace gputile::frontend
