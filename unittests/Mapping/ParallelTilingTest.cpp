//===- ParallelTilingTest.cpp - Tests of tiles of parallel rows -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Parallel/Tiling.h"
#include "Mapping/Room.h"
#include "MappingTestSupport.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::mapping;
using namespace gputile::test;

namespace {

/// t outside of two rows (i, j), below them S0, a loop k around S1, and S2.
struct ParallelTiles : ::testing::Test {
  IslContext Ctx;
  Scop TheScop = TestScop(Ctx, "[n]")
                     .array("A", 2)
                     .statement("{ S0[t,i,j] : 0 <= t, i, j < n }", "{ S0[t,i,j] -> [t,i,j,0,0] }")
                     .write("{ S0[t,i,j] -> A[i,j] }")
                     .statement("{ S1[t,i,j,k] : 0 <= t, i, j, k < n }",
                                "{ S1[t,i,j,k] -> [t,i,j,1,k] }")
                     .update("{ S1[t,i,j,k] -> A[i,j] }")
                     .statement("{ S2[t,i,j] : 0 <= t, i, j < n }", "{ S2[t,i,j] -> [t,i,j,2,0] }")
                     .update("{ S2[t,i,j] -> A[i,j] }")
                     .build();

  ScheduleNode tree() const {
    Tree t(TheScop);
    const auto row = [&](const std::string &iterator, bool coincident) {
      return t.row({"S0[t,i,j] -> [(" + iterator + ")]", "S1[t,i,j,k] -> [(" + iterator + ")]",
                    "S2[t,i,j] -> [(" + iterator + ")]"},
                   coincident);
    };
    return t.band({row("t", false)},
                  t.band({row("i", true), row("j", true)},
                         t.sequence({t.leaf({"S0"}),
                                     t.band({t.row({"S1[t,i,j,k] -> [(k)]"}, false)}, t.leaf({"S1"})),
                                     t.leaf({"S2"})})));
  }

  KernelRegion region() const { return splitHost(TheScop, tree()).at(0); }

  static BandSizes sizesOf(long i, long j) {
    BandSizes sizes;
    sizes.tile = {i, j};
    sizes.mapped = {0, 1};
    sizes.block = {1, 1};
    return sizes;
  }

  void expectGood(const TiledSchedule &tiled) const {
    EXPECT_EQ(checkTiledSchedule(TheScop, tiled), "");
    EXPECT_EQ(checkTileCover(TheScop, {tiled}), "");
    EXPECT_EQ(checkTileSets(tiled, parallelTileSets(TheScop, tiled)), "");
  }
};

TEST_F(ParallelTiles, of_any_size_hold_every_instance_once) {
  for (const auto &[i, j] : {std::pair(8L, 32L), {1L, 5L}, {1L, 1L}})
    for (const SequentialTiles &inner : {SequentialTiles{}, SequentialTiles{{{1, 0}, 16}}})
      expectGood(tileParallel(TheScop, region(), sizesOf(i, j), inner).tiled);
}

TEST_F(ParallelTiles, without_mapped_rows_are_one) {
  BandSizes none;
  none.tile = {1, 1};
  const TiledSchedule tiled = tileParallel(TheScop, region(), none, {}).tiled;
  expectGood(tiled);
  EXPECT_TRUE(parallelTileSets(TheScop, tiled).full.is_empty());
}

TEST_F(ParallelTiles, have_a_level_per_tile_loop) {
  const ParallelTiling tiling = tileParallel(TheScop, region(), sizesOf(8, 32), {{{1, 0}, 16}});
  ASSERT_EQ(tiling.tiled.levels.size(), 2u);
  EXPECT_EQ(tiling.tiled.levels[1].prefix, 2u); // Sequence, floor(k/16).
  EXPECT_EQ(tiling.tiled.levels[1].parent, 0);
  EXPECT_EQ(tiling.tiled.levels[1].statements, (std::vector<unsigned>{1}));
  EXPECT_EQ(tiling.levelRows[1].band, 1u);
  EXPECT_EQ(tiling.tiled.steps, 0u);
}

TEST_F(ParallelTiles, get_room_where_actions_are_and_lose_other_scalars) {
  const TiledSchedule tiled =
      tileParallel(TheScop, region(), sizesOf(8, 32), {{{1, 0}, 16}}).tiled;
  ASSERT_EQ(tiled.order.size(), 4u); // s | kt | s | k
  const TiledSchedule roomy = withRoom(tiled, {{2, 3}});
  ASSERT_EQ(roomy.order.size(), 4u);
  EXPECT_EQ(roomy.levels[1].prefix, 2u);
  EXPECT_EQ(roomy.order[2].at(1).constant_val().num_si(), 3);
  const TiledSchedule lean = withRoom(tiled, {});
  EXPECT_EQ(lean.order.size(), 3u); // The sequence tells statements apart.
  EXPECT_EQ(lean.order[0].at(2).constant_val().num_si(), 2);
  EXPECT_EQ(checkTiledSchedule(TheScop, withRoom(tiled, {{0, 1}, {2, 3}})), "");
}

} // namespace
