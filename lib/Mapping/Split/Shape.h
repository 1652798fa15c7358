//===- Shape.h - The tiles of a band ----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Split tiles (Grosser et al. 2013, section 4). A band is `height` steps of folded
/// time, p = tau mod height being the step within it. Along a dimension upright and
/// inverted intervals alternate,
///   upright b    [P b + up p,        P b + W - down p)
///   inverted b   [P b + W - down p,  P (b + 1) + up p)
/// with P the period, W the base, and slopes that no dependence exceeds. A tile is a
/// product of intervals, its colour says along which dimensions it is inverted.
/// The colours partition a band. A dependence never leads from an inverted interval
/// to an upright one, nor between two intervals of one kind, as long as the upright
/// one does not end before the band does: so colours run in the order of
/// their subsets, and tiles of one colour at the same time. The paper gets the same
/// tiles by stretching the pyramid and subtracting earlier colours, which the tests
/// compare.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_SPLIT_SHAPE_H
#define GPUTILE_LIB_MAPPING_SPLIT_SHAPE_H

#include "gputile/IR/SplitBand.h"

#include <vector>

namespace gputile::mapping {

/// Per dimension: whether the tiles are inverted along it.
using SplitColour = std::vector<bool>;

/// The intervals along one dimension of space.
struct SplitDim {
  long period = 1, base = 1;
  ConeSlopes cone;

  /// Where the cone is flat there is one kind of interval, of the length of the period.
  bool isSplit() const { return !cone.isZero(); }
};

/// The tiles of a band: their height, and their intervals along each dimension.
struct SplitShape {
  long height = 1;
  std::vector<SplitDim> dims;

  /// All of them in an order in which they can run.
  std::vector<SplitColour> colours() const;
  /// How much shorter the last upright interval of dimension \p d is than the first;
  /// the least period, too.
  long shrinkage(unsigned d) const;
  /// How far dependences reach along dimension \p d in so many steps.
  long halo(unsigned d, long steps) const;
  /// A tile of dimension \p d lies within one period from here on: x - origin, divided
  /// by the period, gives b.
  long origin(unsigned d, bool inverted) const;
  /// First point at step \p p of a band, of tile b = 0, and number of points.
  long start(unsigned d, bool inverted, long p) const;
  long width(unsigned d, bool inverted, long p) const;
  /// The largest of these.
  long widest(unsigned d, bool inverted) const;
};

/// Upright and inverted tiles of the same size, as far as integers allow.
/// \param periods per dimension, at least 1 and the shrinkage
SplitShape makeSplitShape(const SplitBand &band, long height, const std::vector<long> &periods);

/// { [T, b…] -> [tau, x…] } of \p colour, T being the band.
isl::map splitTiles(isl::ctx ctx, const SplitShape &shape, const SplitColour &colour);

/// { [T, inverted…, b…] -> [tau, x…] }: one box around all points that the tiles of each
/// colour have at steps \p first to \p last of a band, convex for all colours together.
isl::map splitBoxes(isl::ctx ctx, const SplitShape &shape, long first, long last);

} // namespace gputile::mapping

#endif
