//===- UnknownCalls.h - Calls that no region can have -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_UNKNOWNCALLS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_UNKNOWNCALLS_H

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace gputile::frontend {

/// Refuses \p region, whose calls have been replaced where they can be, if it calls a function
/// without a known body in each iteration of loops, for its effects. Extraction would do so, too,
/// after much work in vain for loops with steps of unknown size. Calls under conditions, which may
/// never hold, are left to it.
void refuseUnknownCalls(clang::ASTContext &ast, const clang::Stmt *region);

} // namespace gputile::frontend

#endif
