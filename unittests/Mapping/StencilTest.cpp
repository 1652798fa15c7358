//===- StencilTest.cpp - Stencils: host loops, boxes with borders ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

#include "gputile/Analysis/Dependences.h"

using namespace gputile;
using namespace gputile::test;

namespace {

/// Five points with copy back: { S0: B = f(A) } then { S1: A = B }, in time.
struct Jacobi2d : ::testing::Test {
  IslContext ctx;
  Scop scop =
      TestScop(ctx, "[T, n, m]")
          .array("A", 2)
          .array("B", 2)
          .statement("{ S0[t,i,j] : 0 <= t < T and 1 <= i < n - 1 and 1 <= j < m - 1 }",
                     "{ S0[t,i,j] -> [t, 0, i, j] }")
          .write("{ S0[t,i,j] -> B[i,j] }")
          .read("{ S0[t,i,j] -> A[i,j] }")
          .read("{ S0[t,i,j] -> A[i,j-1] }")
          .read("{ S0[t,i,j] -> A[i,j+1] }")
          .read("{ S0[t,i,j] -> A[i-1,j] }")
          .read("{ S0[t,i,j] -> A[i+1,j] }")
          .statement("{ S1[t,i,j] : 0 <= t < T and 1 <= i < n - 1 and 1 <= j < m - 1 }",
                     "{ S1[t,i,j] -> [t, 1, i, j] }")
          .write("{ S1[t,i,j] -> A[i,j] }")
          .read("{ S1[t,i,j] -> B[i,j] }")
          .build();

  ScheduleNode tree() {
    Tree t(scop);
    auto inner = [&](const std::string &s) {
      return t.band({t.row({s + "[t,i,j] -> [(i)]"}, true), t.row({s + "[t,i,j] -> [(j)]"}, true)},
                    t.leaf({s}));
    };
    return t.band({t.row({"S0[t,i,j] -> [(t)]", "S1[t,i,j] -> [(t)]"}, false)},
                  t.sequence({inner("S0"), inner("S1")}));
  }
};

TEST_F(Jacobi2d, time_is_a_host_loop_over_two_kernels) {
  RegionPlan plan = expectMapped(scop, tree());
  ASSERT_EQ(plan.kernels.size(), 2u);
  EXPECT_EQ(plan.launchDims, 2u);
  EXPECT_TRUE(statementMap(scop, plan.launch, "S0")
                  .is_equal(mapOf(scop, "{ S0[t,i,j] -> [t, 0] : 0 <= t < T and 1 <= i < n - 1 "
                                        "and 1 <= j < m - 1 }")));
  EXPECT_TRUE(statementMap(scop, plan.launch, "S1")
                  .is_equal(mapOf(scop, "{ S1[t,i,j] -> [t, 1] : 0 <= t < T and 1 <= i < n - 1 "
                                        "and 1 <= j < m - 1 }")));
  for (const KernelPlan &k : plan.kernels)
    EXPECT_EQ(k.hostDims, (std::vector<unsigned>{0}));
  EXPECT_TRUE(plan.kernels[1].launch.is_equal(
      mapOf(scop, "{ test_region_k1[t] -> [t, 1] : 0 <= t < T and n >= 3 and m >= 3 }")));
}

TEST_F(Jacobi2d, caches_serve_the_few_reads_of_an_element) {
  RegionPlan plan = expectMapped(scop, tree());
  EXPECT_TRUE(plan.kernels[0].shared.empty());
  EXPECT_TRUE(plan.kernels[0].actions.empty());
}

TEST_F(Jacobi2d, an_iteration_of_time_computes_cells_and_moves_arrays) {
  const auto step = timeStepOf(scop, computeDependences(scop), tree());
  ASSERT_TRUE(step);
  EXPECT_EQ(step->dimensions, 2u);
  EXPECT_FALSE(step->spreads);
  EXPECT_EQ(step->statements, 2u);
  EXPECT_EQ(step->bytes, 4 * 8u); // A and B are each read by one statement, and written by one.
}

TEST_F(Jacobi2d, what_is_no_time_step_of_stencils_is_none) {
  Tree t(scop);
  // No host loop: each point of time is a row of the grid.
  const ScheduleNode flat = t.band({t.row({"S0[t,i,j] -> [(i)]", "S1[t,i,j] -> [(i)]"}, true),
                                    t.row({"S0[t,i,j] -> [(j)]", "S1[t,i,j] -> [(j)]"}, true)},
                                   t.sequence({t.leaf({"S0"}), t.leaf({"S1"})}));
  EXPECT_FALSE(timeStepOf(scop, computeDependences(scop), flat));
  Ddg far = computeDependences(scop);
  far.edges.front().distance = std::vector<long>{0, 2, 0};
  EXPECT_FALSE(timeStepOf(scop, far, tree()));
  far.edges.front().distance.reset();
  EXPECT_FALSE(timeStepOf(scop, far, tree()));
}

/// Forward substitution, by columns: { S0: x[j] /= L[j][j]; for i > j: S1: x[i] -= L[i][j] * x[j]
/// }.
struct Triangular : ::testing::Test {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("L", 2)
                  .array("x", 1)
                  .statement("{ S0[j] : 0 <= j < n }", "{ S0[j] -> [j, 0, 0] }")
                  .write("{ S0[j] -> x[j] }")
                  .read("{ S0[j] -> x[j] }")
                  .read("{ S0[j] -> L[j,j] }")
                  .statement("{ S1[j,i] : 0 <= j < i < n }", "{ S1[j,i] -> [j, 1, i] }")
                  .write("{ S1[j,i] -> x[i] }")
                  .read("{ S1[j,i] -> x[i] }")
                  .read("{ S1[j,i] -> L[i,j] }")
                  .read("{ S1[j,i] -> x[j] }")
                  .build();

