//===- WavefrontTest.cpp - Scheme wavefront: wavefronts, tiles, memory ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/BankConflicts.h"
#include "Mapping/Memory/PlacedTile.h"
#include "MappingTestSupport.h"
#include "Mapping/Wavefront/Tiling.h"

#include "gputile/Analysis/Dependences.h"

using namespace gputile;
using namespace gputile::mapping;
using namespace gputile::test;

namespace {

RegionPlan expectWavefront(const Scop &scop, const ScheduleNode &tree) {
  Result<RegionPlan> plan = mapWavefront(scop, computeDependences(scop), tree, {});
  if (!plan) {
    ADD_FAILURE() << formatDiag(plan.refusal().id, plan.refusal().args);
    return {};
  }
  return *plan;
}

InnerWavefronts innerWavefrontsOf(const Scop &scop, const ScheduleNode &tree) {
  std::vector<KernelRegion> regions = splitHost(scop, tree, /*wavefronts=*/true);
  EXPECT_EQ(regions.size(), 1u);
  EXPECT_TRUE(regions[0].wavefront);
  return chooseInnerWavefronts(scop, computeDependences(scop), regions[0]);
}

TEST(LaneStride, is_the_distance_in_the_padded_tile) {
  IslContext ctx;
  const auto stride = [&](const char *step) {
    return laneStride(isl::set(ctx.get(), step), {4, 8}, 1);
  };
  EXPECT_EQ(stride("{ A[1, 2] }"), 11);
  EXPECT_EQ(stride("{ A[0, -1] }"), -1);
  EXPECT_EQ(stride("{ A[x, 0] : 0 <= x <= 1 }"), std::nullopt);
  EXPECT_EQ(stride("{ A[0, 1] : false }"), std::nullopt);
}

TEST(TileNames, are_different) {
  TileNames names;
  EXPECT_EQ(names.add("s_A"), "s_A");
  EXPECT_EQ(names.add("s_A"), "s_A_1");
  EXPECT_EQ(names.add("s_B"), "s_B");
  EXPECT_EQ(names.add("s_A"), "s_A_2");
}

/// Figure 2 of Di et al. 2012: for t, i: A[i] = f(A[i], A[i+1]).
struct Figure2 : ::testing::Test {
  IslContext ctx;
  Scop make(std::vector<long> tile = {}, std::vector<long> block = {}) {
    Clauses clauses;
    clauses.tile.value = tile;
    clauses.block.value = block;
    Scop scop = TestScop(ctx, "[T, I]")
                    .array("A", 1)
                    .statement("{ S0[t,i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t,i] -> [t, i] }")
                    .read("{ S0[t,i] -> A[i] }")
                    .read("{ S0[t,i] -> A[i+1] }")
                    .write("{ S0[t,i] -> A[i] }")
                    .build();
    scop.clauses = clauses;
    return scop;
  }
  static ScheduleNode tree(const Scop &scop, const std::string &first) {
    Tree t(scop);
    return t.band(
        {t.row({"S0[t,i] -> [(" + first + ")]"}, false), t.row({"S0[t,i] -> [(t + i)]"}, false)},
        t.leaf({"S0"}));
  }
};

TEST_F(Figure2, a_balanced_band_has_inner_wavefronts_along_its_first_row) {
  Scop scop = make();
  EXPECT_EQ(innerWavefrontsOf(scop, tree(scop, "2t + i")).carrying, 1u);
  // Row t does not carry the anti dependence (0, 1).
  EXPECT_EQ(innerWavefrontsOf(scop, tree(scop, "t")).carrying, 2u);
}

TEST_F(Figure2, tiles_of_any_size_hold_every_instance_once) {
  Scop scop = make();
  const ScheduleNode band = tree(scop, "2t + i");
  const std::vector<KernelRegion> regions = splitHost(scop, band, /*wavefronts=*/true);
  for (const std::vector<long> &sizes : {std::vector<long>{4, 8}, {1, 8}, {3, 1}}) {
    const TiledSchedule tiled =
        tileWavefronts(scop, regions.at(0), sizes, innerWavefrontsOf(scop, band));
    EXPECT_EQ(checkTiledSchedule(scop, tiled), "");
    EXPECT_EQ(checkTileCover(scop, {tiled}), "");
    EXPECT_EQ(checkTileSets(tiled, wavefrontTileSets(scop, tiled, innerWavefrontsOf(scop, band))),
              "");
  }
}

TEST_F(Figure2, tiles_and_both_kinds_of_wavefronts) {
  Scop scop = make({4, 8});
  RegionPlan plan = expectWavefront(scop, tree(scop, "2t + i"));
  ASSERT_EQ(plan.kernels.size(), 1u);
  const KernelPlan &k = plan.kernels[0];
  auto is = [&](const isl::union_map &map, const std::string &text) {
    return statementMap(scop, map, "S0").is_equal(mapOf(scop, text));
  };
  const std::string domain = " : 1 <= t <= T and 1 <= i <= I }";
  EXPECT_TRUE(is(k.host, "{ S0[t,i] -> [floor((2t+i)/4) + floor((t+i)/8)]" + domain));
  EXPECT_TRUE(is(plan.launch, "{ S0[t,i] -> [floor((2t+i)/4) + floor((t+i)/8)]" + domain));
  EXPECT_TRUE(is(k.block, "{ S0[t,i] -> [floor((t+i)/8)]" + domain));
  EXPECT_TRUE(is(k.thread, "{ S0[t,i] -> [(t+i) mod 8]" + domain));
  EXPECT_TRUE(is(k.order, "{ S0[t,i] -> [2, (2t+i) mod 4, 0, 0]" + domain));
  EXPECT_EQ(k.tileSizes, (std::vector<long>{4, 8}));
  EXPECT_EQ(k.blockSize, (std::vector<long>{8}));
}

TEST_F(Figure2, every_wavefront_of_a_full_tile_has_as_many_points) {
  Scop scop = make({4, 8});
  const KernelPlan k = expectWavefront(scop, tree(scop, "2t + i")).kernels[0];
  ASSERT_FALSE(k.fullBlocks.is_empty());
  // { [w, b] -> [[inner] -> [thread]] } of the statement
  isl::map tile = isl::manage(isl_map_flat_range_product(
      statementMap(scop, k.host, "S0").release(), statementMap(scop, k.block, "S0").release()));
  isl::map place = isl::manage(isl_map_flat_range_product(
      statementMap(scop, k.order, "S0").release(), statementMap(scop, k.thread, "S0").release()));
  isl::map points = tile.reverse().apply_range(place).intersect_domain(k.fullBlocks);
  isl::map expected = isl::manage(isl_map_from_domain_and_range(
      k.fullBlocks.copy(),
      isl_set_read_from_str(ctx.get().get(), "{ [2, e, 0, 0, x] : 0 <= e < 4 and 0 <= x < 8 }")));
  EXPECT_TRUE(points.is_equal(expected));
}

TEST_F(Figure2, the_tile_is_stored_exactly_and_loaded_as_if_no_border_cut_it) {
  Scop scop = make({4, 8});
  const KernelPlan k = expectWavefront(scop, tree(scop, "2t + i")).kernels[0];
  ASSERT_EQ(k.shared.size(), 1u);
  const SharedTile &a = k.shared[0];
  isl::map tile = isl::manage(isl_map_flat_range_product(
      statementMap(scop, k.host, "S0").release(), statementMap(scop, k.block, "S0").release()));
  isl::map written = mapOf(scop, "{ S0[t,i] -> A[i] }");
  isl::map read = written.unite(mapOf(scop, "{ S0[t,i] -> A[i+1] }"));
  ASSERT_TRUE(a.stored.has_value());
  EXPECT_TRUE(a.stored->is_equal(tile.reverse().apply_range(written)));
  const isl::map needed = tile.reverse().apply_range(read);
  EXPECT_TRUE(needed.is_subset(a.copied));
  EXPECT_FALSE(a.copied.is_subset(needed));
  EXPECT_TRUE(
      a.copied.intersect_domain(k.fullBlocks).is_equal(needed.intersect_domain(k.fullBlocks)));
  // Where the array ends, and in no other element that a block beside it stores.
  EXPECT_TRUE(a.copied.range().is_subset(read.range()));
  isl::map others = a.copied.apply_range(a.stored->reverse());
  others = isl::manage(isl_map_equate(others.release(), isl_dim_in, 0, isl_dim_out, 0));
  EXPECT_TRUE(others.is_subset(isl::manage(isl_map_identity(isl_map_get_space(others.get())))));
  EXPECT_EQ(k.sharedBytes, (a.size[0] + a.padding) * scop.arrays[0].elementBytes);
}

TEST_F(Figure2, neighbouring_lanes_are_two_elements_apart) {
  // "2-way conflicts" in Di et al. 2012, section 2.4; the array is of double here,
  // which takes two words per lane and 16 lanes at a time.
  Scop scop = make({4, 32});
  EXPECT_EQ(expectWavefront(scop, tree(scop, "2t + i")).kernels[0].shared[0].bankConflictWays, 2);
  EXPECT_EQ(bankConflictWays(2, 4), 2);
  EXPECT_EQ(bankConflictWays(1, 4), 1);
  EXPECT_EQ(bankConflictWays(0, 4), 1);
  EXPECT_EQ(bankConflictWays(32, 4), 32);
  EXPECT_EQ(bankConflictWays(33, 4), 1);
  EXPECT_EQ(bankConflictWays(1, 8), 1);
  EXPECT_EQ(bankConflictWays(2, 8), 2);
  EXPECT_EQ(bankConflictWays(1, 1), 1);
  EXPECT_EQ(bankConflictWays(128, 1), 32);
  // Eight threads in x: four rows of them are a warp.
  EXPECT_EQ(bankConflictWays({{8, 1}, {4, 8}}, 4), 1);
  EXPECT_EQ(bankConflictWays({{8, 1}, {4, 32}}, 4), 4);
  EXPECT_EQ(bankConflictWays({{8, 79}, {4, 1039}}, 4), 4);
  EXPECT_EQ(bankConflictWays({{8, -1}, {2, -8}}, 4), 1); // Sixteen threads.
  EXPECT_EQ(bankConflictWays({{8, 1}, {4, 32}}, 8), 2);  // Half of a warp at a time.
}

TEST_F(Figure2, threads_take_several_points_of_a_larger_tile) {
  Scop scop = make({4, 8}, {4});
  const KernelPlan k = expectWavefront(scop, tree(scop, "2t + i")).kernels[0];
  EXPECT_EQ(k.blockSize, (std::vector<long>{4}));
  EXPECT_TRUE(statementMap(scop, k.order, "S0")
                  .is_equal(mapOf(scop, "{ S0[t,i] -> [2, (2t+i) mod 4, 0, floor(((t+i) mod 8)/4), "
                                        "0] : 1 <= t <= T and 1 <= i <= I }")));
}

TEST_F(Figure2, bad_sizes_are_refused) {
  Scop scop = make({4, 8, 16});
  Result<RegionPlan> plan = mapWavefront(scop, computeDependences(scop), tree(scop, "2t + i"), {});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.refusal().id, DiagId::BadTileSize);
}

