//===- MatmulTest.cpp - The matrix product of PPCG's Figure 2 ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

using namespace gputile;
using namespace gputile::test;

namespace {

/// C = A*B with its initialisation, as one permutable band (i, j, k).
struct Matmul : ::testing::Test {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n, m, p]")
                  .array("A", 2)
                  .array("B", 2)
                  .array("C", 2)
                  .statement("{ S0[i,j] : 0 <= i < n and 0 <= j < m }",
                             "{ S0[i,j] -> [i, j, 0, 0] }")
                  .write("{ S0[i,j] -> C[i,j] }")
                  .statement("{ S1[i,j,k] : 0 <= i < n and 0 <= j < m and 0 <= k < p }",
                             "{ S1[i,j,k] -> [i, j, 1, k] }")
                  .update("{ S1[i,j,k] -> C[i,j] }")
                  .read("{ S1[i,j,k] -> A[i,k] }")
                  .read("{ S1[i,j,k] -> B[k,j] }")
                  .build();

  /// Most tests need no large tiles.
  Matmul() {
    scop.clauses.tile = {{32, 32, 32}, Origin::Clause};
    scop.clauses.block = {{32, 8}, Origin::Clause};
  }

  void withoutClauses() {
    scop.clauses.tile = {};
    scop.clauses.block = {};
  }

  ScheduleNode tree() {
    Tree t(scop);
    return t.band({t.row({"S0[i,j] -> [(i)]", "S1[i,j,k] -> [(i)]"}, true),
                   t.row({"S0[i,j] -> [(j)]", "S1[i,j,k] -> [(j)]"}, true),
                   t.row({"S0[i,j] -> [(0)]", "S1[i,j,k] -> [(k)]"}, false)},
                  t.leaf({"S0", "S1"}));
  }
};

TEST_F(Matmul, is_one_kernel_over_tiles_of_i_and_j) {
  RegionPlan plan = expectMapped(scop, tree());
  ASSERT_EQ(plan.kernels.size(), 1u);
  const KernelPlan &k = plan.kernels[0];
  EXPECT_TRUE(k.hostDims.empty());
  EXPECT_EQ(k.tileSizes, (std::vector<long>{32, 32, 32}));
  EXPECT_EQ(k.blockSize, (std::vector<long>{8, 32}));
  isl::map block = statementMap(scop, k.block, "S1");
  EXPECT_TRUE(block.is_equal(
      mapOf(scop, "{ S1[i,j,k] -> [floor(i/32), floor(j/32)] : 0 <= i < n and 0 <= j < m "
                  "and 0 <= k < p }")));
  isl::map thread = statementMap(scop, k.thread, "S1");
  EXPECT_TRUE(thread.is_equal(
      mapOf(scop, "{ S1[i,j,k] -> [i mod 8, j mod 32] : 0 <= i < n and 0 <= j < m and "
                  "0 <= k < p }")));
}

TEST_F(Matmul, threads_have_as_many_points_as_registers_hold) {
  withoutClauses();
  // Of 8 bytes: 4 x 4 points.
  RegionPlan plan = expectMapped(scop, tree());
  EXPECT_EQ(plan.kernels[0].tileSizes, (std::vector<long>{64, 64, 16}));
  EXPECT_EQ(plan.kernels[0].blockSize, (std::vector<long>{16, 16}));
  EXPECT_EQ(plan.kernels[0].unrolled.size(), 2u);
  EXPECT_TRUE(registerTile(plan.kernels[0], "p_C"));
  for (Array &array : scop.arrays)
    array.elementBytes = 4;
  plan = expectMapped(scop, tree());
  EXPECT_EQ(plan.kernels[0].tileSizes, (std::vector<long>{128, 128, 16}));
  EXPECT_TRUE(registerTile(plan.kernels[0], "p_C"));
}

TEST_F(Matmul, known_sizes_leave_enough_blocks) {
  withoutClauses();
  for (Statement &statement : scop.statements)
    statement.domain = statement.domain.intersect_params(setOf(scop, "{ : n = m = 512 }").params());
  EXPECT_EQ(expectMapped(scop, tree()).kernels[0].tileSizes, (std::vector<long>{64, 64, 16}));
}

TEST_F(Matmul, an_operand_for_each_point_is_no_reason_for_many_points) {
  withoutClauses();
  for (Access &access : scop.statements[1].accesses)
    if (std::string(isl_map_get_tuple_name(access.relation.get(), isl_dim_out)) == "B")
      access.relation = mapOf(scop, "{ S1[i,j,k] -> B[i + k,j] : 0 <= i < n and 0 <= j < m and 0 <= k < p }");
  EXPECT_EQ(expectMapped(scop, tree()).kernels[0].blockSize, (std::vector<long>{8, 32}));
}

