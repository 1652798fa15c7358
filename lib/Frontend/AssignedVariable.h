//===- AssignedVariable.h - What an expression assigns -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_ASSIGNEDVARIABLE_H
#define GPUTILE_LIB_FRONTEND_ASSIGNEDVARIABLE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace gputile::frontend {

/// The variable that \p expr names, through parentheses; else null.
const clang::VarDecl *namedVariable(const clang::Expr *expr);
/// The variable that \p expr assigns, increments or decrements as a whole; else null.
const clang::VarDecl *assignedVariable(const clang::Expr *expr);

} // namespace gputile::frontend

#endif
