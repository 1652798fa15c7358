//===- EarlyEnds.h - Calls that end the program ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_EARLYENDS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_EARLYENDS_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// The side of \p branch that remains, where the other one ends the program and parameters decide: the guard then lets
/// none through for which that runs in \p domain, { [n, i…] }. The original loops run instead. None where \p branch is
/// something else.
std::optional<const clang::Stmt *> withoutEnd(ExtractState &state, const clang::IfStmt *branch, const isl::set &domain);

/// Whether \p stmt, in the text of a statement, is a loop of which it depends on what it computes whether it ends.
bool mayNotEnd(ExtractState &state, const clang::Stmt *stmt);

/// Fills Scop::programEnds with the calls by which data ends the program. The region runs on behind them: refuses one
/// where a loop might then never end.
void addProgramEnds(ExtractState &state);

} // namespace gputile::frontend

#endif
