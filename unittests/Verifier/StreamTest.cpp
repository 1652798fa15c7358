//===- StreamTest.cpp - Plans of scheme stream, whole and damaged ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"
#include "gputile/Analysis/Dependences.h"
#include "gputile/Analysis/StreamLags.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Schedule/Streaming.h"
#include "gputile/Transform/SecondBuffers.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>
#include <isl/set.h>

#include <functional>
#include <limits>

using namespace gputile;
using namespace gputile::test;

namespace {

/// for t { B = the sum of five of A; A = B; }
Scop jacobi(IslContext &ctx) {
  const std::string bounds = " : 0 <= t < T and 1 <= i < n - 1 and 1 <= j < m - 1 }";
  return TestScop(ctx, "[T, n, m]")
      .array("A", 2)
      .array("B", 2)
      .statement("{ S0[t, i, j]" + bounds, "{ S0[t, i, j] -> [t, 0, i, j] }")
      .read("{ S0[t, i, j] -> A[i, j] }")
      .read("{ S0[t, i, j] -> A[i - 1, j] }")
      .read("{ S0[t, i, j] -> A[i + 1, j] }")
      .read("{ S0[t, i, j] -> A[i, j - 1] }")
      .read("{ S0[t, i, j] -> A[i, j + 1] }")
      .write("{ S0[t, i, j] -> B[i, j] }")
      .body("$5 = $0 + $1 + $2 + $3 + $4;")
      .statement("{ S1[t, i, j]" + bounds, "{ S1[t, i, j] -> [t, 1, i, j] }")
      .read("{ S1[t, i, j] -> B[i, j] }")
      .write("{ S1[t, i, j] -> A[i, j] }")
      .body("$1 = $0;")
      .build();
}

/// for t { row 0 of E; E from H and the row above; H from E and the row below; }
Scop fdtd(IslContext &ctx) {
  return TestScop(ctx, "[T, n, m]")
      .array("E", 2)
      .array("H", 2)
      .statement("{ S0[t, j] : 0 <= t < T and 0 <= j < m }", "{ S0[t, j] -> [t, 0, j, 0] }")
      .write("{ S0[t, j] -> E[0, j] }")
      .body("$0 = #0;")
      .statement("{ S1[t, i, j] : 0 <= t < T and 1 <= i < n and 0 <= j < m }",
                 "{ S1[t, i, j] -> [t, 1, i, j] }")
      .update("{ S1[t, i, j] -> E[i, j] }")
      .read("{ S1[t, i, j] -> H[i, j] }")
      .read("{ S1[t, i, j] -> H[i - 1, j] }")
      .body("$0 -= $1 - $2;")
      .statement("{ S2[t, i, j] : 0 <= t < T and 0 <= i < n - 1 and 0 <= j < m - 1 }",
                 "{ S2[t, i, j] -> [t, 2, i, j] }")
      .update("{ S2[t, i, j] -> H[i, j] }")
      .read("{ S2[t, i, j] -> E[i + 1, j] }")
      .read("{ S2[t, i, j] -> E[i, j + 1] }")
      .body("$0 -= $1 - $2;")
      .build();
}

/// for t { B = the sum of three of A; A = B; } in one dimension
Scop line(IslContext &ctx) {
  const std::string bounds = " : 0 <= t < T and 1 <= j < m - 1 }";
  return TestScop(ctx, "[T, n, m]")
      .array("A", 1)
      .array("B", 1)
      .statement("{ S0[t, j]" + bounds, "{ S0[t, j] -> [t, 0, j] }")
      .read("{ S0[t, j] -> A[j] }")
      .read("{ S0[t, j] -> A[j - 1] }")
      .read("{ S0[t, j] -> A[j + 1] }")
      .write("{ S0[t, j] -> B[j] }")
      .body("$3 = $0 + $1 + $2;")
      .statement("{ S1[t, j]" + bounds, "{ S1[t, j] -> [t, 1, j] }")
      .read("{ S1[t, j] -> B[j] }")
      .write("{ S1[t, j] -> A[j] }")
      .body("$1 = $0;")
      .build();
}

/// Adds { A = B; } in three dimensions behind \p scop's S0, for iterations with \p bounds.
TestScop &copyBack(TestScop &scop, const std::string &bounds) {
  return scop.statement("{ S1[t, i, j, k]" + bounds, "{ S1[t, i, j, k] -> [t, 1, i, j, k] }")
      .read("{ S1[t, i, j, k] -> B[i, j, k] }")
      .write("{ S1[t, i, j, k] -> A[i, j, k] }")
      .body("$1 = $0;");
}

/// for t { B = the sum of five of A, one of them beside it in two dimensions; A = B; } in three dimensions
Scop cube(IslContext &ctx) {
  const std::string bounds =
      " : 0 <= t < T and 1 <= i < n - 1 and 1 <= j < m - 1 and 1 <= k < 99 }";
  return copyBack(
             TestScop(ctx, "[T, n, m]")
                 .array("A", 3)
                 .array("B", 3)
                 .statement("{ S0[t, i, j, k]" + bounds, "{ S0[t, i, j, k] -> [t, 0, i, j, k] }")
                 .read("{ S0[t, i, j, k] -> A[i - 1, j, k] }")
                 .read("{ S0[t, i, j, k] -> A[i + 1, j, k] }")
                 .read("{ S0[t, i, j, k] -> A[i, j - 1, k + 1] }")
                 .read("{ S0[t, i, j, k] -> A[i, j + 1, k] }")
                 .read("{ S0[t, i, j, k] -> A[i, j, k - 1] }")
                 .write("{ S0[t, i, j, k] -> B[i, j, k] }")
                 .body("$5 = $0 + $1 + $2 + $3 + $4;"),
             bounds)
      .build();
}

/// for t { B = the sum of four of A, of all three planes, one two rows away; A = B; } in blocks of
/// two warps
Scop box(IslContext &ctx) {
  const std::string bounds =
      " : 0 <= t < T and 2 <= i < n - 2 and 2 <= j < m - 2 and 2 <= k < 97 }";
  Scop scop =
      copyBack(TestScop(ctx, "[T, n, m]")
                   .array("A", 3)
                   .array("B", 3)
                   .statement("{ S0[t, i, j, k]" + bounds, "{ S0[t, i, j, k] -> [t, 0, i, j, k] }")
                   .read("{ S0[t, i, j, k] -> A[i - 1, j - 1, k] }")
                   .read("{ S0[t, i, j, k] -> A[i + 1, j + 1, k + 1] }")
                   .read("{ S0[t, i, j, k] -> A[i, j - 2, k] }")
                   .read("{ S0[t, i, j, k] -> A[i, j, k - 1] }")
                   .write("{ S0[t, i, j, k] -> B[i, j, k] }")
                   .body("$4 = $0 + $1 + $2 + $3;"),
               bounds)
          .build();
  scop.clauses.block.value = {64};
  return scop;
}

/// for t { B = a sum of A, plane after plane, each with what is beside; A = B; } in blocks of two
/// warps
Scop planes(IslContext &ctx) {
  const std::string bounds =
      " : 0 <= t < T and 1 <= i < n - 1 and 1 <= j < m - 1 and 1 <= k < 99 }";
  Scop scop =
      copyBack(TestScop(ctx, "[T, n, m]")
                   .array("A", 3)
                   .array("B", 3)
                   .statement("{ S0[t, i, j, k]" + bounds, "{ S0[t, i, j, k] -> [t, 0, i, j, k] }")
                   .read("{ S0[t, i, j, k] -> A[i - 1, j - 1, k] }")
                   .read("{ S0[t, i, j, k] -> A[i - 1, j, k + 1] }")
                   .read("{ S0[t, i, j, k] -> A[i, j, k] }")
                   .read("{ S0[t, i, j, k] -> A[i, j + 1, k] }")
                   .read("{ S0[t, i, j, k] -> A[i + 1, j - 1, k] }")
                   .write("{ S0[t, i, j, k] -> B[i, j, k] }")
                   .body("$5 = 0.2 * ($0 + $1 + $2 - 2 * $3 + $4) + #0;"),
               bounds)
          .build();
  scop.clauses.block.value = {64};
  return scop;
}

/// for t { V = the sum of five of U; U = the same of V; } in three dimensions, the last time
/// perhaps without U
Scop turns(IslContext &ctx) {
  const std::string cells = " and 1 <= i < n - 1 and 1 <= j < m - 1 and 1 <= k < 99 }";
  const auto star = [](TestScop &scop, const std::string &s, const std::string &from,
                       const std::string &to) {
    const std::string at = "{ " + s + "[t, i, j, k] -> ";
    scop.read(at + from + "[i - 1, j, k] }")
        .read(at + from + "[i + 1, j, k] }")
        .read(at + from + "[i, j - 1, k] }")
        .read(at + from + "[i, j + 1, k] }")
        .read(at + from + "[i, j, k - 1] }")
        .write(at + to + "[i, j, k] }")
        .body("$5 = $0 + $1 + $2 + $3 + $4;");
  };
  TestScop scop(ctx, "[T, n, m]");
  scop.array("U", 3).array("V", 3);
  star(scop.statement("{ S0[t, i, j, k] : 0 <= 2t < T" + cells,
                      "{ S0[t, i, j, k] -> [t, 0, i, j, k] }"),
       "S0", "U", "V");
  star(scop.statement("{ S1[t, i, j, k] : 0 <= t and 2t < T - 1" + cells,
                      "{ S1[t, i, j, k] -> [t, 1, i, j, k] }"),
       "S1", "V", "U");
  return scop.build();
}

constexpr Scop (*Programs[])(IslContext &) = {jacobi, fdtd, line, cube, box, planes, turns};

struct Mapped {
  Scop original, transformed;
  RegionPlan plan;

