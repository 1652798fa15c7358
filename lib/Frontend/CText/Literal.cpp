//===- Literal.cpp - Exact constants as CUDA text -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CText/Literal.h"

#include "Frontend/CText/Type.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdio>
#include <cstdlib>

using namespace clang;

namespace gputile::frontend {

static const char *integerSuffix(const std::string &type) {
  if (type == "unsigned int")
    return "u";
  if (type == "long")
    return "l";
  if (type == "unsigned long")
    return "ul";
  if (type == "long long")
    return "ll";
  return type == "unsigned long long" ? "ull" : "";
}

std::string integerLiteral(const llvm::APSInt &value, QualType type) {
  std::string name = typeText(type), suffix = integerSuffix(name);
  if (name == "bool")
    return value.getBoolValue() ? "true" : "false";
  std::string digits = llvm::toString(value, 10);
  std::string text = digits + suffix;
  if (value.isNegative()) {
    // The smallest value has no literal of its own: its positive part does not fit.
    bool smallest = value.isMinSignedValue() && (name == "int" || !suffix.empty());
    text = smallest ? "(" + llvm::toString(value + 1, 10, true) + suffix + " - 1)" : "(" + text + ")";
  }
  return suffix.empty() && name != "int" ? "((" + name + ")" + text + ")" : text;
}

static std::string specialFloat(const llvm::APFloat &value, bool single) {
  std::string suffix = single ? "f" : "";
  if (value.isNaN())
    return "__builtin_nan" + suffix + "(\"\")";
  return (value.isNegative() ? "(-__builtin_inf" : "(__builtin_inf") + suffix + "())";
}

std::string floatLiteral(llvm::APFloat value, QualType type) {
  bool single = typeText(type) == "float";
  if (!value.isFinite())
    return specialFloat(value, single);
  double number = single ? value.convertToFloat() : value.convertToDouble();
  char buffer[64];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof(buffer), "%.*g", digits, number);
    double back = single ? std::strtof(buffer, nullptr) : std::strtod(buffer, nullptr);
    if (back == number)
      break;
  }
  std::string text = buffer;
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  if (single)
    text += "f";
  return value.isNegative() ? "(" + text + ")" : text;
}

/// The value of a literal under implicit arithmetic conversions.
static std::optional<APValue> literalValue(ASTContext &ast, const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *literal = dyn_cast<IntegerLiteral>(expr))
    return APValue(llvm::APSInt(literal->getValue(),
                                literal->getType()->isUnsignedIntegerOrEnumerationType()));
  if (const auto *literal = dyn_cast<CharacterLiteral>(expr)) {
    llvm::APSInt value(static_cast<uint32_t>(ast.getIntWidth(literal->getType())),
                       literal->getType()->isUnsignedIntegerType());
    value = literal->getValue();
    return APValue(value);
  }
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr))
    if (const auto *constant = dyn_cast<EnumConstantDecl>(ref->getDecl()))
      return APValue(constant->getInitVal());
  if (const auto *literal = dyn_cast<FloatingLiteral>(expr))
    return APValue(literal->getValue());
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr)) {
    CastKind kind = cast->getCastKind();
    bool arithmetic = kind == CK_IntegralCast || kind == CK_IntegralToFloating ||
                      kind == CK_FloatingCast;
    Expr::EvalResult result;
    if (arithmetic && literalValue(ast, cast->getSubExpr()) && cast->EvaluateAsRValue(result, ast))
      return result.Val;
  }
  return std::nullopt;
}

std::string convertedLiteral(ASTContext &ast, const Expr *expr) {
  if (typeText(expr->getType()).empty())
    return "";
  auto value = literalValue(ast, expr);
  if (!value)
    return "";
  if (value->isInt())
    return integerLiteral(value->getInt(), expr->getType());
  return value->isFloat() ? floatLiteral(value->getFloat(), expr->getType()) : "";
}

} // namespace gputile::frontend
