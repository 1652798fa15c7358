//===- ReductionClauses.h - Sums that may be reassociated -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_REDUCTIONCLAUSES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_REDUCTIONCLAUSES_H

#include "Frontend/Extract/State.h"
#include "Frontend/Extract/Updates.h"

#include <string>

namespace gputile::frontend {

/// Finds the variables that clauses `reduction` name (ExtractState::Reductions).
void applyReductionClauses(ExtractState &state);

/// Whether updates like \p form may be made in another order: clause `reduction` with the
/// variable or array and the operator, or `fp(reassociate)`, or extrema that are the same bit
/// for bit in any order.
bool mayReassociate(const ExtractState &state, const UpdateForm &form);

/// The clause that lets updates like \p form be made in another order, "reduction(max: x)".
std::string clauseFor(const UpdateForm &form);

} // namespace gputile::frontend

#endif
