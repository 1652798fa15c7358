//===- MappedFlagsTest.cpp - Waits between tiles, whole and damaged ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scheme `wavefront` with launch mode `flags`: the waits that the mapping chooses for
/// skewed tiles are proved, and no longer so when one of them is missing.
///
//===----------------------------------------------------------------------===//

#include "TestScop.h"
#include "gputile/Analysis/Dependences.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Schedule/Scheduler.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// Figure 2 of Di et al. 2012: conflicts between tiles at ever more distances.
Scop figure2(IslContext &ctx) {
  return TestScop(ctx, "[T, I]")
      .array("A", 1)
      .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> [t, i] }")
      .read("{ S0[t, i] -> A[i] }")
      .read("{ S0[t, i] -> A[i + 1] }")
      .write("{ S0[t, i] -> A[i] }")
      .build();
}

/// Two statements skewed by two, with shifted rows.
Scop jacobi1d(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 1)
      .array("B", 1)
      .statement("{ S0[t, i] : 0 <= t < T and 0 < i < n - 1 }", "{ S0[t, i] -> [t, 0, i] }")
      .read("{ S0[t, i] -> A[i - 1] }")
      .read("{ S0[t, i] -> A[i + 1] }")
      .write("{ S0[t, i] -> B[i] }")
      .statement("{ S1[t, i] : 0 <= t < T and 0 < i < n - 1 }", "{ S1[t, i] -> [t, 1, i] }")
      .read("{ S1[t, i] -> B[i] }")
      .write("{ S1[t, i] -> A[i] }")
      .build();
}

/// A statement that exists without the other one: no bound holds for all parameters.
Scop border(IslContext &ctx) {
  return TestScop(ctx, "[T, n, m]")
      .array("A", 1)
      .statement("{ S0[t] : 0 <= t < T }", "{ S0[t] -> [t, 0, 0] }")
      .write("{ S0[t] -> A[0] }")
      .read("{ S0[t] -> A[0] }")
      .statement("{ S1[t, i] : 0 <= t < T and 0 < i < n }", "{ S1[t, i] -> [t, 1, i] }")
      .read("{ S1[t, i] -> A[i - 1] }")
      .read("{ S1[t, i] -> A[i + 1] }")
      .write("{ S1[t, i] -> A[i] }")
      .build();
}

/// In place in three dimensions: four rows, and so twelve neighbours of a tile.
Scop gaussSeidel3d(IslContext &ctx) {
  const auto read = [](const std::string &place) {
    return "{ S0[t, i, j, k] -> A[" + place + "] }";
  };
  return TestScop(ctx, "[T, l, n, m]")
      .array("A", 3, "float")
      .statement(
          "{ S0[t, i, j, k] : 0 <= t < T and 0 < i < l - 1 and 0 < j < n - 1 and 0 < k < m - 1 }",
          "{ S0[t, i, j, k] -> [t, i, j, k] }")
      .read(read("i - 1, j, k"))
      .read(read("i + 1, j, k"))
      .read(read("i, j - 1, k"))
      .read(read("i, j + 1, k"))
      .read(read("i, j, k - 1"))
      .read(read("i, j, k + 1"))
      .write(read("i, j, k"))
      .build();
}

RegionPlan planWithFlags(const Scop &scop) {
  const Ddg ddg = computeDependences(scop);
  SchedulerOptions options;
  options.outerCoincidence = false;
  options.balanced = true;
  Result<RegionPlan> plan = mapWavefront(scop, ddg, findSchedule(scop, ddg, options).tree, {});
  if (plan)
    plan = applyLaunchMode(scop, *plan, Launch::Flags, DeviceProfile());
  EXPECT_TRUE(plan) << formatDiag(plan.refusal().id, plan.refusal().args);
  return plan ? *plan : RegionPlan();
}

struct Source {
  const char *name;
  Scop (*build)(IslContext &);
  const char *tile; ///< { [h, b] } of one that has work.
};

class MappedFlags : public testing::TestWithParam<Source> {
protected:
  void SetUp() override {
    TheScop.emplace(GetParam().build(Ctx));
    Plan.emplace(planWithFlags(*TheScop));
    ASSERT_EQ(Plan->kernels.size(), 1u);
    ASSERT_TRUE(kernel().waits);
  }

