//===- ThreadPositions.cpp - Threads and their points -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/ThreadPositions.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

/// One parallel row of the grid: 0 <= t < B, 0 <= B p + t < T.
struct GridRow {
  unsigned block, thread; ///< Dimensions of its domain.
  std::optional<unsigned> point;
};

isl::map addRow(const isl::map &grid, const GridRow &row, long tile, long block) {
  isl::space domain = grid.domain().space();
  auto dim = [&](unsigned d) { return coordinateOn(domain, d); };
  isl::aff thread = dim(row.thread), zero = domain.zero_aff_on_domain(), inTile = thread;
  isl::set valid = thread.ge_set(zero).intersect(thread.le_set(zero.add_constant(block - 1)));
  if (row.point) {
    isl::aff point = dim(*row.point);
    inTile = inTile.add(point.scale(block));
    valid = valid.intersect(point.ge_set(zero))
                .intersect(point.le_set(zero.add_constant((tile - 1) / block)));
  }
  if (tile % block != 0)
    valid = valid.intersect(inTile.le_set(zero.add_constant(tile - 1)));
  isl::aff phi = inTile.add(dim(row.block).scale(tile));
  isl::map one = isl::multi_aff(phi).as_map();
  return isl::manage(isl_map_flat_range_product(grid.copy(), one.release()))
      .intersect_domain(valid);
}

/// See ThreadPositions::Grid.
isl::map gridOf(const Scop &scop, const TiledSchedule &tiled, const KernelSpace &space,
                const std::vector<long> &block) {
  const std::vector<TiledRow> &parallel = tiled.shapes.front().rows;
  const unsigned hosts = static_cast<unsigned>(space.host.size());
  const unsigned rows = static_cast<unsigned>(parallel.size());
  const unsigned threads = static_cast<unsigned>(space.thread.size());
  const unsigned points = static_cast<unsigned>(std::count_if(
      space.pointPositions.begin(), space.pointPositions.end(), [](const auto &p) { return !!p; }));
  const unsigned dims = hosts + rows + threads + points;
  isl::map grid = selectDims(scop.context.space(), dims, 0, hosts);
  unsigned point = hosts + rows + threads;
  for (unsigned m = 0; m < rows; ++m) {
    GridRow row{hosts + m, hosts + rows + m, std::nullopt};
    if (space.pointPositions[m])
      row.point = point++;
    grid = addRow(grid, row, parallel[m].size, block[m]);
  }
  if (rows == 0)
    grid = grid.intersect_domain(fixDim(grid.domain(), hosts, 0));
  // Points that are a plain loop are no position of a thread.
  const unsigned kept = hosts + rows + threads + static_cast<unsigned>(space.unrolled.size());
  return grid.apply_domain(selectDims(grid.space(), dims, 0, kept));
}

} // namespace

ThreadPositions::ThreadPositions(const Scop &scop, const TiledSchedule &tiled,
                                 const KernelSpace &space, const std::vector<long> &block)
    : Points(space.host), Grid(gridOf(scop, tiled, space, block)) {
  for (const TiledRow &row : tiled.shapes.front().rows)
    Points.push_back(row.row);
}

isl::map ThreadPositions::of(const Scop &scop, unsigned statement) const {
  return placeStatement(scop, statement, Points).apply_range(Grid.reverse());
}

} // namespace gputile::mapping
