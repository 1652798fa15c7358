//===- Space.h - Time and space of a region ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_SPLIT_SPACE_H
#define GPUTILE_LIB_SCHEDULE_SPLIT_SPACE_H

#include "Schedule/TimeLoop.h"
#include "gputile/IR/Scop.h"
#include "gputile/IR/SplitBand.h"

namespace gputile::schedule {

/// Time and space as the source's loops give them.
struct SplitSpace {
  SplitBand band; ///< Its statements, time, space and thin.
  /// The place of each statement in the text of the time loop.
  std::map<unsigned, unsigned> rank;
};

/// Reads time and space off the source's order: \p loop is time, the loops below it are
/// space. \returns a refusal when there are none, or a statement below fewer loops than others
/// shares no array with them that tells its place.
Result<SplitSpace> findSplitSpace(const Scop &scop, TimeLoop loop);

} // namespace gputile::schedule

#endif
