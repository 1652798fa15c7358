//===- HostSplitTest.cpp - What is a kernel and what runs on the host ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

using namespace gputile;
using namespace gputile::test;

namespace {

/// S0 serial in i; S1 parallel in i; S2 one instance.
struct Mixed : ::testing::Test {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("B", 1)
                  .array("s", 0)
                  .statement("{ S0[i] : 1 <= i < n }", "{ S0[i] -> [0, i] }")
                  .write("{ S0[i] -> A[i] }")
                  .read("{ S0[i] -> A[i - 1] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i] }")
                  .write("{ S1[i] -> B[i] }")
                  .read("{ S1[i] -> A[i] }")
                  .statement("{ S2[] : n >= 1 }", "{ S2[] -> [2, 0] }")
                  .write("{ S2[] -> s[] }")
                  .read("{ S2[] -> B[0] }")
                  .build();
  Tree t{scop};

  ScheduleNode serial() { return t.band({t.row({"S0[i] -> [(i)]"}, false)}, t.leaf({"S0"})); }
  ScheduleNode parallel() { return t.band({t.row({"S1[i] -> [(i)]"}, true)}, t.leaf({"S1"})); }
};

TEST_F(Mixed, serial_parts_are_single_thread_kernels_of_one_launch) {
  RegionPlan plan = expectMapped(scop, t.sequence({serial(), parallel(), t.leaf({"S2"})}));
  ASSERT_EQ(plan.kernels.size(), 3u);
  const KernelPlan &k = plan.kernels[0];
  EXPECT_EQ(k.blockDims, 0u);
  EXPECT_EQ(k.blockSize, (std::vector<long>{1}));
  EXPECT_TRUE(k.hostDims.empty());
  EXPECT_TRUE(k.launch.is_equal(mapOf(scop, "{ test_region_k0[] -> [0] : n >= 2 }")));
  EXPECT_TRUE(statementMap(scop, k.order, "S0")
                  .is_equal(mapOf(scop, "{ S0[i] -> [i] : 1 <= i < n }")));
  EXPECT_TRUE(k.shared.empty());
  EXPECT_EQ(plan.kernels[1].blockSize, (std::vector<long>{256}));
  EXPECT_EQ(plan.kernels[2].blockDims, 0u);
}

TEST_F(Mixed, neighbouring_serial_parts_share_a_kernel) {
  RegionPlan plan = expectMapped(scop, t.sequence({serial(), parallel(), t.leaf({"S2"})}));
  Scop other = scop;
  std::swap(other.statements[1].schedule, other.statements[2].schedule);
  // S0; S2; S1 with S2 reading B[0] before S1 writes it.
  other.statements[1].schedule = mapOf(scop, "{ S1[i] -> [2, i] : 0 <= i < n }");
  other.statements[2].schedule = mapOf(scop, "{ S2[] -> [1, 0] : n >= 1 }");
  RegionPlan joined = expectMapped(other, t.sequence({serial(), t.leaf({"S2"}), parallel()}));
  ASSERT_EQ(joined.kernels.size(), 2u);
  EXPECT_EQ(joined.kernels[0].statements, (std::vector<unsigned>{0, 2}));
}

TEST_F(Mixed, a_region_without_a_parallel_row_is_refused) {
  Scop serialOnly = scop;
  serialOnly.statements.resize(1);
  Refusal refusal = expectRefused(serialOnly, serial());
  EXPECT_EQ(refusal.id, DiagId::NoParallelism);
  EXPECT_EQ(refusal.args, (std::vector<std::string>{"parallel"}));
}

TEST(HostSplit, rows_above_a_serial_part_stay_on_the_host_only_when_something_is_parallel) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[T, n]")
                  .array("A", 1)
                  .array("B", 1)
                  .statement("{ S0[t,i] : 0 <= t < T and 0 <= i < n }", "{ S0[t,i] -> [t, 0, i] }")
                  .write("{ S0[t,i] -> A[i] }")
                  .read("{ S0[t,i] -> B[0] }")
                  .statement("{ S1[t,i] : 0 <= t < T and 1 <= i < n }", "{ S1[t,i] -> [t, 1, i] }")
                  .write("{ S1[t,i] -> B[i] }")
                  .read("{ S1[t,i] -> B[i-1] }")
                  .read("{ S1[t,i] -> A[i] }")
                  .build();
  Tree t(scop);
  ScheduleNode tree = t.band(
      {t.row({"S0[t,i] -> [(t)]", "S1[t,i] -> [(t)]"}, false)},
      t.sequence({t.band({t.row({"S0[t,i] -> [(i)]"}, true)}, t.leaf({"S0"})),
                  t.band({t.row({"S1[t,i] -> [(i)]"}, false)}, t.leaf({"S1"}))}));
  RegionPlan plan = expectMapped(scop, tree);
  ASSERT_EQ(plan.kernels.size(), 2u);
  EXPECT_EQ(plan.kernels[1].hostDims, (std::vector<unsigned>{0}));
  EXPECT_EQ(plan.kernels[1].blockDims, 0u);
}

TEST(HostSplit, launch_vectors_of_different_depth_are_padded) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[T, n]")
                  .array("A", 1)
                  .array("B", 2)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i, 0] }")
                  .write("{ S0[i] -> A[i] }")
                  .statement("{ S1[t,i] : 1 <= t < T and 0 <= i < n }", "{ S1[t,i] -> [1, t, i] }")
                  .write("{ S1[t,i] -> B[t,i] }")
                  .read("{ S1[t,i] -> B[t-1,i] }")
                  .read("{ S1[t,i] -> B[t-1,n-1-i] }")
                  .read("{ S1[t,i] -> A[i] }")
                  .build();
  Tree t(scop);
  ScheduleNode tree =
      t.sequence({t.band({t.row({"S0[i] -> [(i)]"}, true)}, t.leaf({"S0"})),
                  t.band({t.row({"S1[t,i] -> [(t)]"}, false)},
                         t.band({t.row({"S1[t,i] -> [(i)]"}, true)}, t.leaf({"S1"})))});
  RegionPlan plan = expectMapped(scop, tree);
  EXPECT_EQ(plan.launchDims, 2u);
  EXPECT_TRUE(plan.kernels[0].hostDims.empty());
  EXPECT_EQ(plan.kernels[1].hostDims, (std::vector<unsigned>{1}));
  EXPECT_TRUE(plan.kernels[0].launch.is_equal(
      mapOf(scop, "{ test_region_k0[] -> [0, 0] : n >= 1 }")));
}

} // namespace
