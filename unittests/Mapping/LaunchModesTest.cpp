//===- LaunchModesTest.cpp - Host loops that kernels run themselves -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

using namespace gputile;
using namespace gputile::test;

namespace {

/// X[t+1][i] depends on neighbours at time t; with \p read, one more access.
Scop sweepScop(IslContext &ctx, const std::string &read = "{ S0[t,i] -> X[t, i] }") {
  return TestScop(ctx, "[T, n]")
      .array("X", 2)
      .statement("{ S0[t,i] : 0 <= t < T and 0 <= i < n }", "{ S0[t,i] -> [t, i] }")
      .read("{ S0[t,i] -> X[t, i - 1] : i > 0 }")
      .read("{ S0[t,i] -> X[t, i + 1] : i < n - 1 }")
      .read(read)
      .write("{ S0[t,i] -> X[t + 1, i] }")
      .build();
}

RegionPlan mapSweep(const Scop &scop) {
  Tree t(scop);
  return expectMapped(scop, t.band({t.row({"S0[t,i] -> [(t)]"}, false)},
                                   t.band({t.row({"S0[t,i] -> [(i)]"}, true)}, t.leaf({"S0"}))));
}

TEST(LaunchModes, cooperative_takes_the_host_loop_into_the_kernel) {
  IslContext ctx;
  Scop scop = sweepScop(ctx);
  Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), Launch::Cooperative);
  ASSERT_TRUE(bool(plan));
  EXPECT_EQ(plan->kernels[0].mode, LaunchMode::Cooperative);
  EXPECT_EQ(plan->kernels[0].innerHostDims, 1u);
  EXPECT_FALSE(plan->kernels[0].waits);
}

TEST(LaunchModes, flags_wait_for_the_neighbours) {
  IslContext ctx;
  Scop scop = sweepScop(ctx);
  Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), Launch::Flags);
  ASSERT_TRUE(bool(plan));
  const KernelPlan &kernel = plan->kernels[0];
  EXPECT_EQ(kernel.mode, LaunchMode::Flags);
  ASSERT_TRUE(kernel.waits);
  EXPECT_TRUE(kernel.waits->is_equal(mapOf(scop, "{ [t, b] -> [t - 1, c] : b - 1 <= c <= b + 1 }")
                                         .intersect_domain(kernel.blocks)
                                         .intersect_range(kernel.blocks)));
}

TEST(LaunchModes, waits_that_follow_from_others_are_left_out) {
  IslContext ctx;
  Scop scop = sweepScop(ctx, "{ S0[t,i] -> X[t - 1, i] : t >= 1 }");
  Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), Launch::Flags);
  ASSERT_TRUE(bool(plan));
  EXPECT_TRUE(plan->kernels[0].waits->deltas().project_out_all_params().is_equal(
      isl::set(ctx.get(), "{ [-1, b] : -1 <= b <= 1 }")));
}

TEST(LaunchModes, flags_need_constant_distances) {
  IslContext ctx;
  Scop scop = sweepScop(ctx, "{ S0[t,i] -> X[t, 0] }");
  Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), Launch::Flags);
  ASSERT_FALSE(bool(plan));
  EXPECT_EQ(plan.refusal().id, DiagId::LaunchNotApplicable);
  EXPECT_TRUE(bool(applyLaunchMode(scop, mapSweep(scop), Launch::Cooperative)));
}

TEST(LaunchModes, other_requests_change_nothing) {
  IslContext ctx;
  Scop scop = sweepScop(ctx);
  for (Launch launch : {Launch::Auto, Launch::Kernels}) {
    Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), launch);
    ASSERT_TRUE(bool(plan));
    EXPECT_EQ(plan->kernels[0].mode, LaunchMode::Kernels);
    EXPECT_EQ(plan->kernels[0].innerHostDims, 0u);
  }
}

/// B[i] = f(A[i - 1]), then A[i] = f(B[i]), for each t.
Scop inTurnScop(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 1)
      .array("B", 1)
      .statement("{ S0[t,i] : 0 <= t < T and 0 < i < n }", "{ S0[t,i] -> [t, 0, i] }")
      .read("{ S0[t,i] -> A[i - 1] }")
      .write("{ S0[t,i] -> B[i] }")
      .statement("{ S1[t,i] : 0 <= t < T and 0 < i < n }", "{ S1[t,i] -> [t, 1, i] }")
      .read("{ S1[t,i] -> B[i] }")
      .write("{ S1[t,i] -> A[i] }")
      .build();
}

RegionPlan mapInTurn(const Scop &scop) {
  Tree t(scop);
  auto inner = [&](const std::string &s) {
    return t.band({t.row({s + "[t,i] -> [(i)]"}, true)}, t.leaf({s}));
  };
  return expectMapped(scop, t.band({t.row({"S0[t,i] -> [(t)]", "S1[t,i] -> [(t)]"}, false)},
                                   t.sequence({inner("S0"), inner("S1")})));
}

TEST(LaunchModes, two_kernels_in_turn_become_one_launch) {
  IslContext ctx;
  Scop scop = inTurnScop(ctx);
  Result<RegionPlan> plan = applyLaunchMode(scop, mapInTurn(scop), Launch::Cooperative);
  ASSERT_TRUE(bool(plan));
  ASSERT_EQ(plan->kernels.size(), 2u);
  for (const KernelPlan &kernel : plan->kernels) {
    EXPECT_EQ(kernel.mode, LaunchMode::Cooperative);
    EXPECT_EQ(kernel.innerHostDims, 1u);
  }
  EXPECT_FALSE(plan->kernels[0].leader);
  EXPECT_EQ(plan->kernels[1].leader, 0u);
}

TEST(LaunchModes, two_kernels_in_turn_have_no_flags) {
  IslContext ctx;
  Scop scop = inTurnScop(ctx);
  Result<RegionPlan> plan = applyLaunchMode(scop, mapInTurn(scop), Launch::Flags);
  ASSERT_FALSE(bool(plan));
  EXPECT_EQ(plan.refusal().id, DiagId::LaunchNotApplicable);
}

TEST(LaunchModes, kernels_with_different_blocks_are_no_persistent_kernel) {
  IslContext ctx;
  Scop scop = inTurnScop(ctx);
  RegionPlan mapped = mapInTurn(scop);
  mapped.kernels[1].blockSize.front() *= 2;
  Result<RegionPlan> plan = applyLaunchMode(scop, mapped, Launch::Cooperative);
  ASSERT_FALSE(bool(plan));
  EXPECT_NE(plan.refusal().args.at(1).find("blocks of different sizes"), std::string::npos);
}

} // namespace
