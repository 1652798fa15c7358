//===- SizesTest.cpp - Tile and block sizes, clauses and their errors ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

using namespace gputile;
using namespace gputile::test;

namespace {

/// B[i][j] = A[i][j], with a serial third row for k when asked for.
struct Sizes : ::testing::Test {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 2)
                  .array("B", 2)
                  .statement("{ S0[i,j] : 0 <= i,j < n }", "{ S0[i,j] -> [i, j] }")
                  .write("{ S0[i,j] -> B[i,j] }")
                  .read("{ S0[i,j] -> A[i,j] }")
                  .build();

  ScheduleNode tree(bool secondParallel = true) {
    Tree t(scop);
    return t.band({t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, secondParallel)},
                  t.leaf({"S0"}));
  }

  KernelPlan mapped(std::vector<long> tile, std::vector<long> block) {
    scop.clauses.tile = {tile, Origin::Clause};
    scop.clauses.block = {block, Origin::Clause};
    RegionPlan plan = expectMapped(scop, tree());
    return plan.kernels.empty() ? KernelPlan() : plan.kernels[0];
  }

  std::string refused(std::vector<long> tile, std::vector<long> block, bool secondParallel = true,
                      DeviceLimits limits = {}) {
    scop.clauses.tile = {tile, Origin::Clause};
    scop.clauses.block = {block, Origin::Clause};
    Refusal refusal = expectRefused(scop, tree(secondParallel), limits);
    EXPECT_EQ(refusal.id, DiagId::BadTileSize);
    return formatDiag(refusal.id, refusal.args);
  }
};

using Longs = std::vector<long>;

TEST_F(Sizes, clauses_are_used_as_they_are) {
  KernelPlan k = mapped({16, 64}, {64, 4});
  EXPECT_EQ(k.tileSizes, (Longs{16, 64}));
  EXPECT_EQ(k.blockSize, (Longs{4, 64}));
  ASSERT_EQ(k.unrolled.size(), 1u); // Four points in i, one in j.
}

TEST_F(Sizes, a_tile_clause_alone_adapts_the_block) {
  KernelPlan k = mapped({4, 64}, {});
  EXPECT_EQ(k.tileSizes, (Longs{4, 64}));
  EXPECT_EQ(k.blockSize, (Longs{4, 32}));
}

TEST_F(Sizes, a_large_tile_gets_more_threads_so_that_points_can_be_unrolled) {
  KernelPlan k = mapped({128, 128}, {});
  EXPECT_EQ(k.tileSizes, (Longs{128, 128}));
  EXPECT_EQ(k.blockSize[0] * k.blockSize[1], 1024);
  EXPECT_EQ(k.unrolled.size(), 2u);
}

TEST_F(Sizes, a_block_clause_alone_adapts_the_tile) {
  KernelPlan k = mapped({}, {128});
  EXPECT_EQ(k.blockSize, (Longs{1, 128}));
  EXPECT_EQ(k.tileSizes[1], 128);
}

TEST_F(Sizes, one_tile_size_leaves_the_inner_rows_to_the_model) {
  KernelPlan k = mapped({8}, {});
  EXPECT_EQ(k.tileSizes, (Longs{8, 32}));
}

TEST_F(Sizes, tiles_that_threads_do_not_divide_are_mapped_without_full_blocks) {
  KernelPlan k = mapped({20, 48}, {32, 8});
  EXPECT_EQ(k.blockSize, (Longs{8, 32}));
  EXPECT_TRUE(k.fullBlocks.is_empty());
}

TEST_F(Sizes, many_points_per_thread_are_a_loop) {
  KernelPlan k = mapped({64, 64}, {8, 8});
  EXPECT_EQ(k.blockSize, (Longs{8, 8}));
  EXPECT_TRUE(k.unrolled.empty());
  EXPECT_EQ(k.orderIsLoop, (std::vector<bool>{true, true}));
}

