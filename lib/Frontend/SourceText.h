//===- SourceText.h - Text of the source for messages -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_SOURCETEXT_H
#define GPUTILE_LIB_FRONTEND_SOURCETEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <string>

namespace gputile::frontend {

/// Source text of \p expr, shortened, for messages.
std::string sourceText(clang::ASTContext &ast, const clang::Expr *expr);

} // namespace gputile::frontend

#endif