TEST_F(Matmul, order_interleaves_tile_loop_copies_and_four_unrolled_points) {
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[0];
  // store of C | kt | copies, barrier, statements, barrier | k | i points | S0, S1
  EXPECT_EQ(k.orderIsLoop, (std::vector<bool>{false, true, false, true, true, false}));
  EXPECT_EQ(k.unrolled, (std::vector<unsigned>{4}));
  EXPECT_TRUE(statementMap(scop, k.order, "S1")
                  .is_equal(mapOf(scop, "{ S1[i,j,k] -> [0, floor(k/32), 3, k mod 32, "
                                        "floor((i mod 32)/8), 1] : 0 <= i < n and 0 <= j < m "
                                        "and 0 <= k < p }")));
}

TEST_F(Matmul, tiles_of_A_and_B_are_shared_below_the_tile_loop_of_k) {
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.shared.size(), 2u);
  const SharedTile *a = sharedTile(k, "s_A"), *b = sharedTile(k, "s_B");
  ASSERT_TRUE(a && b);
  for (const SharedTile *tile : {a, b}) {
    EXPECT_EQ(tile->prefix, 2u);
    EXPECT_EQ(tile->size, (std::vector<long>{32, 32}));
    EXPECT_EQ(tile->padding, 0);
  }
  EXPECT_TRUE(a->offset.as_map().is_equal(
      mapOf(scop, "{ [b0, b1, e0, kt] -> A[32 b0, 32 kt] }")));
  EXPECT_TRUE(b->offset.as_map().is_equal(
      mapOf(scop, "{ [b0, b1, e0, kt] -> B[32 kt, 32 b1] }")));
  EXPECT_TRUE(a->copied.is_equal(
      mapOf(scop, "{ [b0, b1, 0, kt] -> A[x, y] : 0 <= x < n and 0 <= y < p and "
                  "32 b0 <= x < 32 b0 + 32 and 32 kt <= y < 32 kt + 32 and 0 <= b1 and "
                  "32 b1 < m }")));
  EXPECT_EQ(k.sharedBytes, 2 * 32 * 32 * 8);
}

TEST_F(Matmul, C_stays_in_registers_and_is_only_stored) {
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.registers.size(), 1u);
  const RegisterTile *c = registerTile(k, "p_C");
  ASSERT_TRUE(c);
  isl::map element =
      mapOf(scop, "{ [b0, b1, t0, t1, q] -> C[32 b0 + 8 q + t0, 32 b1 + t1] : 0 <= t0 < 8 and "
                  "0 <= t1 < 32 and 0 <= q < 4 and 0 <= 32 b0 + 8 q + t0 < n and "
                  "0 <= 32 b1 + t1 < m }");
  EXPECT_TRUE(c->element.is_equal(element));
  EXPECT_TRUE(c->loaded.is_empty());
  EXPECT_TRUE(c->stored.is_equal(element));
  ASSERT_EQ(k.actions.size(), 5u); // store, two copies, two barriers
}

TEST_F(Matmul, an_accumulated_C_is_loaded_first) {
  scop.statements[0].accesses.push_back(
      {0, AccessKind::Read, scop.statements[0].accesses[0].relation});
  RegionPlan plan = expectMapped(scop, tree());
  const RegisterTile *c = registerTile(plan.kernels[0], "p_C");
  ASSERT_TRUE(c);
  EXPECT_TRUE(c->loaded.is_equal(c->element));
  EXPECT_TRUE(c->stored.is_equal(c->element));
}

TEST_F(Matmul, full_blocks_lie_in_the_matrix) {
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[0];
  EXPECT_TRUE(k.fullBlocks.is_equal(
      setOf(scop, "{ [b0, b1] : 0 <= b0 and 32 b0 + 31 < n and 0 <= b1 and 32 b1 + 31 < m and "
                  "p >= 1 }")));
  EXPECT_TRUE(k.blocks.is_equal(
      setOf(scop, "{ [b0, b1] : 0 <= b0 and 32 b0 < n and 0 <= b1 and 32 b1 < m }")));
}

TEST_F(Matmul, boxes_that_do_not_fit_stay_in_global_memory) {
  withoutClauses();
  DeviceLimits limits;
  limits.sharedBytesPerBlock = 9000; // Of 16 iterations, one box.
  RegionPlan both = expectMapped(scop, tree(), limits);
  EXPECT_EQ(both.kernels[0].shared.size(), 2u);
  EXPECT_EQ(both.kernels[0].tileSizes, (std::vector<long>{64, 64, 8}));
  limits.sharedBytesPerBlock = 100;
  RegionPlan none = expectMapped(scop, tree(), limits);
  EXPECT_TRUE(none.kernels[0].shared.empty());
  EXPECT_EQ(none.kernels[0].sharedBytes, 0);
  // Without a box that depends on it, k is not tiled.
  EXPECT_EQ(none.kernels[0].tileSizes, (std::vector<long>{64, 64, 1}));
}

