//===- Assumptions.h - What the text tells the compiler ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_INLINE_ASSUMPTIONS_H
#define GPUTILE_LIB_FRONTEND_INLINE_ASSUMPTIONS_H

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace gputile::frontend {

/// Whether \p stmt does nothing but tell the compiler what holds, as assertions of the library do that
/// are switched off.
bool onlyAssumes(const clang::ASTContext &ast, const clang::Stmt *stmt);

} // namespace gputile::frontend

#endif
