//===- Constants.h - Expressions and variables that are constants -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_CONSTANTS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_CONSTANTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <vector>

namespace gputile::frontend {

/// The value of integer expression \p expr when it is a constant.
std::optional<llvm::APSInt> integerConstant(clang::ASTContext &ast, const clang::Expr *expr);

/// The value of floating-point expression \p expr when it is a constant.
std::optional<llvm::APFloat> floatConstant(clang::ASTContext &ast, const clang::Expr *expr);

/// The value of a constant variable that device code may replace by it; else null.
const clang::APValue *constantVariable(const clang::VarDecl *variable);

/// An element of a small table of integers that nobody can change, `cx[k]` or `direction[k][0]`.
struct TableElement {
  std::vector<const clang::Expr *> subscripts; ///< Outermost dimension first.
  std::vector<uint64_t> sizes;                 ///< Of the dimensions.
  std::vector<llvm::APSInt> values;            ///< Of all elements, the last subscript first.
};

/// \p expr as such an element; none when it is something else, or the table is large.
std::optional<TableElement> tableElement(const clang::ASTContext &ast, const clang::Expr *expr);

} // namespace gputile::frontend

#endif
