//===- NameAtRegion.h - Variables in the call of an entry -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_NAMEATREGION_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_NAMEATREGION_H

#include "clang/AST/Decl.h"

#include <string>

namespace gputile::frontend {

/// The text that names \p variable, which the region mentions, where the region
/// begins. A variable of C++ that no function declares is named from the global
/// namespace on: a local of the same name may hide it (`::n`, `S::n`).
/// Refuses at \p use when there is no such name.
std::string nameAtRegion(const clang::VarDecl *variable, clang::SourceLocation use);

} // namespace gputile::frontend

#endif
