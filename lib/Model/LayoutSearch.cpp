//===- LayoutSearch.cpp - Tile sizes and threads by the model ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/LayoutSearch.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace gputile {
namespace {

/// A number of threads for a tile, before its tiles are counted.
struct ThreadChoice {
  long threads, blocks;
  double tileTime;
  SyncCosts sync;
};

/// A tile size that fulfils the constraints.
struct Candidate {
  std::vector<long> tile;
  std::vector<ThreadChoice> choices;
  double bound; ///< No layout of it takes less time.
};

bool isBefore(const Layout &a, const Layout &b) {
  return std::tie(a.time, a.threads, a.tile) < std::tie(b.time, b.threads, b.tile);
}

class Search {
public:
  Search(const TiledNest &nest, const LayoutSpace &space, const CostsByThreads &costs,
         const DeviceProfile &device, size_t keep)
      : Nest(nest), Space(space), Costs(costs), Device(device), Keep(keep) {}

  FoundLayouts run() {
    std::vector<long> tile;
    collect(tile);
    std::sort(Candidates.begin(), Candidates.end(), [](const Candidate &a, const Candidate &b) {
      return std::tie(a.bound, a.tile) < std::tie(b.bound, b.tile);
    });
    for (const Candidate &candidate : Candidates) {
      if (Found.best.size() == Keep && candidate.bound > Found.best.back().time)
        break;
      evaluate(candidate);
    }
    return std::move(Found);
  }

private:
  /// Line 2 of Figure 5.
  void collect(std::vector<long> &tile) {
    if (tile.size() == Space.sizes.size())
      return consider(tile);
    for (const long size : Space.sizes[tile.size()]) {
      tile.push_back(size);
      collect(tile);
      tile.pop_back();
    }
  }

  /// Lines 3 to 6.
  void consider(const std::vector<long> &tile) {
    const long bytes = sharedBytesOfTile(Nest, tile);
    if (bytes > Device.limits.sharedBytesPerBlock)
      return;
    TileWork work{.points = intraTileWavefronts(tile, Nest.carrying)};
    if (Space.threads.empty() || work.largest() > Space.threads.back())
      return; // Its elements need not be counted.
    work.elements = elementsOfTile(Nest, tile);
    if (work.reuse() < Space.leastReuse)
      return;
    const std::vector<ThreadChoice> choices = choicesFor(work, bytes);
    if (choices.empty())
      return;
    Found.layouts += static_cast<long>(choices.size());
    Candidates.push_back({tile, choices, boundOf(tile, choices)});
  }

  std::vector<ThreadChoice> choicesFor(const TileWork &work, long bytes) const {
    std::vector<ThreadChoice> choices;
    for (const long threads : Space.threads) {
      const auto costs = Costs.find(threads);
      if (threads < work.largest() || threads > Device.limits.threadsPerBlock ||
          costs == Costs.end())
        continue;
      const long blocks = residentBlocks({threads, Space.registersPerThread, bytes}, Device.limits);
      if (blocks == 0)
        continue;
      const SyncCosts sync = syncCostsOf(Device.costs, threads);
      choices.push_back({threads, blocks, tileTime(work, costs->second, sync.blockBarrier), sync});
    }
    return choices;
  }

  /// As if every multiprocessor had work all the time, and wavefronts cost nothing by themselves.
  double boundOf(const std::vector<long> &tile, const std::vector<ThreadChoice> &choices) const {
    const double tiles =
        leastTiles(Nest, tile) / static_cast<double>(Device.limits.multiprocessors);
    double bound = std::numeric_limits<double>::infinity();
    for (const ThreadChoice &choice : choices)
      bound = std::min(bound, choice.sync.kernel + tiles * choice.tileTime);
    return bound;
  }

  /// Lines 7 to 10. How many blocks reside together does not change what the slowest
  /// multiprocessor runs (tilesOfSlowest), so tiles are distributed once.
  void evaluate(const Candidate &candidate) {
    ++Found.evaluated;
    const std::vector<TileCount> tiles = interTileWavefronts(Nest, candidate.tile);
    const ThreadChoice &any = candidate.choices.front();
    const TotalWork total = totalWork(tiles, {Device.limits.multiprocessors, any.blocks}, any.sync);
    for (const ThreadChoice &choice : candidate.choices)
      insert({candidate.tile, choice.threads, choice.blocks, total.time(choice.tileTime)});
  }

  void insert(Layout layout) {
    std::vector<Layout> &best = Found.best;
    best.insert(std::upper_bound(best.begin(), best.end(), layout, isBefore), std::move(layout));
    if (best.size() > Keep)
      best.pop_back();
  }

  const TiledNest &Nest;
  const LayoutSpace &Space;
  const CostsByThreads &Costs;
  const DeviceProfile &Device;
  const size_t Keep;
  std::vector<Candidate> Candidates;
  FoundLayouts Found;
};

} // namespace

FoundLayouts searchLayouts(const TiledNest &nest, const LayoutSpace &space,
                           const CostsByThreads &costs, const DeviceProfile &device, size_t keep) {
  return Search(nest, space, costs, device, keep).run();
}

} // namespace gputile
