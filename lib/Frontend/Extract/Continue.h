//===- Continue.h - `continue` and `return` as conditions -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `if (c) continue; rest` is `if (!c) { rest }`: the same expressions in the same order,
/// without the jump. So is `return` in the body of a function.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_CONTINUE_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_CONTINUE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gputile::frontend {

/// The `break` in \p body, of a loop, that leaves this loop; else null.
const clang::Stmt *findBreak(const clang::Stmt *body);
/// The `continue` in \p body, of a loop, that continues this loop; else null.
const clang::Stmt *findContinue(const clang::Stmt *body);

/// Whether a jump in \p body, of a loop, may lead out of the iteration, or a label into it.
bool mayLeaveIteration(const clang::Stmt *body);

/// Does the same as \p body, of a loop, without a `continue` of this loop: \p body itself
/// where it has none, null where it cannot be written so.
const clang::Stmt *withoutContinue(clang::ASTContext &ast, const clang::Stmt *body);

/// Does the same as \p body, of a function, with what \p result makes of it in the place of each
/// `return`, nothing where that is null. Null where it cannot be written so (from a loop, say).
const clang::Stmt *
withoutReturn(clang::ASTContext &ast, const clang::Stmt *body,
              llvm::function_ref<clang::Stmt *(const clang::ReturnStmt *)> result);

} // namespace gputile::frontend

#endif
