//===- Candidates.cpp - Layouts that are looked at --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"

#include <algorithm>

namespace gputile::tiles {
namespace {

/// Collects blocks, x first.
class Blocks {
public:
  Blocks(const Layout &layout, long least, long mostInZ)
      : Tile(layout.tile), Least(least), Most(layout.threads), MostInZ(mostInZ) {}

  std::vector<long> best() {
    std::vector<long> block;
    visit(block, 1);
    return Best;
  }

private:
  /// Larger numbers of threads in x come first, so that the first block is the best.
  void visit(std::vector<long> &block, long threads) {
    if (!Best.empty() || threads > Most)
      return;
    if (block.size() + 1 == Tile.size()) {
      if (threads >= Least)
        Best = block;
      return;
    }
    const long size = Tile[Tile.size() - 1 - block.size()];
    for (long along = size; along >= 1; --along) {
      if (size % along != 0 || (block.size() == 2 && along > MostInZ))
        continue;
      block.push_back(along);
      visit(block, threads * along);
      block.pop_back();
    }
  }

  const std::vector<long> &Tile;
  const long Least, Most, MostInZ;
  std::vector<long> Best;
};

} // namespace

LayoutSpace layoutSpace(size_t rows, const CostsByThreads &costs) {
  // The more rows there are, the smaller are the tiles that fit in shared memory.
  const long most = rows <= 2 ? 1024 : rows == 3 ? 256 : 64;
  std::vector<long> sizes{2, 3};
  for (long octave = 4; octave <= most; octave *= 2)
    for (const long size : {octave, octave + octave / 2})
      if (size <= most)
        sizes.push_back(size);
  LayoutSpace space;
  space.sizes.assign(rows, sizes);
  for (const auto &[threads, cost] : costs)
    space.threads.push_back(threads);
  return space;
}

std::vector<long> blockFor(const Layout &layout, unsigned carrying, const DeviceLimits &limits) {
  const std::vector<long> points = intraTileWavefronts(layout.tile, carrying);
  const long largest = *std::max_element(points.begin(), points.end());
  return Blocks(layout, largest, limits.threadsInZ).best();
}

} // namespace gputile::tiles
