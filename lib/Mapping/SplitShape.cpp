//===- SplitShape.cpp - The tiles of a band ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitShape.h"

#include <algorithm>
#include <string>

namespace gputile {
namespace {

/// The smallest integer not below slope * steps.
long rise(const Slope &slope, long steps) {
  return (slope.num * steps + slope.den - 1) / slope.den;
}

std::string times(long factor, const std::string &text) {
  return std::to_string(factor) + " * " + text;
}

/// ", b0, b1"
std::string listText(const std::string &stem, size_t dims) {
  std::string text;
  for (size_t d = 0; d < dims; ++d)
    text += ", " + stem + std::to_string(d);
  return text;
}

/// "[T, b0, b1] -> [tau, x0, x1]"
std::string tupleText(size_t dims) {
  return "[T" + listText("b", dims) + "] -> [tau" + listText("x", dims) + "]";
}

std::string bandText(long height) {
  return "0 <= tau - " + times(height, "T") + " < " + std::to_string(height);
}

/// x - P b of dimension \p d.
std::string placeText(const SplitDim &dim, size_t d) {
  return "(x" + std::to_string(d) + " - " + times(dim.period, "b" + std::to_string(d)) + ")";
}

/// The two bounds of an interval, on integers only.
std::string intervalText(const SplitShape &shape, size_t d, bool inverted) {
  const SplitDim &dim = shape.dims[d];
  const std::string z = placeText(dim, d), p = "(tau - " + times(shape.height, "T") + ")";
  const Slope &up = dim.reach.up, &down = dim.reach.down;
  const std::string left = times(up.den, z) + " - " + times(up.num, p);
  const std::string right = times(down.den, z) + " + " + times(down.num, p);
  const std::string base = std::to_string(down.den * dim.base);
  if (!inverted)
    return left + " >= 0 and " + right + " < " + base;
  return right + " >= " + base + " and " + left + " < " + std::to_string(up.den * dim.period);
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
  return rise(dims[d].reach.up, height - 1) + rise(dims[d].reach.down, height - 1);
}

long SplitShape::halo(unsigned d, long steps) const {
  return std::max(rise(dims[d].reach.up, steps), rise(dims[d].reach.down, steps));
}

long SplitShape::origin(unsigned d, bool inverted) const {
  const Slope &down = dims[d].reach.down;
  return inverted ? dims[d].base - down.num * (height - 1) / down.den : 0;
}

long SplitShape::start(unsigned d, bool inverted, long p) const {
  const SplitDim &dim = dims[d];
  // Smallest integers not below W - down p, and not below up p.
  return inverted ? dim.base - dim.reach.down.num * p / dim.reach.down.den : rise(dim.reach.up, p);
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
    shape.dims.push_back({periods[d], periods[d], band.reach[d]});
    if (shape.dims[d].isSplit())
      shape.dims[d].base = (periods[d] + shape.shrinkage(d) + 1) / 2;
  }
  return shape;
}

isl::map splitTiles(isl::ctx ctx, const SplitShape &shape, const SplitColour &colour) {
  std::string text = "{ " + tupleText(shape.dims.size()) + " : " + bandText(shape.height);
  for (size_t d = 0; d < shape.dims.size(); ++d)
    text += " and " + intervalText(shape, d, colour[d]);
  return isl::map(ctx, text + " }");
}

isl::map splitBoxes(isl::ctx ctx, const SplitShape &shape, long first, long last) {
  const size_t dims = shape.dims.size();
  std::string text = "{ [T" + listText("c", dims) + listText("b", dims) + "] -> [tau" +
                     listText("x", dims) + "] : " + bandText(shape.height);
  // Upright tiles are widest at their first step, inverted ones at their last.
  for (unsigned d = 0; d < dims; ++d) {
    const bool split = shape.dims[d].isSplit();
    const std::string colour = "c" + std::to_string(d), place = placeText(shape.dims[d], d);
    const auto byColour = [&](long upright, long inverted) {
      return std::to_string(upright) + " + " + times(split ? inverted - upright : 0, colour);
    };
    const long low = shape.start(d, false, first), invertedLow = shape.start(d, true, last);
    text += " and 0 <= " + colour + " <= " + std::to_string(split) + " and " +
            byColour(low, invertedLow) + " <= " + place + " < " +
            byColour(low + shape.width(d, false, first), invertedLow + shape.width(d, true, last));
  }
  return isl::map(ctx, text + " }");
}

} // namespace gputile
