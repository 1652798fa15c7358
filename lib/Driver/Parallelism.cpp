//===- Parallelism.cpp - How much runs at the same time --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Parallelism.h"

#include <limits>

namespace gputile::driver {

static constexpr long Unlimited = std::numeric_limits<long>::max();

/// The number of values that \p row has in \p domain, if it is the same for all parameters.
static long extentOf(const isl::set &domain, const isl::aff &row) {
  const isl::set values = domain.apply(isl::map(isl::manage(isl_map_from_aff(row.copy()))));
  if (values.is_empty())
    return 1;
  const isl::val least = values.dim_min_val(0), greatest = values.dim_max_val(0);
  if (!least.is_int() || !greatest.is_int())
    return Unlimited;
  return asLong(greatest.sub(least).add(1)).value_or(Unlimited);
}

/// Multiplies \p found by the extents of the parallel rows of \p node.
static void multiply(const Scop &scop, const ScheduleNode &node, Parallelism &found) {
  for (const BandRow &row : node.rows)
    for (const auto &[statement, function] : row.functions)
      if (row.coincident) {
        const long extent = extentOf(scop.statements[statement].domain, function);
        long &count = found.at(statement);
        count = extent > Unlimited / count ? Unlimited : count * extent;
      }
  for (const ScheduleNode &child : node.children)
    multiply(scop, child, found);
}

Parallelism parallelInstances(const Scop &scop, const ScheduleNode &tree) {
  Parallelism found;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    found.emplace(s, 1);
  multiply(scop, tree, found);
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
