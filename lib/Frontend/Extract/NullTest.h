//===- NullTest.h - Comparisons of pointers with null -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_NULLTEST_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_NULLTEST_H

#include "Frontend/Extract/State.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace gputile::frontend {

/// `p != NULL`, `p`, `p == NULL` or `nullptr == p` as a condition.
struct NullTest {
  const clang::Expr *pointer; ///< An rvalue.
  bool isNull;                ///< What the condition asks for.
};

/// The same test of the pointer that \p test computes its own from, as `p` for `&p[i]` and for
/// pointers of the region that are initialised so: nothing is computed from null but null.
NullTest ofOrigin(const ExtractState &state, NullTest test);

/// What the test gives for a string, as in `assert(k < n && "too large")`, and for an array; none
/// for other pointers.
std::optional<bool> knownResult(const NullTest &test);

/// \p condition as a test of a pointer; none when it is something else.
std::optional<NullTest> nullTestOf(const clang::ASTContext &ast, const clang::Expr *condition);

} // namespace gputile::frontend

#endif
