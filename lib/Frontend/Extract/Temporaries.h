//===- Temporaries.h - Variables that live inside a statement only -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_TEMPORARIES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_TEMPORARIES_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// The scalars that are the function's own, declared outside of \p stmt, that \p stmt writes, and
/// whose values neither enter nor leave it: each execution of \p stmt may have its own. In the
/// order in which they are first mentioned.
std::vector<const clang::VarDecl *> temporariesOf(ExtractState &state, const clang::Stmt *stmt);

} // namespace gputile::frontend

#endif
