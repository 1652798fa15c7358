//===- SizeSearchTest.cpp - Default sizes that shrink -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"
#include "gputile/Model/Sizes.h"

#include <gtest/gtest.h>

namespace gputile {
namespace {

using Longs = std::vector<long>;

struct SizeSearch : testing::Test {
  IslContext ctx;
  Scop scop = test::TestScop(ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[t,i] : 0 <= t,i < n }", "{ S0[t,i] -> [t, i] }")
                  .write("{ S0[t,i] -> A[i] }")
                  .build();
  DeviceLimits limits;
  std::vector<Longs> tried;

  /// A device that offers no more to hosts that ask.
  void holds(long bytes) { limits.sharedBytesPerBlock = limits.sharedBytesPerBlockOptIn = bytes; }

  /// Eight bytes for each point of a tile.
  SharedBytes bytesOfPoints() {
    return [this](const BandSizes &sizes) {
      tried.push_back(sizes.tile);
      long bytes = 8;
      for (long size : sizes.tile)
        bytes *= size;
      return bytes;
    };
  }
};

TEST_F(SizeSearch, defaults_that_fit_are_taken_at_once) {
  holds(64L * 256 * 8);
  auto sizes = searchWavefrontSizes(scop, 2, limits, bytesOfPoints());
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(sizes->tile, (Longs{64, 256}));
  EXPECT_EQ(sizes->mapped, (std::vector<unsigned>{1}));
  EXPECT_EQ(tried.size(), 1u);
}

TEST_F(SizeSearch, the_largest_size_is_halved_until_tiles_fit) {
  holds(64L * 64 * 8);
  auto sizes = searchWavefrontSizes(scop, 2, limits, bytesOfPoints());
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(tried, (std::vector<Longs>{{64, 256}, {64, 128}, {64, 64}}));
  EXPECT_EQ(sizes->tile, tried.back());
  EXPECT_EQ(sizes->block, (Longs{64}));
}

TEST_F(SizeSearch, of_equal_sizes_those_in_space_are_halved_first) {
  holds(16L * 16 * 32 * 8);
  auto sizes = searchWavefrontSizes(scop, 3, limits, bytesOfPoints());
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(tried, (std::vector<Longs>{{32, 32, 32}, {32, 16, 32}, {16, 16, 32}}));
  EXPECT_EQ(sizes->tile, tried.back());
}

TEST_F(SizeSearch, wavefronts_that_hold_nothing_have_a_thread_for_each_point) {
  const auto nothing = [this](const BandSizes &sizes) {
    tried.push_back(sizes.tile);
    return 0L;
  };
  auto sizes = searchWavefrontSizes(scop, 3, limits, nothing);
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(sizes->tile, (Longs{16, 16, 16}));
  EXPECT_EQ(sizes->block, (Longs{16, 16}));
  EXPECT_EQ(tried.back(), sizes->tile);
  EXPECT_EQ(searchWavefrontSizes(scop, 2, limits, nothing)->tile, (Longs{64, 256}));
}

TEST_F(SizeSearch, of_four_rows_tiles_with_more_points_for_what_they_hold_are_better) {
  // Boxes that grow with the last rows only, and with all but the last.
  const auto alongLast = [this](const BandSizes &sizes) {
    tried.push_back(sizes.tile);
    return 4 * sizes.tile[1] * sizes.tile[2] * sizes.tile[3];
  };
  auto sizes = searchWavefrontSizes(scop, 4, limits, alongLast);
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(sizes->tile, (Longs{64, 4, 8, 8}));
  EXPECT_EQ(sizes->block, (Longs{4, 8, 8}));
  EXPECT_EQ(tried.back(), sizes->tile);
  const auto alongFirst = [this](const BandSizes &sizes) {
    tried.push_back(sizes.tile);
    return 4 * sizes.tile[0] * sizes.tile[0] * sizes.tile[1] * sizes.tile[2];
  };
  sizes = searchWavefrontSizes(scop, 4, limits, alongFirst);
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(sizes->tile, (Longs{4, 4, 8, 32}));
  EXPECT_EQ(tried.back(), sizes->tile); // The bytes of the best are known last.
}

TEST_F(SizeSearch, the_last_bytes_asked_for_are_of_the_block_returned) {
  scop.clauses.tile = {{8, 8, 8, 32}, Origin::Clause};
  Longs block;
  const auto asked = [&block](const BandSizes &sizes) {
    block = sizes.block;
    return 1024L;
  };
  auto sizes = searchWavefrontSizes(scop, 4, limits, asked);
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(block, sizes->block);
}

TEST_F(SizeSearch, tiles_take_what_hosts_can_ask_for_but_no_more_than_all_devices_offer) {
  holds(48 * 1024);
  EXPECT_EQ(limits.sharedBytesForTiles(), 48 * 1024);
  limits.sharedBytesPerBlockOptIn = 60 * 1024;
  EXPECT_EQ(limits.sharedBytesForTiles(), 60 * 1024);
  limits.sharedBytesPerBlockOptIn = 227 * 1024;
  EXPECT_EQ(limits.sharedBytesForTiles(), 64 * 1024 - 16);
}

TEST_F(SizeSearch, sizes_of_clauses_stay) {
  scop.clauses.tile = {{8, 512}, Origin::Clause};
  holds(8);
  auto sizes = searchWavefrontSizes(scop, 2, limits, bytesOfPoints());
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(sizes->tile, (Longs{8, 512})); // Too large: tiles are left out by the caller.
  EXPECT_EQ(tried.size(), 1u);
}

TEST_F(SizeSearch, split_periods_exceed_what_tiles_lose_to_their_slopes) {
  auto widths = [](long height, unsigned) { return SplitWidth{2 * height, 1}; };
  auto sizes = searchSplitSizes(scop, 1, 1, limits, widths, bytesOfPoints());
  ASSERT_TRUE(static_cast<bool>(sizes));
  const long height = sizes->tile[0];
  EXPECT_GE(sizes->tile[1], 2 * height + 2);
  EXPECT_EQ(sizes->tile[1] % 32, 0);
  EXPECT_LE(height * sizes->tile[1] * 8, limits.sharedBytesPerBlock);
}

TEST_F(SizeSearch, split_bands_have_whole_iterations) {
  auto widths = [](long, unsigned) { return SplitWidth{1, 0}; };
  auto sizes = searchSplitSizes(scop, 2, 3, limits, widths, [](const BandSizes &) { return 0L; });
  ASSERT_TRUE(static_cast<bool>(sizes));
  EXPECT_EQ(sizes->tile[0] % 3, 0);
}

TEST_F(SizeSearch, a_split_tile_narrower_than_its_slopes_is_refused) {
  scop.clauses.tile = {{16, 31}, Origin::Clause};
  auto widths = [](long height, unsigned) { return SplitWidth{2 * height, 1}; };
  auto sizes = searchSplitSizes(scop, 1, 1, limits, widths, bytesOfPoints());
  ASSERT_FALSE(static_cast<bool>(sizes));
  EXPECT_EQ(sizes.refusal().id, DiagId::BadTileSize);
  EXPECT_EQ(sizes.refusal().args[1], "tiles of 16 steps must be at least 32 wide here");
}

} // namespace
} // namespace gputile
