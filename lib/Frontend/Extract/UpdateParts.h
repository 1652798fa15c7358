//===- UpdateParts.h - What statements that update are made of -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_UPDATEPARTS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_UPDATEPARTS_H

#include "gputile/IR/Scop.h"

#include "clang/AST/Expr.h"

#include <optional>

namespace gputile::frontend {

/// The place that \p expr reads, without brackets.
const clang::Expr *withoutRead(const clang::Expr *expr);
/// \p expr before conversions between integers, or between floating-point numbers, that are
/// not written. None of them leads to a smaller type than \p target.
const clang::Expr *withoutConversion(const clang::ASTContext &ast, const clang::Expr *expr,
                                     clang::QualType target);
/// \p expr before it is converted to a truth value.
const clang::Expr *withoutTruth(const clang::ASTContext &ast, const clang::Expr *expr,
                                clang::QualType target);

/// Whether \p expr, a floating-point number, has only values of type \p type, though its own is
/// wider: `fabs(x)` and `-x` of a float.
bool isNumberOf(clang::ASTContext &ast, const clang::Expr *expr, clang::QualType type);

/// Of `x op e` and `x op= e`.
std::optional<UpdateOperator> updateOperator(clang::BinaryOperatorKind code);
/// The extremum `e op target ? e : target`, or with \p keeps `e op target ? target : e`.
UpdateOperator extremumOf(clang::BinaryOperatorKind op, bool keeps, bool floating);

/// Whether \p expr, before its conversion to a number, is a truth value.
bool isTruthValue(const clang::Expr *expr);
/// Whether \p expr has quotients of integers: where the program does not compute them, they may
/// have no value.
bool mayTrap(const clang::Expr *expr);

} // namespace gputile::frontend

#endif
