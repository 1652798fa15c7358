//===- SplitTest.cpp - Scheme split: where it applies, its plans ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Schedule/SplitTiling.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

SplitBand expectBand(const Scop &scop) {
  Result<SplitBand> band = findSplitBand(scop, computeDependences(scop));
  if (!band) {
    ADD_FAILURE() << formatDiag(band.refusal().id, band.refusal().args);
    return {};
  }
  return *band;
}

Refusal expectRefused(const Scop &scop) {
  Result<SplitBand> band = findSplitBand(scop, computeDependences(scop));
  if (!band)
    return band.refusal();
  ADD_FAILURE() << "split tiling applies";
  return {};
}

void expectSlope(const Slope &slope, long num, long den = 1) {
  EXPECT_EQ(slope.num, num);
  EXPECT_EQ(slope.den, den);
}

/// for t, i: \p write = f(\p reads) on { 4 <= t < T and 4 <= i < n - 4 }.
Scop expanded(IslContext &ctx, const std::string &write, const std::vector<std::string> &reads) {
  TestScop scop(ctx, "[T, n]");
  scop.array("A", 2).statement("{ S0[t, i] : 4 <= t < T and 4 <= i < n - 4 }",
                               "{ S0[t, i] -> [t, i] }");
  for (const std::string &read : reads)
    scop.read("{ S0[t, i] -> A" + read + " }");
  return scop.write("{ S0[t, i] -> A" + write + " }").build();
}

TEST(SplitBandTest, a_copy_back_folds_two_steps) {
  IslContext ctx;
  const SplitBand band = expectBand(jacobi1d(ctx));
  EXPECT_EQ(band.steps, 2u);
  ASSERT_EQ(band.space.size(), 1u);
  expectSlope(band.cone[0].up, 1);
  expectSlope(band.cone[0].down, 1);
}

TEST(SplitBandTest, expanded_time_needs_one_step) {
  IslContext ctx;
  const SplitBand band = expectBand(expanded(ctx, "[t, i]", {"[t - 1, i - 1]", "[t - 1, i + 1]"}));
  EXPECT_EQ(band.steps, 1u);
  expectSlope(band.cone[0].up, 1);
  expectSlope(band.cone[0].down, 1);
}

TEST(SplitBandTest, two_buffers_by_parity_of_time) {
  IslContext ctx;
  const SplitBand band = expectBand(expanded(
      ctx, "[(t + 1) mod 2, i]", {"[t mod 2, i - 1]", "[t mod 2, i]", "[t mod 2, i + 1]"}));
  EXPECT_EQ(band.steps, 1u);
  expectSlope(band.cone[0].up, 1);
  expectSlope(band.cone[0].down, 1);
}

TEST(SplitBandTest, slopes_may_differ_by_direction_and_be_no_integers) {
  IslContext ctx;
  const SplitBand band = expectBand(expanded(ctx, "[t, i]", {"[t - 1, i + 1]", "[t - 2, i - 3]"}));
  expectSlope(band.cone[0].up, 3, 2);
  expectSlope(band.cone[0].down, 1);
}

/// Figure 6: { [2t,i-2] -> [2t+1,i]; [2t-1,i-1] -> [2t,i]; [t-2,i] -> [t,i] }
TEST(SplitBandTest, two_statements_of_the_papers_figure_6) {
  IslContext ctx;
  const SplitBand band = expectBand(
      TestScop(ctx, "[T, n]")
          .array("A", 2)
          .array("B", 2)
          .statement("{ S0[t, i] : 1 <= t < T and 2 <= i < n }", "{ S0[t, i] -> [t, 0, i] }")
          .read("{ S0[t, i] -> B[t - 1, i - 1] }")
          .read("{ S0[t, i] -> A[t - 1, i] }")
          .write("{ S0[t, i] -> A[t, i] }")
          .statement("{ S1[t, i] : 1 <= t < T and 2 <= i < n }", "{ S1[t, i] -> [t, 1, i] }")
          .read("{ S1[t, i] -> A[t, i - 2] }")
          .read("{ S1[t, i] -> B[t - 1, i] }")
          .write("{ S1[t, i] -> B[t, i] }")
          .build());
  EXPECT_EQ(band.steps, 2u);
  expectSlope(band.cone[0].up, 2);
  expectSlope(band.cone[0].down, 0);
}

