//===- OneThread.h - Loops that one thread runs -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_ONETHREAD_H
#define GPUTILE_LIB_DRIVER_ONETHREAD_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/Schedule/Scheduler.h"

namespace gputile::driver {

/// Warnings (DiagId::OneThread) about the kernels of \p plan in which one thread runs more than a
/// few iterations of a statement of \p scop that has no parallel row in \p schedule, of scheme
/// parallel: one for each kernel.
std::vector<DiagNote> oneThreadLoops(const Scop &scop, const ScheduleNode &schedule,
                                     const RegionPlan &plan);

} // namespace gputile::driver

#endif
