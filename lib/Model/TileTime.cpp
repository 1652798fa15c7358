//===- TileTime.cpp - How long tiles of wavefronts take ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/TileTime.h"

#include <algorithm>
#include <numeric>

namespace gputile {
namespace {

long dividedUp(long value, long by) { return (value + by - 1) / by; }

} // namespace

long TileWork::volume() const { return std::accumulate(points.begin(), points.end(), 0L); }

long TileWork::warps() const {
  long sum = 0;
  for (const long count : points)
    sum += dividedUp(count, lanesOfWarp);
  return sum;
}

long TileWork::largest() const {
  return points.empty() ? 0 : *std::max_element(points.begin(), points.end());
}

double TileWork::reuse() const {
  return static_cast<double>(volume()) / static_cast<double>(std::max(1L, elements));
}

SyncCosts syncCostsOf(const DeviceCosts &costs, long threads) {
  const double launch = costs.launchMicroseconds * 1e3;
  const double warps = static_cast<double>(dividedUp(threads, lanesOfWarp));
  return {.kernel = launch,
          .blockBarrier = (costs.blockBarrierCycles + costs.blockBarrierCyclesPerWarp * warps) /
                          costs.clockGigahertz,
          .gridBarrier = costs.hasGridBarriers() ? costs.gridBarrierMicroseconds * 1e3 : launch};
}

long residentBlocks(const BlockNeeds &block, const DeviceLimits &limits) {
  const long warps = dividedUp(block.threads, lanesOfWarp);
  const long byWarps =
      std::min(limits.blocksPerMultiprocessor, limits.warpsPerMultiprocessor / warps);
  const long registers = block.registersPerThread * block.threads;
  const long byRegisters = registers > 0 ? limits.registersPerMultiprocessor / registers : byWarps;
  const long bytes = block.sharedBytes + limits.sharedBytesReservedPerBlock;
  const long byBytes = bytes > 0 ? limits.sharedBytesPerMultiprocessor / bytes : byWarps;
  return std::min({byWarps, byRegisters, byBytes});
}

double tileTime(const TileWork &tile, const TileCosts &costs, double blockBarrier) {
  // A barrier after each wavefront, one behind the loads and one behind the stores.
  const auto barriers = static_cast<double>(tile.wavefronts() + 2);
  return costs.perWarp * static_cast<double>(tile.warps()) + barriers * blockBarrier +
         costs.perPoint * static_cast<double>(tile.volume()) +
         costs.perElement * static_cast<double>(tile.elements);
}

double tilesOfSlowest(const TileCount &tiles, const TileSlots &slots) {
  constexpr double borderTile = 0.5;
  const long atOnce = slots.multiprocessors * slots.blocks;
  double sum = 0;
  for (long first = 0; first < tiles.full + tiles.border; first += atOnce) {
    const long count = std::min(atOnce, tiles.full + tiles.border - first);
    const long full = std::clamp(tiles.full - first, 0L, count);
    const long of = dividedUp(full, slots.multiprocessors);
    const long all = dividedUp(count, slots.multiprocessors);
    sum += static_cast<double>(of) + borderTile * static_cast<double>(all - of);
  }
  return sum;
}

TotalWork totalWork(const std::vector<TileCount> &wavefronts, const TileSlots &slots,
                    const SyncCosts &sync) {
  TotalWork total{.tiles = 0, .overhead = sync.kernel};
  for (const TileCount &tiles : wavefronts) {
    total.tiles += tilesOfSlowest(tiles, slots);
    total.overhead += sync.gridBarrier;
  }
  return total;
}

} // namespace gputile
