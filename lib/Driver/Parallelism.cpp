//===- Parallelism.cpp - How much runs at the same time --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Parallelism.h"

#include "gputile/Support/IslTools.h"

#include <limits>

namespace gputile::driver {

static constexpr long Unlimited = std::numeric_limits<long>::max();

namespace {

/// Multiplies the extents of the parallel rows of a schedule.
class Counter {
public:
  explicit Counter(const Scop &scop) : TheScop(scop) {
    for (unsigned s = 0; s < scop.statements.size(); ++s)
      Found.emplace(s, 1);
  }

  /// \param outer by statement the rows around \p node, { S[x] -> [y…] }
  void visit(const ScheduleNode &node, std::map<unsigned, isl::map> outer) {
    for (const BandRow &row : node.rows)
      for (const auto &[statement, function] : row.functions) {
        const isl::map values = isl::map(isl::manage(isl_map_from_aff(function.copy())))
                                    .intersect_domain(TheScop.statements[statement].domain);
        const auto around = outer.find(statement);
        if (row.coincident)
          multiply(Found.at(statement),
                   around == outer.end() ? extentOf(values) : extentOf(values, around->second));
        outer.insert_or_assign(statement,
                               around == outer.end() ? values : joinRanges(around->second, values));
      }
    for (const ScheduleNode &child : node.children)
      visit(child, outer);
  }

  Parallelism take() { return std::move(Found); }

private:
  const Scop &TheScop;
  Parallelism Found;

  static void multiply(long &count, long extent) {
    count = extent > Unlimited / count ? Unlimited : count * extent;
  }

  /// The number of \p values, { S[x] -> [v] }, if it is the same for all parameters.
  static long extentOf(const isl::map &values) { return spanOf(values.range()); }

  /// The same for instances that have the same \p outer rows: 1 for the row t inside of 2t + p
  /// where 0 <= p < 2.
  static long extentOf(const isl::map &values, const isl::map &outer) {
    if (extentOf(values) == 1)
      return 1;
    const isl::map byRows = outer.reverse().apply_range(values);
    const isl::set distances = byRows.reverse().apply_range(byRows).deltas();
    return spanOf(boundBelow(distances, 0, 0));
  }

  static long spanOf(const isl::set &values) {
    if (values.is_empty())
      return 1;
    const isl::val least = values.dim_min_val(0), greatest = values.dim_max_val(0);
    if (!least.is_int() || !greatest.is_int())
      return Unlimited;
    return asLong(greatest.sub(least).add(1)).value_or(Unlimited);
  }
};

} // namespace

Parallelism parallelInstances(const Scop &scop, const ScheduleNode &tree) {
  Counter counter(scop);
  counter.visit(tree, {});
  return counter.take();
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