TEST(SplitBandTest, independent_statements_share_a_step_and_thin_ones_are_placed) {
  IslContext ctx;
  const SplitBand band = expectBand(fdtd2d(ctx));
  EXPECT_EQ(band.steps, 2u);
  EXPECT_EQ(band.thin, std::vector<unsigned>{0});
  EXPECT_EQ(band.step.at(1), 0u);
  EXPECT_EQ(band.step.at(2), 0u);
  EXPECT_EQ(band.step.at(3), 1u);
  // S0 writes row 0 of what S1 writes.
  EXPECT_TRUE(isl_aff_plain_is_zero(band.space[0].at(0).get()) == isl_bool_true);
}

TEST(SplitBandTest, a_dependence_along_space_is_named) {
  IslContext ctx;
  const Refusal refusal = expectRefused(sor1d(ctx));
  EXPECT_EQ(refusal.id, DiagId::SchemeNotApplicable);
  EXPECT_NE(refusal.args.at(1).find("dependence on 'A' joins iterations"), std::string::npos);
  EXPECT_EQ(refusal.notes.size(), 2u);
}

TEST(SplitBandTest, a_dependence_without_bound_is_named) {
  IslContext ctx;
  const Refusal refusal = expectRefused(expanded(ctx, "[t, i]", {"[t - 1, n - i]"}));
  EXPECT_NE(refusal.args.at(1).find("reaches arbitrarily far"), std::string::npos);
}

TEST(SplitBandTest, without_dependences_the_cone_is_flat) {
  IslContext ctx;
  const SplitBand band = expectBand(expanded(ctx, "[t, i]", {"[t, i]"}));
  EXPECT_EQ(band.steps, 1u);
  ASSERT_EQ(band.cone.size(), 1u);
  EXPECT_TRUE(band.cone[0].isZero());
}

TEST(SplitBandTest, two_nests_are_not_one_time_loop) {
  IslContext ctx;
  EXPECT_NE(expectRefused(figure7(ctx)).args.at(1).find("not one loop"), std::string::npos);
}

Result<RegionPlan> mapBand(const Scop &scop, const SplitBand &band) {
  return mapSplit(scop, splitSchedule(band).tree, {band}, {});
}

/// mapSplit with the given sizes, proved.
RegionPlan expectProved(Scop scop, std::vector<long> tile, std::vector<long> block = {},
                        Launch launch = Launch::Auto) {
  scop.clauses.tile.value = std::move(tile);
  scop.clauses.block.value = std::move(block);
  scop.clauses.launch.value = launch;
  Result<RegionPlan> plan = mapBand(scop, expectBand(scop));
  if (!plan) {
    ADD_FAILURE() << formatDiag(plan.refusal().id, plan.refusal().args);
    return {};
  }
  if (auto failure = verify(scop, scop, *plan))
    ADD_FAILURE() << failure->what;
  return *plan;
}

TEST(SplitPlan, each_colour_is_a_kernel) {
  IslContext ctx;
  const RegionPlan plan = expectProved(jacobi1d(ctx), {4, 16}, {8});
  ASSERT_EQ(plan.kernels.size(), 2u);
  EXPECT_EQ(plan.launchDims, 2u);
  for (const KernelPlan &kernel : plan.kernels) {
    EXPECT_EQ(kernel.tileSizes, (std::vector<long>{4, 16}));
    EXPECT_EQ(kernel.hostDims, std::vector<unsigned>{0});
    ASSERT_EQ(kernel.shared.size(), 2u);
    for (const SharedTile &tile : kernel.shared)
      EXPECT_TRUE(tile.stored.has_value());
    EXPECT_FALSE(kernel.fullBlocks.is_empty());
  }
}

TEST(SplitPlan, colours_are_host_loops_of_one_kernel_for_flags) {
  IslContext ctx;
  const RegionPlan plan = expectProved(jacobi1d(ctx), {4, 16}, {8}, Launch::Flags);
  ASSERT_EQ(plan.kernels.size(), 1u);
  EXPECT_EQ(plan.kernels[0].hostDims, (std::vector<unsigned>{0, 1}));
}

TEST(SplitPlan, colours_are_kernels_of_one_cooperative_launch) {
  IslContext ctx;
  const Scop scop = fdtd2d(ctx);
  Result<RegionPlan> mapped = mapBand(scop, expectBand(scop));
  ASSERT_TRUE(mapped);
  Result<RegionPlan> plan = applyLaunchMode(scop, *mapped, Launch::Cooperative, DeviceProfile());
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->kernels.size(), 4u);
  for (size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(plan->kernels[k].mode, LaunchMode::Cooperative);
    EXPECT_EQ(plan->kernels[k].innerHostDims, 1u);
    EXPECT_EQ(plan->kernels[k].leader.has_value(), k > 0);
  }
}