  KernelPlan &kernel() { return Plan->kernels[0]; }
  std::optional<VerificationFailure> run() const { return verify(*TheScop, *TheScop, *Plan); }

  IslContext Ctx;
  std::optional<Scop> TheScop;
  std::optional<RegionPlan> Plan;
};

} // namespace

TEST_P(MappedFlags, waits_for_the_tiles_before_in_each_coordinate) {
  EXPECT_TRUE(kernel().waits->deltas().project_out_all_params().is_equal(
      isl::set(Ctx.get(), "{ [-1, 0]; [-1, -1] }")));
}

TEST_P(MappedFlags, is_proved) {
  const std::optional<VerificationFailure> failure = run();
  EXPECT_FALSE(failure) << failure->what;
}

TEST_P(MappedFlags, needs_each_of_its_waits) {
  const isl::map all = *kernel().waits;
  const isl::map along(Ctx.get(), "{ [h, b] -> [h - 1, b] }");
  const isl::map across(Ctx.get(), "{ [h, b] -> [h - 1, b - 1] }");
  const isl::set tile(Ctx.get(), GetParam().tile);
  for (const isl::map &missing : {along, across, across.intersect_domain(tile)}) {
    kernel().waits = all.subtract(missing);
    const std::optional<VerificationFailure> failure = run();
    ASSERT_TRUE(failure) << "proved without " << missing;
    EXPECT_NE(failure->what.find("no chain of waits"), std::string::npos) << failure->what;
  }
}

TEST_P(MappedFlags, needs_the_blocks_that_chains_pass) {
  kernel().blocks = kernel().blocks.subtract(isl::set(Ctx.get(), GetParam().tile));
  kernel().waits =
      kernel().waits->intersect_domain(kernel().blocks).intersect_range(kernel().blocks);
  EXPECT_TRUE(run());
}

TEST_P(MappedFlags, has_instances_in_working_blocks_only) {
  ASSERT_TRUE(kernel().working);
  EXPECT_FALSE(kernel().blocks.is_subset(*kernel().working));
  kernel().working = kernel().working->subtract(isl::set(Ctx.get(), GetParam().tile));
  const std::optional<VerificationFailure> failure = run();
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->what.find("lies in a block that only waits"), std::string::npos)
      << failure->what;
}

INSTANTIATE_TEST_SUITE_P(Programs, MappedFlags,
                         testing::Values(Source{"figure_2", figure2, "{ [12, 2] }"},
                                         Source{"jacobi_1d", jacobi1d, "{ [12, 5] }"},
                                         Source{"border", border, "{ [12, 2] }"}),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(MappedFlagsOfFourRows, are_proved_and_not_without_one_of_them) {
  IslContext ctx;
  const Scop scop = gaussSeidel3d(ctx);
  RegionPlan plan = planWithFlags(scop);
  ASSERT_EQ(plan.kernels.size(), 1u);
  ASSERT_TRUE(plan.kernels[0].waits);
  const isl::map all = *plan.kernels[0].waits;
  EXPECT_TRUE(all.deltas().project_out_all_params().is_equal(isl::set(
      ctx.get(),
      "{ [-1, -1, -1, -1]; [-1, 0, -1, -1]; [-1, -2, 0, -1]; [-1, -1, 0, -1]; [-1, 0, 0, -1]; "
      "[-1, -2, -1, 0]; [-1, -1, -1, 0]; [-1, 0, -1, 0]; [-1, -2, 0, 0]; [-1, -1, 0, 0]; "
      "[-1, 0, 0, 0]; [-1, 1, 0, 0] }")))
      << all.deltas().project_out_all_params();
  const std::optional<VerificationFailure> failure = verify(scop, scop, plan);
  EXPECT_FALSE(failure) << failure->what;
  for (const char *missing :
       {"{ [h, a, b, c] -> [h - 1, a, b - 1, c - 1] }", "{ [h, a, b, c] -> [h - 1, a, b, c] }"}) {
    plan.kernels[0].waits = all.subtract(isl::map(ctx.get(), missing));
    const std::optional<VerificationFailure> without = verify(scop, scop, plan);
    ASSERT_TRUE(without) << "proved without " << missing;
    EXPECT_NE(without->what.find("no chain of waits"), std::string::npos) << without->what;
  }
}
