//===- LoopSteps.h - What each iteration of a loop changes ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_LOOPSTEPS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_LOOPSTEPS_H

#include "Frontend/LoopHeader.h"

#include <map>

namespace gputile::frontend {

/// How often the parts of \p stmt assign each variable.
std::map<const clang::VarDecl *, unsigned> assignmentsIn(const clang::Stmt *stmt);

/// A variable that every iteration of a loop changes once, by a constant.
struct Induction {
  const clang::VarDecl *variable;
  const clang::Expr *expr; ///< `k += c`: in the head of the loop, or in its body outside of all else.
  llvm::APSInt step;
};

/// Syntax only. The iterator of \p loop is none.
std::vector<Induction> inductionsOf(clang::ASTContext &ast, const clang::ForStmt *loop);

/// An integer that every iteration of a loop changes once, not by a constant: `k = 3 - k`.
struct Recurrence {
  const clang::VarDecl *variable;
  const clang::Expr *value; ///< The new one.
};

/// Syntax only. Those of `inductionsOf` are none.
std::vector<Recurrence> recurrencesOf(clang::ASTContext &ast, const clang::ForStmt *loop);

} // namespace gputile::frontend

#endif