TEST(SplitPlan, any_height_and_width_is_proved) {
  IslContext ctx;
  for (const auto &[height, period] :
       std::vector<std::pair<long, long>>{{1, 1}, {1, 5}, {3, 4}, {7, 40}})
    expectProved(jacobi1d(ctx), {height, period});
  expectProved(expanded(ctx, "[t, i]", {"[t - 1, i + 1]", "[t - 2, i - 3]"}), {5, 13}, {4});
}

TEST(SplitPlan, without_dependences_there_is_one_colour) {
  IslContext ctx;
  for (const std::vector<long> &tile : {std::vector<long>{}, {1, 1}, {4, 16}}) {
    const RegionPlan plan = expectProved(expanded(ctx, "[t, i]", {"[t, i]"}), tile);
    EXPECT_EQ(plan.kernels.size(), 1u);
  }
}

TEST(SplitPlan, a_period_below_the_shrinkage_is_refused) {
  IslContext ctx;
  Scop scop = jacobi1d(ctx);
  scop.clauses.tile.value = {8, 13};
  Result<RegionPlan> plan = mapBand(scop, expectBand(scop));
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.refusal().id, DiagId::BadTileSize);
  scop.clauses.tile.value = {8, 14};
  EXPECT_TRUE(mapBand(scop, expectBand(scop)));
}

/// for i: A[i] = f(A[i]); for t { jacobi1d }; for i: C[i] = A[n - 1 - i], with a loop over k around the
/// first two or without.
Scop besideOthers(IslContext &ctx, bool inLoop) {
  const std::string k = inLoop ? "k, " : "", many = inLoop ? "0 <= k < K and " : "";
  const auto domain = [&](const std::string &s, const std::string &what) {
    return "{ " + s + " : " + many + what + " }";
  };
  const std::string start = "S0[" + k + "i]", there = "S1[" + k + "t, i]", back = "S2[" + k + "t, i]";
  const std::string outer = inLoop ? "[0, k, " : "[0, 0, ";
  return TestScop(ctx, "[K, T, n]")
      .array("A", 1)
      .array("B", 1)
      .array("C", 1)
      .statement(domain(start, "0 <= i < n"), "{ " + start + " -> " + outer + "0, i, 0, 0] }")
      .update("{ " + start + " -> A[i] }")
      .statement(domain(there, "0 <= t < T and 1 <= i < n - 1"),
                 "{ " + there + " -> " + outer + "1, t, 0, i] }")
      .read("{ " + there + " -> A[i - 1] }")
      .read("{ " + there + " -> A[i + 1] }")
      .write("{ " + there + " -> B[i] }")
      .statement(domain(back, "0 <= t < T and 1 <= i < n - 1"),
                 "{ " + back + " -> " + outer + "1, t, 1, i] }")
      .read("{ " + back + " -> B[i] }")
      .write("{ " + back + " -> A[i] }")
      .statement("{ S3[i] : 0 <= i < n }", "{ S3[i] -> [1, i, 0, 0, 0, 0] }")
      .read("{ S3[i] -> A[n - 1 - i] }")
      .write("{ S3[i] -> C[i] }")
      .build();
}

