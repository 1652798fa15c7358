//===- Arithmetic.h - Integer expressions that copies compute ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_ARITHMETIC_H
#define GPUTILE_LIB_FRONTEND_INLINE_ARITHMETIC_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <set>

namespace gputile::frontend {

/// Of comparisons and logical operators.
inline clang::QualType truthType(const clang::ASTContext &ast) {
  return ast.getLangOpts().CPlusPlus ? ast.BoolTy : ast.IntTy;
}

/// Makes expressions that no program has.
class Arithmetic {
public:
  /// \param exact receives conversions that change no value (InlinedRegion::exact)
  Arithmetic(clang::ASTContext &ast, std::set<const clang::Expr *> &exact)
      : Ast(ast), Exact(exact) {}

  clang::Expr *number(uint64_t value, clang::QualType type, clang::SourceLocation loc) {
    const auto bits = static_cast<unsigned>(Ast.getIntWidth(type));
    return clang::IntegerLiteral::Create(Ast, llvm::APInt(bits, value), type, loc);
  }
  clang::Expr *binary(clang::Expr *left, clang::BinaryOperatorKind code, clang::Expr *right,
                      clang::QualType type) {
    return clang::BinaryOperator::Create(Ast, left, right, code, type, clang::VK_PRValue,
                                         clang::OK_Ordinary, left->getExprLoc(),
                                         clang::FPOptionsOverride());
  }
  /// \param isExact whether the conversion changes no value, though the types would allow it
  clang::Expr *converted(clang::Expr *value, clang::QualType type, bool isExact) {
    if (Ast.hasSameUnqualifiedType(value->getType(), type))
      return value;
    clang::Expr *cast =
        clang::ImplicitCastExpr::Create(Ast, type, clang::CK_IntegralCast, value, nullptr,
                                        clang::VK_PRValue, clang::FPOptionsOverride());
    if (isExact)
      Exact.insert(cast);
    return cast;
  }

private:
  clang::ASTContext &Ast;
  std::set<const clang::Expr *> &Exact;
};

} // namespace gputile::frontend

#endif
