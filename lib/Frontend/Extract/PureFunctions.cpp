//===- PureFunctions.cpp - Mathematical functions -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/PureFunctions.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/ComplexProduct.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace gputile::frontend {

namespace {
enum class Kind {
  None,
  Exact,   ///< double f(double…), correctly rounded or without rounding.
  Rounded, ///< double f(double…), differs in the last places.
  Integer, ///< int f(int…), with an own name per type.
  Truth,   ///< int f(double…), only its truth counts.
};
} // namespace

/// \p name without "__builtin_" and without the suffix of its type.
static Kind kindOf(llvm::StringRef name) {
  return llvm::StringSwitch<Kind>(name)
      .Cases("sqrt", "fabs", "fmin", "fmax", "floor", "ceil", "trunc", "round", Kind::Exact)
      .Cases("rint", "nearbyint", "fmod", "remainder", "copysign", "fdim", "fma", Kind::Exact)
      .Cases("ldexp", "scalbn", "logb", "nextafter", "lrint", "lround", Kind::Exact)
      .Cases("llrint", "llround", "ilogb", Kind::Exact)
      .Cases("exp", "exp2", "expm1", "exp10", "log", "log2", "log10", "log1p", Kind::Rounded)
      .Cases("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", Kind::Rounded)
      .Cases("cosh", "tanh", "asinh", "acosh", "atanh", "pow", "cbrt", Kind::Rounded)
      .Cases("hypot", "erf", "erfc", "tgamma", "lgamma", Kind::Rounded)
      .Cases("abs", "labs", "llabs", Kind::Integer)
      .Cases("isnan", "isinf", "isfinite", "signbit", Kind::Truth)
      .Default(Kind::None);
}

/// True when \p function is the library's, not one that the program defines.
static bool isLibraryFunction(ASTContext &ast, const FunctionDecl *function) {
  if (function->getBuiltinID() != 0 && !function->hasBody())
    return true;
  return ast.getSourceManager().isInSystemHeader(function->getLocation());
}

/// The type of the floating-point operands; null when they are mixed or odd.
static QualType floatingType(const CallExpr *call) {
  QualType type;
  for (const Expr *argument : call->arguments()) {
    QualType own = argument->getType().getCanonicalType().getUnqualifiedType();
    if (!own->isRealFloatingType())
      continue;
    if (!type.isNull() && own != type)
      return QualType();
    type = own;
  }
  return type;
}

std::optional<PureFunction> pureFunction(ASTContext &ast, const CallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  if (!function)
    return std::nullopt; // Through a pointer.
  if (isComplexProduct(function))
    return PureFunction{function->getName().str(), true, false};
  if (!function->getIdentifier() || !isLibraryFunction(ast, function))
    return std::nullopt;
  llvm::StringRef name = function->getName();
  name.consume_front("__builtin_");
  Kind kind = kindOf(name);
  if (kind == Kind::None && (name.ends_with("f") || name.ends_with("l"))) {
    kind = kindOf(name.drop_back());
    name = name.drop_back();
  }
  if (kind == Kind::None)
    return std::nullopt;
  if (kind == Kind::Integer && !typeText(call->getType()).empty() && isInteger(call->getType()))
    return PureFunction{name.str(), true, false};
  QualType type = floatingType(call);
  if (type.isNull() || typeText(type).empty())
    return std::nullopt; // long double, or std::abs of an unexpected type.
  if (kind == Kind::Truth)
    return PureFunction{name.str(), true, true};
  std::string base = kind == Kind::Integer ? "fabs" : name.str(); // std::abs(double)
  bool exact = kind != Kind::Rounded;
  return PureFunction{typeText(type) == "float" ? base + "f" : base, exact, false};
}

} // namespace gputile::frontend