/// Two bands in sequence: S0 with two parallel rows, S1 with one.
struct DeepAndShallow : ::testing::Test {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 2)
                  .array("B", 1)
                  .statement("{ S0[i,j] : 0 <= i,j < n }", "{ S0[i,j] -> [0, i, j] }")
                  .write("{ S0[i,j] -> A[i,j] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i, 0] }")
                  .write("{ S1[i] -> B[i] }")
                  .build();
  Tree t{scop};

  ScheduleNode tree() {
    return t.sequence(
        {t.band({t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, true)},
                t.leaf({"S0"})),
         t.band({t.row({"S1[i] -> [(i)]"}, true)}, t.leaf({"S1"}))});
  }
  RegionPlan mapped(std::vector<long> tile, std::vector<long> block) {
    scop.clauses.tile = {tile, Origin::Clause};
    scop.clauses.block = {block, Origin::Clause};
    return expectMapped(scop, tree());
  }
};

TEST_F(DeepAndShallow, a_block_is_cut_for_rows_it_was_not_meant_for) {
  RegionPlan plan = mapped({8, 32}, {32, 4});
  ASSERT_EQ(plan.kernels.size(), 2u);
  EXPECT_EQ(plan.kernels[0].blockSize, (Longs{4, 32}));
  EXPECT_EQ(plan.kernels[1].tileSizes, (Longs{8}));
  EXPECT_EQ(plan.kernels[1].blockSize, (Longs{8}));
}

TEST_F(DeepAndShallow, without_a_tile_clause_only_dimensions_are_cut) {
  RegionPlan plan = mapped({}, {32, 4});
  ASSERT_EQ(plan.kernels.size(), 2u);
  EXPECT_EQ(plan.kernels[0].blockSize, (Longs{4, 32}));
  EXPECT_EQ(plan.kernels[1].blockSize, (Longs{32}));
}

TEST_F(DeepAndShallow, a_block_is_never_cut_where_it_has_all_its_rows) {
  scop.clauses.tile = {{8, 16}, Origin::Clause};
  scop.clauses.block = {{32, 4}, Origin::Clause};
  EXPECT_EQ(expectRefused(scop, tree()).id, DiagId::BadTileSize);
  scop.clauses.tile = {{8, 32}, Origin::Clause};
  scop.clauses.block = {{32, 1}, Origin::Clause}; // A row of threads fits both kernels' loops.
  EXPECT_EQ(expectRefused(scop, tree()).id, DiagId::BadTileSize);
}

TEST_F(Sizes, blocks_shrink_to_what_a_device_can_hold) {
  DeviceLimits limits;
  limits.threadsPerBlock = 64;
  RegionPlan plan = expectMapped(scop, tree(), limits);
  EXPECT_EQ(plan.kernels[0].blockSize, (Longs{2, 32}));
}

TEST_F(Sizes, bad_clauses_are_refused_with_what_is_wrong) {
  EXPECT_EQ(refused({8, 8, 8}, {}),
            "'tile(8, 8, 8)' cannot be used: at most 2 nested loops can be tiled here");
  EXPECT_EQ(refused({0}, {}),
            "'tile(0)' cannot be used: a tile size must be between 1 and 1048576");
  EXPECT_EQ(refused({16, -4}, {}),
            "'tile(16, -4)' cannot be used: a tile size must be between 1 and 1048576");
  EXPECT_EQ(refused({}, {64, 32}), "'block(64, 32)' cannot be used: its 2048 threads are more "
                                   "than the 1024 that a block can have");
  EXPECT_EQ(refused({}, {0}), "'block(0)' cannot be used: a block size must be positive");
  EXPECT_EQ(refused({}, {8, 8, 2}),
            "'block(8, 8, 2)' cannot be used: only two loops are parallel here");
  EXPECT_EQ(refused({}, {8, 8}, false),
            "'block(8, 8)' cannot be used: only one loop is parallel here");
  EXPECT_EQ(refused({}, {1, 1, 1, 1}),
            "'block(1, 1, 1, 1)' cannot be used: a block has three dimensions");
  EXPECT_EQ(refused({}, {4096}),
            "'block(4096)' cannot be used: a block has at most 1024 threads");
  EXPECT_EQ(refused({8, 8}, {16, 8}), "'block(16, 8)' cannot be used: size 16 is larger than the "
                                      "tile size 8 of the same loop");
}

