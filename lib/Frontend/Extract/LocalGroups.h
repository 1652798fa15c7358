//===- LocalGroups.h - Which statements a local variable ties together -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_LOCALGROUPS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_LOCALGROUPS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace gputile::frontend {

/// True for a `for`, `while` or `do` statement.
bool isLoop(const clang::Stmt *stmt);

/// True when \p stmt is or holds a loop.
bool containsLoop(const clang::Stmt *stmt);

/// True when \p stmt names \p variable.
bool mentions(const clang::Stmt *stmt, const clang::VarDecl *variable);

/// Index of the last of \p items (from \p begin on) that mentions \p variable.
size_t lastUse(const std::vector<const clang::Stmt *> &items, size_t begin,
               const clang::VarDecl *variable);

} // namespace gputile::frontend

#endif
