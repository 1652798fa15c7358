//===- RowOrder.cpp - Which rows are mapped, and which is x ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/RowOrder.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace gputile::mapping {
namespace {

const ScheduleNode &childWith(const ScheduleNode &node, unsigned statement) {
  return *std::find_if(node.children.begin(), node.children.end(), [&](const ScheduleNode &c) {
    return std::binary_search(c.statements.begin(), c.statements.end(), statement);
  });
}

/// { [v] -> [v + (0, …, 0, direction)] } from dimension \p first on, in the range
/// space of \p like.
isl::map shiftBy(const isl::map &like, unsigned first, const std::vector<long> &direction) {
  isl::multi_aff shift =
      isl::manage(isl_multi_aff_identity_on_domain_space(like.range().space().release()));
  for (size_t d = 0; d < direction.size(); ++d) {
    int dim = static_cast<int>(first + d);
    shift = shift.set_at(dim, shift.at(dim).add_constant(direction[d]));
  }
  return shift.as_map();
}

/// The number that dimension \p d of \p step is, if it is one.
std::optional<long> fixedDim(const isl::set &step, unsigned d) {
  const std::optional<long> plain = plainFixedDim(step, d);
  if (plain || !quantifies(step))
    return plain;
  // Subscripts like (t + 1) % 2 hide it.
  const isl::val least = step.dim_min_val(static_cast<int>(d));
  return least.eq(step.dim_max_val(static_cast<int>(d))) ? asLong(least) : std::nullopt;
}

/// Elements of one row of memory between neighbouring lanes; 0: the same
/// element, none: not in one row, or not always the same distance.
std::optional<long> laneDistance(const isl::set &step) {
  unsigned rank = step.tuple_dim();
  long last = 0;
  for (unsigned d = 0; d < rank; ++d) {
    std::optional<long> by = fixedDim(step, d);
    if (!by || (d + 1 != rank && *by != 0))
      return std::nullopt;
    last = std::abs(*by);
  }
  return last;
}

/// What an access is worth when the row is x: lanes in one row of memory share
/// its transactions.
double accessWorth(const isl::set &step) {
  std::optional<long> distance = step.is_empty() ? std::nullopt : laneDistance(step);
  if (!distance)
    return 0;
  return *distance == 0 ? 1 : 2 / static_cast<double>(*distance);
}

/// The direction of \p row in the band of \p region.
std::vector<long> alongRow(const KernelRegion &region, unsigned row) {
  std::vector<long> direction(region.node.rows.size(), 0);
  direction.at(row) = 1;
  return direction;
}

/// { S[i] -> S[j] }: the instance one step along \p direction from each.
isl::map neighbours(const Scop &scop, const KernelRegion &region, unsigned statement,
                    const std::vector<long> &direction) {
  Coordinates coordinates;
  for (const Coordinate &c : region.launch)
    coordinates.push_back({{statement, c.at(statement)}});
  for (const isl::aff &f : rowsOf(region.node, statement))
    coordinates.push_back({{statement, f}});
  isl::map place = placeStatement(scop, statement, coordinates);
  unsigned first = static_cast<unsigned>(region.launch.size());
  return place.apply_range(shiftBy(place, first, direction)).apply_range(place.reverse());
}

/// From the element of \p access of an instance to that of one of its neighbours \p next.
isl::set stepBetween(const isl::map &next, const isl::map &access) {
  return next.apply_domain(access).apply_range(access).deltas();
}

double rowScore(const Scop &scop, const KernelRegion &region, unsigned row) {
  double score = 0;
  for (unsigned s : region.node.statements) {
    const Statement &statement = scop.statements[s];
    // Deep statements run more often.
    double weight = std::pow(16.0, static_cast<double>(statement.iterators.size()));
    const isl::map next = neighbours(scop, region, s, alongRow(region, row));
    for (const Access &access : statement.accesses)
      if (statement.references[access.reference].affine)
        score += weight * accessWorth(stepBetween(next, access.relation));
  }
  return score;
}

} // namespace

std::vector<isl::aff> rowsOf(const ScheduleNode &node, unsigned statement) {
  std::vector<isl::aff> rows;
  for (const BandRow &row : node.rows)
    rows.push_back(row.functions.at(statement));
  if (node.children.empty())
    return rows;
  std::vector<isl::aff> below = rowsOf(childWith(node, statement), statement);
  rows.insert(rows.end(), below.begin(), below.end());
  return rows;
}

std::optional<long> extentOf(const Scop &scop, unsigned statement, const isl::aff &row) {
  const isl::set values = placeStatement(scop, statement, {{{statement, row}}}).range();
  const isl::val low = values.dim_min_val(0), high = values.dim_max_val(0);
  return low.is_int() && high.is_int() ? asLong(high.sub(low).add(1)) : std::nullopt;
}

isl::set stepOf(const Scop &scop, const KernelRegion &region, unsigned statement, unsigned row,
                const isl::map &access) {
  return stepAlong(scop, region, statement, alongRow(region, row), access);
}

isl::set stepAlong(const Scop &scop, const KernelRegion &region, unsigned statement,
                   const std::vector<long> &direction, const isl::map &access) {
  return stepBetween(neighbours(scop, region, statement, direction), access);
}

LaneAccess laneAccess(const isl::set &step) {
  if (step.is_empty())
    return LaneAccess::None;
  std::optional<long> distance = laneDistance(step);
  if (!distance || *distance > 1)
    return LaneAccess::Strided;
  return *distance == 0 ? LaneAccess::Broadcast : LaneAccess::Coalesced;
}

std::vector<unsigned> chooseMappedRows(const Scop &scop, const KernelRegion &region) {
  const ScheduleNode &node = region.node;
  std::vector<unsigned> coincident;
  for (unsigned r = 0; r < node.rows.size(); ++r)
    if (node.rows[r].coincident)
      coincident.push_back(r);
  unsigned x = coincident.back();
  double best = -1;
  for (unsigned r : coincident) {
    // Of equals the innermost is x: original loops usually run along memory.
    double score = coincident.size() == 1 ? 0 : rowScore(scop, region, r);
    if (score >= best) {
      best = score;
      x = r;
    }
  }
  coincident.erase(std::find(coincident.begin(), coincident.end(), x));
  if (coincident.size() > 2)
    coincident.resize(2);
  coincident.push_back(x);
  return coincident;
}

} // namespace gputile::mapping
