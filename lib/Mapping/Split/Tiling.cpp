//===- Tiling.cpp - Split tiles of colours ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Split/Tiling.h"
#include "Mapping/Tiles.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

Coordinate shifted(const Coordinate &c, long by) {
  Coordinate result;
  for (const auto &[s, f] : c)
    result.emplace(s, f.add_constant(by));
  return result;
}

isl::aff times(const isl::aff &f, long factor) { return f.scale(isl::val(f.ctx(), factor)); }

/// k * time + step
Coordinate foldedTime(const SplitBand &band) {
  Coordinate folded;
  for (unsigned s : band.statements)
    folded.emplace(s, times(band.time.at(s), band.steps).add_constant(band.step.at(s)));
  return folded;
}

/// (loops around…, tau, x…)
Coordinates bandOf(const SplitRegion &region) {
  Coordinates band;
  for (unsigned d : region.loops)
    band.push_back(region.before[d]);
  band.push_back(foldedTime(region.band));
  return band + region.band.space;
}

/// { [T, …] -> [tau, x…] } as { [k…, T, …] -> [k…, tau, x…] } with the loops k around.
isl::map insideLoops(const SplitRegion &region, isl::map tiles) {
  const unsigned loops = region.around();
  isl_map *map = tiles.release();
  for (isl_dim_type type : {isl_dim_in, isl_dim_out})
    map = isl_map_insert_dims(map, type, 0, loops);
  for (unsigned d = 0; d < loops; ++d)
    map = isl_map_equate(map, isl_dim_in, static_cast<int>(d), isl_dim_out, static_cast<int>(d));
  return isl::manage(map);
}

/// The launch vector of \p colour.
Coordinates launchOf(const SplitRegion &region, const SplitColour &colour) {
  Coordinate band;
  for (const auto &[s, tau] : foldedTime(region.band))
    band.emplace(s, tileOf(tau, region.shape.height));
  Coordinates launch = region.before;
  launch.push_back(std::move(band));
  for (bool inverted : colour) {
    Coordinate bit;
    for (unsigned s : region.band.statements)
      bit.emplace(s, constantOn(region.scop, s, inverted));
    launch.push_back(std::move(bit));
  }
  while (launch.size() < region.launchDims)
    launch.push_back(constantOnAll(region.scop, region.band.statements, 0));
  return launch;
}

/// { S[i] }: the instances of \p statement that have \p colour.
isl::set instancesOf(const SplitRegion &region, const SplitColour &colour, unsigned statement) {
  isl::set result = region.scop.statements[statement].domain;
  isl::aff tau = foldedTime(region.band).at(statement);
  isl::aff p = region.shape.height == 1 ? constantOn(region.scop, statement, 0)
                                        : pointOf(tau, region.shape.height);
  for (unsigned d = 0; d < colour.size(); ++d) {
    const SplitDim &dim = region.shape.dims[d];
    if (!dim.isSplit())
      continue;
    const long origin = region.shape.origin(d, colour[d]);
    const isl::aff &x = region.band.space[d].at(statement);
    isl::aff z = pointOf(x.add_constant(-origin), dim.period).add_constant(origin);
    const Slope &up = dim.cone.up, &down = dim.cone.down;
    isl::aff left = times(z, up.den).sub(times(p, up.num));
    isl::aff right = times(z, down.den).add(times(p, down.num));
    isl::aff base = constantOn(region.scop, statement, down.den * dim.base);
    isl::aff period = constantOn(region.scop, statement, up.den * dim.period);
    isl::aff zero = constantOn(region.scop, statement, 0);
    result = result.intersect(colour[d] ? right.ge_set(base) : left.ge_set(zero))
                 .intersect(colour[d] ? left.lt_set(period) : right.lt_set(base));
  }
  return result;
}

/// { [T, …] -> x } as { [T, inverted…, …] -> x } for a kernel of all colours.
isl::map addColour(const SplitRegion &region, const SplitColour &colour, isl::map tiles) {
  if (!region.joint)
    return tiles;
  const unsigned bits = static_cast<unsigned>(colour.size());
  tiles = isl::manage(isl_map_insert_dims(tiles.release(), isl_dim_in, 1, bits));
  for (unsigned d = 0; d < bits; ++d)
    tiles = isl::manage(isl_map_fix_si(tiles.release(), isl_dim_in, 1 + d, colour[d]));
  return tiles;
}

TileShape shapeOf(const SplitRegion &region, const SplitColour &colour) {
  TileShape shape{.launch = launchOf(region, colour),
                  .rows = {},
                  .points = insideLoops(
                      region, addColour(region, colour,
                                        splitTiles(region.scop.ctx(), region.shape, colour))),
                  .instances = {}};
  for (unsigned d = 0; d < colour.size(); ++d)
    shape.rows.push_back({shifted(region.band.space[d], -region.shape.origin(d, colour[d])),
                          region.shape.dims[d].period});
  for (unsigned s : region.band.statements)
    shape.instances.emplace(s, instancesOf(region, colour, s));
  return shape;
}