/// for t { for i: B[i] = f(A[i-1], A[i], A[i+1]); for i: A[i] = B[i]; }
TEST(WavefrontScheme, a_copy_back_takes_two_steps_of_an_inner_wavefront) {
  IslContext ctx;
  Scop scop =
      TestScop(ctx, "[T, n]")
          .array("A", 1)
          .array("B", 1)
          .statement("{ S0[t,i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S0[t,i] -> [t, 0, i] }")
          .read("{ S0[t,i] -> A[i-1] }")
          .read("{ S0[t,i] -> A[i] }")
          .read("{ S0[t,i] -> A[i+1] }")
          .write("{ S0[t,i] -> B[i] }")
          .statement("{ S1[t,i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S1[t,i] -> [t, 1, i] }")
          .read("{ S1[t,i] -> B[i] }")
          .write("{ S1[t,i] -> A[i] }")
          .build();
  Tree t(scop);
  ScheduleNode tree = t.band({t.row({"S0[t,i] -> [(t)]", "S1[t,i] -> [(t)]"}, false),
                              t.row({"S0[t,i] -> [(2t + i)]", "S1[t,i] -> [(2t + i + 1)]"}, false)},
                             t.sequence({t.leaf({"S0"}), t.leaf({"S1"})}));
  InnerWavefronts inner = innerWavefrontsOf(scop, tree);
  EXPECT_EQ(inner.carrying, 1u);
  EXPECT_EQ(inner.steps, 2u);
  EXPECT_EQ(inner.step.at(0), 0u);
  EXPECT_EQ(inner.step.at(1), 1u);
  const KernelPlan k = expectWavefront(scop, tree).kernels[0];
  EXPECT_EQ(k.shared.size(), 2u);
  long barriers = 0;
  for (const KernelAction &action : k.actions)
    barriers += action.kind == KernelAction::Kind::Barrier;
  EXPECT_EQ(barriers, 3); // After the copies, and after each step.
}

