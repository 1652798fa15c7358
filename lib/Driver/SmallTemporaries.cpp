//===- SmallTemporaries.cpp - Copies of arrays of variable size --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/SmallTemporaries.h"

#include "Driver/Schemes.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Transform/Privatize.h"

#include <algorithm>
#include <map>

namespace gputile::driver {

/// Adds the parallel rows of \p node to those of each statement.
static void countRows(const ScheduleNode &node, std::map<unsigned, unsigned> &rows) {
  for (const BandRow &row : node.rows)
    for (const auto &[statement, function] : row.functions)
      rows[statement] += row.coincident;
  for (const ScheduleNode &child : node.children)
    countRows(child, rows);
}

/// By statement of \p scop: how many loops around it are parallel.
static std::map<unsigned, unsigned> parallelRows(const Scop &scop, PhaseRunner &run) {
  const Scop expanded = run(Phase::Privatize, [&] { return privatize(scop); });
  const Ddg ddg = run(Phase::Dependences, [&] { return computeDependences(expanded); });
  const FoundSchedule schedule =
      run(Phase::Schedule, [&] { return need(stepsOf(Scheme::Parallel).schedule(expanded, ddg)); });
  std::map<unsigned, unsigned> rows;
  countRows(schedule.tree, rows);
  return rows;
}

static bool isTemporary(const Array &array) {
  return array.rank > 0 && (array.storage == ArrayStorage::Private || array.deadAfter);
}

std::optional<Scop> withSmallTemporaries(const Scop &original, PhaseRunner &run) {
  if (std::none_of(original.arrays.begin(), original.arrays.end(), isTemporary))
    return std::nullopt;
  run.setOptional(true);
  std::optional<Scop> small;
  bool helps = false;
  try {
    small = run(Phase::Privatize, [&] { return gputile::withSmallTemporaries(original); });
    auto before = small ? parallelRows(original, run) : std::map<unsigned, unsigned>();
    for (const auto &[statement, rows] : small ? parallelRows(*small, run) : before)
      helps = helps || rows > before[statement];
  } catch (const Refused &) {
    // Finding out costs too much.
  }
  run.setOptional(false);
  return helps ? std::move(small) : std::nullopt;
}

} // namespace gputile::driver
