//===- SharedTest.cpp - What lives in shared memory -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

using namespace gputile;
using namespace gputile::test;

namespace {

/// y[i] += M[i][j] * x[j] over the lower triangle, i parallel.
TEST(Shared, triangular_rows_have_boxes_and_no_full_block_crosses_the_border) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("L", 2)
                  .array("x", 1)
                  .array("y", 1)
                  .statement("{ S0[i,j] : 0 <= i < n and 0 <= j <= i }", "{ S0[i,j] -> [i, j] }")
                  .update("{ S0[i,j] -> y[i] }")
                  .read("{ S0[i,j] -> L[i,j] }")
                  .read("{ S0[i,j] -> x[j] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, false)},
                   t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.tileSizes, (std::vector<long>{8, 256}));
  EXPECT_EQ(k.blockSize, (std::vector<long>{128})); // Which fetch what 8 of them add up.
  EXPECT_EQ(k.workingThreads, 8);
  ASSERT_TRUE(sharedTile(k, "s_L"));
  EXPECT_EQ(sharedTile(k, "s_L")->size, (std::vector<long>{8, 256}));
  ASSERT_TRUE(registerTile(k, "p_y"));
  EXPECT_TRUE(k.fullBlocks.is_equal(setOf(scop, "{ [b] : 0 <= b and 8 b + 7 < n }")));
}

TEST(Shared, a_parallel_triangle_has_full_blocks_below_the_diagonal_only) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 2)
                  .statement("{ S0[i,j] : 0 <= j <= i < n }", "{ S0[i,j] -> [i, j] }")
                  .update("{ S0[i,j] -> A[i,j] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, true)},
                   t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  EXPECT_TRUE(k.fullBlocks.is_equal(
      setOf(scop, "{ [b0, b1] : 0 <= b1 < b0 and 32 b0 + 31 < n }")));
  EXPECT_TRUE(k.blocks.is_equal(setOf(scop, "{ [b0, b1] : 0 <= b1 <= b0 and 32 b0 < n }")));
  EXPECT_TRUE(k.shared.empty());
  EXPECT_TRUE(k.registers.empty());
}

/// y[i] += A[j][i] * x[j], i parallel.
static RegionPlan columnSums(const Scop &scop) {
  Tree t(scop);
  return expectMapped(
      scop, t.band({t.row({"S0[j,i] -> [(i)]"}, true), t.row({"S0[j,i] -> [(j)]"}, false)},
                   t.leaf({"S0"})));
}

static Scop columnSumsScop(IslContext &ctx, const std::string &bounds) {
  return TestScop(ctx, "[n, m]")
      .array("A", 2)
      .array("x", 1)
      .array("y", 1)
      .statement("{ S0[j,i] : " + bounds + " }", "{ S0[j,i] -> [i, j] }")
      .update("{ S0[j,i] -> y[i] }")
      .read("{ S0[j,i] -> A[j,i] }")
      .read("{ S0[j,i] -> x[j] }")
      .build();
}

TEST(Shared, what_loops_of_few_threads_read_is_fetched_by_whole_blocks) {
  IslContext ctx;
  Scop scop = columnSumsScop(ctx, "0 <= i < n and 0 <= j < m");
  RegionPlan plan = columnSums(scop);
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.tileSizes, (std::vector<long>{8, 256}));
  EXPECT_EQ(k.workingThreads, 8);
  ASSERT_TRUE(sharedTile(k, "s_A"));
  EXPECT_EQ(sharedTile(k, "s_A")->size, (std::vector<long>{256, 8}));
  EXPECT_TRUE(registerTile(k, "p_y"));
}

TEST(Shared, coalesced_reads_of_many_threads_or_short_loops_stay_in_global_memory) {
  for (const char *bounds : {"0 <= i < 100000 and 0 <= j < m", "0 <= i < n and 0 <= j < 100"}) {
    IslContext ctx;
    Scop scop = columnSumsScop(ctx, bounds);
    RegionPlan plan = columnSums(scop);
    const KernelPlan &k = plan.kernels[0];
    // x is the same for all threads: no barriers for it alone, so j is not tiled.
    EXPECT_TRUE(k.shared.empty()) << bounds;
    EXPECT_EQ(k.tileSizes, (std::vector<long>{64, 1})) << bounds; // Blocks for all multiprocessors.
    EXPECT_EQ(k.workingThreads, 0) << bounds;
    EXPECT_TRUE(registerTile(k, "p_y")) << bounds;
  }
}

