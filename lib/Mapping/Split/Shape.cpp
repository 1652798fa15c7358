//===- Shape.cpp - The tiles of a band --------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Split/Shape.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <isl/aff.h>
#include <isl/local_space.h>

namespace gputile::mapping {
namespace {

/// The smallest integer not below slope * steps.
long rise(const Slope &slope, long steps) {
  return (slope.num * steps + slope.den - 1) / slope.den;
}

/// The coordinates of the space { [T, inverted…, b…] -> [tau, x…] }, of which tiles
/// of one colour leave out the second.
class TileSpace {
public:
  TileSpace(isl::ctx ctx, const SplitShape &shape, bool withColours)
      : Shape(shape), Dims(static_cast<unsigned>(shape.dims.size())),
        Tile(1 + (withColours ? 2 : 1) * Dims),
        Points(isl::space::unit(ctx).add_unnamed_tuple(Tile).add_unnamed_tuple(1 + Dims).wrap()) {}

  /// The dimension \p d of the colour.
  isl::aff inverted(unsigned d) const { return at(1 + d); }
  /// The step within the band: tau - height * T.
  isl::aff step() const { return at(Tile).sub(scaled(at(0), Shape.height)); }
  /// x - P b of dimension \p d.
  isl::aff place(unsigned d) const {
    return at(Tile + 1 + d).sub(scaled(at(Tile - Dims + d), Shape.dims[d].period));
  }
  isl::aff constant(long value) const {
    return isl::manage(isl_aff_zero_on_domain(isl_local_space_from_space(Points.copy())))
        .add_constant(value);
  }
  isl::set stepsOfBand() const { return interval(constant(0), step(), constant(Shape.height)); }

  static isl::aff scaled(const isl::aff &f, long factor) {
    return f.scale(isl::val(f.ctx(), factor));
  }
  /// low <= value < end
  static isl::set interval(const isl::aff &low, const isl::aff &value, const isl::aff &end) {
    return value.ge_set(low).intersect(value.lt_set(end));
  }

private:
  isl::aff at(unsigned position) const { return coordinateOn(Points, position); }

  const SplitShape &Shape;
  unsigned Dims;
  unsigned Tile; ///< Coordinates of a tile, T first and b last.
  isl::space Points;
};

/// The points between the two bounds of an interval, on integers only.
isl::set intervalPoints(const TileSpace &space, const SplitDim &dim, unsigned d, bool inverted) {
  const isl::aff z = space.place(d), p = space.step();
  const Slope &up = dim.cone.up, &down = dim.cone.down;
  const isl::aff left = space.scaled(z, up.den).sub(space.scaled(p, up.num));
  const isl::aff right = space.scaled(z, down.den).add(space.scaled(p, down.num));
  const isl::aff base = space.constant(down.den * dim.base);
  if (!inverted)
    return left.ge_set(space.constant(0)).intersect(right.lt_set(base));
  return right.ge_set(base).intersect(left.lt_set(space.constant(up.den * dim.period)));
}

} // namespace

std::vector<SplitColour> SplitShape::colours() const {
  std::vector<SplitColour> result{{}};
  for (const SplitDim &dim : dims) {
    std::vector<SplitColour> longer;
    for (const SplitColour &colour : result)
      for (bool inverted : {false, true}) {
        if (inverted && !dim.isSplit())
          continue;
        longer.push_back(colour);
        longer.back().push_back(inverted);
      }
    result = std::move(longer);
  }
  return result;
}

long SplitShape::shrinkage(unsigned d) const {
  return rise(dims[d].cone.up, height - 1) + rise(dims[d].cone.down, height - 1);
}

long SplitShape::halo(unsigned d, long steps) const {
  return std::max(rise(dims[d].cone.up, steps), rise(dims[d].cone.down, steps));
}

long SplitShape::origin(unsigned d, bool inverted) const {
  const Slope &down = dims[d].cone.down;
  return inverted ? dims[d].base - down.num * (height - 1) / down.den : 0;
}

long SplitShape::start(unsigned d, bool inverted, long p) const {
  const SplitDim &dim = dims[d];
  // Smallest integers not below W - down p, and not below up p.
  return inverted ? dim.base - dim.cone.down.num * p / dim.cone.down.den : rise(dim.cone.up, p);
}

long SplitShape::width(unsigned d, bool inverted, long p) const {
  const long left = start(d, false, p), right = start(d, true, p);
  return inverted ? dims[d].period + left - right : right - left;
}

long SplitShape::widest(unsigned d, bool inverted) const {
  return width(d, inverted, inverted ? height - 1 : 0);
}

SplitShape makeSplitShape(const SplitBand &band, long height, const std::vector<long> &periods) {
  SplitShape shape;
  shape.height = height;
  for (unsigned d = 0; d < band.space.size(); ++d) {
    shape.dims.push_back({periods[d], periods[d], band.cone[d]});
    if (shape.dims[d].isSplit())
      shape.dims[d].base = (periods[d] + shape.shrinkage(d) + 1) / 2;
  }
  return shape;
}

isl::map splitTiles(isl::ctx ctx, const SplitShape &shape, const SplitColour &colour) {
  const TileSpace space(ctx, shape, false);
  isl::set points = space.stepsOfBand();
  for (unsigned d = 0; d < shape.dims.size(); ++d)
    points = points.intersect(intervalPoints(space, shape.dims[d], d, colour[d]));
  return points.unwrap();
}

isl::map splitBoxes(isl::ctx ctx, const SplitShape &shape, long first, long last) {
  const TileSpace space(ctx, shape, true);
  isl::set points = space.stepsOfBand();
  // Upright tiles are widest at their first step, inverted ones at their last.
  for (unsigned d = 0; d < shape.dims.size(); ++d) {
    const bool split = shape.dims[d].isSplit();
    const isl::aff colour = space.inverted(d);
    const auto byColour = [&](long upright, long inverted) {
      return space.scaled(colour, split ? inverted - upright : 0).add_constant(upright);
    };
    const long low = shape.start(d, false, first), invertedLow = shape.start(d, true, last);
    points = points
                 .intersect(space.interval(space.constant(0), colour, space.constant(split ? 2 : 1)))
                 .intersect(space.interval(byColour(low, invertedLow), space.place(d),
                                           byColour(low + shape.width(d, false, first),
                                                    invertedLow + shape.width(d, true, last))));
  }
  return points.unwrap();
}

} // namespace gputile::mapping