TEST_F(Matmul, three_tile_sizes_tile_the_sequential_row_too) {
  scop.clauses.tile = {{16, 16, 8}, Origin::Clause};
  scop.clauses.block = {};
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.tileSizes, (std::vector<long>{16, 16, 8}));
  ASSERT_TRUE(sharedTile(k, "s_A") && sharedTile(k, "s_B"));
  EXPECT_EQ(sharedTile(k, "s_A")->size, (std::vector<long>{16, 8}));
  EXPECT_EQ(sharedTile(k, "s_B")->size, (std::vector<long>{8, 16}));
}

TEST_F(Matmul, registers_of_tiles_that_threads_do_not_divide_are_exact) {
  scop.clauses.tile = {{20, 48}, Origin::Clause};
  scop.clauses.block = {{32, 8}, Origin::Clause};
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.unrolled.size(), 2u);
  const RegisterTile *c = registerTile(k, "p_C");
  ASSERT_TRUE(c);
  EXPECT_TRUE(c->element.is_equal(
      mapOf(scop, "{ [b0, b1, t0, t1, q0, q1] -> C[20 b0 + 8 q0 + t0, 48 b1 + 32 q1 + t1] : "
                  "0 <= t0 < 8 and 0 <= t1 < 32 and 0 <= q0 and 8 q0 + t0 < 20 and 0 <= q1 and "
                  "32 q1 + t1 < 48 and 0 <= 20 b0 + 8 q0 + t0 < n and "
                  "0 <= 48 b1 + 32 q1 + t1 < m }")));
}

TEST_F(Matmul, points_that_are_a_loop_keep_C_out_of_registers) {
  scop.clauses.tile = {{128, 64}, Origin::Clause};
  scop.clauses.block = {{8, 8}, Origin::Clause};
  RegionPlan plan = expectMapped(scop, tree());
  EXPECT_TRUE(plan.kernels[0].unrolled.empty());
  EXPECT_TRUE(plan.kernels[0].registers.empty());
  EXPECT_EQ(plan.kernels[0].shared.size(), 2u);
}

TEST_F(Matmul, devices_with_fewer_registers_have_fewer_points_per_thread) {
  withoutClauses();
  DeviceLimits limits;
  limits.registersPerThread = 63; // 16 of them for elements of arrays.
  RegionPlan plan = expectMapped(scop, tree(), limits);
  EXPECT_EQ(plan.kernels[0].tileSizes, (std::vector<long>{32, 64, 16}));
  EXPECT_FALSE(plan.kernels[0].registers.empty());
}

TEST_F(Matmul, few_registers_leave_C_in_memory) {
  DeviceLimits limits;
  limits.registersPerThread = 20;
  RegionPlan plan = expectMapped(scop, tree(), limits);
  EXPECT_TRUE(plan.kernels[0].registers.empty());
  EXPECT_EQ(plan.kernels[0].shared.size(), 2u);
}

TEST_F(Matmul, x_runs_along_the_rows_of_memory_whatever_the_order_of_the_loops) {
  Tree t(scop);
  ScheduleNode swapped =
      t.band({t.row({"S0[i,j] -> [(j)]", "S1[i,j,k] -> [(j)]"}, true),
              t.row({"S0[i,j] -> [(i)]", "S1[i,j,k] -> [(i)]"}, true),
              t.row({"S0[i,j] -> [(0)]", "S1[i,j,k] -> [(k)]"}, false)},
             t.leaf({"S0", "S1"}));
  RegionPlan plan = expectMapped(scop, swapped);
  EXPECT_TRUE(statementMap(scop, plan.kernels[0].thread, "S0")
                  .is_equal(mapOf(scop, "{ S0[i,j] -> [i mod 8, j mod 32] : 0 <= i < n and "
                                        "0 <= j < m }")));
}

TEST_F(Matmul, a_sequence_below_the_band_keeps_the_tiles) {
  scop.clauses.tile = {{32, 32}, Origin::Clause};
  Tree t(scop);
  ScheduleNode tree =
      t.band({t.row({"S0[i,j] -> [(i)]", "S1[i,j,k] -> [(i)]"}, true),
              t.row({"S0[i,j] -> [(j)]", "S1[i,j,k] -> [(j)]"}, true)},
             t.sequence({t.leaf({"S0"}),
                         t.band({t.row({"S1[i,j,k] -> [(k)]"}, false)}, t.leaf({"S1"}))}));
  RegionPlan plan = expectMapped(scop, tree);
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.shared.size(), 2u);
  EXPECT_TRUE(sharedTile(k, "s_A")->offset.as_map().range().is_equal(
      setOf(scop, "{ A[x, y] : x mod 32 = 0 and y mod 16 = 0 }")));
  ASSERT_TRUE(registerTile(k, "p_C"));
  EXPECT_TRUE(registerTile(k, "p_C")->loaded.is_empty());
}

} // namespace