/// findSplitSchedule and mapSplit, proved.
void expectParts(IslContext &ctx, bool inLoop, size_t around) {
  Scop scop = besideOthers(ctx, inLoop);
  scop.clauses.tile.value = {4, 16};
  const Ddg ddg = computeDependences(scop);
  Result<SplitSchedule> schedule = findSplitSchedule(scop, ddg, {});
  ASSERT_TRUE(schedule);
  ASSERT_EQ(schedule->bands.size(), 1u);
  EXPECT_EQ(schedule->bands[0].statements, (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(schedule->bands[0].around.size(), around);
  Result<RegionPlan> plan = mapSplit(scop, schedule->tree, schedule->bands, {}, ddg);
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->kernels.size(), 4u);
  for (size_t k : {1, 2}) {
    EXPECT_EQ(plan->kernels[k].tileSizes, (std::vector<long>{4, 16}));
    EXPECT_EQ(plan->kernels[k].hostDims.size(), around + 1);
    EXPECT_FALSE(plan->kernels[k].shared.empty());
  }
  EXPECT_EQ(plan->kernels[0].statements, std::vector<unsigned>{0});
  EXPECT_EQ(plan->kernels[3].statements, std::vector<unsigned>{3});
  auto failure = verify(scop, scop, *plan);
  EXPECT_FALSE(failure) << failure->what;
}

TEST(SplitParts, statements_beside_a_time_loop_are_kernels_of_their_own) {
  IslContext ctx;
  expectParts(ctx, false, 0);
}

TEST(SplitParts, a_time_loop_may_stand_in_another_loop) {
  IslContext ctx;
  expectParts(ctx, true, 1);
}

TEST(SplitParts, without_a_time_loop_there_is_a_reason) {
  IslContext ctx;
  const Scop scop = TestScop(ctx, "[n]")
                        .array("A", 2)
                        .array("B", 2)
                        .statement("{ S0[i, j] : 0 <= i, j < n }", "{ S0[i, j] -> [0, i, j] }")
                        .write("{ S0[i, j] -> A[i, j] }")
                        .statement("{ S1[i, j] : 0 <= i, j < n }", "{ S1[i, j] -> [1, i, j] }")
                        .write("{ S1[i, j] -> B[i, j] }")
                        .build();
  Result<SplitSchedule> schedule = findSplitSchedule(scop, computeDependences(scop), {});
  ASSERT_FALSE(schedule);
  EXPECT_NE(schedule.refusal().args.at(1).find("no loop of the region"), std::string::npos);
}

/// What the verifier says of \p plan after \p damage.
template <typename Damage>
std::string refusalAfter(const Scop &scop, RegionPlan plan, Damage damage) {
  damage(plan);
  auto failure = verify(scop, scop, plan);
  return failure ? failure->what : "";
}

TEST(SplitPlan, planted_bugs_are_refused) {
  IslContext ctx;
  const Scop scop = jacobi1d(ctx);
  const RegionPlan plan = expectProved(scop, {4, 16}, {8});
  const auto withoutAction = [&](KernelAction::Kind kind, size_t which) {
    return refusalAfter(scop, plan, [&](RegionPlan &p) {
      std::vector<KernelAction> &actions = p.kernels[0].actions;
      size_t seen = 0;
      for (size_t a = 0; a < actions.size(); ++a)
        if (actions[a].kind == kind && seen++ == which) {
          actions.erase(actions.begin() + static_cast<long>(a));
          return;
        }
    });
  };
  for (size_t barrier = 0; barrier < 3; ++barrier)
    EXPECT_NE(withoutAction(KernelAction::Kind::Barrier, barrier), "") << barrier;
  EXPECT_NE(withoutAction(KernelAction::Kind::CopyOut, 0), "");
  EXPECT_NE(withoutAction(KernelAction::Kind::CopyIn, 0), "");
}

/// The tile of the first kernel that holds A, after a change to the plan.
template <typename Damage>
std::string refusalOfTile(const Scop &scop, const RegionPlan &plan, Damage damage) {
  return refusalAfter(scop, plan, [&](RegionPlan &p) {
    for (SharedTile &tile : p.kernels[0].shared)
      if (tile.name == "s_A")
        damage(tile);
  });
}

isl::map without(const isl::map &from, const std::string &text) {
  return from.subtract(isl::map(from.ctx(), "[T, n] -> { " + text + " }"));
}

const SharedTile *tileOfA(const RegionPlan &plan, unsigned kernel) {
  for (const SharedTile &tile : plan.kernels[kernel].shared)
    if (tile.name == "s_A")
      return &tile;
  return nullptr;
}

/// With { 4, 16 } the base is 11 wide, so that other blocks are 5 elements away.
TEST(SplitPlan, boxes_are_loaded_and_stored) {
  IslContext ctx;
  const RegionPlan plan = expectProved(jacobi1d(ctx), {4, 16}, {8});
  const SharedTile *tile = tileOfA(plan, 0);
  ASSERT_TRUE(tile && tile->stored);
  // Nothing writes at A[16b] or A[16b + 10], where the halo begins.
  const auto equals = [&](const isl::map &map, const std::string &text) {
    return map.intersect_params(isl::set(ctx.get(), "[T, n] -> { : T >= 4 and n >= 3 }"))
        .is_equal(isl::map(ctx.get(), "[T, n] -> { [h, b] -> A[a] : T >= 4 and n >= 3 and "
                                      "0 <= a < n and " +
                                          text + " }"));
  };
  EXPECT_TRUE(equals(tile->copied, "16b - 1 <= a <= 16b + 11"));
  EXPECT_TRUE(equals(*tile->stored, "16b + 1 <= a <= 16b + 9"));
}

/// Whether the first kernel loads into buffer 1 what it reads from buffer 0 only.
bool loadsBeyondReads(IslContext &ctx, long period, long beyond) {
  const RegionPlan plan =
      expectProved(expanded(ctx, "[(t + 1) mod 2, i]", {"[t mod 2, i - 1]", "[t mod 2, i + 1]"}),
                   {4, period}, {4});
  const SharedTile *tile = tileOfA(plan, 0);
  if (!tile)
    return false;
  const isl::map one(ctx.get(), "[T, n] -> { [2, 3] -> A[1, a] : T = 40 and n = 90 and a = " +
                                    std::to_string(3 * period + beyond) + " }");
  return !tile->copied.is_disjoint(one);
}

TEST(SplitPlan, neighbours_that_are_too_near_load_and_store_exactly) {
  IslContext ctx;
  EXPECT_TRUE(loadsBeyondReads(ctx, 8, 7));
  // Upright tiles of six elements leave no room for a halo between them.
  EXPECT_FALSE(loadsBeyondReads(ctx, 6, 6));
}

TEST(SplitPlan, planted_bugs_of_boxes_are_refused) {
  IslContext ctx;
  const Scop scop = jacobi1d(ctx);
  const RegionPlan plan = expectProved(scop, {4, 16}, {8});
  const auto refused = [&](auto damage, const char *why) {
    const std::string what = refusalOfTile(scop, plan, damage);
    EXPECT_NE(what.find(why), std::string::npos) << what;
  };
  // A halo that is one too small.
  refused([](SharedTile &t) { t.copied = without(t.copied, "[h, b] -> A[16b - 1]"); },
          "which is not loaded");
  // Stored, but neither loaded nor written.
  refused(
      [](SharedTile &t) {
        t.stored =
            t.stored->unite(isl::map(t.copied.ctx(), "[T, n] -> { [h, b] -> A[16b + 12] : "
                                                     "T > 0 and 0 <= 16b and 16b + 12 < n }"));
      },
      "neither written nor loaded");
  refused([](SharedTile &t) { t.stored = without(*t.stored, "[h, b] -> A[16b + 5]"); },
          "is written but not stored");
  // A box that reaches what the next block stores.
  refused(
      [](SharedTile &t) {
        t.size = {19};
        t.copied = t.copied.unite(isl::map(t.copied.ctx(), "[T, n] -> { [h, b] -> A[a] : T > 0 "
                                                           "and 16b - 1 <= a <= 16b + 17 and "
                                                           "0 <= a < n }"));
      },
      "a block beside it stores it");
  // A store of what the next block has loaded.
  refused(
      [](SharedTile &t) {
        const isl::map more(t.copied.ctx(), "[T, n] -> { [h, b] -> A[a] : T > 0 and "
                                            "16b + 1 <= a <= 16b + 15 and 0 <= a < n }");
        t.size = {17};
        t.copied = t.copied.unite(more);
        t.stored = more;
      },
      "a block beside it touches it");
}

TEST(SplitPlan, slopes_that_are_too_flat_are_refused) {
  IslContext ctx;
  Scop scop = jacobi1d(ctx);
  scop.clauses.tile.value = {4, 16};
  SplitBand band = expectBand(scop);
  band.cone[0].up = {1, 2};
  Result<RegionPlan> plan = mapBand(scop, band);
  ASSERT_TRUE(plan);
  auto failure = verify(scop, scop, *plan);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, VerificationFailure::Kind::Order);
}

TEST(SplitPlan, colours_in_the_wrong_order_are_refused) {
  IslContext ctx;
  const Scop scop = jacobi1d(ctx);
  const RegionPlan plan = expectProved(scop, {4, 16}, {8});
  EXPECT_NE(refusalAfter(scop, plan,
                         [&](RegionPlan &p) {
                           const isl::union_map swap(scop.ctx(), "{ [b, c] -> [b, 1 - c] }");
                           p.launch = p.launch.apply_range(swap);
                           for (KernelPlan &k : p.kernels)
                             k.launch = isl::union_map(k.launch).apply_range(swap).as_map();
                         }),
            "");
}

} // namespace