  StreamPlan &stream() { return *plan.kernels[0].stream; }
  std::optional<VerificationFailure> failure() const { return verify(original, transformed, plan); }
};

Mapped mapped(const Scop &scop, const DeviceProfile &device = {}) {
  const Ddg ddg = computeDependences(scop);
  Result<StreamBand> band = findStreamBand(scop, ddg);
  EXPECT_TRUE(band);
  Scop with = withSecondBuffers(scop, band->carried());
  Result<RegionPlan> plan = mapStream(with, *band, device, ddg);
  EXPECT_TRUE(plan);
  return {scop, std::move(with), std::move(*plan)};
}

TEST(Stream, LaunchesHaveMoreIterationsWhereTheyCostMore) {
  IslContext ctx;
  DeviceProfile cheap, dear;
  cheap.costs.launchMicroseconds = 0.01;
  dear.costs.launchMicroseconds = 100;
  EXPECT_LT(mapped(line(ctx), cheap).stream().steps, mapped(line(ctx), dear).stream().steps);
}

TEST(Stream, LaunchesHaveMoreIterationsWhereMemoryIsSlower) {
  IslContext ctx;
  DeviceProfile fast, slow;
  fast.costs.dramGigabytesPerSecond *= 100;
  slow.costs.dramGigabytesPerSecond /= 100;
  EXPECT_LT(mapped(cube(ctx), fast).stream().steps, mapped(cube(ctx), slow).stream().steps);
}

TEST(Stream, LanesMustReadRegistersOfOneAnother) {
  IslContext ctx;
  const Scop scop = jacobi(ctx);
  const Ddg ddg = computeDependences(scop);
  Result<StreamBand> band = findStreamBand(scop, ddg);
  ASSERT_TRUE(band);
  DeviceProfile device;
  device.name = "old";
  device.costs.shuffleCycles = std::numeric_limits<double>::infinity();
  Result<RegionPlan> plan = mapStream(withSecondBuffers(scop, band->carried()), *band, device, ddg);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.refusal().id, DiagId::SchemeNotApplicable);
  EXPECT_EQ(plan.refusal().args[1], "device 'old' has no shuffles");
}

