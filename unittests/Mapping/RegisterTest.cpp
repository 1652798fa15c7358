//===- RegisterTest.cpp - What lives in registers ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

using namespace gputile;
using namespace gputile::test;

namespace {

/// y[i] = sum_j A[i][j] * x[j] with the sum in an expanded local variable.
struct PrivateSum : ::testing::Test {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n, m]")
                  .array("A", 2)
                  .array("x", 1)
                  .array("y", 1)
                  .array("sum", 1, "double", ArrayStorage::Private)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0, 0] }")
                  .write("{ S0[i] -> sum[i] }")
                  .statement("{ S1[i,j] : 0 <= i < n and 0 <= j < m }", "{ S1[i,j] -> [i, 1, j] }")
                  .update("{ S1[i,j] -> sum[i] }")
                  .read("{ S1[i,j] -> A[i,j] }")
                  .read("{ S1[i,j] -> x[j] }")
                  .statement("{ S2[i] : 0 <= i < n }", "{ S2[i] -> [i, 2, 0] }")
                  .write("{ S2[i] -> y[i] }")
                  .read("{ S2[i] -> sum[i] }")
                  .build();
  Tree t{scop};

  ScheduleNode tree() {
    return t.band(
        {t.row({"S0[i] -> [(i)]", "S1[i,j] -> [(i)]", "S2[i] -> [(i)]"}, true)},
        t.sequence({t.leaf({"S0"}),
                    t.band({t.row({"S1[i,j] -> [(j)]"}, false)}, t.leaf({"S1"})),
                    t.leaf({"S2"})}));
  }
};

TEST_F(PrivateSum, is_a_register_that_is_neither_loaded_nor_stored) {
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[0];
  const RegisterTile *sum = registerTile(k, "p_sum");
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->references.size(), 3u);
  EXPECT_FALSE(sum->element.is_empty());
  EXPECT_TRUE(sum->loaded.is_empty());
  EXPECT_TRUE(sum->stored.is_empty());
  for (const KernelAction &action : k.actions)
    EXPECT_TRUE(action.kind == KernelAction::Kind::CopyIn ||
                action.kind == KernelAction::Kind::Barrier);
}

TEST_F(PrivateSum, rows_that_threads_read_by_columns_are_staged_with_padding) {
  RegionPlan plan = expectMapped(scop, tree());
  const KernelPlan &k = plan.kernels[0];
  const SharedTile *a = sharedTile(k, "s_A");
  ASSERT_TRUE(a);
  EXPECT_EQ(k.blockSize, (std::vector<long>{128}));
  EXPECT_EQ(a->size, (std::vector<long>{8, 256}));
  EXPECT_EQ(a->padding, 1);
  EXPECT_TRUE(sharedTile(k, "s_x")); // Barriers are there anyway.
  EXPECT_EQ(k.sharedBytes, 8 * 257 * 8 + 256 * 8);
}

TEST_F(PrivateSum, used_in_another_kernel_is_stored) {
  ScheduleNode apart = t.sequence(
      {t.band({t.row({"S0[i] -> [(i)]", "S1[i,j] -> [(i)]"}, true)},
              t.sequence({t.leaf({"S0"}),
                          t.band({t.row({"S1[i,j] -> [(j)]"}, false)}, t.leaf({"S1"}))})),
       t.band({t.row({"S2[i] -> [(i)]"}, true)}, t.leaf({"S2"}))});
  RegionPlan plan = expectMapped(scop, apart);
  ASSERT_EQ(plan.kernels.size(), 2u);
  const RegisterTile *sum = registerTile(plan.kernels[0], "p_sum");
  ASSERT_TRUE(sum);
  EXPECT_TRUE(sum->loaded.is_empty());
  EXPECT_TRUE(sum->stored.is_equal(sum->element));
}

TEST(Registers, an_element_that_is_only_maybe_written_is_loaded_first) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n, m]")
                  .array("A", 1)
                  .statement("{ S0[i,j] : 0 <= i < n and 0 <= j < m }", "{ S0[i,j] -> [i, j] }")
                  .mayWrite("{ S0[i,j] -> A[i] }")
                  .build();
  Tree t(scop);
  RegionPlan plan =
      expectMapped(scop, t.band({t.row({"S0[i,j] -> [(i)]"}, true)},
                                t.band({t.row({"S0[i,j] -> [(j)]"}, false)}, t.leaf({"S0"}))));
  const RegisterTile *a = registerTile(plan.kernels[0], "p_A");
  ASSERT_TRUE(a);
  EXPECT_TRUE(a->loaded.is_equal(a->element));
  EXPECT_TRUE(a->stored.is_equal(a->element));
}

