//===- TileGeometry.h - Points, elements and tiles of a nest ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loop nests that the model of TileTime.h is for, and what it counts in them. A nest is given
/// in the coordinates x of its rows (hyperplanes), which tiles of sizes m cut: tile T has the
/// points with T_r * m_r <= x_r < (T_r + 1) * m_r. Tiles with one sum of all T_r are an inter-tile
/// wavefront, points of a tile with one sum of their first coordinates an intra-tile wavefront.
///
/// Example: SOR in one dimension, A[i] = (A[i-1] + A[i] + A[i+1]) / 3 in a loop over t, has the
/// rows (t, t + i), the domain 0 <= x_0 < T, 0 <= x_1 - x_0 < I, and an array with the subscript
/// x_1 - x_0, the shifts (0, -1), (0, 0), (0, 1) and the chain (1, 1).
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_TILEGEOMETRY_H
#define GPUTILE_MODEL_TILEGEOMETRY_H

#include "gputile/Model/TileTime.h"

#include <vector>

namespace gputile {

/// A row vector.
using RowVector = std::vector<long>;

/// The bounds of a loop: least <= iterator * x <= most.
struct LoopBounds {
  RowVector iterator; ///< A function of x.
  long least = 0, most = 0;
};

/// An array whose elements tiles hold in shared memory. All its references have subscripts
/// that differ in constants only.
struct ArrayUse {
  long elementBytes = 4;
  std::vector<RowVector> subscripts; ///< Per dimension, of x. Constants are left out.
  /// Per reference: it accesses at x what a reference without constants accesses at x + shift.
  std::vector<RowVector> shifts;
  /// From a point to the next one that accesses the same elements; empty where none does.
  RowVector chain;
};

/// A nest of one statement in rectangular loops, one for each row. Points x are integers where
/// iterators are.
struct TiledNest {
  unsigned carrying = 1;         ///< Leading rows whose sum is the intra-tile wavefront.
  RowVector least, most;         ///< Per row: the smallest and the largest coordinate of a point.
  std::vector<LoopBounds> loops; ///< The points of the nest.
  std::vector<ArrayUse> arrays;

  size_t rows() const { return least.size(); }
  double points() const;
};

/// H_e1 of a full tile: how many points of the box of \p sizes have each sum of their first \p
/// carrying coordinates, from 0 on.
std::vector<long> intraTileWavefronts(const std::vector<long> &sizes, unsigned carrying);

/// N_mem of a full tile: distinct elements that its references access, of all arrays. Exact unless
/// tiles are so thin along the chain of an array that they leave an element and come back to it; it
/// is then counted again.
long elementsOfTile(const TiledNest &nest, const std::vector<long> &sizes);

/// S_TB of a tile in bytes: a box of each array that holds what its references access.
long sharedBytesOfTile(const TiledNest &nest, const std::vector<long> &sizes);

/// What a full tile of \p nest does.
TileWork workOfTile(const TiledNest &nest, const std::vector<long> &sizes);

/// The tiles of each inter-tile wavefront that has any, in order: those that the bounds of each
/// loop, by themselves, leave a point (also between integers). With two rows these are exactly the
/// tiles that meet the parallelogram of the nest; with more there may be a few too many at its
/// edges, which find nothing to do.
std::vector<TileCount> interTileWavefronts(const TiledNest &nest, const std::vector<long> &sizes);

/// No more than the sum of full tiles, and half of border tiles, of all wavefronts, without
/// counting them: a border tile has fewer points than a full one, and points far from all bounds
/// lie in full tiles.
double leastTiles(const TiledNest &nest, const std::vector<long> &sizes);

} // namespace gputile

#endif