TEST(Stream, LagsOfAStarAreOneRowForEachStep) {
  IslContext ctx;
  const Scop scop = jacobi(ctx);
  Result<StreamBand> band = findStreamBand(scop, computeDependences(scop));
  ASSERT_TRUE(band);
  EXPECT_EQ(band->lag, 1);
  EXPECT_EQ(band->stages[0].lag, band->stages[1].lag);
  EXPECT_EQ(band->liveRows(1), 3);
}

TEST(Stream, AStageBehindTheNextRowOfAnotherLagsByIt) {
  IslContext ctx;
  const Scop scop = fdtd(ctx);
  Result<StreamBand> band = findStreamBand(scop, computeDependences(scop));
  ASSERT_TRUE(band);
  EXPECT_EQ(band->lag, 1);
  EXPECT_TRUE(band->stages[0].thin);
  EXPECT_EQ(band->stages[2].lag, band->stages[1].lag + 1);
}

TEST(Stream, ArraysWithOneRowAreNotStreamed) {
  IslContext ctx;
  const Mapped whole = mapped(line(ctx));
  const StreamPlan &plan = *whole.plan.kernels[0].stream;
  EXPECT_EQ(plan.rows, 1);
  EXPECT_EQ(plan.above, 0);
  EXPECT_EQ(plan.longestLag(), 0);
}

