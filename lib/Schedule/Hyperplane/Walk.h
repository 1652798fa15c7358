//===- Walk.h - How rows step through memory --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Consecutive threads run consecutive values of a band's last row with all other
/// rows constant: for each statement that is one line of its iteration space. A
/// step along that line changes the index of the statement's main access
/// (Program::walked) by a constant vector. It is upward when the vector is
/// lexicographically positive, and the smaller the nearer in memory.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_HYPERPLANE_WALK_H
#define GPUTILE_LIB_SCHEDULE_HYPERPLANE_WALK_H

#include "Schedule/Hyperplane/Search.h"

namespace gputile::schedule {

/// The direction in which \p statement's rows \p found are all constant, such that
/// memory is walked upwards; none where there are several directions or where the
/// main access does not move.
std::optional<IntVector> upwardDirection(const Program &program, unsigned statement,
                                         const IntMatrix &found);

/// The row of \p rows (from the second on) that makes the smallest upward step when
/// it is the last of a band below \p node: none steps downward, or not at all, where
/// another steps upward. Where steps are equal the last of those.
size_t rowWithSmallestStep(const Program &program, const SearchNode &node,
                           const std::vector<Hyperplane> &rows);

} // namespace gputile::schedule

#endif
