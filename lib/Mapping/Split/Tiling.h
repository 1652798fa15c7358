//===- Tiling.h - Split tiles of colours ------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tiles of a band, see Shape.h, one shape per colour:
///   launch  … | band | inverted along x_0 | inverted along x_1 … | …
///   tile    the number of the interval along each dimension
///   time    the time of the band's loop, with its steps
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_SPLIT_TILING_H
#define GPUTILE_LIB_MAPPING_SPLIT_TILING_H

#include "Mapping/Coordinates.h"
#include "Mapping/Split/Shape.h"
#include "gputile/IR/RegionPlan.h"

namespace gputile::mapping {

/// What all colours of a region share.
struct SplitRegion {
  const Scop &scop;
  const SplitBand &band;
  SplitShape shape;
  const std::vector<ArrayTransfer> &transfers; ///< By array: its extents.

  /// One loop of the host per colour bit in addition to the band: the colours are one
  /// kernel then.
  bool joint = false;

  /// What is before the band in the launch vector, and which of these positions are loops.
  Coordinates before = {};
  std::vector<unsigned> loops = {};
  unsigned launchDims = 0; ///< Of the launch vector: more than are needed are zero.

  unsigned around() const { return static_cast<unsigned>(loops.size()); }
};

/// The tiles of \p colours: one of them, or all when \p region is joint. Their band is
/// (loops around…, tau, x…).
TiledSchedule tileSplit(const SplitRegion &region, const std::vector<SplitColour> &colours);

/// The sets of such tiles. Those with work form a convex set, and tiles have times and steps
/// whether instances exist there or not.
TileSets splitTileSets(const SplitRegion &region, const TiledSchedule &tiled);

/// { [h…, b…] -> S[i] }, convex: the instances of the boxes around the tiles of the kernel
/// that runs \p colours, one of them or all.
isl::map wholeBoxes(const SplitRegion &region, const std::vector<SplitColour> &colours,
                    unsigned statement);

} // namespace gputile::mapping

#endif
