//===- Tiling.cpp - Wavefronts of tiles -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/FullTiles.h"
#include "Mapping/Memory/FixedBox.h"
#include "Mapping/Tiles.h"
#include "Mapping/Wavefront/Tiling.h"

#include "gputile/Support/IslTools.h"

namespace gputile::mapping {
namespace {

void addTo(Coordinate &sum, const Coordinate &other) {
  for (auto &[s, f] : sum)
    f = f.add(other.at(s));
}

void numberLeaves(const ScheduleNode &node, std::map<unsigned, unsigned> &positions) {
  if (node.kind == ScheduleNode::Kind::Leaf)
    for (unsigned s : node.statements)
      positions.emplace(s, static_cast<unsigned>(positions.size()));
  for (const ScheduleNode &child : node.children)
    numberLeaves(child, positions);
}

class Tiler {
public:
  Tiler(const Scop &scop, const KernelRegion &region, const std::vector<long> &sizes)
      : TheScop(scop), Region(region), Sizes(sizes) {}

  TiledSchedule tile(const InnerWavefronts &inner) const {
    TiledSchedule tiled;
    tiled.statements = Region.node.statements;
    tiled.sizes = Sizes;
    tiled.hostDims = Region.hostDims;
    tiled.band = pathAndRows();
    tiled.shapes.push_back(shape());
    runInSteps(TheScop, tiled, time(inner), inner.step, inner.steps);
    numberLeaves(Region.node, tiled.leaf);
    return tiled;
  }

private:
  const Coordinate &row(size_t r) const { return Region.node.rows[r].functions; }

  /// The inner wavefront.
  Coordinate time(const InnerWavefronts &inner) const {
    Coordinate sum = constantOnAll(TheScop, Region.node.statements, 0);
    for (size_t r = 0; r < inner.carrying; ++r)
      addTo(sum, pointsOf(r));
    return sum;
  }

  Coordinate pointsOf(size_t r) const {
    Coordinate points;
    for (const auto &[s, f] : row(r))
      points.emplace(s, Sizes[r] == 1 ? constantOn(TheScop, s, 0) : pointOf(f, Sizes[r]));
    return points;
  }

  Coordinate tilesOf(size_t r) const {
    Coordinate tiles;
    for (const auto &[s, f] : row(r))
      tiles.emplace(s, tileOf(f, Sizes[r]));
    return tiles;
  }

  Coordinates pathAndRows() const {
    Coordinates coordinates;
    for (size_t d = 0; d + 1 < Region.hostDims.size(); ++d)
      coordinates.push_back(Region.launch[Region.hostDims[d]]);
    for (const BandRow &row : Region.node.rows)
      coordinates.push_back(row.functions);
    return coordinates;
  }

  TileShape shape() const {
    Coordinate wavefront = tilesOf(0);
    std::vector<TiledRow> rows;
    for (size_t r = 1; r < Sizes.size(); ++r) {
      addTo(wavefront, tilesOf(r));
      rows.push_back({row(r), Sizes[r]});
    }
    Coordinates launch = Region.launch;
    launch[Region.hostDims.back()] = std::move(wavefront);
    return {.launch = std::move(launch), .rows = std::move(rows), .points = points(), .instances = {}};
  }

  /// { [h…, b…] -> [path…, phi…] }, without divisions: T_1 is what the wavefront leaves of the
  /// sum, so that tiles are linear constraints on the rows.
  isl::map points() const {
    const unsigned path = static_cast<unsigned>(Region.hostDims.size()) - 1;
    const unsigned rows = static_cast<unsigned>(Sizes.size());
    isl::space tiles = TheScop.context.space().add_unnamed_tuple(path + rows);
    isl::multi_aff first = isl::manage(isl_multi_aff_identity_on_domain_space(tiles.copy()));
    isl::aff t1 = first.at(static_cast<int>(path)); // Where the sum of all T stands.
    std::vector<long> extent(path, 1);
    extent.insert(extent.end(), Sizes.begin(), Sizes.end());
    for (unsigned r = 1; r < rows; ++r) {
      const int d = static_cast<int>(path + r);
      t1 = t1.sub(first.at(d));
      first = first.set_at(d, first.at(d).scale(isl::val(TheScop.ctx(), Sizes[r])));
    }
    t1 = t1.scale(isl::val(TheScop.ctx(), Sizes[0]));
    return boxMap({first.set_at(static_cast<int>(path), t1), extent});
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  const std::vector<long> &Sizes;
};

/// See TileSets::working.
isl::set workingTiles(const Scop &scop, const TiledSchedule &tiled, const isl::map &points) {
  isl::set working;
  for (unsigned s : tiled.statements) {
    const isl::set own = placeStatement(scop, s, tiled.band).range();
    const isl::set one = sourcesOf(points.intersect_range(own));
    working = working.is_null() ? one : working.unite(one);
  }
  return boundedHull(working.coalesce());
}

} // namespace

TiledSchedule tileWavefronts(const Scop &scop, const KernelRegion &region,
                             const std::vector<long> &sizes, const InnerWavefronts &inner) {
  return Tiler(scop, region, sizes).tile(inner);
}

TileSets wavefrontTileSets(const Scop &scop, const TiledSchedule &tiled,
                           const InnerWavefronts &inner) {
  const TileShape &shape = tiled.shapes.front();
  const isl::set working = workingTiles(scop, tiled, shape.points);
  long times = 1;
  for (size_t r = 0; r < inner.carrying; ++r)
    times += tiled.sizes[r] - 1;
  const isl::space at = isl::manage(isl_space_add_dims(working.space().release(), isl_dim_set, 1));
  const isl::set always = isl::set::universe(at); // A tile may have any step at any time.
  return {.working = working,
          .full = fullBlocksAmong(scop, tiled.statements, tileCoordinates(tiled, shape),
                                  shape.points, tiled.band),
          .launches = launchesAround(tiled, working),
          .times = StepTimes{.all = boxOf(scop.ctx(), {times}),
                             .first = working.space().zero_aff_on_domain(),
                             .ofStep = std::vector<isl::set>(tiled.steps, always),
                             .any = always}};
}

} // namespace gputile::mapping
