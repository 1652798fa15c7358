//===- TileTime.h - How long tiles of wavefronts take -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The execution-time model of Di and Xue, "Model-Driven Tile Size Selection for DOACROSS Loops on
/// GPUs" (Euro-Par 2011), for loop nests that run as wavefronts of tiles, with wavefronts of points
/// in each tile. Numbers in brackets are the paper's equations. All times are nanoseconds.
///
///   T_TILE  = alpha * sum G_e1 + (wavefronts + 2) * sigma_thd + beta * L_TILE + gamma * N_mem (8)
///   T_t1    = sum of the rounds of blocks of an inter-tile wavefront + sigma_blk            (11),
///   (12) T_total = sum of T_t1 over all inter-tile wavefronts + sigma_ker (9)
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_TILETIME_H
#define GPUTILE_MODEL_TILETIME_H

#include "gputile/Model/Device.h"

#include <vector>

namespace gputile {

/// Threads of a warp: W of Table 1.
constexpr long lanesOfWarp = 32;

/// What one full tile does (section 3.1).
struct TileWork {
  std::vector<long> points; ///< H_e1: of each intra-tile wavefront, in their order.
  /// N_mem: elements of arrays that travel between device memory and shared memory, each counted
  /// once, whether it is loaded, stored or both. Counted so, the reuse L_TILE / N_mem of the SOR
  /// solvers has the limits that section 5 states for it, m2 in one dimension; loads and stores
  /// counted apart have half of them.
  long elements = 0;

  long wavefronts() const { return static_cast<long>(points.size()); }
  long volume() const;  ///< L_TILE, sum of all H_e1 (7).
  long warps() const;   ///< Sum of G_e1 = ceil(H_e1 / 32).
  long largest() const; ///< The largest H_e1.
  double reuse() const; ///< D = L_TILE / N_mem (section 4.1).
};

/// alpha, beta and gamma: what depends on the program and on the threads of a block.
struct TileCosts {
  double perWarp = 0;    ///< alpha, of G_e1.
  double perPoint = 0;   ///< beta, of H_e1.
  double perElement = 0; ///< gamma, of N_mem.
};

/// sigma: what depends on the device.
struct SyncCosts {
  double kernel = 0;       ///< sigma_ker: the start of a kernel.
  double blockBarrier = 0; ///< sigma_thd: a barrier of the threads of a block.
  double gridBarrier = 0;  ///< sigma_blk: a barrier of all blocks, after each inter-tile wavefront.
};

/// Those of a profile, for blocks of \p threads threads. Devices without barriers of all blocks
/// start a kernel for each wavefront in their place.
SyncCosts syncCostsOf(const DeviceCosts &costs, long threads);

/// What a block takes of a multiprocessor.
struct BlockNeeds {
  long threads = 1;            ///< K
  long registersPerThread = 0; ///< R_T
  long sharedBytes = 0;        ///< S_TB
};

/// B = min(B_W, B_R, B_S): blocks that reside together on a multiprocessor (Table 1).
/// \returns 0 where one block does not fit
long residentBlocks(const BlockNeeds &block, const DeviceLimits &limits);

/// T_TILE (8).
/// \param blockBarrier sigma_thd
double tileTime(const TileWork &tile, const TileCosts &costs, double blockBarrier);

/// Tiles of an inter-tile wavefront.
struct TileCount {
  long full = 0;
  long border = 0; ///< With fewer points than a full one.
};

/// How many tiles run at the same time.
struct TileSlots {
  long multiprocessors = 1; ///< P
  long blocks = 1;          ///< B, on each of them.
};

/// The sum of (12) over the rounds (10) of an inter-tile wavefront, divided by T_TILE: the tiles
/// that the slowest multiprocessor runs. The paper leaves open where border tiles run, and says
/// that each takes half of T_TILE (section 3.4); here full ones come first.
/// As printed, (12) gives the last round no time where tiles fill it, since its remainder is 0. It
/// is meant to have B * T_TILE then, as every full round.
double tilesOfSlowest(const TileCount &tiles, const TileSlots &slots);

/// The parts of T_total that the kernel and the device decide, so that T_total is
/// tiles * T_TILE + overhead: linear in alpha, beta and gamma.
struct TotalWork {
  double tiles = 0;    ///< Sum of tilesOfSlowest over all inter-tile wavefronts.
  double overhead = 0; ///< All sigma_blk, and sigma_ker.

  double time(double tileTime) const { return tiles * tileTime + overhead; } ///< T_total (9).
};

/// Of all inter-tile wavefronts of a kernel.
TotalWork totalWork(const std::vector<TileCount> &wavefronts, const TileSlots &slots,
                    const SyncCosts &sync);

} // namespace gputile

#endif
