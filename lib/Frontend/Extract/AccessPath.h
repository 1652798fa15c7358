//===- AccessPath.h - An lvalue as variable and subscripts ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_ACCESSPATH_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_ACCESSPATH_H

#include "Frontend/Extract/State.h"

#include <vector>

namespace gputile::frontend {

/// A subscript is a sum: `*(p + i - 1)` and `p[i - 1]` have the same path.
struct SubscriptTerm {
  const clang::Expr *expr;
  bool negative;
};
using Subscript = std::vector<SubscriptTerm>;

/// `A[i][j]`, `*(p + i)`, `(*A)[j]`, `x`, … taken apart.
struct AccessPath {
  const clang::VarDecl *variable = nullptr;
  std::vector<Subscript> subscripts; ///< Outermost dimension first.
  clang::SourceLocation loc;
};

/// Takes lvalue \p expr apart; refuses what cannot be followed.
AccessPath accessPath(ExtractState &state, const clang::Expr *expr);

/// Notes that \p variable, a pointer that the region declares, always has the value of its
/// initialiser, `&a[8 * i]`, if that is so: accesses through it are accesses through the pointer
/// or array there. \returns whether it is.
bool registerDerivedPointer(ExtractState &state, const clang::VarDecl *variable);

} // namespace gputile::frontend

#endif
