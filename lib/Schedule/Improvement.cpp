//===- Improvement.cpp - Which of two schedules gives better tiles --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Schedule/Scheduler.h"

#include <cstdlib>
#include <tuple>

namespace gputile {

/// The first band on the path to \p statement.
static const ScheduleNode *outermostBand(const ScheduleNode &node, unsigned statement) {
  if (node.kind == ScheduleNode::Kind::Band)
    return node.rows.front().functions.count(statement) ? &node : nullptr;
  for (const ScheduleNode &child : node.children)
    if (const ScheduleNode *band = outermostBand(child, statement))
      return band;
  return nullptr;
}

/// (rows, coincident rows, -slant) of the bands around the first \p count
/// statements: the greater, the better.
static std::tuple<long, long, long> shapeOf(const Scop &scop, const ScheduleNode &root,
                                            unsigned count) {
  long rows = 0, coincident = 0, slant = 0;
  std::vector<StatementHyperplanes> planes = hyperplanesOf(scop, root);
  for (unsigned s = 0; s < count; ++s) {
    const ScheduleNode *band = outermostBand(root, s);
    if (!band)
      continue;
    rows += static_cast<long>(band->rows.size());
    for (const BandRow &row : band->rows)
      coincident += row.coincident;
    for (size_t r = 0; r < band->rows.size(); ++r)
      for (long coefficient : planes[s].matrix[r])
        slant += std::abs(coefficient);
  }
  return {rows, coincident, -slant};
}

bool improvesHyperplanes(const Scop &before, const ScheduleNode &scheduleBefore,
                         const Scop &after, const ScheduleNode &scheduleAfter) {
  const unsigned count = static_cast<unsigned>(before.statements.size());
  return shapeOf(after, scheduleAfter, count) > shapeOf(before, scheduleBefore, count);
}

} // namespace gputile
