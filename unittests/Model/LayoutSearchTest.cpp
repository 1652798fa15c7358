//===- LayoutSearchTest.cpp - The search of Figure 5 ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SorNest.h"

#include "gputile/Model/DeviceFile.h"
#include "gputile/Model/LayoutSearch.h"

#include <gtest/gtest.h>

#include <optional>

namespace gputile {
namespace {

using test::sorNest;
using Longs = std::vector<long>;

Longs steps(long first, long last, long step) {
  Longs sizes;
  for (long size = first; size <= last; size += step)
    sizes.push_back(size);
  return sizes;
}

struct LayoutSearch : testing::Test {
  const DeviceProfile c1060 = *deviceProfileOf("c1060");

  /// Blocks of 32, 64, … 512 threads.
  CostsByThreads sameCosts(const TileCosts &costs) const {
    CostsByThreads result;
    for (const long threads : steps(32, 512, 32))
      result[threads] = costs;
    return result;
  }

  LayoutSpace space(const std::vector<Longs> &sizes, double leastReuse) const {
    return {.sizes = sizes,
            .threads = steps(32, 512, 32),
            .registersPerThread = 16,
            .leastReuse = leastReuse};
  }

  /// The time of the fastest layout, and how many there are, written down as Figure 5 says it.
  std::pair<double, long> oneByOne(const TiledNest &nest, const LayoutSpace &space,
                                   const TileCosts &costs) const {
    std::optional<double> best;
    long layouts = 0;
    std::vector<Longs> tiles{{}};
    for (const Longs &sizes : space.sizes) {
      std::vector<Longs> longer;
      for (const Longs &tile : tiles)
        for (const long size : sizes) {
          longer.push_back(tile);
          longer.back().push_back(size);
        }
      tiles = longer;
    }
    for (const Longs &tile : tiles) {
      const TileWork work = workOfTile(nest, tile);
      const long bytes = sharedBytesOfTile(nest, tile);
      for (const long threads : space.threads) {
        const long blocks =
            residentBlocks({threads, space.registersPerThread, bytes}, c1060.limits);
        if (work.reuse() < space.leastReuse || bytes > c1060.limits.sharedBytesPerBlock ||
            threads < work.largest() || blocks == 0)
          continue;
        ++layouts;
        const SyncCosts sync = syncCostsOf(c1060.costs, threads);
        double total = sync.kernel;
        for (const TileCount &tiles : interTileWavefronts(nest, tile))
          total += sync.gridBarrier +
                   tilesOfSlowest(tiles, {30, blocks}) * tileTime(work, costs, sync.blockBarrier);
        best = std::min(best.value_or(total), total);
      }
    }
    return {best.value_or(0), layouts};
  }

  void expectBest(const TiledNest &nest, const LayoutSpace &space) const {
    const TileCosts costs{.perWarp = 60, .perPoint = 0.5, .perElement = 2};
    const auto [time, layouts] = oneByOne(nest, space, costs);
    const FoundLayouts found = searchLayouts(nest, space, sameCosts(costs), c1060, 3);
    EXPECT_EQ(found.layouts, layouts);
    EXPECT_GT(layouts, 10);
    ASSERT_EQ(found.best.size(), 3u);
    EXPECT_NEAR(found.best.front().time, time, 1e-9 * time);
    EXPECT_LE(found.best[0].time, found.best[1].time);
    EXPECT_LE(found.best[1].time, found.best[2].time);
  }
};

TEST_F(LayoutSearch, finds_the_fastest_layout_of_sor_in_one_dimension) {
  const Longs sizes = steps(64, 1024, 64);
  expectBest(sorNest(1, 2048, 65536), space({sizes, sizes}, 100));
}

TEST_F(LayoutSearch, finds_the_fastest_layout_of_sor_in_two_dimensions) {
  const Longs sizes = steps(4, 40, 4);
  expectBest(sorNest(2, 64, 512), space({sizes, sizes, sizes}, 4));
}

TEST_F(LayoutSearch, finds_the_fastest_layout_of_sor_in_three_dimensions) {
  const Longs sizes = steps(2, 8, 2);
  expectBest(sorNest(3, 16, 64), space({sizes, sizes, sizes, sizes}, 0.5));
}

TEST_F(LayoutSearch, does_not_count_the_tiles_of_slow_layouts) {
  const Longs sizes = steps(4, 40, 4);
  const FoundLayouts found = searchLayouts(sorNest(2, 64, 512), space({sizes, sizes, sizes}, 1),
                                           sameCosts({60, 0.5, 2}), c1060, 1);
  EXPECT_GT(found.evaluated, 0);
  EXPECT_LT(2 * found.evaluated, found.layouts);
}

TEST_F(LayoutSearch, looks_at_measured_numbers_of_threads_only) {
  const Longs sizes = steps(64, 512, 64);
  const FoundLayouts found = searchLayouts(sorNest(1, 2048, 65536), space({sizes, sizes}, 0),
                                           {{128, {60, 0.5, 2}}, {384, {70, 0.5, 2}}}, c1060, 1000);
  ASSERT_FALSE(found.best.empty());
  for (const Layout &layout : found.best) {
    EXPECT_TRUE(layout.threads == 128 || layout.threads == 384);
    EXPECT_GE(layout.threads, std::min(layout.tile[0], layout.tile[1]));
    EXPECT_GE(layout.blocks, 1);
  }
}

TEST_F(LayoutSearch, finds_nothing_where_no_block_fits) {
  const FoundLayouts found = searchLayouts(sorNest(1, 2048, 65536), space({{4000}, {4000}}, 0),
                                           sameCosts({60, 0.5, 2}), c1060, 1);
  EXPECT_TRUE(found.best.empty());
  EXPECT_EQ(found.layouts, 0);
}

/// Section 5: 3 * 10^6 layouts for SOR in one dimension, where the reuse is at least 300. Every
/// 32nd size along both rows is looked at.
TEST_F(LayoutSearch, has_the_search_space_of_the_paper_in_one_dimension) {
  constexpr long step = 32;
  const Longs sizes = steps(step, 4096, step);
  const auto layouts = [&](double leastReuse) {
    return searchLayouts(sorNest(1, 64, 65536), space({sizes, sizes}, leastReuse),
                         sameCosts({60, 0.5, 2}), c1060, 1)
               .layouts *
           step * step;
  };
  EXPECT_GT(layouts(300), 2'500'000);
  EXPECT_LT(layouts(300), 3'500'000);
  // If loads and stores counted apart, no tile would do: its wavefronts would need more than 512
  // threads.
  EXPECT_EQ(layouts(600), 0);
}

} // namespace
} // namespace gputile
