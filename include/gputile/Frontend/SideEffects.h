//===- SideEffects.h - What evaluating an expression changes ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_FRONTEND_SIDEEFFECTS_H
#define GPUTILE_FRONTEND_SIDEEFFECTS_H

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace gputile {

/// The innermost part of \p expr that does more than compute a value, or may do so: an
/// assignment, a read of a volatile object, a call. Calls of functions that are declared
/// `pure` or `const`, or whose whole body returns the value of an expression without side
/// effects, are none. Null where there is no such part.
/// \param expr does not depend on template parameters
const clang::Expr *findSideEffect(const clang::ASTContext &context, const clang::Expr *expr);

} // namespace gputile

#endif
