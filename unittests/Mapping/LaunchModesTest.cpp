//===- LaunchModesTest.cpp - Host loops that kernels run themselves -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

#include "Mapping/Launch/Waits.h"

#include <limits>

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
  Result<RegionPlan> plan =
      applyLaunchMode(scop, mapSweep(scop), Launch::Cooperative, DeviceProfile());
  ASSERT_TRUE(bool(plan));
  EXPECT_EQ(plan->kernels[0].mode, LaunchMode::Cooperative);
  EXPECT_EQ(plan->kernels[0].innerHostDims, 1u);
  EXPECT_FALSE(plan->kernels[0].waits);
}

TEST(LaunchModes, flags_wait_for_the_neighbours) {
  IslContext ctx;
  Scop scop = sweepScop(ctx);
  Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), Launch::Flags, DeviceProfile());
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
  Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), Launch::Flags, DeviceProfile());
  ASSERT_TRUE(bool(plan));
  EXPECT_TRUE(plan->kernels[0].waits->deltas().project_out_all_params().is_equal(
      isl::set(ctx.get(), "{ [-1, b] : -1 <= b <= 1 }")));
}

TEST(LaunchModes, flags_need_constant_distances) {
  IslContext ctx;
  Scop scop = sweepScop(ctx, "{ S0[t,i] -> X[t, 0] }");
  Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), Launch::Flags, DeviceProfile());
  ASSERT_FALSE(bool(plan));
  EXPECT_EQ(plan.refusal().id, DiagId::LaunchNotApplicable);
  EXPECT_TRUE(bool(applyLaunchMode(scop, mapSweep(scop), Launch::Cooperative, DeviceProfile())));
}

