//===- LoopCounters.h - Steps other than one as counted loops ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dimension of a statement's tuple that stands for a loop with a step other
/// than 1 and -1 is not the iterator but, where possible, the number of its iteration:
/// sets without gaps, which everything after the Frontend handles better and faster.
/// During the walk the iterator's value is a parameter as for other loops.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_LOOPCOUNTERS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_LOOPCOUNTERS_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// Gives \p level, which starts at \p start, a counter where its step asks for one
/// and its start is affine without cases and divisions.
void addCounter(ExtractState &state, LoopLevel &level, const isl::pw_aff &start,
                const llvm::APSInt &step);

/// Per loop the parameter that becomes a dimension: the counter's or the iterator's.
std::vector<std::string> dimensionIds(const std::vector<LoopLevel> &loops);

/// [n, i…] -> { : … } becomes [n, k…] -> { : … } with counters for their iterators.
isl::set overCounters(isl::set set, const std::vector<LoopLevel> &loops);

/// { name[k…] -> [i…] }: values of the iterators; none when no loop has a counter.
std::optional<isl::pw_multi_aff> iteratorValues(const ExtractState &state,
                                                const std::vector<LoopLevel> &loops,
                                                const std::string &name);

} // namespace gputile::frontend

#endif
