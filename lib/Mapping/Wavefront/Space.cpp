//===- Space.cpp - Coordinates of a wavefront kernel ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/FullTiles.h"
#include "Mapping/Memory/FixedBox.h"
#include "Mapping/Wavefront/Space.h"

#include <algorithm>

namespace gputile {
namespace {

Coordinate constants(const Scop &scop, const std::vector<unsigned> &statements, long value) {
  Coordinate c;
  for (unsigned s : statements)
    c.emplace(s, constantOn(scop, s, value));
  return c;
}

void addTo(Coordinate &sum, const Coordinate &other) {
  for (auto &[s, f] : sum)
    f = f.add(other.at(s));
}

void numberLeaves(const ScheduleNode &node, std::map<unsigned, long> &positions) {
  if (node.kind == ScheduleNode::Kind::Leaf)
    for (unsigned s : node.statements)
      positions.emplace(s, static_cast<long>(positions.size()));
  for (const ScheduleNode &child : node.children)
    numberLeaves(child, positions);
}

class Builder {
public:
  Builder(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
          const Slices &slices)
      : TheScop(scop), Region(region), Sizes(sizes), TheSlices(slices) {}

  WavefrontSpace build() {
    Space.statements = Region.node.statements;
    for (size_t d = 0; d + 1 < Region.hostDims.size(); ++d)
      Space.host.push_back(Region.launch[Region.hostDims[d]]);
    addRows();
    Space.host.push_back(Result.wavefront);
    Space.levels.push_back({0, -1, {0, 0}, Space.statements});
    addOrder();
    Space.threadPoints =
        isl::map::empty(isl::space::unit(TheScop.ctx()).add_unnamed_tuple(0).map_from_set());
    return std::move(Result);
  }

private:
  const Coordinate &row(size_t r) const { return Region.node.rows[r].functions; }

  Coordinate pointsOf(size_t r) const {
    Coordinate points;
    for (const auto &[s, f] : row(r))
      points.emplace(s, Sizes.tile[r] == 1 ? constantOn(TheScop, s, 0) : pointOf(f, Sizes.tile[r]));
    return points;
  }

  void addRows() {
    Result.wavefront = splitRow(row(0), Sizes.tile[0], 1).tile;
    for (size_t m = 0; m < Sizes.mapped.size(); ++m) {
      unsigned r = Sizes.mapped[m];
      RowParts parts = splitRow(row(r), Sizes.tile[r], Sizes.block[m]);
      addTo(Result.wavefront, parts.tile);
      Space.mapped.push_back(row(r));
      Space.block.push_back(parts.tile);
      Space.thread.push_back(Sizes.block[m] == 1 ? constants(TheScop, Space.statements, 0)
                                                 : parts.thread);
      if (parts.point)
        Points.push_back(*parts.point);
    }
  }

  void addOrder() {
    Coordinate slice = constants(TheScop, Space.statements, 0), step = slice, leaf = slice;
    for (size_t r = 0; r < TheSlices.carrying; ++r) {
      addTo(slice, pointsOf(r));
      Result.slices += Sizes.tile[r] - 1;
    }
    std::map<unsigned, long> positions;
    numberLeaves(Region.node, positions);
    for (unsigned s : Space.statements) {
      step.at(s) = constantOn(TheScop, s, 2L * TheSlices.step.at(s));
      leaf.at(s) = constantOn(TheScop, s, positions.at(s));
    }
    Space.order = {constants(TheScop, Space.statements, 0), slice, step};
    Space.order = Space.order + Points;
    Space.order.push_back(leaf);
    for (const Coordinate &c : Space.order)
      Space.orderIsLoop.push_back(
          std::any_of(c.begin(), c.end(), [](const auto &f) { return !f.second.is_cst(); }));
    Space.orderIsLoop[StepPosition] = Space.orderIsLoop.back() = false;
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  const BandSizes &Sizes;
  const Slices &TheSlices;
  WavefrontSpace Result;
  KernelSpace &Space = Result.space;
  Coordinates Points;
};

} // namespace

void WavefrontSpace::setPhase(const Scop &scop, long phase) {
  space.order[PhasePosition] = constants(scop, space.statements, phase);
}

WavefrontSpace buildWavefrontSpace(const Scop &scop, const KernelRegion &region,
                                   const BandSizes &sizes, const Slices &slices) {
  return Builder(scop, region, sizes, slices).build();
}

/// The path and all rows: the space of the points of a tile.
static Coordinates pathAndRows(const KernelRegion &region) {
  Coordinates coordinates;
  for (size_t d = 0; d + 1 < region.hostDims.size(); ++d)
    coordinates.push_back(region.launch[region.hostDims[d]]);
  for (const BandRow &row : region.node.rows)
    coordinates.push_back(row.functions);
  return coordinates;
}

isl::map wavefrontTilePoints(const Scop &scop, const KernelRegion &region,
                             const BandSizes &sizes) {
  unsigned path = static_cast<unsigned>(region.hostDims.size()) - 1;
  unsigned rows = static_cast<unsigned>(region.node.rows.size());
  isl::space tiles = scop.context.space().add_unnamed_tuple(path + rows);
  isl::multi_aff first = isl::manage(isl_multi_aff_identity_on_domain_space(tiles.copy()));
  isl::aff t1 = first.at(static_cast<int>(path)); // Where the sum of all T stands.
  std::vector<long> extent(path, 1);
  extent.insert(extent.end(), sizes.tile.begin(), sizes.tile.end());
  for (unsigned r = 1; r < rows; ++r) {
    int d = static_cast<int>(path + r);
    t1 = t1.sub(first.at(d));
    first = first.set_at(d, first.at(d).scale(isl::val(scop.ctx(), sizes.tile[r])));
  }
  t1 = t1.scale(isl::val(scop.ctx(), sizes.tile[0]));
  return boxMap({first.set_at(static_cast<int>(path), t1), extent});
}

isl::map wavefrontTileOf(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                         unsigned statement) {
  return placeStatement(scop, statement, pathAndRows(region))
      .apply_range(wavefrontTilePoints(scop, region, sizes).reverse());
}

isl::set fullWavefrontBlocks(const Scop &scop, const KernelRegion &region,
                             const WavefrontSpace &space, const BandSizes &sizes) {
  for (size_t m = 0; m < sizes.mapped.size(); ++m)
    if (sizes.tile[sizes.mapped[m]] % sizes.block[m] != 0)
      return isl::set::empty(workingBlocks(scop, space.space).space());
  return fullBlocksAmong(scop, space.space, wavefrontTilePoints(scop, region, sizes),
                         pathAndRows(region));
}

isl::set launchedWavefrontBlocks(const Scop &scop, const KernelRegion &region,
                                 const WavefrontSpace &space, const BandSizes &sizes) {
  isl::map tilePoints = wavefrontTilePoints(scop, region, sizes);
  unsigned dims = tilePoints.range_tuple_dim();
  isl::set blocks;
  for (unsigned s : space.space.statements) {
    isl::map tiles = tilePoints.intersect_range(
        placeStatement(scop, s, pathAndRows(region)).range());
    isl::set one = isl::manage(isl_map_eliminate(tiles.release(), isl_dim_out, 0, dims)).domain();
    one = isl::manage(isl_set_remove_divs(one.release()));
    blocks = blocks.is_null() ? one : blocks.unite(one);
  }
  blocks = blocks.coalesce();
  isl::set hull(isl::manage(isl_set_simple_hull(blocks.copy())));
  // Where parts depend on different parameters there may be no bound valid for all.
  return isl_set_is_bounded(hull.get()) == isl_bool_true ? hull : blocks;
}

} // namespace gputile