  ScheduleNode tree(bool parallel) {
    Tree t(scop);
    return t.band({t.row({"S0[j] -> [(j)]", "S1[j,i] -> [(j)]"}, false)},
                  t.sequence({t.leaf({"S0"}),
                              t.band({t.row({"S1[j,i] -> [(i)]"}, parallel)}, t.leaf({"S1"}))}));
  }
};

TEST_F(Triangular, an_iteration_computes_one_dimension_from_an_element_that_all_of_it_reads) {
  const auto step = timeStepOf(scop, computeDependences(scop), tree(true));
  ASSERT_TRUE(step);
  EXPECT_EQ(step->dimensions, 1u);
  EXPECT_TRUE(step->spreads);
  EXPECT_EQ(step->statements, 1u);
  EXPECT_EQ(step->bytes, 3 * 8u); // x is read and written.
}

TEST_F(Triangular, loops_of_one_thread_are_no_time_step) {
  EXPECT_FALSE(timeStepOf(scop, computeDependences(scop), tree(false)));
}

/// for t, i, j: B = f(A) around (i, j), in rows of five.
struct Box25 : ::testing::Test {
  IslContext ctx;
  Scop scop = [&] {
    TestScop builder(ctx, "[T, n, m]");
    builder.array("A", 2).array("B", 2);
    builder.statement("{ S0[t,i,j] : 0 <= t < T and 2 <= i < n - 2 and 2 <= j < m - 2 }", "{ S0[t,i,j] -> [t, i, j] }");
    builder.write("{ S0[t,i,j] -> B[i,j] }");
    for (int x = -2; x <= 2; ++x)
      for (int y = -2; y <= 2; ++y)
        builder.read("{ S0[t,i,j] -> A[i+" + std::to_string(x) + ",j+" + std::to_string(y) + "] }");
    return builder.build();
  }();
};

TEST_F(Box25, many_reads_share_one_box_with_borders) {
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[t,i,j] -> [(t)]"}, false)},
                   t.band({t.row({"S0[t,i,j] -> [(i)]"}, true), t.row({"S0[t,i,j] -> [(j)]"}, true)},
                          t.leaf({"S0"}))));
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.shared.size(), 1u);
  const SharedTile &a = k.shared[0];
  EXPECT_EQ(a.name, "s_A");
  EXPECT_EQ(a.references.size(), 25u);
  EXPECT_EQ(a.prefix, 0u);
  EXPECT_EQ(a.size, (std::vector<long>{36, 36}));
  EXPECT_TRUE(a.offset.as_map().is_equal(
      mapOf(scop, "{ [t, b0, b1] -> A[32 b0 - 2, 32 b1 - 2] }")));
  // The array is not written in this launch: the box is copied with its corners.
  EXPECT_TRUE(a.copied.is_equal(mapOf(
      scop, "{ [t, b0, b1] -> A[x, y] : 0 <= t < T and 0 <= x < n and 0 <= y < m and "
            "32 b0 - 2 <= x <= 32 b0 + 33 and 32 b1 - 2 <= y <= 32 b1 + 33 and "
            "0 <= b0 and 32 b0 < n - 2 and 0 <= b1 and 32 b1 < m - 2 and n >= 5 and m >= 5 }")));
}

