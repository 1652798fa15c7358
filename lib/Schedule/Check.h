//===- Check.h - Does a schedule tree keep all dependences? -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_CHECK_H
#define GPUTILE_LIB_SCHEDULE_CHECK_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"

#include <vector>

namespace gputile::schedule {

/// True when \p root executes every source of a dependence before its target,
/// its bands are permutable and the rows marked coincident are coincident.
/// Works on the tree and the exact relations only, not on the search's data.
bool keepsDependences(const Scop &scop, const Ddg &ddg, const ScheduleNode &root);

/// Marks the rows in the bands of \p statements that are coincident, and makes one band of
/// several that have only such rows and stand directly below one another.
/// \param statements those that keep their original order; they ascend
/// \param root a tree that keeps the dependences
void markCoincidentRows(const Scop &scop, const Ddg &ddg,
                        const std::vector<unsigned> &statements, ScheduleNode &root);

} // namespace gputile::schedule

#endif