/// y[i] += x[i + j] * w[j]: blocks read few elements again and again.
TEST(Shared, all_threads_work_where_loops_read_the_same_elements) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n, m]")
                  .array("x", 1)
                  .array("w", 1)
                  .array("y", 1)
                  .statement("{ S0[i,j] : 0 <= i < n and 0 <= j < m }", "{ S0[i,j] -> [i, j] }")
                  .update("{ S0[i,j] -> y[i] }")
                  .read("{ S0[i,j] -> x[i + j] }")
                  .read("{ S0[i,j] -> w[j] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, false)},
                   t.leaf({"S0"})));
  EXPECT_EQ(plan.kernels[0].workingThreads, 0);
}

/// C[i][j] += A[i][k] * B[j][k] + B[i][k] * A[j][k] + D[i][k] * D[j][k]: six boxes of operands.
TEST(Shared, blocks_fetch_operands_of_fewer_iterations_where_not_all_fit) {
  IslContext ctx;
  Scop scop =
      TestScop(ctx, "[n, m]")
          .array("A", 2, "float")
          .array("B", 2, "float")
          .array("C", 2, "float")
          .array("D", 2, "float")
          .statement("{ S0[i,j,k] : 0 <= i,j < n and 0 <= k < m }", "{ S0[i,j,k] -> [i, j, k] }")
          .update("{ S0[i,j,k] -> C[i,j] }")
          .read("{ S0[i,j,k] -> A[i,k] }")
          .read("{ S0[i,j,k] -> B[j,k] }")
          .read("{ S0[i,j,k] -> B[i,k] }")
          .read("{ S0[i,j,k] -> A[j,k] }")
          .read("{ S0[i,j,k] -> D[i,k] }")
          .read("{ S0[i,j,k] -> D[j,k] }")
          .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[i,j,k] -> [(i)]"}, true), t.row({"S0[i,j,k] -> [(j)]"}, true),
                    t.row({"S0[i,j,k] -> [(k)]"}, false)},
                   t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.shared.size(), 6u);
  EXPECT_EQ(k.tileSizes, (std::vector<long>{128, 128, 8}));
}

/// The same with three rows of A: threads have little to do.
TEST(Shared, short_loops_of_threads_leave_blocks_large) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 2)
                  .array("y", 1)
                  .statement("{ S0[j,i] : 0 <= i < n and 0 <= j < 3 }", "{ S0[j,i] -> [i, j] }")
                  .update("{ S0[j,i] -> y[i] }")
                  .read("{ S0[j,i] -> A[j,i] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[j,i] -> [(i)]"}, true), t.row({"S0[j,i] -> [(j)]"}, false)},
                   t.leaf({"S0"})));
  EXPECT_EQ(plan.kernels[0].blockSize, (std::vector<long>{256}));
}

TEST(Shared, a_transposed_read_is_staged) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 2, "float")
                  .array("B", 2, "float")
                  .statement("{ S0[i,j] : 0 <= i,j < n }", "{ S0[i,j] -> [i, j] }")
                  .write("{ S0[i,j] -> B[i,j] }")
                  .read("{ S0[i,j] -> A[j,i] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, true)},
                   t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.shared.size(), 1u);
  EXPECT_EQ(k.shared[0].size, (std::vector<long>{32, 32}));
  EXPECT_EQ(k.shared[0].padding, 1);
  EXPECT_EQ(k.sharedBytes, 32 * 33 * 4);
}

TEST(Shared, lanes_lie_along_what_is_written_where_that_is_transposed) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 2, "float")
                  .array("B", 2, "float")
                  .statement("{ S0[i,j] : 0 <= i,j < n }", "{ S0[i,j] -> [i, j] }")
                  .write("{ S0[i,j] -> B[j,i] }")
                  .read("{ S0[i,j] -> A[i,j] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, true)},
                   t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.shared.size(), 1u);
  EXPECT_EQ(scop.arrays[k.shared[0].array].name, "A");
  EXPECT_EQ(k.shared[0].padding, 1);
}

