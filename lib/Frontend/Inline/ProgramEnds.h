//===- ProgramEnds.h - What ends the program --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C library's `assert`, `exit` and `abort`, and other branches that end the program. A kernel cannot do that.
/// Where the program would end, it sets a variable, and the call comes behind the region.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_PROGRAMENDS_H
#define GPUTILE_LIB_FRONTEND_INLINE_PROGRAMENDS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <string>

namespace gputile::frontend {

/// Whether \p function is what the C library's `assert` calls when it fails.
bool isFailedAssert(const clang::FunctionDecl *function);

/// What \p stmt evaluates last, if that is an expression whose value is not used; else null.
const clang::Expr *lastExpression(const clang::Stmt *stmt);

/// Whether the last thing that \p stmt does is a call that never returns.
bool endsProgram(const clang::Stmt *stmt);

/// Whether running \p definition may reach a call that never returns, as far as bodies are known.
bool mayEndProgram(const clang::FunctionDecl *definition);

/// \p expr, of which the value is not used, as a statement: a branch for `c ? f() : g()`, a block for `({ f(); })`,
/// nothing for `sizeof` and numbers. Null where it is something else.
const clang::Stmt *discardedAsStatement(clang::ASTContext &ast, const clang::Expr *expr);

/// \p call, by which the C library ends the program, as C text that means the same at another place of the file. None
/// where it is something else, or its arguments are no constants.
std::optional<std::string> endText(const clang::ASTContext &ast, const clang::CallExpr *call);

} // namespace gputile::frontend

#endif
