//===- TilePoints.h - The points of a picture of tiles ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRAW_TILEPOINTS_H
#define GPUTILE_LIB_DRAW_TILEPOINTS_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gputile::draw {

/// One statement instance in the picture, and where it runs.
struct TilePoint {
  unsigned statement;
  long row, column; ///< Values of the vertical and the horizontal iterator.
  std::vector<long> launch, block;
  std::vector<long> inner; ///< Equal for points of one wavefront inside a tile.
};

using NamedNumbers = std::vector<std::pair<std::string, long>>;

/// The points that a picture shows, and what stands still in it.
struct TilePoints {
  unsigned deepest;              ///< The statement that gives names.
  unsigned vertical, horizontal; ///< Positions of iterators.
  NamedNumbers parameters;
  NamedNumbers fixed;  ///< Iterators that stand still.
  bool hasInner = false; ///< False: TilePoint::inner means nothing.
  std::vector<TilePoint> points;
};

/// See drawTiles.
std::optional<TilePoints> tilePoints(const Scop &scop, const KernelPlan &kernel,
                                     const std::vector<std::string> &dims);

} // namespace gputile::draw

#endif