TEST(LaunchModes, other_requests_change_nothing) {
  IslContext ctx;
  Scop scop = sweepScop(ctx);
  for (Launch launch : {Launch::Auto, Launch::Kernels}) {
    Result<RegionPlan> plan = applyLaunchMode(scop, mapSweep(scop), launch, DeviceProfile());
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
  Result<RegionPlan> plan =
      applyLaunchMode(scop, mapInTurn(scop), Launch::Cooperative, DeviceProfile());
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
  Result<RegionPlan> plan = applyLaunchMode(scop, mapInTurn(scop), Launch::Flags, DeviceProfile());
  ASSERT_FALSE(bool(plan));
  EXPECT_EQ(plan.refusal().id, DiagId::LaunchNotApplicable);
}

/// Expects all kernels of \p plan in one cooperative launch, of blocks with \p threads threads.
void expectOneLaunch(const Scop &scop, const RegionPlan &plan, long threads) {
  for (unsigned k = 0; k < plan.kernels.size(); ++k) {
    const KernelPlan &kernel = plan.kernels[k];
    EXPECT_EQ(kernel.mode, LaunchMode::Cooperative);
    EXPECT_EQ(kernel.leader, k == 0 ? std::nullopt : std::optional(0u));
    EXPECT_EQ(kernel.threadsPerBlock(), threads);
    EXPECT_EQ(kernel.hostDims, plan.kernels.front().hostDims);
    EXPECT_EQ(kernel.blockDims, plan.kernels.front().blockDims);
  }
  expectValidPlan(scop, plan);
}

TEST(LaunchModes, kernels_of_one_launch_have_as_many_threads_as_the_largest) {
  IslContext ctx;
  Scop scop = inTurnScop(ctx);
  RegionPlan mapped = mapInTurn(scop);
  mapped.kernels[1].blockSize.front() *= 2;
  mapped.kernels[1].fullBlocks = isl::set::empty(mapped.kernels[1].fullBlocks.space());
  Result<RegionPlan> plan = applyLaunchMode(scop, mapped, Launch::Cooperative, DeviceProfile());
  ASSERT_TRUE(bool(plan));
  expectOneLaunch(scop, *plan, 512);
  EXPECT_TRUE(plan->kernels[0].fullBlocks.is_empty()) << "not all threads of a block work";
}

TEST(LaunchModes, kernels_that_distribute_points_over_threads_keep_their_blocks) {
  IslContext ctx;
  Scop scop = inTurnScop(ctx);
  RegionPlan mapped = mapInTurn(scop);
  mapped.kernels[0].cyclicPoints = {std::nullopt};
  mapped.kernels[1].blockSize.front() *= 2;
  Result<RegionPlan> plan = applyLaunchMode(scop, mapped, Launch::Cooperative, DeviceProfile());
  ASSERT_FALSE(bool(plan));
  EXPECT_EQ(plan.refusal().id, DiagId::LaunchNotApplicable);
}

TEST(LaunchModes, a_scalar_statement_and_a_plane_become_one_launch) {
  IslContext ctx;
  const Scop scop = TestScop(ctx, "[T, n]")
                        .array("A", 2)
                        .array("s", 0)
                        .statement("{ S0[t] : 0 <= t < T }", "{ S0[t] -> [t, 0, 0, 0] }")
                        .read("{ S0[t] -> A[0, 0] }")
                        .write("{ S0[t] -> s[] }")
                        .statement("{ S1[t,i,j] : 0 <= t < T and 0 <= i, j < n }",
                                   "{ S1[t,i,j] -> [t, 1, i, j] }")
                        .read("{ S1[t,i,j] -> s[] }")
                        .write("{ S1[t,i,j] -> A[i, j] }")
                        .build();
  Tree t(scop);
  const RegionPlan mapped = expectMapped(
      scop, t.band({t.row({"S0[t] -> [(t)]", "S1[t,i,j] -> [(t)]"}, false)},
                   t.sequence({t.leaf({"S0"}), t.band({t.row({"S1[t,i,j] -> [(i)]"}, true),
                                                       t.row({"S1[t,i,j] -> [(j)]"}, true)},
                                                      t.leaf({"S1"}))})));
  ASSERT_EQ(mapped.kernels.size(), 2u);
  Result<RegionPlan> plan = applyLaunchMode(scop, mapped, Launch::Cooperative, DeviceProfile());
  ASSERT_TRUE(bool(plan));
  expectOneLaunch(scop, *plan, mapped.kernels[1].threadsPerBlock());
  EXPECT_TRUE(plan->kernels[0].blocks.is_equal(
      setOf(scop, "{ [t, b, c] : 0 <= t < T and b = 0 and c = 0 }")));
}

TEST(LaunchModes, loops_inside_of_loops_become_those_of_one_kernel) {
  IslContext ctx;
  const Scop scop =
      TestScop(ctx, "[T, m, n]")
          .array("A", 1)
          .array("B", 1)
          .statement("{ S0[t,k,i] : 0 <= t < T and 0 <= k < m and 0 < i < n }",
                     "{ S0[t,k,i] -> [t, 0, k, i] }")
          .read("{ S0[t,k,i] -> A[i] }")
          .write("{ S0[t,k,i] -> A[i] }")
          .statement("{ S1[t,i] : 0 <= t < T and 0 < i < n }", "{ S1[t,i] -> [t, 1, i, 0] }")
          .read("{ S1[t,i] -> A[n - i] }")
          .write("{ S1[t,i] -> B[i] }")
          .build();
  Tree t(scop);
  const auto along = [&](const std::string &s, const char *row) {
    return t.band({t.row({s + row}, true)}, t.leaf({s}));
  };
  const RegionPlan mapped =
      expectMapped(scop, t.band({t.row({"S0[t,k,i] -> [(t)]", "S1[t,i] -> [(t)]"}, false)},
                                t.sequence({t.band({t.row({"S0[t,k,i] -> [(k)]"}, false)},
                                                   along("S0", "[t,k,i] -> [(i)]")),
                                            along("S1", "[t,i] -> [(i)]")})));
  ASSERT_EQ(mapped.kernels.size(), 2u);
  ASSERT_NE(mapped.kernels[0].hostDims, mapped.kernels[1].hostDims);
  Result<RegionPlan> plan = applyLaunchMode(scop, mapped, Launch::Cooperative, DeviceProfile());
  ASSERT_TRUE(bool(plan));
  expectOneLaunch(scop, *plan, 256);
  EXPECT_EQ(plan->kernels[0].hostDims, mapped.kernels[0].hostDims);
  EXPECT_EQ(plan->kernels[0].innerHostDims, 2u);
}

/// A[i] = f(A[i]) for each t, of \p domain = "… }" over t and i.
RegionPlan chosenFor(IslContext &ctx, const std::string &domain,
                     Launch best = Launch::Cooperative) {
  const Scop scop = TestScop(ctx, "[T, n]")
                        .array("A", 1)
                        .statement("{ S0[t,i] : " + domain + " }", "{ S0[t,i] -> [t, i] }")
                        .read("{ S0[t,i] -> A[i] }")
                        .write("{ S0[t,i] -> A[i] }")
                        .build();
  return applyLaunchModeWhereItPays(scop, mapSweep(scop), best, DeviceProfile());
}

TEST(LaunchModes, automatic_ones_are_for_many_small_launches_and_those_that_vary) {
  const struct {
    const char *domain, *reason;
    LaunchMode mode;
  } cases[] = {
      {"0 <= t < T and 0 <= i < 1000", "launches of few blocks", LaunchMode::Cooperative},
      {"0 <= t < T and t < i < n", "launches of varying size", LaunchMode::Cooperative},
      {"0 <= t < T and 0 <= i < n", "launches of many blocks", LaunchMode::Kernels},
      {"0 <= t < T and 0 <= i < 1000000", "launches of many blocks", LaunchMode::Kernels},
      {"0 <= t < 4 and 0 <= i < 1000", "few launches", LaunchMode::Kernels},
      {"0 <= t < 5 and 0 <= i < 1000", "launches of few blocks", LaunchMode::Cooperative},
  };
  for (const auto &c : cases) {
    IslContext ctx;
    const RegionPlan plan = chosenFor(ctx, c.domain);
    EXPECT_EQ(plan.kernels[0].launchReason, c.reason) << c.domain;
    EXPECT_EQ(plan.kernels[0].mode, c.mode) << c.domain;
  }
}

TEST(LaunchModes, automatic_ones_are_flags_where_these_come_first) {
  IslContext ctx;
  const RegionPlan plan = chosenFor(ctx, "0 <= t < T and 0 <= i < 1000", Launch::Flags);
  EXPECT_EQ(plan.kernels[0].mode, LaunchMode::Flags);
  EXPECT_TRUE(plan.kernels[0].waits);
}

/// A device whose blocks cannot wait for all others, nor, with \p flags false, for single ones.
DeviceProfile withoutGridBarriers(bool flags) {
  DeviceProfile device;
  device.name = "old";
  device.costs.gridBarrierMicroseconds = std::numeric_limits<double>::infinity();
  if (!flags)
    device.costs.flagMicroseconds = device.costs.gridBarrierMicroseconds;
  return device;
}

TEST(LaunchModes, automatic_ones_are_kernels_on_devices_whose_blocks_cannot_wait) {
  IslContext ctx;
  const Scop scop = sweepScop(ctx);
  const RegionPlan plan = applyLaunchModeWhereItPays(scop, mapSweep(scop), Launch::Flags,
                                                     withoutGridBarriers(/*flags=*/false));
  EXPECT_EQ(plan.kernels[0].mode, LaunchMode::Kernels);
}

TEST(LaunchModes, those_that_a_device_cannot_have_are_refused) {
  IslContext ctx;
  const Scop scop = sweepScop(ctx);
  const DeviceProfile device = withoutGridBarriers(/*flags=*/true);
  EXPECT_TRUE(applyLaunchMode(scop, mapSweep(scop), Launch::Kernels, device));
  EXPECT_TRUE(applyLaunchMode(scop, mapSweep(scop), Launch::Flags, device));
  for (const Launch launch : {Launch::Cooperative, Launch::Flags}) {
    Result<RegionPlan> plan =
        applyLaunchMode(scop, mapSweep(scop), launch, withoutGridBarriers(/*flags=*/false));
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.refusal().id, DiagId::LaunchNotApplicable);
    EXPECT_EQ(plan.refusal().args[1], "blocks cannot wait for one another on device 'old'");
  }
}

TEST(LaunchModes, flags_need_shared_memory_for_a_number) {
  IslContext ctx;
  KernelPlan kernel = mapSweep(sweepScop(ctx)).kernels[0];
  kernel.sharedBytes = DeviceLimits().sharedBytesPerBlockOptIn - 16;
  EXPECT_TRUE(mapping::hasRoomForTicket(kernel, DeviceLimits()));
  kernel.sharedBytes += 8;
  EXPECT_FALSE(mapping::hasRoomForTicket(kernel, DeviceLimits()));
}

TEST(LaunchModes, automatic_ones_that_failed_leave_the_plan) {
  IslContext ctx;
  const RegionPlan plan = chosenFor(ctx, "0 <= t < T and 0 <= i < 1000", Launch::Kernels);
  EXPECT_EQ(plan.kernels[0].mode, LaunchMode::Kernels);
  EXPECT_EQ(plan.kernels[0].launchReason, "not proved");
}

} // namespace
