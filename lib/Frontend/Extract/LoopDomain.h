//===- LoopDomain.h - The values of an iterator -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_LOOPDOMAIN_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_LOOPDOMAIN_H

#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/LoopShape.h"

namespace gputile::frontend {

/// The values a loop's iterator takes, as sets over parameters, outer iterators
/// and the iterator itself.
///
/// Example, `for (i = 0; i < n; i += 2)`: iterations { : 0 <= i < n and i even },
/// exit { : i = max(0, n rounded up to even) }.
struct LoopDomain {
  LoopLevel level;
  isl::set iterations; ///< Those for which the body runs.
  isl::set exit;       ///< The one value for which the condition first fails.
};

/// The value of the iterator of \p shape in the first iteration, at a point with \p outer
/// around it.
Affine firstValue(ExtractState &state, const LoopShape &shape, const isl::set &outer);

/// Computes the domain of \p shape at a point with \p outer around it, from \p lower, the first
/// value. Sends to the guard what must hold for C's arithmetic to agree, and that the loop ends.
/// Leaves the loop's level on state.Loops: the caller pops it.
LoopDomain enterLoop(ExtractState &state, const LoopShape &shape, const Affine &lower,
                     const isl::set &outer);

/// The number of iterations of \p shape before that with value \p iterator, which starts at
/// \p lower.
isl::pw_aff iterationsBefore(const LoopShape &shape, const isl::pw_aff &lower,
                             const isl::pw_aff &iterator);

} // namespace gputile::frontend

#endif
