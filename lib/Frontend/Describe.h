//===- Describe.h - Users' words for what is not supported ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_DESCRIBE_H
#define GPUTILE_LIB_FRONTEND_DESCRIBE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace gputile::frontend {

/// Refuses \p stmt (or expression) with the diagnostic that fits it best.
[[noreturn]] void refuseStatement(const clang::Stmt *stmt);

/// Refuses the call of \p function, null for a pointer, for which nothing can stand.
[[noreturn]] void refuseCall(const clang::FunctionDecl *function, clang::SourceLocation call);

/// The same for \p call, or for the one that it copies the result of.
[[noreturn]] void refuseCall(const clang::CallExpr *call);

/// Refuses \p variable, a structure, at \p use: because of its type, its first value, or how it is used.
[[noreturn]] void refuseStructure(const clang::VarDecl *variable, clang::SourceLocation use);

/// Refuses code that has no definite meaning: errors that Clang recovered from,
/// uninstantiated templates.
void refuseInvalidCode(const clang::Stmt *region);

} // namespace gputile::frontend

#endif