/// The slot of A at time t is computed with a division, and is one.
TEST(Stencil, a_box_of_one_version_of_an_array_holds_that_version_only) {
  IslContext ctx;
  TestScop builder(ctx, "[T, n]");
  builder.array("A", 3);
  builder.statement("{ S0[t,i,j] : 0 <= t < T and 2 <= i,j < n - 2 }", "{ S0[t,i,j] -> [t, i, j] }");
  builder.write("{ S0[t,i,j] -> A[(t + 1) mod 2,i,j] }");
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      builder.read("{ S0[t,i,j] -> A[t mod 2,i+" + std::to_string(x) + ",j+" + std::to_string(y) + "] }");
  Scop scop = builder.build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[t,i,j] -> [(t)]"}, false)},
                   t.band({t.row({"S0[t,i,j] -> [(i)]"}, true), t.row({"S0[t,i,j] -> [(j)]"}, true)},
                          t.leaf({"S0"}))));
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.shared.size(), 1u);
  EXPECT_EQ(k.shared[0].size, (std::vector<long>{1, 36, 36}));
  EXPECT_TRUE(k.shared[0].offset.as_map().is_equal(
      mapOf(scop, "{ [t, b0, b1] -> A[t mod 2, 32 b0 - 2, 32 b1 - 2] }")));
  // A launch writes the other version: corners that are not read are copied, too.
  EXPECT_TRUE(mapOf(scop, "{ [t, b0, b1] -> A[t mod 2, 32 b0 - 2, 32 b1 - 2] : 0 <= t < T and b0 = b1 = 1 and n > 99 }")
                  .is_subset(k.shared[0].copied));
}

TEST_F(Jacobi2d, the_copy_back_uses_neither_shared_memory_nor_registers) {
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[1];
  EXPECT_TRUE(k.shared.empty());
  EXPECT_TRUE(k.registers.empty());
  EXPECT_TRUE(k.actions.empty());
  EXPECT_FALSE(k.fullBlocks.is_empty());
}

/// Di et al. 2012, Figure 2: A[i] = (A[i] + A[i+1]) / 2 over time, skewed.
struct Wavefront : ::testing::Test {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[T, I]")
                  .array("A", 1)
                  .statement("{ S0[t,i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t,i] -> [t, i] }")
                  .write("{ S0[t,i] -> A[i] }")
                  .read("{ S0[t,i] -> A[i] }")
                  .read("{ S0[t,i] -> A[i-1] }")
                  .read("{ S0[t,i] -> A[i+1] }")
                  .build();

  ScheduleNode tree() {
    Tree t(scop);
    return t.band({t.row({"S0[t,i] -> [(2t + i)]"}, false)},
                  t.band({t.row({"S0[t,i] -> [(t)]"}, true)}, t.leaf({"S0"})));
  }
};

TEST_F(Wavefront, fronts_are_launches_and_time_runs_in_parallel) {
  RegionPlan plan = expectMapped(scop, tree());
  ASSERT_EQ(plan.kernels.size(), 1u);
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.hostDims, (std::vector<unsigned>{0}));
  EXPECT_EQ(k.blockSize, (std::vector<long>{256}));
  EXPECT_TRUE(statementMap(scop, k.host, "S0")
                  .is_equal(mapOf(scop, "{ S0[t,i] -> [2t + i] : 1 <= t <= T and "
                                        "1 <= i <= I }")));
  EXPECT_TRUE(statementMap(scop, k.block, "S0")
                  .is_equal(mapOf(scop, "{ S0[t,i] -> [floor(t/256)] : 1 <= t <= T and "
                                        "1 <= i <= I }")));
}

TEST_F(Wavefront, every_other_element_read_twice_is_not_worth_a_box) {
  EXPECT_TRUE(expectMapped(scop, tree()).kernels[0].shared.empty());
}

