//===- TileTimeTest.cpp - Equations (3) to (12), by hand --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SorNest.h"

#include "gputile/Model/DeviceFile.h"

#include <gtest/gtest.h>

namespace gputile {
namespace {

using test::sorNest;

struct TileTime : testing::Test {
  const DeviceProfile c1060 = *deviceProfileOf("c1060");
};

TEST_F(TileTime, table_1_bounds_blocks_by_warps_registers_and_shared_memory) {
  const auto blocks = [&](long threads, long registers, long bytes) {
    return residentBlocks({threads, registers, bytes}, c1060.limits);
  };
  EXPECT_EQ(blocks(256, 10, 1000), 4); // 8 of 32 warps.
  EXPECT_EQ(blocks(64, 10, 1000), 8);  // At most 8 blocks.
  EXPECT_EQ(blocks(33, 10, 1000), 8);  // Two warps.
  EXPECT_EQ(blocks(256, 20, 1000), 3); // 5,120 of 16,384 registers.
  EXPECT_EQ(blocks(64, 10, 6000), 2);  // Of 16,384 bytes.
  EXPECT_EQ(blocks(512, 40, 1000), 0); // 20,480 registers.
}

TEST_F(TileTime, sor_in_one_dimension_by_hand) {
  const TileWork tile = workOfTile(sorNest(1, 100, 100), {40, 64});
  // Diagonals of 1 to 39 points, 25 of 40 points, 39 to 1 points.
  EXPECT_EQ(tile.wavefronts(), 103);
  EXPECT_EQ(tile.largest(), 40);
  EXPECT_EQ(tile.volume(), 40 * 64);
  EXPECT_EQ(tile.warps(), 2 * (32 * 1 + 7 * 2) + 25 * 2);
  EXPECT_EQ(tile.elements, 40 + 64 + 1); // 103 are written, one more at each end is read.
  EXPECT_DOUBLE_EQ(tileTime(tile, {.perWarp = 100, .perPoint = 1, .perElement = 10}, 20),
                   14200 + 105 * 20 + 2560 + 1050);
}

TEST_F(TileTime, sor_in_two_dimensions_by_hand) {
  const TileWork tile = workOfTile(sorNest(2, 100, 100), {2, 3, 4});
  EXPECT_EQ(tile.points, (std::vector<long>{1, 3, 5, 6, 5, 3, 1}));
  EXPECT_EQ(tile.warps(), 7);
  // A square of 3 x 4 with its four sides; then a row, a column and their ends.
  EXPECT_EQ(tile.elements, 12 + 6 + 8 + 3 + 4 + 1);
  EXPECT_DOUBLE_EQ(tileTime(tile, {.perWarp = 100, .perPoint = 1, .perElement = 10}, 20),
                   700 + 9 * 20 + 24 + 340);
}

TEST_F(TileTime, sor_in_three_dimensions_by_hand) {
  const TileWork tile = workOfTile(sorNest(3, 100, 100), {2, 2, 2, 2});
  EXPECT_EQ(tile.points, (std::vector<long>{1, 4, 6, 4, 1}));
  EXPECT_EQ(tile.warps(), 5);
  // A cube with its six sides; then what a step along (1, 1, 1) adds.
  EXPECT_EQ(tile.elements, 32 + 19);
  EXPECT_DOUBLE_EQ(tileTime(tile, {.perWarp = 100, .perPoint = 1, .perElement = 10}, 20),
                   500 + 7 * 20 + 16 + 510);
}

TEST_F(TileTime, a_block_barrier_follows_the_warps) {
  const SyncCosts sync = syncCostsOf(c1060.costs, 256);
  EXPECT_DOUBLE_EQ(sync.blockBarrier, (21 + 4 * 8) / 1.296);
  EXPECT_DOUBLE_EQ(sync.kernel, 10000);
  EXPECT_DOUBLE_EQ(sync.gridBarrier, 10000); // A launch: the device has no cooperative ones.
  EXPECT_DOUBLE_EQ(syncCostsOf(deviceProfileOf("h100")->costs, 64).gridBarrier,
                   deviceProfileOf("h100")->costs.gridBarrierMicroseconds * 1000);
}

TEST_F(TileTime, the_slowest_multiprocessor_runs_whole_rounds_and_a_part_of_the_last) {
  const TileSlots slots{.multiprocessors = 30, .blocks = 4};
  EXPECT_EQ(tilesOfSlowest({119, 0}, slots), 4);
  EXPECT_EQ(tilesOfSlowest({120, 0}, slots), 4); // The remainder 0 is a full round.
  EXPECT_EQ(tilesOfSlowest({121, 0}, slots), 5);
  EXPECT_EQ(tilesOfSlowest({240 + 31, 0}, slots), 4 + 4 + 2);
}

TEST_F(TileTime, a_border_tile_takes_half) {
  const TileSlots slots{.multiprocessors = 30, .blocks = 4};
  EXPECT_EQ(tilesOfSlowest({0, 1}, slots), 0.5);
  EXPECT_EQ(tilesOfSlowest({30, 1}, slots), 1.5);
  EXPECT_EQ(tilesOfSlowest({100, 40}, slots),
            4 + 0.5); // Four rounds of 30, the last with 10 full ones.
  EXPECT_EQ(tilesOfSlowest({0, 240}, slots), 4);
}

TEST_F(TileTime, resident_blocks_change_a_wavefront_by_their_costs_only) {
  const auto dividedUp = [](long value) { return (value + 29) / 30; };
  for (long full : {0L, 7L, 30L, 95L, 720L})
    for (long border : {0L, 1L, 29L, 31L, 400L})
      for (long blocks : {1L, 3L, 8L})
        EXPECT_EQ(tilesOfSlowest({full, border}, {30, blocks}),
                  0.5 * static_cast<double>(dividedUp(full) + dividedUp(full + border)));
}

TEST_F(TileTime, a_kernel_by_hand) {
  // Four steps of eight cells in tiles of 2 x 4: two rows of three tiles, of which the middle ones
  // are full.
  const std::vector<TileCount> tiles = interTileWavefronts(sorNest(1, 4, 8), {2, 4});
  ASSERT_EQ(tiles.size(), 4u);
  const auto expect = [&](size_t wavefront, long full, long border) {
    EXPECT_EQ(tiles[wavefront].full, full) << wavefront;
    EXPECT_EQ(tiles[wavefront].border, border) << wavefront;
  };
  expect(0, 0, 1);
  expect(1, 1, 1);
  expect(2, 1, 1);
  expect(3, 0, 1);
  const TotalWork total = totalWork(tiles, {.multiprocessors = 1, .blocks = 2}, {100, 5, 30});
  EXPECT_EQ(total.tiles, 0.5 + 1.5 + 1.5 + 0.5);
  EXPECT_EQ(total.time(1000), 4000 + 4 * 30 + 100);
}

} // namespace
} // namespace gputile
