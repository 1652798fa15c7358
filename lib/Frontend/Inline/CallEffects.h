//===- CallEffects.h - What calls and expressions change --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a call may run before the rest of its statement, and whether what it passes stays the
/// same while its body runs: what both read and write decides.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_CALLEFFECTS_H
#define GPUTILE_LIB_FRONTEND_INLINE_CALLEFFECTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

#include <set>

namespace gputile::frontend {

/// What running something changes, for all that is known.
struct CallEffects {
  bool found = false; ///< It changes more than its own variables.
  bool calls = false; ///< It calls functions of which nothing is known.
  std::set<const clang::VarDecl *> assigned; ///< By their names, here or in functions called, or passed on.
};

/// Of the body of \p definition. A constructor's object is its own.
CallEffects effectsOf(const clang::FunctionDecl *definition);
/// Of evaluating \p expr.
CallEffects effectsOf(const clang::Expr *expr);

/// Whether the body of \p definition may change \p parameter, a structure, or hand its address on.
bool mayChange(const clang::FunctionDecl *definition, const clang::ParmVarDecl *parameter);

/// What a statement reads and writes, but for one part of it.
struct ValueUses {
  bool memory = false;   ///< It reads more than variables …
  bool pointers = false; ///< … and pointers, which no region that is accepted writes.
  bool writes = false;
  bool calls = false;
  std::set<const clang::VarDecl *> read, reached; ///< Reached: by address, which others may use.
};
void addUses(const clang::Stmt *stmt, const clang::Stmt *except, ValueUses &uses);

/// Whether \p call assigns a structure without a function that anyone wrote.
bool isTrivialAssignment(const clang::CXXOperatorCallExpr *call);

} // namespace gputile::frontend

#endif