bool isThin(const SplitBand &band, unsigned s) {
  return std::find(band.thin.begin(), band.thin.end(), s) != band.thin.end();
}

void addTo(isl::set &all, const isl::set &more) {
  all = all.is_null() ? more : all.unite(more);
}

/// { [t] }: a convex set around the times of all statements.
isl::set timesOf(const SplitRegion &region) {
  isl::set all;
  for (unsigned s : region.band.statements)
    addTo(all, withoutDivs(placeStatement(region.scop, s, {region.band.time}).range()));
  return boundedHull(all.coalesce());
}

/// The conditions on times of tiles, in the space { [h…, b…, t] }.
class TileTimes {
public:
  TileTimes(const SplitRegion &region, const isl::set &tiles)
      : Region(region), Tile(tiles.tuple_dim()),
        At(isl::manage(isl_space_add_dims(tiles.space().release(), isl_dim_set, 1))) {}

  /// The times at which steps \p first to \p last may have work: those of the band.
  isl::set ofSteps(long first, long last) const {
    const isl::aff p = times(coordinateOn(At, Tile), Region.band.steps)
                           .sub(times(coordinateOn(At, Region.around()), height()));
    const isl::aff zero = At.zero_aff_on_domain();
    return p.add_constant(last).ge_set(zero).intersect(
        p.add_constant(first).lt_set(zero.add_constant(height())));
  }

  /// { [h…, b…] -> [(t)] }
  static isl::aff first(const SplitRegion &region, const isl::set &tiles) {
    const long steps = region.band.steps;
    isl::aff tau = times(coordinateOn(tiles.space(), region.around()), region.shape.height);
    return steps > 1 ? tau.scale_down(isl::val(tau.ctx(), steps)).floor() : tau;
  }

private:
  long height() const { return Region.shape.height; }

  const SplitRegion &Region;
  unsigned Tile; ///< Dimensions of a tile.
  isl::space At;
};

} // namespace

TiledSchedule tileSplit(const SplitRegion &region, const std::vector<SplitColour> &colours) {
  const SplitBand &band = region.band;
  TiledSchedule tiled;
  tiled.statements = band.statements;
  tiled.sizes = {region.shape.height};
  for (const SplitDim &dim : region.shape.dims)
    tiled.sizes.push_back(dim.period);
  tiled.hostDims = region.loops;
  const unsigned first = static_cast<unsigned>(region.before.size());
  for (unsigned d = 0; d < (region.joint ? 1 + region.shape.dims.size() : 1); ++d)
    tiled.hostDims.push_back(first + d);
  tiled.band = bandOf(region);
  for (const SplitColour &colour : colours)
    tiled.shapes.push_back(shapeOf(region, colour));
  runInSteps(region.scop, tiled, band.time, band.step, band.steps);
  tiled.leaf = band.leaf;
  tiled.slanted = true;
  return tiled;
}

TileSets splitTileSets(const SplitRegion &region, const TiledSchedule &tiled) {
  isl::set tiles, partial;
  for (const TileShape &shape : tiled.shapes)
    for (unsigned s : tiled.statements) {
      const isl::map whole = wholeTiles(region.scop, tiled, shape, s);
      const isl::set &domain = region.scop.statements[s].domain;
      const isl::set some = sourcesOf(whole.intersect_range(domain));
      addTo(tiles, some);
      addTo(partial, isThin(region.band, s) ? some : sourcesOf(subtractRange(whole, domain)));
    }
  const isl::set working = boundedHull(tiles.coalesce());
  const TileTimes at(region, working);
  std::vector<isl::set> stepTimes;
  for (long step = 0; step < tiled.steps; ++step)
    stepTimes.push_back(at.ofSteps(step, step));
  return {.working = working,
          .full = tiles.subtract(partial.coalesce()).coalesce(),
          .launches = launchesAround(tiled, working),
          .times = StepTimes{.all = timesOf(region),
                             .first = TileTimes::first(region, working),
                             .ofStep = std::move(stepTimes),
                             .any = at.ofSteps(0, tiled.steps - 1L)}};
}

isl::map wholeBoxes(const SplitRegion &region, const std::vector<SplitColour> &colours,
                    unsigned statement) {
  const long steps = region.band.steps, height = region.shape.height;
  long first = 0, last = height - 1;
  if (height % steps == 0) { // Every band has the statement at the same steps.
    first = region.band.step.at(statement);
    last = height - steps + first;
  }
  isl::map boxes = splitBoxes(region.scop.ctx(), region.shape, first, last);
  const unsigned bits = static_cast<unsigned>(region.shape.dims.size());
  for (unsigned d = 0; !region.joint && d < bits; ++d)
    boxes = isl::manage(isl_map_fix_si(boxes.release(), isl_dim_in, 1 + d, colours.front()[d]));
  if (!region.joint)
    boxes = isl::manage(isl_map_project_out(boxes.release(), isl_dim_in, 1, bits));
  return insideLoops(region, boxes)
      .apply_range(functionOf(region.scop, statement, bandOf(region)).as_map().reverse());
}

} // namespace gputile::mapping
