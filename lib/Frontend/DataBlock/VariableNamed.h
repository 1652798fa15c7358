//===- VariableNamed.h - What a name means at a statement -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_DATABLOCK_VARIABLENAMED_H
#define GPUTILE_LIB_FRONTEND_DATABLOCK_VARIABLENAMED_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <string>

namespace gputile::frontend {

/// The variable that \p name means just before \p statement; null when none is certain.
const clang::VarDecl *variableNamed(clang::ASTContext &context, const std::string &name,
                                    const clang::Stmt &statement);

} // namespace gputile::frontend

#endif
