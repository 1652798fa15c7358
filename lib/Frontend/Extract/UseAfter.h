//===- UseAfter.h - Is a variable read after the region? --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_USEAFTER_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_USEAFTER_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// False only when it is certain that nothing reads the value that the region leaves in
/// \p variable: a variable of the function's own whose address goes nowhere, and that is written
/// before it is read on every path from the region's end; or a clause says so.
bool mayBeReadAfter(ExtractState &state, const clang::VarDecl *variable);

/// The same for the value that \p stmt, the region or its directive or a part of it, leaves;
/// clauses say nothing.
bool mayBeReadBehind(ExtractState &state, const clang::Stmt *stmt,
                     const clang::VarDecl *variable);

/// True when other code than direct mentions may reach \p variable: it is not
/// local to the function, or its address was taken.
bool isExposed(const ExtractState &state, const clang::VarDecl *variable);

/// The same, but for names that only functions have to which the function passes its address, while
/// they run: the region runs none of them, but has their bodies in the place of their calls.
bool hasOtherNames(const ExtractState &state, const clang::VarDecl *variable);

/// Whether each execution of the function may have a \p variable of its own: it is local to the
/// function, or no value of it passes between functions.
bool isOwnedByFunction(const ExtractState &state, const clang::VarDecl *variable);

} // namespace gputile::frontend

#endif
