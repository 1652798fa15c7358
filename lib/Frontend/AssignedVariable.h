//===- AssignedVariable.h - What an expression assigns -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_ASSIGNEDVARIABLE_H
#define GPUTILE_LIB_FRONTEND_ASSIGNEDVARIABLE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace gputile::frontend {

/// The variable that \p expr names, through parentheses; else null.
const clang::VarDecl *namedVariable(const clang::Expr *expr);
/// The variable whose value \p expr reads, and nothing else; else null.
const clang::VarDecl *loadedVariable(const clang::Expr *expr);
/// The variable that \p expr assigns, increments or decrements as a whole; else null.
const clang::VarDecl *assignedVariable(const clang::Expr *expr);
/// The value that \p expr gives to the variable that it assigns: the right side of `k = e`, and where k is an
/// integer `k op e`, in the type of k, for `k op= e`, `k++` and `k--`. Null for all else.
const clang::Expr *assignedValue(clang::ASTContext &ast, const clang::Expr *expr);

} // namespace gputile::frontend

#endif
