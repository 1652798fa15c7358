//===- SharedTemporaries.h - Copies for host loops --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_SHAREDTEMPORARIES_H
#define GPUTILE_LIB_DRIVER_SHAREDTEMPORARIES_H

#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"

#include <map>

namespace gputile::driver {

/// A program and its schedule under scheme parallel.
struct ScheduledScop {
  const Scop &scop;
  const ScheduleNode &tree;
};

/// Temporaries of \p original that \p program hands from kernel to kernel, with a copy for each
/// iteration of outermost loops that the host runs, and within these for iterations of other loops:
/// a time loop multiplies their memory. By array, the number of such host loops.
std::map<unsigned, unsigned> copiesForHostLoops(const Scop &original, const ScheduledScop &program);

/// Whether \p after, where the iterations of host loops of \p before share copies, runs as much
/// in parallel: inside of these loops all rows, and of what runs apart from them all but one.
bool staysParallel(const ScheduledScop &before, const ScheduledScop &after);

} // namespace gputile::driver

#endif
