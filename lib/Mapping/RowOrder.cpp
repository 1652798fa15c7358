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

/// What is read with strides may come through shared memory, what is written does not.
constexpr double WriteWorth = 1.25;

double rowScore(const Scop &scop, const KernelRegion &region, unsigned row) {
  double score = 0;
  for (unsigned s : region.node.statements) {
    const Statement &statement = scop.statements[s];
    // Deep statements run more often.
    double weight = std::pow(16.0, static_cast<double>(statement.iterators.size()));
    const isl::map next = neighbours(scop, region, s, alongRow(region, row));
    for (const Access &access : statement.accesses)
      if (statement.references[access.reference].affine)
        score += weight * (access.kind == AccessKind::Read ? 1 : WriteWorth) *
                 accessWorth(stepBetween(next, access.relation));
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

static isl::set valuesOf(const Scop &scop, unsigned statement, const isl::aff &row) {
  return placeStatement(scop, statement, {{{statement, row}}}).range();
}

/// The number of integers between the least and the greatest of one-dimensional \p values.
static std::optional<long> extentOf(const isl::set &values) {
  const isl::val low = values.dim_min_val(0), high = values.dim_max_val(0);
  return low.is_int() && high.is_int() ? asLong(high.sub(low).add(1)) : std::nullopt;
}

std::optional<long> extentOf(const Scop &scop, unsigned statement, const isl::aff &row) {
  return extentOf(valuesOf(scop, statement, row));
}

std::optional<long> extentOf(const Scop &scop, const KernelRegion &region, unsigned row) {
  isl::set values;
  for (unsigned s : region.node.statements) {
    const isl::set more = valuesOf(scop, s, region.node.rows[row].functions.at(s));
    values = values.is_null() ? more : values.unite(more);
  }
  return extentOf(values);
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

/// The row of \p coincident ones along which most accesses are coalesced.
static unsigned mostCoalesced(const Scop &scop, const KernelRegion &region,
                              const std::vector<unsigned> &coincident) {
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
  return x;
}

/// Rows with fewer values do not fill a warp.
static constexpr long fewValues = 32;

bool isShort(const Scop &scop, const KernelRegion &region, unsigned row) {
  const std::optional<long> extent = extentOf(scop, region, row);
  return extent && *extent < fewValues;
}

/// The row of \p coincident ones with the fewest values, if it is to be a loop of threads: where it
/// is \p x, these would read and write memory in steps of so many elements.
static std::optional<unsigned> rowForLoops(const Scop &scop, const KernelRegion &region,
                                           const std::vector<unsigned> &coincident, unsigned x) {
  constexpr long fewInX = 8;
  std::optional<unsigned> shortest;
  long least = fewValues;
  for (unsigned r : coincident) {
    const std::optional<long> extent = extentOf(scop, region, r);
    if (extent && *extent < least && (r != x || *extent <= fewInX)) {
      shortest = r;
      least = *extent;
    }
  }
  return shortest;
}

std::vector<unsigned> chooseMappedRows(const Scop &scop, const KernelRegion &region) {
  constexpr size_t most = 3;
  const ScheduleNode &node = region.node;
  std::vector<unsigned> coincident;
  for (unsigned r = 0; r < node.rows.size(); ++r)
    if (node.rows[r].coincident)
      coincident.push_back(r);
  unsigned x = mostCoalesced(scop, region, coincident);
  while (coincident.size() > most) {
    const std::optional<unsigned> loop = rowForLoops(scop, region, coincident, x);
    if (!loop)
      break;
    std::erase(coincident, *loop);
    if (*loop == x)
      x = mostCoalesced(scop, region, coincident);
  }
  std::erase(coincident, x);
  if (coincident.size() > most - 1) {
    // A warp has values of the row beside a short x, too.
    if (isShort(scop, region, x))
      coincident.erase(coincident.begin(), coincident.end() - (most - 1));
    coincident.resize(most - 1);
  }
  coincident.push_back(x);
  return coincident;
}

} // namespace gputile::mapping