TEST(Stream, LanesOfAPlaneLieInTwoDimensions) {
  IslContext ctx;
  const Mapped whole = mapped(cube(ctx));
  const StreamPlan &plan = *whole.plan.kernels[0].stream;
  ASSERT_EQ(plan.across.size(), 2u);
  EXPECT_EQ(plan.across[0].lanes * plan.across[1].lanes, plan.threads());
  const auto reaches = plan.band.reaches(plan.band.stages[0], 0);
  ASSERT_EQ(reaches.size(), 1u);
  const StreamReach &reach = reaches.begin()->second;
  EXPECT_EQ(reach.left, (std::vector<long>{1, 1}));
  EXPECT_EQ(reach.right, (std::vector<long>{1, 1}));
  EXPECT_TRUE(reach.corners);
}

TEST(Stream, LanesOfSeveralWarpsHandOnRowsThatAreOneRowOld) {
  IslContext ctx;
  const Mapped several = mapped(box(ctx));
  const StreamPlan &plan = *several.plan.kernels[0].stream;
  EXPECT_EQ(plan.warps, 2);
  EXPECT_EQ(plan.threads(), 64);
  EXPECT_EQ(several.plan.kernels[0].blockSize, (std::vector<long>{64}));
  EXPECT_EQ(plan.band.lag, 2);
  const std::vector<StreamEdges> edges = plan.edges();
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_EQ(edges[0].state.stage, 1u);
  EXPECT_TRUE(edges[0].state.previous);
  EXPECT_EQ(edges[0].youngest, 1);
  EXPECT_EQ(edges[0].oldest, 3);
  EXPECT_EQ(edges[0].before, 2);
  EXPECT_EQ(edges[0].behind, 1);
  EXPECT_EQ(edges[0].slots(), 4);
  const long bytes = several.transformed.arrays[0].elementBytes;
  EXPECT_EQ(plan.sharedBytes(several.transformed),
            4 * plan.steps * plan.across[0].lanes * 3 * plan.across[1].width() * bytes);
  EXPECT_EQ(several.plan.kernels[0].sharedBytes, plan.sharedBytes(several.transformed));
}

TEST(Stream, AWarpAloneHandsOnNothing) {
  IslContext ctx;
  Scop scop = box(ctx);
  scop.clauses.block.value = {32};
  const Mapped alone = mapped(scop);
  EXPECT_EQ(alone.plan.kernels[0].stream->band.lag, 1);
  EXPECT_TRUE(alone.plan.kernels[0].stream->edges().empty());
  EXPECT_EQ(alone.plan.kernels[0].sharedBytes, 0);
}

void expectRefused(const Mapped &plan, const char *why) {
  const auto failure = plan.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, why);
}

/// Each plane is exchanged once, when it is one plane old: what all planes below need of it is
/// added up.
TEST(Stream, SumsPlaneAfterPlaneAreDivided) {
  IslContext ctx;
  Mapped divided = mapped(planes(ctx));
  const StreamBand &band = divided.stream().band;
  const StreamStage &stage = band.stages[0];
  ASSERT_EQ(stage.parts.size(), 2u);
  EXPECT_EQ(stage.parts[0].lag, stage.lag - 2);
  EXPECT_EQ(stage.parts[1].lag, stage.lag - 1);
  EXPECT_EQ(stage.liveRowsOf(0), 2);
  EXPECT_EQ(stage.liveRowsOf(1), 2);
  std::vector<unsigned> parts;
  for (const StreamRead &read : stage.reads)
    parts.push_back(read.part);
  EXPECT_EQ(parts, (std::vector<unsigned>{0, 0, 1, 1, 2}));
  EXPECT_EQ(band.lag, 2);
  EXPECT_EQ(band.rowsRead(1), 2);
  EXPECT_EQ(band.sharedReaches().size(), 1u);
  const std::vector<StreamEdges> edges = divided.stream().edges();
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_EQ(edges[0].youngest, 1);
  EXPECT_EQ(edges[0].oldest, 1);
}

