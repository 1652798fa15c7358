//===- Space.h - Coordinates of a wavefront kernel --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With tile sizes s and rows phi, T_r = floor(phi_r / s_r) and p_r = phi_r mod s_r
/// (Di et al. 2012, Figures 5 and 10; rows are counted from 1):
///   launch  … | T_1 + … + T_n                        the inter-tile wavefront
///   block   T_2, …, T_n
///   thread  p_2, …, p_n modulo the block's size
///   order   phase | p_1 + … + p_carrying | 2 step | points of a thread… | leaf
/// Phases are copies in, a barrier, the slices, and copies out; odd steps are
/// barriers. Two tiles of one launch that depend on each other would have ordered
/// coordinates with equal sums, so there are none.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_WAVEFRONT_SPACE_H
#define GPUTILE_LIB_MAPPING_WAVEFRONT_SPACE_H

#include "Mapping/OrderSpace.h"
#include "Mapping/Wavefront/Slices.h"

namespace gputile {

/// Positions in the order of a wavefront kernel.
enum WavefrontPosition : unsigned { PhasePosition, SlicePosition, StepPosition };

struct WavefrontSpace {
  KernelSpace space;    ///< Its phase is constant: see setPhase.
  Coordinate wavefront; ///< The inter-tile wavefront, also the last of space.host.
  long slices = 1;      ///< Number of values of the slice.

  /// Makes \p phase the phase of all statements.
  void setPhase(const Scop &scop, long phase);
};

/// \param region a wavefront region; its launch vector is not changed
/// \param sizes of its rows; all but the first are mapped
WavefrontSpace buildWavefrontSpace(const Scop &scop, const KernelRegion &region,
                                   const BandSizes &sizes, const Slices &slices);

/// { [h…, b…] -> [path…, phi…] }: the points that a whole tile has, path being h
/// without the wavefront.
isl::map wavefrontTilePoints(const Scop &scop, const KernelRegion &region,
                             const BandSizes &sizes);

/// { S[i] -> [h…, b…] } of \p statement, without divisions: T_1 is what the wavefront
/// leaves of the sum, so that tiles are linear constraints on the rows.
isl::map wavefrontTileOf(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                         unsigned statement);

/// { [h…, b…] }: blocks whose tile lies in the domain of every statement; empty
/// when the threads do not divide the tile.
isl::set fullWavefrontBlocks(const Scop &scop, const KernelRegion &region,
                             const WavefrontSpace &space, const BandSizes &sizes);

/// { [h…, b…] }: blocks whose tile meets the domain of some statement in a rational
/// point: convex and without divisibility, where the exact set falls into many
/// pieces. The few blocks that it has too many find nothing to do.
isl::set launchedWavefrontBlocks(const Scop &scop, const KernelRegion &region,
                                 const WavefrontSpace &space, const BandSizes &sizes);

} // namespace gputile

#endif
