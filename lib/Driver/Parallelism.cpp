//===- Parallelism.cpp - How much runs at the same time --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Parallelism.h"

#include "gputile/IR/RowsAround.h"

#include <limits>

namespace gputile::driver {

static constexpr long Unlimited = std::numeric_limits<long>::max();

namespace {

void multiply(const ScheduleNode &node, RowsAround around, Parallelism &found) {
  for (const BandRow &row : node.rows) {
    for (const auto &[statement, function] : row.functions)
      if (row.coincident) {
        const long extent = around.extentOf(statement, function).value_or(Unlimited);
        long &count = found.at(statement);
        count = extent > Unlimited / count ? Unlimited : count * extent;
      }
    around.add(row);
  }
  for (const ScheduleNode &child : node.children)
    multiply(child, around, found);
}

} // namespace

Parallelism parallelInstances(const Scop &scop, const ScheduleNode &tree) {
  Parallelism found;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    found.emplace(s, 1);
  multiply(tree, RowsAround(scop), found);
  return found;
}

/// Adds the parallel rows of \p node to those of each statement.
static void countRows(const ScheduleNode &node, std::map<unsigned, unsigned> &rows) {
  for (const BandRow &row : node.rows)
    for (const auto &[statement, function] : row.functions)
      rows[statement] += row.coincident;
  for (const ScheduleNode &child : node.children)
    countRows(child, rows);
}

std::map<unsigned, unsigned> parallelRows(const Scop &scop, const ScheduleNode &tree) {
  std::map<unsigned, unsigned> rows;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    rows.emplace(s, 0);
  countRows(tree, rows);
  return rows;
}

} // namespace gputile::driver