TEST(WavefrontScheme, statements_that_do_not_meet_share_a_step) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[T, n]")
                  .array("A", 1)
                  .array("B", 1)
                  .statement("{ S0[t,i] : 0 <= t < T and 1 <= i < n }", "{ S0[t,i] -> [t, i, 0] }")
                  .update("{ S0[t,i] -> A[i] }")
                  .read("{ S0[t,i] -> A[i-1] }")
                  .statement("{ S1[t,i] : 0 <= t < T and 1 <= i < n }", "{ S1[t,i] -> [t, i, 1] }")
                  .update("{ S1[t,i] -> B[i] }")
                  .read("{ S1[t,i] -> B[i-1] }")
                  .read("{ S1[t,i] -> A[i] }")
                  .build();
  Tree t(scop);
  ScheduleNode tree = t.band({t.row({"S0[t,i] -> [(t)]", "S1[t,i] -> [(t)]"}, false),
                              t.row({"S0[t,i] -> [(i)]", "S1[t,i] -> [(i)]"}, false)},
                             t.leaf({"S0", "S1"}));
  InnerWavefronts inner = innerWavefrontsOf(scop, tree);
  EXPECT_EQ(inner.carrying, 2u);
  EXPECT_EQ(inner.steps, 1u);
}

/// Five rows: the outermost stays on the host.
TEST(WavefrontScheme, a_block_has_three_coordinates) {
  IslContext ctx;
  TestScop test(ctx, "[T, n]");
  test.array("A", 4).statement(
      "{ S0[t,i,j,k,l] : 0 <= t < T and 1 <= i < n and 1 <= j < n and 1 <= k < n and 1 <= l < n }",
      "{ S0[t,i,j,k,l] -> [t,i,j,k,l] }");
  test.update("{ S0[t,i,j,k,l] -> A[i,j,k,l] }");
  for (const char *read : {"[i-1,j,k,l]", "[i,j-1,k,l]", "[i,j,k-1,l]", "[i,j,k,l-1]"})
    test.read(std::string("{ S0[t,i,j,k,l] -> A") + read + " }");
  Scop scop = test.build();
  Tree t(scop);
  std::vector<BandRow> rows;
  for (const char *row : {"t", "i", "j", "k", "l"})
    rows.push_back(t.row({std::string("S0[t,i,j,k,l] -> [(") + row + ")]"}, false));
  const KernelPlan k = expectWavefront(scop, t.band(rows, t.leaf({"S0"}))).kernels[0];
  EXPECT_EQ(k.hostDims, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(k.blockDims, 3u);
  EXPECT_EQ(k.tileSizes.size(), 4u);
  EXPECT_LE(k.sharedBytes, DeviceLimits().sharedBytesForTiles());
}

TEST(WavefrontScheme, parallel_bands_stay_parallel_and_a_lone_row_is_refused) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 2)
                  .statement("{ S0[i,j] : 0 <= i < n and 1 <= j < n }", "{ S0[i,j] -> [i,j] }")
                  .update("{ S0[i,j] -> A[i,j] }")
                  .read("{ S0[i,j] -> A[i,j-1] }")
                  .build();
  Tree t(scop);
  ScheduleNode parallel = t.band(
      {t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, false)}, t.leaf({"S0"}));
  EXPECT_FALSE(hasWavefronts(scop, parallel));
  Result<RegionPlan> plan = mapWavefront(scop, computeDependences(scop), parallel, {});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.refusal().id, DiagId::SchemeNotApplicable);
}

} // namespace