/// One part of a star would be kept instead of a row.
TEST(Stream, SumsWhoseRowsAreExchangedOnceAreNotDivided) {
  IslContext ctx;
  EXPECT_TRUE(mapped(jacobi(ctx)).stream().band.stages[0].parts.empty());
  EXPECT_TRUE(mapped(cube(ctx)).stream().band.stages[0].parts.empty());
}

void expectRefused(const Mapped &plan, const char *why);

TEST(Stream, PartsAreOperandsOfASum) {
  IslContext ctx;
  Mapped behind = mapped(planes(ctx));
  behind.stream().band.stages[0].parts[1].end.piece += 1; // "$0 + $1 + $2 - 2": of $3.
  expectRefused(behind, "a part of stage S0 is no operand of a sum");
  Mapped before = mapped(planes(ctx));
  StreamStage &stage = before.stream().band.stages[0];
  stage.sum = stage.parts[0].end;
  expectRefused(before, "a part of stage S0 is no operand of a sum");
  Mapped order = mapped(planes(ctx));
  std::swap(order.stream().band.stages[0].parts[0].end, order.stream().band.stages[0].parts[1].end);
  expectRefused(order, "a part of stage S0 is no operand of a sum");
}

TEST(Stream, PartsAreComputedWhenTheirRowsAreThereAndBeforeTheyAreUsed) {
  IslContext ctx;
  Mapped late = mapped(planes(ctx));
  late.stream().band.stages[0].parts[0].lag += 2;
  expectRefused(late, "a part of stage S0 is not there when the next one is computed");
  Scop scop = planes(ctx);
  scop.clauses.block.value = {32};
  Mapped early = mapped(scop);
  early.stream().band.stages[0].parts[0].lag -= 1;
  expectRefused(early, "the read of A in stage S0 is of a row that is not there yet");
  Mapped unexchanged = mapped(planes(ctx));
  unexchanged.stream().band.stages[0].parts[0].lag -= 1;
  expectRefused(unexchanged, "lanes do not hand on in time what others need of a row");
}

TEST(Stream, ReadsAreOfThePartThatMentionsThem) {
  IslContext ctx;
  Mapped other = mapped(planes(ctx));
  other.stream().band.stages[0].reads[2].part = 2;
  expectRefused(other, "stage S0 has a read in another part than the one that it is of");
}

/// Rows before the first newest one have no sums, whatever their lag is.
TEST(Stream, PartsOfRowsBeforeTheFirstOneAreNotThere) {
  IslContext ctx;
  Mapped few = mapped(planes(ctx));
  EXPECT_FALSE(few.failure());
  few.stream().above -= 1;
  expectRefused(few, "a block does not have what its own cells depend on");
}

TEST(Stream, WhatIsHandedOnTooLateIsRefused) {
  IslContext ctx;
  Mapped several = mapped(box(ctx));
  ASSERT_TRUE(setLags(several.stream().band, /*handsOn=*/false));
  expectRefused(several, "lanes do not hand on in time what others need of a row");
}

TEST(Stream, LanesHandOnNoMoreThanTheyHave) {
  IslContext ctx;
  Mapped several = mapped(box(ctx));
  StreamSpan &down = several.stream().across.front();
  down.lanes *= down.cells;
  down.cells = 1;
  expectRefused(several, "lanes do not hand on in time what others need of a row");
}

TEST(Stream, LanesOfAWarpLieInWholeRows) {
  IslContext ctx;
  Mapped several = mapped(box(ctx));
  several.stream().across[0].lanes = 1;
  several.stream().across[1].lanes = 64;
  expectRefused(several, "lanes of several warps do not lie in whole rows");
}

