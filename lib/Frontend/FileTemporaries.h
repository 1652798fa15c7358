//===- FileTemporaries.h - Variables of a file that functions only borrow -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `static double tmp;` at the top of a file is often the scratch variable of many functions,
/// each of which assigns it before it reads it. No value passes between two functions then, and
/// within one the variable is like a local of it.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_FILETEMPORARIES_H
#define GPUTILE_LIB_FRONTEND_FILETEMPORARIES_H

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>

namespace gputile::frontend {

/// The answers for the variables of one unit, each found once. They rest on all functions of the
/// file, as Driver/Recall/Mentions knows.
class FileTemporaries {
public:
  /// True only when \p variable is a static scalar of a C file to which nothing points, that is
  /// dead at the start of each function, and dead wherever other code than a function's own may
  /// have run: behind calls, and behind accesses that other threads may wait for.
  bool contains(clang::ASTContext &ast, FunctionAnalyses &analyses,
                const clang::VarDecl *variable);

private:
  std::map<const clang::VarDecl *, bool> Known;
};

} // namespace gputile::frontend

#endif
