//===- SingleValues.h - Parallel rows with one value ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_SINGLEVALUES_H
#define GPUTILE_LIB_SCHEDULE_SINGLEVALUES_H

#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"

namespace gputile::schedule {

/// Unmarks the coincident rows of bands of \p tree, a schedule of \p scop, where all of them have a
/// single value for each statement and rows around them, and bands inside have coincident rows.
/// Kernels are made of the outermost coincident rows: these would run on one thread.
void unmarkSingleValues(const Scop &scop, ScheduleNode &tree);

} // namespace gputile::schedule

#endif
