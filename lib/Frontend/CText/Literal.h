//===- Literal.h - Exact constants as CUDA text -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_CTEXT_LITERAL_H
#define GPUTILE_LIB_FRONTEND_CTEXT_LITERAL_H

#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"

#include <string>

namespace gputile::frontend {

/// \p value as an expression of integer type \p type, e.g. "5ul", "(-1)", "((char)97)".
std::string integerLiteral(const llvm::APSInt &value, clang::QualType type);

/// \p value as an expression of type float or double that has exactly this
/// value: the shortest decimal, or __builtin_inf() and the like.
std::string floatLiteral(llvm::APFloat value, clang::QualType type);

/// \p expr, a literal or a literal under implicit conversions, converted at
/// compile time as the program would at run time; empty when it is neither.
std::string convertedLiteral(clang::ASTContext &ast, const clang::Expr *expr);

} // namespace gputile::frontend

#endif
