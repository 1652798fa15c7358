//===- SplitTiling.h - Where split tiling applies ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SCHEDULE_SPLITTILING_H
#define GPUTILE_SCHEDULE_SPLITTILING_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"
#include "gputile/IR/SplitBand.h"
#include "gputile/Schedule/Scheduler.h"

namespace gputile {

/// The coordinates in which all of \p scop can be split tiled. Its outermost loop is
/// time; the loops below it are space, in the order of the source. A statement below
/// fewer loops than others gets its place in the other dimensions from an array that
/// it shares with one of those. Statements take a later step of the iteration than
/// those they depend on at other places.
/// \returns a refusal that names the dependence in the way: one that time does not
///          carry, or that reaches arbitrarily far in space.
Result<SplitBand> findSplitBand(const Scop &scop, const Ddg &ddg);

/// A schedule with time loops that are split tiled.
struct SplitSchedule {
  ScheduleNode tree;
  /// In the order of the text. In `tree` each has the form of splitSchedule, below the loops around it.
  std::vector<SplitBand> bands;
  std::optional<std::string> whyOriginal = std::nullopt; ///< As ScheduleSearch::whyOriginal.
};

/// \p band as a schedule: time, its steps in sequence, parallel space.
SplitSchedule splitSchedule(const SplitBand &band);

/// The schedule of all of \p scop: that of findSplitBand, or, where the region is more than such a
/// loop, the source's order of its parts. These are time loops in which values travel through space,
/// alone or inside other loops, and between them what findSchedule finds for the statements there.
/// \returns a refusal where there is no such time loop
Result<SplitSchedule> findSplitSchedule(const Scop &scop, const Ddg &ddg,
                                        const SchedulerOptions &options);

} // namespace gputile

#endif
