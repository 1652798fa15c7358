//===- Space.cpp - Coordinates of a split kernel ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Split/Space.h"

#include <algorithm>

namespace gputile {
namespace {

Coordinate constants(const SplitRegion &region, long value) {
  Coordinate c;
  for (unsigned s : region.band.statements)
    c.emplace(s, constantOn(region.scop, s, value));
  return c;
}

Coordinate shifted(const Coordinate &c, long by) {
  Coordinate result;
  for (const auto &[s, f] : c)
    result.emplace(s, f.add_constant(by));
  return result;
}

isl::aff times(const isl::aff &f, long factor) { return f.scale(isl::val(f.ctx(), factor)); }

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

/// { [h…, b…] -> [tau, x…] } as { [h…, b…] -> S[i] }.
isl::map instancesIn(const SplitRegion &region, const isl::map &tiles, unsigned statement) {
  Coordinates coordinates{foldedTime(region.band)};
  coordinates.insert(coordinates.end(), region.band.space.begin(), region.band.space.end());
  isl::aff_list list(region.scop.ctx(), static_cast<int>(coordinates.size()));
  for (const Coordinate &c : coordinates)
    list = list.add(c.at(statement));
  isl::space space = region.scop.statements[statement].domain.space().add_unnamed_tuple(
      static_cast<unsigned>(coordinates.size()));
  return tiles.apply_range(isl::multi_aff(space, list).as_map().reverse());
}

class Builder {
public:
  Builder(const SplitRegion &region, const SplitColour &colour) : Region(region), Colour(colour) {}

  KernelSpace build(long phase, long loads) {
    Space.statements = Region.band.statements;
    const Coordinates launch = launchOf(Region, Colour);
    Space.host = Region.joint ? launch : firstOf(launch, 1);
    for (unsigned d = 0; d < Region.shape.dims.size(); ++d)
      addRow(d);
    Coordinate step, leaf;
    for (unsigned s : Space.statements) {
      step.emplace(s, constantOn(Region.scop, s, loads + 2L * Region.band.step.at(s)));
      leaf.emplace(s, constantOn(Region.scop, s, Region.band.leaf.at(s)));
    }
    Space.order = Coordinates{constants(Region, phase), Region.band.time, step} + Points;
    Space.order.push_back(leaf);
    Space.orderIsLoop.assign(Space.order.size(), true);
    Space.orderIsLoop[SplitPhase] = Space.orderIsLoop[SplitStep] = false;
    Space.orderIsLoop.back() = false;
    Space.levels.push_back({0, -1, {0, 0}, Space.statements});
    Space.threadPoints =
        isl::map::empty(isl::space::unit(Region.scop.ctx()).add_unnamed_tuple(0).map_from_set());
    return std::move(Space);
  }

private:
  void addRow(unsigned d) {
    const Coordinate inTile = shifted(Region.band.space[d], -Region.shape.origin(d, Colour[d]));
    RowParts parts = splitRow(inTile, Region.shape.dims[d].period, Region.block[d]);
    Space.mapped.push_back(Region.band.space[d]);
    Space.block.push_back(parts.tile);
    Space.thread.push_back(Region.block[d] == 1 ? constants(Region, 0) : parts.thread);
    Space.dealtPoints.emplace_back();
    if (!parts.point)
      return;
    Space.dealtPoints.back() = SplitStep + 1 + static_cast<unsigned>(Points.size());
    Points.push_back(*parts.point);
  }

  const SplitRegion &Region;
  const SplitColour &Colour;
  KernelSpace Space;
  Coordinates Points;
};

} // namespace

Coordinate foldedTime(const SplitBand &band) {
  Coordinate folded;
  for (unsigned s : band.statements)
    folded.emplace(s, times(band.time.at(s), band.steps).add_constant(band.step.at(s)));
  return folded;
}

Coordinates launchOf(const SplitRegion &region, const SplitColour &colour) {
  Coordinate band;
  for (const auto &[s, tau] : foldedTime(region.band))
    band.emplace(s, tileOf(tau, region.shape.height));
  Coordinates launch{band};
  for (bool inverted : colour)
    launch.push_back(constants(region, inverted));
  return launch;
}

KernelSpace buildSplitSpace(const SplitRegion &region, const SplitColour &colour, long phase,
                            long loads) {
  return Builder(region, colour).build(phase, loads);
}

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
    const Slope &up = dim.reach.up, &down = dim.reach.down;
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

isl::map wholeTiles(const SplitRegion &region, const SplitColour &colour, unsigned statement) {
  isl::map tiles = splitTiles(region.scop.ctx(), region.shape, colour);
  return instancesIn(region, addColour(region, colour, tiles), statement);
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
  return instancesIn(region, boxes, statement);
}

} // namespace gputile
