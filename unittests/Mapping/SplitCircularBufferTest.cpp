//===- SplitCircularBufferTest.cpp - Slots for time slices ------*- C++ -*-===//
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

#include <algorithm>

using namespace gputile;
using namespace gputile::test;

namespace {

using Kind = KernelAction::Kind;
enum { Upright, Inverted };

/// for t, i: A[t][i] = f(\p reads), or A\p write, on { 4 <= t < T - 4 and 4 <= i < n - 4 }.
Scop expanded(IslContext &ctx, const std::vector<std::string> &reads,
              const std::string &write = "[t, i]", bool surely = true) {
  TestScop scop(ctx, "[T, n]");
  scop.array("A", 2).statement("{ S0[t, i] : 4 <= t < T - 4 and 4 <= i < n - 4 }",
                               "{ S0[t, i] -> [t, i] }");
  for (const std::string &read : reads)
    scop.read("{ S0[t, i] -> A" + read + " }");
  const std::string relation = "{ S0[t, i] -> A" + write + " }";
  return (surely ? scop.write(relation) : scop.mayWrite(relation)).build();
}

Scop neighbours(IslContext &ctx) { return expanded(ctx, {"[t - 1, i - 1]", "[t - 1, i + 1]"}); }

std::string why(const Scop &scop, const RegionPlan &plan) {
  auto failure = verify(scop, scop, plan);
  return failure ? failure->what : "";
}

RegionPlan expectProved(Scop scop, std::vector<long> tile, Launch launch = Launch::Auto) {
  scop.clauses.tile.value = std::move(tile);
  scop.clauses.block.value = {8};
  scop.clauses.launch.value = launch;
  Result<SplitBand> band = findSplitBand(scop, computeDependences(scop));
  if (!band) {
    ADD_FAILURE() << formatDiag(band.refusal().id, band.refusal().args);
    return {};
  }
  Result<RegionPlan> plan = mapSplit(scop, splitSchedule(*band).tree, {*band}, {});
  if (!plan) {
    ADD_FAILURE() << formatDiag(plan.refusal().id, plan.refusal().args);
    return {};
  }
  EXPECT_EQ(why(scop, *plan), "");
  return *plan;
}

/// The slots of the tile of \p array in both kernels, 0 when it is no circular buffer.
long slotsOf(const Scop &scop, const std::vector<long> &size, const std::string &array = "A",
             Launch launch = Launch::Auto) {
  const RegionPlan plan = expectProved(scop, size, launch);
  std::optional<long> slots;
  for (const KernelPlan &kernel : plan.kernels)
    for (const SharedTile &tile : kernel.shared) {
      if (tile.name != "s_" + array)
        continue;
      const long here = tile.circular ? tile.circular->slots : 0;
      EXPECT_EQ(slots.value_or(here), here);
      slots = here;
    }
  EXPECT_TRUE(slots.has_value());
  return slots.value_or(-1);
}

TEST(SplitCircularBuffer, slots_are_the_slices_in_use) {
  IslContext ctx;
  EXPECT_EQ(slotsOf(neighbours(ctx), {4, 16}), 2);
  EXPECT_EQ(slotsOf(expanded(ctx, {"[t - 1, i + 1]", "[t - 2, i - 3]"}), {4, 20}), 3);
  // The same with the leads shifted by one.
  EXPECT_EQ(slotsOf(expanded(ctx, {"[t, i]", "[t, i + 1]", "[t - 1, i]"}, "[t + 1, i]"), {4, 16}),
            3);
  // Time may run backwards in the array.
  EXPECT_EQ(slotsOf(expanded(ctx, {"[-t + 1, i]", "[-t + 1, i + 1]"}, "[-t, i]"), {4, 16}), 2);
}

TEST(SplitCircularBuffer, a_slice_that_is_accessed_at_once_is_loaded_earlier) {
  IslContext ctx;
  // What is loaded is what the step reads, or perhaps does not write.
  EXPECT_EQ(slotsOf(expanded(ctx, {"[t, i]", "[t - 1, i - 1]"}), {4, 16}), 3);
  EXPECT_EQ(slotsOf(expanded(ctx, {"[t - 1, i - 1]"}, "[t, i]", false), {4, 16}), 3);
}

TEST(SplitCircularBuffer, a_slice_that_is_read_before_it_is_written_is_loaded_for_that) {
  IslContext ctx;
  EXPECT_EQ(slotsOf(expanded(ctx, {"[t - 1, i - 1]", "[t + 1, i]"}), {6, 16}), 4);
}

TEST(SplitCircularBuffer, all_slices_are_kept_where_none_is_saved) {
  IslContext ctx;
  EXPECT_EQ(slotsOf(neighbours(ctx), {1, 16}), 0);
  EXPECT_EQ(slotsOf(neighbours(ctx), {2, 16}), 2);
  EXPECT_EQ(slotsOf(expanded(ctx, {"[t - 1, i]", "[t - 2, i + 1]"}), {1, 16}), 0);
  // Slices of the last dimension are scattered in memory.
  EXPECT_EQ(slotsOf(expanded(ctx, {"[i, t - 1]", "[i + 1, t - 1]"}, "[i, t]"), {5, 16}), 0);
  // Time does not select a slice, or a wait for flags is not for one launch.
  EXPECT_EQ(slotsOf(expanded(ctx, {"[t mod 2, i - 1]"}, "[(t + 1) mod 2, i]"), {4, 16}), 0);
  EXPECT_EQ(slotsOf(jacobi1d(ctx), {4, 16}), 0);
  EXPECT_EQ(slotsOf(neighbours(ctx), {4, 16}, "A", Launch::Flags), 0);
}

/// Two arrays and steps: bands may begin and end between the steps of an iteration.
TEST(SplitCircularBuffer, steps_share_the_slices_of_their_time) {
  IslContext ctx;
  const Scop scop =
      TestScop(ctx, "[T, n]")
          .array("A", 2)
          .array("B", 2)
          .statement("{ S0[t, i] : 0 <= t < T and 2 <= i < n }", "{ S0[t, i] -> [t, 0, i] }")
          .read("{ S0[t, i] -> A[t, i - 1] }")
          .read("{ S0[t, i] -> A[t, i + 1] }")
          .write("{ S0[t, i] -> B[t, i] }")
          .statement("{ S1[t, i] : 0 <= t < T and 2 <= i < n }", "{ S1[t, i] -> [t, 1, i] }")
          .read("{ S1[t, i] -> B[t, i - 1] }")
          .read("{ S1[t, i] -> B[t, i] }")
          .write("{ S1[t, i] -> A[t + 1, i] }")
          .build();
  EXPECT_EQ(slotsOf(scop, {8, 24}, "A"), 2);
  EXPECT_EQ(slotsOf(scop, {8, 24}, "B"), 2); // One is stored while the next is written.
  EXPECT_EQ(slotsOf(scop, {5, 16}, "A"), 2);
}

TEST(SplitCircularBuffer, memory_is_what_slots_take) {
  IslContext ctx;
  const RegionPlan plan = expectProved(neighbours(ctx), {4, 16});
  const KernelPlan &kernel = plan.kernels[Upright];
  ASSERT_EQ(kernel.shared.size(), 1u);
  EXPECT_EQ(kernel.shared[0].size, (std::vector<long>{5, 13}));
  EXPECT_EQ(kernel.shared[0].memory(), (std::vector<long>{2, 13}));
  EXPECT_EQ(kernel.sharedBytes, 2 * 13 * 8);
  // One barrier for each step, and one after the loads of the start.
  const auto count = [&](Kind kind) {
    return std::count_if(kernel.actions.begin(), kernel.actions.end(),
                         [&](const KernelAction &action) { return action.kind == kind; });
  };
  EXPECT_EQ(count(Kind::Barrier), 2);
  EXPECT_EQ(count(Kind::CopyIn), 2);
  EXPECT_EQ(count(Kind::CopyOut), 1);
  const std::string text = printRegionPlan(plan);
  EXPECT_NE(text.find("s_A[5][13] of array 0, padding 0, prefix 0, 2 slots in dimension 0"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("-> [(-1 + 4i0)]"), std::string::npos) << text;
}

/// A plan with two slots, and changes to it.
class SplitCircularBufferBugs : public testing::Test {
protected:
  SplitCircularBufferBugs() : TheScop(neighbours(Ctx)), Plan(expectProved(TheScop, {4, 16})) {}

  /// The action of \p kind and number \p which in \p kernel.
  KernelAction &action(unsigned kernel, Kind kind, size_t which = 0) {
    for (KernelAction &one : Plan.kernels[kernel].actions)
      if (one.kind == kind && which-- == 0)
        return one;
    throw std::logic_error("no such action");
  }
  void erase(unsigned kernel, const KernelAction &action) {
    std::vector<KernelAction> &all = Plan.kernels[kernel].actions;
    all.erase(all.begin() + (&action - all.data()));
  }
  SharedTile &tile(unsigned kernel) { return Plan.kernels[kernel].shared[0]; }
  /// Moves \p action to another \p place, { [p, t, s, x, l] -> [p', t', s', x', l'] }.
  void move(KernelAction &action, const std::string &place) {
    action.order = action.order.apply_range(isl::map(Ctx.get(), place));
  }
  void expectRefused(const std::string &text) {
    const std::string what = why(TheScop, Plan);
    EXPECT_NE(what.find(text), std::string::npos) << what;
  }

  IslContext Ctx;
  Scop TheScop;
  RegionPlan Plan;
};

TEST_F(SplitCircularBufferBugs, one_slot_too_few) {
  tile(Upright).circular->slots = 1;
  expectRefused("another one in its slot");
}

TEST_F(SplitCircularBufferBugs, more_slots_are_no_bug) {
  tile(Upright).circular->slots = 3;
  EXPECT_EQ(why(TheScop, Plan), "");
}

TEST_F(SplitCircularBufferBugs, a_store_after_the_slot_is_used_again) {
  move(action(Upright, Kind::CopyOut), "{ [p, t, s, x, l] -> [p, t + 1, s, x, l] }");
  expectRefused("another one in its slot");
  tile(Upright).circular->slots = 3; // Then it is early enough.
  EXPECT_EQ(why(TheScop, Plan), "");
}

TEST_F(SplitCircularBufferBugs, a_store_before_the_barrier) {
  move(action(Upright, Kind::CopyOut), "{ [p, t, s, x, l] -> [p, t, 0, x, 1] }");
  expectRefused("no barrier between the write");
}

TEST_F(SplitCircularBufferBugs, a_load_too_late) {
  move(action(Inverted, Kind::CopyIn, 1), "{ [p, t, s, x, l] -> [p, t + 1, s, x, l] }");
  expectRefused("no barrier between the load");
}

TEST_F(SplitCircularBufferBugs, a_load_while_the_slot_is_in_use) {
  move(action(Inverted, Kind::CopyIn, 1), "{ [p, t, s, x, l] -> [p, t - 1, s, x, l] }");
  expectRefused("another one in its slot");
}

TEST_F(SplitCircularBufferBugs, a_load_of_what_the_step_writes) {
  tile(Upright).copied = tile(Upright).copied.unite(*tile(Upright).stored);
  expectRefused("no barrier between the load");
}

TEST_F(SplitCircularBufferBugs, a_missing_barrier) {
  erase(Upright, action(Upright, Kind::Barrier, 1));
  EXPECT_NE(why(TheScop, Plan), "");
}

TEST_F(SplitCircularBufferBugs, no_barrier_after_the_first_loads) {
  erase(Upright, action(Upright, Kind::Barrier, 0));
  expectRefused("no barrier between the load");
}

TEST_F(SplitCircularBufferBugs, a_missing_load) {
  const RegionPlan right = Plan;
  erase(Upright, action(Upright, Kind::CopyIn, 0));
  expectRefused("which is not loaded and not written before");
  Plan = right;
  erase(Inverted, action(Inverted, Kind::CopyIn, 1));
  expectRefused("which is not loaded and not written before");
}

TEST_F(SplitCircularBufferBugs, a_missing_store) {
  erase(Upright, action(Upright, Kind::CopyOut));
  expectRefused("is written but not stored");
}

TEST_F(SplitCircularBufferBugs, a_slice_off_by_one) {
  KernelAction &store = action(Upright, Kind::CopyOut);
  store.slice = store.slice->add_constant(1);
  expectRefused("is written but not stored");
}

TEST_F(SplitCircularBufferBugs, a_slice_that_is_loaded_twice) {
  KernelAction again = action(Upright, Kind::CopyIn, 1);
  again.order =
      again.order.apply_range(isl::map(Ctx.get(), "{ [p, t, s, x, l] -> [p, t, s + 4, x, l] }"));
  Plan.kernels[Upright].actions.push_back(again);
  expectRefused("a slice is loaded at");
}

TEST_F(SplitCircularBufferBugs, actions_and_tile_do_not_agree) {
  const RegionPlan right = Plan;
  action(Upright, Kind::CopyOut).slice.reset();
  expectRefused("does not say which slice");
  Plan = right;
  tile(Upright).circular.reset();
  expectRefused("does not name the tile's instances");
  Plan = right;
  tile(Upright).circular->dim = 2;
  expectRefused("does not have");
  Plan = right;
  tile(Upright).circular->slots = 0;
  expectRefused("without slots");
  Plan = right;
  tile(Upright).circular->dim = 1;
  EXPECT_NE(why(TheScop, Plan), "");
}

} // namespace
