//===- Scheduler.h - Hyperplane search ------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_SCHEDULER_H
#define GPUTILE_TRANSFORM_SCHEDULER_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"

namespace gputile {

struct SchedulerOptions {
  Fuse fuse = Fuse::Depth;
  /// Insist that the first row of a band is coincident; a band without one is
  /// replaced by a single sequential row (see findSchedule).
  bool outerCoincidence = true;
};

/// Finds a schedule tree (Bondhugula et al. 2008; Verdoolaege et al. 2013,
/// section 6.2): rows that keep every dependence non-negative (Farkas lemma), of
/// minimal distance u.n + w, linearly independent per statement, negative
/// coefficients allowed; cuts between strongly connected components; and,
/// where no coincident row exists, a sequential row chosen so that parallel rows
/// follow (the cheapest legal row if they do, else Feautrier's).
ScheduleNode findSchedule(const Scop &scop, const Ddg &ddg, const SchedulerOptions &options);

/// Per statement the matrix of its rows along the path from the root, outermost
/// first, in terms of its iterators, and the constant shifts (for JSON).
struct StatementHyperplanes {
  unsigned statement;
  std::vector<std::vector<long>> matrix;
  std::vector<long> shift;
};
std::vector<StatementHyperplanes> hyperplanesOf(const Scop &scop, const ScheduleNode &root);

} // namespace gputile

#endif
