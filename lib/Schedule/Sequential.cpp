//===- Sequential.cpp - Statements that run in turn -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Schedule/Scheduler.h"

#include <algorithm>

namespace gputile {

std::vector<unsigned> sequentialStatements(const ScheduleNode &schedule) {
  if (std::any_of(schedule.rows.begin(), schedule.rows.end(),
                  [](const BandRow &row) { return row.coincident; }))
    return {};
  if (schedule.kind == ScheduleNode::Kind::Leaf)
    return schedule.statements;
  std::vector<unsigned> result;
  for (const ScheduleNode &child : schedule.children)
    for (unsigned statement : sequentialStatements(child))
      result.push_back(statement);
  return result;
}

} // namespace gputile
