//===- IndependentClause.h - Clause independent -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_INDEPENDENTCLAUSE_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_INDEPENDENTCLAUSE_H

#include "Frontend/Extract/ArrayTable.h"

namespace gputile::frontend {

/// Whether clause independent of the region names \p array.
bool isIndependent(const ExtractState &state, unsigned array);

/// After the walk: refuses names in the clause of which the region uses no array.
void checkIndependentClause(const ExtractState &state);

/// Sets Scop::independent, and reports what is believed. Before the statements leave
/// ExtractState::Statements.
void placeIndependences(ExtractState &state);

} // namespace gputile::frontend

#endif
