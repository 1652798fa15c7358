//===- OpenMPLoop.h - Loops under OpenMP directives --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_OPENMPLOOP_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_OPENMPLOOP_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// A region is its loops as they are without OpenMP. Refuses \p directive where the loop
/// behind it may do something else with it: where threads share the loop that run already, for
/// clauses with a meaning of their own, and for variables of which each thread has its own,
/// unless they are not read after the loop.
void checkDirective(ExtractState &state, const clang::Stmt *directive);

} // namespace gputile::frontend

#endif
