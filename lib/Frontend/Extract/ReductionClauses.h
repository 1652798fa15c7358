//===- ReductionClauses.h - Sums that may be reassociated -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_REDUCTIONCLAUSES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_REDUCTIONCLAUSES_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// Finds the variables that clauses `reduction` name (ExtractState::Reductions).
void applyReductionClauses(ExtractState &state);

/// Whether clauses let updates of \p target by \p op be made in another order: clause
/// `reduction` with the variable or array and the operator, or `fp(reassociate)`.
bool mayReassociate(const ExtractState &state, const clang::Expr *target, UpdateOperator op);

} // namespace gputile::frontend

#endif