TEST(Registers, values_carried_between_launches_are_loaded_and_stored) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[T, n]")
                  .array("s", 1, "float", ArrayStorage::Private)
                  .array("A", 1, "float")
                  .statement("{ S0[t,i] : 0 <= t < T and 0 <= i < n }", "{ S0[t,i] -> [t, i, 0] }")
                  .update("{ S0[t,i] -> s[i] }")
                  .read("{ S0[t,i] -> A[n - 1 - i] }")
                  .statement("{ S1[t,i] : 0 <= t < T and 0 <= i < n }", "{ S1[t,i] -> [t, i, 1] }")
                  .update("{ S1[t,i] -> s[i] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.band({t.row({"S0[t,i] -> [(t)]", "S1[t,i] -> [(t)]"}, false)},
                   t.band({t.row({"S0[t,i] -> [(i)]", "S1[t,i] -> [(i)]"}, true)},
                          t.leaf({"S0", "S1"}))));
  const RegisterTile *s = registerTile(plan.kernels[0], "p_s");
  ASSERT_TRUE(s);
  EXPECT_TRUE(s->loaded.is_equal(s->element));
  EXPECT_TRUE(s->stored.is_equal(s->element));
}

TEST(Registers, a_scalar_argument_is_no_register_tile) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("B", 1)
                  .array("alpha", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }")
                  .write("{ S0[i] -> B[i] }")
                  .statement("{ S1[i] : 1 <= i < n }", "{ S1[i] -> [1, i] }")
                  .write("{ S1[i] -> A[i] }")
                  .read("{ S1[i] -> A[i-1] }")
                  .read("{ S1[i] -> alpha[] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.sequence({t.band({t.row({"S0[i] -> [(i)]"}, true)}, t.leaf({"S0"})),
                        t.band({t.row({"S1[i] -> [(i)]"}, false)}, t.leaf({"S1"}))}));
  ASSERT_EQ(plan.kernels.size(), 2u);
  EXPECT_TRUE(plan.kernels[1].registers.empty());
  EXPECT_TRUE(plan.transfers[2].byValue);
}

TEST(Registers, neighbours_that_another_thread_writes_keep_an_array_out) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n, m]")
                  .array("A", 2)
                  .statement("{ S0[i,j] : 0 <= i < n and 1 <= j < m }", "{ S0[i,j] -> [i, j] }")
                  .write("{ S0[i,j] -> A[i,j] }")
                  .read("{ S0[i,j] -> A[i,j-1] }")
                  .build();
  Tree t(scop);
  RegionPlan plan =
      expectMapped(scop, t.band({t.row({"S0[i,j] -> [(i)]"}, true)},
                                t.band({t.row({"S0[i,j] -> [(j)]"}, false)}, t.leaf({"S0"}))));
  EXPECT_TRUE(plan.kernels[0].registers.empty());
  EXPECT_TRUE(plan.kernels[0].shared.empty());
}

TEST(Registers, a_scalar_of_a_single_thread_kernel_is_a_register) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("B", 1)
                  .array("s", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }")
                  .write("{ S0[i] -> B[i] }")
                  .read("{ S0[i] -> A[i] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i] }")
                  .update("{ S1[i] -> s[] }")
                  .read("{ S1[i] -> B[i] }")
                  .build();
  Tree t(scop);
  RegionPlan plan = expectMapped(
      scop, t.sequence({t.band({t.row({"S0[i] -> [(i)]"}, true)}, t.leaf({"S0"})),
                        t.band({t.row({"S1[i] -> [(i)]"}, false)}, t.leaf({"S1"}))}));
  const RegisterTile *s = registerTile(plan.kernels[1], "p_s");
  ASSERT_TRUE(s);
  EXPECT_TRUE(s->element.is_equal(mapOf(scop, "{ [0] -> s[] : n >= 1 }")));
  EXPECT_TRUE(s->loaded.is_equal(s->element));
  EXPECT_TRUE(s->stored.is_equal(s->element));
}

} // namespace