TEST(Shared, what_one_thread_reads_is_fetched_by_its_block) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("B", 1)
                  .array("C", 1, "float")
                  .array("s", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }")
                  .write("{ S0[i] -> B[i] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i] }")
                  .update("{ S1[i] -> s[] }")
                  .update("{ S1[i] -> A[i] }")
                  .read("{ S1[i] -> B[i] }")
                  .read("{ S1[i] -> C[2i] }")
                  .read("{ S1[i] -> C[0] }")
                  .read("{ S1[i] -> C[9i] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.sequence({t.band({t.row({"S0[i] -> [(i)]"}, true)}, t.leaf({"S0"})),
                        t.band({t.row({"S1[i] -> [(i)]"}, false)}, t.leaf({"S1"}))}));
  const KernelPlan &k = plan.kernels[1];
  EXPECT_EQ(k.blockDims, 0u);
  EXPECT_EQ(k.blockSize, (std::vector<long>{256}));
  EXPECT_TRUE(statementMap(scop, k.thread, "S1")
                  .is_equal(mapOf(scop, "{ S1[i] -> [0] : 0 <= i < n }")));
  ASSERT_EQ(k.shared.size(), 2u) << "not what is written, one element, or every ninth element";
  EXPECT_EQ(k.shared[0].size, (std::vector<long>{1024}));
  EXPECT_EQ(k.shared[1].size, (std::vector<long>{2047}));
  EXPECT_EQ(k.sharedBytes, 1024 * 8 + 2047 * 4);
}

TEST(Shared, a_filter_is_copied_once_whatever_its_loops) {
  IslContext ctx;
  Scop scop =
      TestScop(ctx, "[n]")
          .array("A", 2, "float")
          .array("W", 2, "float")
          .array("B", 2, "float")
          .statement("{ S0[i,j,k,l] : 0 <= i,j < n and 0 <= k,l < 3 }",
                     "{ S0[i,j,k,l] -> [i, j, k, l] }")
          .update("{ S0[i,j,k,l] -> B[i,j] }")
          .read("{ S0[i,j,k,l] -> A[i+k,j+l] }")
          .read("{ S0[i,j,k,l] -> W[k,l] }")
          .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop,
      t.band({t.row({"S0[i,j,k,l] -> [(i)]"}, true), t.row({"S0[i,j,k,l] -> [(j)]"}, true),
              t.row({"S0[i,j,k,l] -> [(k)]"}, false), t.row({"S0[i,j,k,l] -> [(l)]"}, false)},
             t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  const SharedTile *a = sharedTile(k, "s_A");
  ASSERT_TRUE(a);
  EXPECT_EQ(a->prefix, 0u);
  EXPECT_EQ(a->size, (std::vector<long>{34, 34}));
  EXPECT_EQ(k.tileSizes, (std::vector<long>{32, 32, 1, 1}));
  EXPECT_EQ(registerTile(k, "p_B")->references.size(), 1u);
}

TEST(Shared, references_far_apart_get_boxes_of_their_own) {
  IslContext ctx;
  TestScop builder(ctx, "[n, m]");
  builder.array("A", 2).array("B", 2);
  builder.statement("{ S0[i,j] : 1 <= i < n and 1 <= j < n }", "{ S0[i,j] -> [i, j] }");
  builder.write("{ S0[i,j] -> B[i,j] }");
  for (const char *far : {"", " + 1000"})
    for (int x = 0; x < 5; ++x)
      for (int y = 0; y < 5; ++y)
        builder.read("{ S0[i,j] -> A[i + " + std::to_string(x) + far + ",j + " + std::to_string(y) + "] }");
  Scop scop = builder.build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[i,j] -> [(i)]"}, true), t.row({"S0[i,j] -> [(j)]"}, true)},
                   t.leaf({"S0"})));
  const KernelPlan &k = plan.kernels[0];
  ASSERT_EQ(k.shared.size(), 2u);
  EXPECT_EQ(k.shared[0].name, "s_A");
  EXPECT_EQ(k.shared[1].name, "s_A_1");
  for (const SharedTile &tile : k.shared) {
    EXPECT_EQ(tile.references.size(), 25u);
    EXPECT_EQ(tile.size, (std::vector<long>{36, 36}));
  }
}

TEST(Shared, data_dependent_subscripts_stay_in_global_memory) {
  IslContext ctx;
  TestScop builder(ctx, "[n]");
  builder.array("A", 1)
      .array("idx", 1, "int")
      .array("B", 1)
      .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
      .write("{ S0[i] -> B[i] }")
      .read("{ S0[i] -> idx[i] }")
      .read("{ S0[i] -> A[x] : 0 <= x < 64 }");
  Scop scop = builder.build();
  scop.statements[0].references[2].affine = false;
  Tree t(scop);
  RegionPlan plan =
      expectMapped(scop, t.band({t.row({"S0[i] -> [(i)]"}, true)}, t.leaf({"S0"})));
  EXPECT_TRUE(plan.kernels[0].shared.empty());
  EXPECT_TRUE(plan.kernels[0].registers.empty());
}

} // namespace