TEST_F(Sizes, ones_for_missing_dimensions_of_a_block_are_fine) {
  KernelPlan k = mapped({}, {32, 4, 1});
  EXPECT_EQ(k.blockSize, (Longs{4, 32}));
}

/// The mapped blocks of a loop of \p extent iterations.
KernelPlan mappedLoop(IslContext &ctx, const std::string &extent, std::vector<long> tile) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < " + extent + " }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  scop.clauses.tile = {std::move(tile), Origin::Clause};
  Tree t(scop);
  RegionPlan plan =
      expectMapped(scop, t.band({t.row({"S0[i] -> [(i)]"}, true)}, t.leaf({"S0"})));
  return plan.kernels.empty() ? KernelPlan() : plan.kernels[0];
}

TEST(FullTiles, all_are_when_the_tile_divides_the_extent) {
  IslContext ctx;
  for (const char *extent : {"1", "32", "1024"}) {
    KernelPlan k = mappedLoop(ctx, extent, {extent[0] == '1' && !extent[1] ? 1L : 32L});
    EXPECT_FALSE(k.blocks.is_empty());
    EXPECT_TRUE(k.fullBlocks.is_equal(k.blocks)) << extent;
  }
}

TEST(FullTiles, all_are_when_tiles_are_points) {
  IslContext ctx;
  KernelPlan k = mappedLoop(ctx, "n", {1});
  EXPECT_TRUE(k.fullBlocks.is_equal(isl::set(ctx.get(), "[n] -> { [b] : 0 <= b < n }")));
}

TEST(FullTiles, none_is_when_one_tile_is_partial) {
  IslContext ctx;
  EXPECT_TRUE(mappedLoop(ctx, "31", {32}).fullBlocks.is_empty());
}

/// The tile sizes of B[i][j][k][m] = A[i][j][k][m] with so many values of m; of B[m][i][j][k]
/// where \p mFirst.
std::vector<long> tilesOfComponents(const char *values, bool mFirst) {
  IslContext ctx;
  const std::string element = mFirst ? "[m,i,j,k]" : "[i,j,k,m]";
  const std::string domain = "{ S0" + element + " : 0 <= i,j,k < n and 0 <= m < " + values + " }";
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 4)
                  .array("B", 4)
                  .statement(domain.c_str(), ("{ S0" + element + " -> " + element + " }").c_str())
                  .write(("{ S0" + element + " -> B" + element + " }").c_str())
                  .read(("{ S0" + element + " -> A" + element + " }").c_str())
                  .build();
  Tree t(scop);
  std::vector<BandRow> rows;
  for (const char *iterator :
       {mFirst ? "m" : "i", mFirst ? "i" : "j", mFirst ? "j" : "k", mFirst ? "k" : "m"})
    rows.push_back(t.row({"S0" + element + " -> [(" + iterator + ")]"}, true));
  const RegionPlan plan = expectMapped(scop, t.band(std::move(rows), t.leaf({"S0"})));
  return plan.kernels.at(0).tileSizes;
}

// Threads have loops over components; of many components they would step through memory.
TEST(MappedRows, leave_components_to_loops) {
  EXPECT_EQ(tilesOfComponents("5", false), (Longs{2, 4, 32, 1}));
  EXPECT_EQ(tilesOfComponents("19", false), (Longs{1, 1, 48, 19}));
  EXPECT_EQ(tilesOfComponents("19", true), (Longs{1, 2, 4, 32}));
  EXPECT_EQ(tilesOfComponents("n", true), (Longs{4, 8, 1, 32}));
}

} // namespace
