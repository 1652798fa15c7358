//===- ExitValues.h - Iterators after the region ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_EXITVALUES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_EXITVALUES_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// The schedule of something at \p positions, inside loops of which some are
/// decreasing: { name[i_0, …] -> [p_0, ±i_0, p_1, …] }, padded to \p depth loops.
isl::map scheduleMap(isl::ctx ctx, const std::string &name, const std::vector<int> &positions,
                     const std::vector<bool> &decreasing, size_t depth);

/// The largest number of loops around anything that has a schedule.
size_t maximalDepth(const ExtractState &state);

/// Fills Scop::exitValues from the loops that were walked: the value that the
/// last loop to end left in each iterator that is still used.
void computeExitValues(ExtractState &state);

} // namespace gputile::frontend

#endif