/// Blocks of planes at the ends of columns test rows only.
TEST(Stream, FullBlocksMayHaveRowsThatDoNotExist) {
  IslContext ctx;
  const Mapped whole = mapped(cube(ctx));
  const isl::set full = whole.plan.kernels[0].fullBlocks;
  const isl::set first(ctx.get(), "[T, n, m] -> { [e, s, Z, Y, X] : Z = 0 }");
  EXPECT_FALSE(full.intersect(first).is_empty());
  const isl::set side(ctx.get(), "[T, n, m] -> { [e, s, Z, Y, X] : Y = 0 }");
  EXPECT_TRUE(full.intersect(side).is_empty());
}

TEST(Stream, FieldsThatIterationsDoNotHandOnHaveNoSecondBuffer) {
  IslContext ctx;
  const Mapped pair = mapped(jacobi(ctx));
  const StreamPlan &copied = *pair.plan.kernels[0].stream;
  ASSERT_EQ(copied.band.fields.size(), 2u);
  EXPECT_FALSE(copied.seconds[0]);
  EXPECT_TRUE(copied.seconds[1]);
  const Mapped both = mapped(fdtd(ctx));
  EXPECT_TRUE(both.plan.kernels[0].stream->seconds[0]);
  EXPECT_TRUE(both.plan.kernels[0].stream->seconds[1]);
}

TEST(Stream, CellsThatNoIterationWritesStayInMemory) {
  IslContext ctx;
  Mapped exchanged = mapped(turns(ctx));
  StreamBand &band = exchanged.stream().band;
  ASSERT_EQ(band.fields.size(), 2u);
  ASSERT_TRUE(band.isTransient(0)); // V
  EXPECT_FALSE(band.isTransient(1));
  EXPECT_EQ(band.findsOthers, (std::vector<bool>{true, false}));
  EXPECT_TRUE(band.loadsOthers(band.stages[0]));
  EXPECT_FALSE(band.loadsOthers(band.stages[1]));
  const isl::pw_aff last =
      band.lastWrites[0]->intersect_params(isl::set(ctx.get(), "[T] -> { : T >= 1 }"));
  EXPECT_TRUE(last.as_set().is_equal(
      isl::set(ctx.get(), "[T] -> { [t] : 2t <= T - 1 < 2t + 2 and T >= 1 }")));
  band.findsOthers[0] = false;
  const auto failure = exchanged.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, "a launch does not find what it reads of V");
}

TEST(Stream, PlansAreProved) {
  for (const auto &build : Programs) {
    IslContext ctx;
    const Mapped whole = mapped(build(ctx));
    const auto failure = whole.failure();
    EXPECT_FALSE(failure) << failure->what;
    EXPECT_FALSE(whole.plan.kernels[0].fullBlocks.is_empty());
  }
}

TEST(Stream, MasksHaveABitForEachCellOfALane) {
  IslContext ctx;
  Mapped wide = mapped(jacobi(ctx));
  StreamSpan &along = wide.stream().across.back();
  along.cells = StreamPlan::mostCellsPerLane + 1;
  along.left = along.right = along.cells;
  const auto failure = wide.failure();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what, "a lane has more cells than masks have bits");
}

struct Damage {
  const char *name;
  std::function<void(Mapped &)> inflict;
};

