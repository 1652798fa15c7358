//===- Part.h - Hyperplanes of a part of a program --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_PART_H
#define GPUTILE_LIB_SCHEDULE_PART_H

#include "gputile/Schedule/Scheduler.h"

namespace gputile::schedule {

/// Statements of a program inside loops that keep their place.
struct Part {
  std::vector<unsigned> statements; ///< Ascending.
  std::vector<BandRow> around;      ///< The loops, with functions of these statements.
};

/// As gputile::findSchedule for \p part, below those loops. The caller checks that the
/// whole keeps the dependences.
/// \param ddg the dependences between the part's statements that no loop around it carries
ScheduleSearch findSchedule(const Scop &scop, const Ddg &ddg, const SchedulerOptions &options,
                            const Part &part);

} // namespace gputile::schedule

#endif