TEST(Stencil, what_the_same_launch_writes_beside_a_box_is_not_copied) {
  IslContext ctx;
  TestScop builder(ctx, "[n]");
  builder.array("A", 1).statement("{ S0[i] : 2 <= i < n - 3 }", "{ S0[i] -> [i] }");
  builder.write("{ S0[i] -> A[2i + 1] }");
  for (int d = -4; d <= 6; d += 2)
    builder.read("{ S0[i] -> A[2i + " + std::to_string(d) + "] }");
  Scop scop = builder.build();
  Tree t(scop);
  RegionPlan plan = expectMapped(scop, t.band({t.row({"S0[i] -> [(i)]"}, true)}, t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.shared.size(), 1u);
  EXPECT_EQ(k.shared[0].references.size(), 6u);
  EXPECT_EQ(k.shared[0].size, (std::vector<long>{521}));
  EXPECT_FALSE(k.shared[0].copied.is_empty());
  EXPECT_TRUE(k.shared[0].copied.is_subset(mapOf(scop, "{ [b] -> A[x] : x mod 2 = 0 }")));
}

TEST_F(Wavefront, an_element_used_by_one_instance_needs_no_register) {
  EXPECT_TRUE(expectMapped(scop, tree()).kernels[0].registers.empty());
}

TEST(Stencil, the_row_whose_lanes_stay_in_a_row_of_memory_is_x) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[T, n]")
                  .array("A", 2)
                  .statement("{ S0[t,i,j] : 0 <= t < T and 1 <= i,j < n - 1 }",
                             "{ S0[t,i,j] -> [t, i, j] }")
                  .write("{ S0[t,i,j] -> A[i,j] }")
                  .read("{ S0[t,i,j] -> A[i-1,j] }")
                  .read("{ S0[t,i,j] -> A[i,j-1] }")
                  .read("{ S0[t,i,j] -> A[i+1,j] }")
                  .read("{ S0[t,i,j] -> A[i,j+1] }")
                  .build();
  Tree t(scop);
  // On the front 2t + i + j a step in t moves two columns, one in i along a diagonal.
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[t,i,j] -> [(2t + i + j)]"}, false)},
                   t.band({t.row({"S0[t,i,j] -> [(t)]"}, true),
                           t.row({"S0[t,i,j] -> [(i)]"}, true)},
                          t.leaf({"S0"}))));
  EXPECT_TRUE(statementMap(scop, plan.kernels[0].thread, "S0")
                  .is_equal(mapOf(scop, "{ S0[t,i,j] -> [i mod 8, t mod 32] : 0 <= t < T and "
                                        "1 <= i,j < n - 1 }")));
}

TEST(Stencil, a_box_of_many_points_is_copied_once_in_three_dimensions) {
  IslContext ctx;
  TestScop builder(ctx, "[n]");
  builder.array("A", 3, "float").array("B", 3, "float");
  builder.statement("{ S0[i,j,k] : 2 <= i,j,k < n - 2 }", "{ S0[i,j,k] -> [i,j,k] }");
  builder.write("{ S0[i,j,k] -> B[i,j,k] }");
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      for (int z = -1; z <= 1; ++z)
        builder.read("{ S0[i,j,k] -> A[i+" + std::to_string(x) + ",j+" + std::to_string(y) +
                     ",k+" + std::to_string(z) + "] }");
  Scop scop = builder.build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[i,j,k] -> [(i)]"}, true), t.row({"S0[i,j,k] -> [(j)]"}, true),
                    t.row({"S0[i,j,k] -> [(k)]"}, true)},
                   t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.blockDims, 3u);
  EXPECT_EQ(k.blockSize, (std::vector<long>{2, 4, 32}));
  EXPECT_EQ(k.tileSizes, (std::vector<long>{4, 8, 32}));
  EXPECT_EQ(k.unrolled.size(), 2u);
  ASSERT_EQ(k.shared.size(), 1u);
  EXPECT_EQ(k.shared[0].references.size(), 75u);
  EXPECT_EQ(k.shared[0].size, (std::vector<long>{8, 12, 34}));
  EXPECT_EQ(k.sharedBytes, 8 * 12 * 34 * 4);
}

TEST(Stencil, more_than_three_parallel_rows_run_inside_as_loops) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 4)
                  .array("B", 4)
                  .statement("{ S0[i,j,k,l] : 0 <= i,j,k,l < n }", "{ S0[i,j,k,l] -> [i,j,k,l] }")
                  .write("{ S0[i,j,k,l] -> A[i,j,k,l] }")
                  .read("{ S0[i,j,k,l] -> B[i,j,k,l] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop,
      t.band({t.row({"S0[i,j,k,l] -> [(i)]"}, true), t.row({"S0[i,j,k,l] -> [(j)]"}, true),
              t.row({"S0[i,j,k,l] -> [(k)]"}, true), t.row({"S0[i,j,k,l] -> [(l)]"}, true)},
             t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.blockDims, 3u);
  EXPECT_EQ(k.tileSizes, (std::vector<long>{4, 8, 1, 32}));
  // l is x; k is the row that is left over.
  EXPECT_TRUE(statementMap(scop, k.thread, "S0")
                  .is_equal(mapOf(scop, "{ S0[i,j,k,l] -> [i mod 2, j mod 4, l mod 32] : "
                                        "0 <= i,j,k,l < n }")));
  EXPECT_TRUE(k.shared.empty());
}

} // namespace