const Damage Damages[] = {
    {"halo to the left - 1 lane",
     [](Mapped &m) { m.stream().across.back().left -= m.stream().across.back().cells; }},
    {"halo to the right - 1 lane",
     [](Mapped &m) { m.stream().across.back().right -= m.stream().across.back().cells; }},
    {"halo of a part of a lane", [](Mapped &m) { m.stream().across.back().left += 1; }},
    {"halo to the front - 1", [](Mapped &m) { m.stream().across.front().left -= 1; }},
    {"halo to the back - 1", [](Mapped &m) { m.stream().across.front().right -= 1; }},
    {"twice the lanes", [](Mapped &m) { m.stream().across.front().lanes *= 2; }},
    {"more cells of a lane than bits of a mask",
     [](Mapped &m) { m.stream().across.back().cells *= 16; }},
    {"a warp more", [](Mapped &m) { m.stream().warps += 1; }},
    {"a dimension across forgotten", [](Mapped &m) { m.stream().across.pop_back(); }},
    {"another place across",
     [](Mapped &m) { m.stream().band.stages.back().reads[0].across.front() += 1; }},
    {"rows above - 1", [](Mapped &m) { m.stream().above -= 1; }},
    {"lag of an iteration - 1", [](Mapped &m) { m.stream().band.lag -= 1; }},
    {"lag of the last stage - 1", [](Mapped &m) { m.stream().band.stages.back().lag -= 1; }},
    {"one iteration more", [](Mapped &m) { m.stream().steps += 1; }},
    {"one iteration fewer", [](Mapped &m) { m.stream().steps -= 1; }},
    {"another row", [](Mapped &m) { m.stream().band.stages.back().reads[0].row -= 1; }},
    {"another column",
     [](Mapped &m) { m.stream().band.stages.back().reads[0].across.back() += 1; }},
    {"a read of the iteration before",
     [](Mapped &m) {
       StreamState &state = m.stream().band.stages.back().reads.back().state;
       state.previous = !state.previous;
     }},
    {"a read forgotten", [](Mapped &m) { m.stream().band.stages.back().reads.pop_back(); }},
    {"a state skipped",
     [](Mapped &m) {
       StreamState &state = m.stream().band.stages.back().before;
       state.previous = !state.previous;
     }},
    {"stages in another order",
     [](Mapped &m) {
       auto &stages = m.stream().band.stages;
       std::swap(stages.front(), stages.back());
     }},
    {"rows of blocks - 1", [](Mapped &m) { m.stream().rows -= 1; }},
    {"one buffer for two fields", [](Mapped &m) { m.stream().seconds[0] = m.stream().seconds[1]; }},
    {"the field as second buffer",
     [](Mapped &m) { m.stream().seconds.back() = m.stream().band.fields.back(); }},
    {"no second buffer", [](Mapped &m) { m.stream().seconds.back() = std::nullopt; }},
    {"a field counted as transient",
     [](Mapped &m) {
       m.stream().seconds.back() = std::nullopt;
       m.stream().band.lastWrites.back() = isl::pw_aff(m.original.ctx(), "[T, n, m] -> { [(T - 1)] }");
     }},
    {"another last iteration",
     [](Mapped &m) {
       m.stream().seconds.front() = std::nullopt;
       m.stream().band.lastWrites.front() = isl::pw_aff(m.original.ctx(), "[T, n, m] -> { [(T - 2)] }");
     }},
    {"a smaller second buffer",
     [](Mapped &m) {
       ArrayTransfer &transfer = m.plan.transfers[*m.stream().seconds.back()];
       transfer.box.upper[0] = transfer.box.upper[0].add(isl::pw_aff(m.original.ctx(), "[T, n, m] -> { [(-1)] }"));
     }},
    {"only the first launch of each pair",
     [](Mapped &m) {
       KernelPlan &kernel = m.plan.kernels[0];
       kernel.launch = isl::manage(isl_map_fix_si(kernel.launch.release(), isl_dim_in, 1, 0));
     }},
    {"blocks counted as full that are not",
     [](Mapped &m) { m.plan.kernels[0].fullBlocks = m.plan.kernels[0].blocks; }},
    {"blocks without columns to the right",
     [](Mapped &m) {
       KernelPlan &kernel = m.plan.kernels[0];
       kernel.blocks = isl::manage(isl_set_fix_si(kernel.blocks.release(), isl_dim_set, 3, 0));
     }},
    {"a stage counted as thin", [](Mapped &m) { m.stream().band.stages.back().thin = true; }},
    {"a division by what may be zero",
     [](Mapped &m) {
       m.transformed.statements.back().body.push_back(BodyPiece::makeText("7 % 0;"));
       m.original.statements.back().body.push_back(BodyPiece::makeText("7 % 0;"));
     }},
};

class DamagedStream : public testing::TestWithParam<Damage> {};

TEST_P(DamagedStream, IsRefused) {
  for (const auto &build : Programs) {
    IslContext ctx;
    Mapped plan = mapped(build(ctx));
    GetParam().inflict(plan);
    EXPECT_TRUE(plan.failure());
  }
}

INSTANTIATE_TEST_SUITE_P(Plans, DamagedStream, testing::ValuesIn(Damages),
                         [](const auto &info) {
                           std::string name = info.param.name;
                           for (char &c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c)))
                               c = '_';
                           return name;
                         });

} // namespace
