//===- EnclosingFunction.h - The function of a statement ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_ENCLOSINGFUNCTION_H
#define GPUTILE_LIB_FRONTEND_ENCLOSINGFUNCTION_H

#include "clang/AST/ASTContext.h"

namespace gputile::frontend {

/// The function whose body directly holds \p statement (a lambda's operator() for one in
/// a lambda); null when there is none.
const clang::FunctionDecl *enclosingFunction(clang::ASTContext &context,
                                             const clang::Stmt &statement);

} // namespace gputile::frontend

#endif
