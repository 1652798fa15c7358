//===- SchedulerTestSupport.h - Checks of schedule trees --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_SCHEDULE_SCHEDULERTESTSUPPORT_H
#define GPUTILE_UNITTESTS_SCHEDULE_SCHEDULERTESTSUPPORT_H

#include "gputile/Schedule/Scheduler.h"

namespace gputile::test {

inline SchedulerOptions parallelFirst(Fuse fuse = Fuse::Depth) { return {fuse, true, false}; }
inline SchedulerOptions tiling(Fuse fuse = Fuse::Depth) { return {fuse, false, false}; }
inline SchedulerOptions balancedTiling(Fuse fuse = Fuse::Depth) { return {fuse, false, true}; }

/// Every dependence goes strictly forward and no two instances of a statement
/// share a date.
void expectLegal(const Scop &scop, const Ddg &ddg, const ScheduleNode &tree);

/// findSchedule's result, which must be legal.
ScheduleNode scheduleOf(const Scop &scop, const SchedulerOptions &options);

/// "B1p2(…)": a band of one coincident and two other rows; "S(… …)"; "L0,1".
std::string shapeOf(const ScheduleNode &node);

using Matrix = std::vector<std::vector<long>>;
using Shift = std::vector<long>;

void expectHyperplanes(const Scop &scop, const ScheduleNode &tree, unsigned statement,
                       const Matrix &matrix, const Shift &shift);

} // namespace gputile::test

#endif
