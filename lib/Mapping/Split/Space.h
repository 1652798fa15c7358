//===- Space.h - Coordinates of a split kernel ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the instances of one colour run:
///   launch  band | inverted along x_0 | inverted along x_1 …
///   block   the number of the tile along each dimension
///   thread  x - origin of the tile, modulo the block's size
///   order   phase | time | loads + 2 step | points of a thread… | leaf
/// Phases are copies in, a barrier, the steps, and copies out. Within a time the slices of
/// tiles that rotate are loaded, then come the steps with a barrier after each, then such
/// slices are stored.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_SPLIT_SPACE_H
#define GPUTILE_LIB_MAPPING_SPLIT_SPACE_H

#include "Mapping/OrderSpace.h"
#include "Mapping/Split/Shape.h"
#include "gputile/IR/RegionPlan.h"

namespace gputile {

/// Positions in the order of a split kernel.
enum SplitPosition : unsigned { SplitPhase, SplitTime, SplitStep };

/// What all colours of a region share.
struct SplitRegion {
  const Scop &scop;
  const SplitBand &band;
  SplitShape shape;
  std::vector<long> block;                     ///< Threads per dimension.
  const std::vector<ArrayTransfer> &transfers; ///< By array: its extents.

  /// One loop of the host per colour bit in addition to the band: the colours are one
  /// kernel then.
  bool joint = false;
};

/// \param phase of all statements in the order
/// \param loads before the steps of each time
KernelSpace buildSplitSpace(const SplitRegion &region, const SplitColour &colour, long phase,
                            long loads);

/// k * time + step
Coordinate foldedTime(const SplitBand &band);

/// { S[i] }: the instances of \p statement that have \p colour.
isl::set instancesOf(const SplitRegion &region, const SplitColour &colour, unsigned statement);

/// { [h…, b…] -> S[i] }: the instances of whole tiles, whether they exist or not.
isl::map wholeTiles(const SplitRegion &region, const SplitColour &colour, unsigned statement);

/// { [h…, b…] -> S[i] }, convex: the instances of the boxes around the tiles of the kernel
/// that runs \p colours, one of them or all.
isl::map wholeBoxes(const SplitRegion &region, const std::vector<SplitColour> &colours,
                    unsigned statement);

/// The launch vector of \p colour: { S[i] -> [band, inverted…] }.
Coordinates launchOf(const SplitRegion &region, const SplitColour &colour);

} // namespace gputile

#endif
