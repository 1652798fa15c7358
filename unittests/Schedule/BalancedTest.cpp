//===- BalancedTest.cpp - Hyperplanes for balanced wavefronts -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "SchedulerTestSupport.h"

#include "gputile/Analysis/Dependences.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <gtest/gtest.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::test;
using Kind = ScheduleNode::Kind;

namespace {

/// The first band from the root with at least two rows.
const ScheduleNode *tiledBand(const ScheduleNode &node) {
  if (node.kind == Kind::Band && node.rows.size() >= 2)
    return &node;
  for (const ScheduleNode &child : node.children)
    if (const ScheduleNode *band = tiledBand(child))
      return band;
  return nullptr;
}

/// Whether the tiled band of \p tree is balanced.
bool isBalancedTree(const Scop &scop, const ScheduleNode &tree) {
  const ScheduleNode *band = tiledBand(tree);
  EXPECT_NE(band, nullptr) << printSchedule(tree);
  return band && isBalanced(scop, computeDependences(scop), tree, *band);
}

bool isBalancedWith(const Scop &scop, const SchedulerOptions &options) {
  return isBalancedTree(scop, scheduleOf(scop, options));
}

/// How many instances of \p statement a full tile of \p band (all rows from 0 to
/// size - 1) has in each of its wavefronts, those with the same sum of the first
/// \p summed rows. Bounds of the loops play no part in a full tile.
std::vector<long> wavefrontSizes(const ScheduleNode &band, unsigned statement, int size,
                                 size_t summed) {
  const isl::aff &first = band.rows.front().functions.at(statement);
  isl::set tile = isl::manage(isl_set_universe(isl_aff_get_domain_space(first.get())));
  isl::aff wavefront =
      isl::manage(isl_aff_zero_on_domain_space(isl_aff_get_domain_space(first.get())));
  for (size_t r = 0; r < band.rows.size(); ++r) {
    const isl::aff &row = band.rows[r].functions.at(statement);
    isl_aff *aboveLower = isl_aff_add_constant_si(isl_aff_neg(row.copy()), -1);
    isl_aff *belowUpper = isl_aff_add_constant_si(row.copy(), -size);
    for (isl_aff *negative : {aboveLower, belowUpper})
      tile = tile.intersect(isl::set(isl::manage(isl_aff_neg_basic_set(negative))));
    if (r < summed)
      wavefront = wavefront.add(row);
  }
  std::vector<long> sizes;
  for (int value = 0; value <= static_cast<int>(summed) * (size - 1); ++value) {
    isl_aff *distance = isl_aff_add_constant_si(wavefront.copy(), -value);
    isl::set points = tile.intersect(isl::set(isl::manage(isl_aff_zero_basic_set(distance))));
    points = isl::manage(isl_set_project_out_all_params(points.release()));
    sizes.push_back(isl_val_get_num_si(isl::manage(isl_set_count_val(points.get())).get()));
  }
  return sizes;
}

struct Benchmark {
  const char *name;
  Scop scop;
  unsigned depth;
};

/// The eight programs of Di et al. 2012, Table II.
std::vector<Benchmark> tableII(IslContext &ctx) {
  return {{"1-D Jacobi-3", jacobi1d(ctx), 2},    {"2-D Jacobi-5", jacobi2d5(ctx), 3},
          {"3-D Jacobi-7", jacobi3d(ctx, 7), 4}, {"3-D Jacobi-27", jacobi27(ctx), 4},
          {"1-D SOR-3", sor1d(ctx), 2},          {"2-D SOR-5", sor2d(ctx, 5), 3},
          {"2-D FDTD", fdtd2d(ctx), 3},          {"2-D heat", heat2d(ctx), 3}};
}

// The paper's example.

TEST(Balanced, FindsTheHyperplanesOfFigure6) {
  IslContext ctx;
  Scop scop = figure2(ctx);
  ScheduleNode tree = scheduleOf(scop, balancedTiling());
  EXPECT_EQ(shapeOf(tree), "B0p2(L0)");
  expectHyperplanes(scop, tree, 0, {{2, 1}, {1, 1}}, {0, 0});
  EXPECT_TRUE(isBalancedTree(scop, tree));
  EXPECT_FALSE(isBalancedWith(scop, tiling()));
}

TEST(Balanced, KeepsTheRegularHyperplanesAfterArrayCopying) {
  IslContext ctx;
  Scop scop = figure7(ctx);
  for (const SchedulerOptions &options : {tiling(), balancedTiling()}) {
    ScheduleNode tree = scheduleOf(scop, options);
    EXPECT_EQ(shapeOf(tree), "S(L0 B0p2(S(L1 L2)))");
    expectHyperplanes(scop, tree, 1, {{1, 0}, {1, 1}}, {0, 0});
    expectHyperplanes(scop, tree, 2, {{1, 0}, {1, 1}}, {0, 1});
    EXPECT_TRUE(isBalancedTree(scop, tree));
  }
}

TEST(Balanced, GivesAllWavefrontsOfAFullTileTheSameSize) {
  IslContext ctx;
  ScheduleNode balanced = scheduleOf(figure2(ctx), balancedTiling());
  EXPECT_EQ(wavefrontSizes(balanced, 0, 6, 1), std::vector<long>(6, 6));
  // The communication-minimal rows need wavefronts along both (Figure 4).
  ScheduleNode minimal = scheduleOf(figure2(ctx), tiling());
  EXPECT_EQ(wavefrontSizes(minimal, 0, 4, 2), (std::vector<long>{1, 2, 3, 4, 3, 2, 1}));
}

// The paper's benchmarks.

TEST(Balanced, BalancesTheBenchmarksInOneBandThatHoldsTime) {
  IslContext ctx;
  for (const Benchmark &benchmark : tableII(ctx)) {
    SCOPED_TRACE(benchmark.name);
    ScheduleNode tree = scheduleOf(benchmark.scop, balancedTiling());
    ASSERT_EQ(tree.kind, Kind::Band) << printSchedule(tree);
    EXPECT_EQ(tree.rows.size(), benchmark.depth) << printSchedule(tree);
    EXPECT_EQ(tree.statements.size(), benchmark.scop.statements.size());
    EXPECT_TRUE(isBalancedTree(benchmark.scop, tree)) << printSchedule(tree);
    for (unsigned s : tree.statements) {
      std::vector<long> sizes = wavefrontSizes(tree, s, 5, 1);
      EXPECT_GT(sizes.front(), 0);
      EXPECT_EQ(sizes, std::vector<long>(sizes.size(), sizes.front())) << printSchedule(tree);
    }
  }
}

TEST(Balanced, TilesTheBenchmarksInOneBandAlsoWithoutBalance) {
  IslContext ctx;
  for (const Benchmark &benchmark : tableII(ctx)) {
    SCOPED_TRACE(benchmark.name);
    ScheduleNode tree = scheduleOf(benchmark.scop, tiling());
    ASSERT_EQ(tree.kind, Kind::Band) << printSchedule(tree);
    EXPECT_EQ(tree.rows.size(), benchmark.depth) << printSchedule(tree);
    EXPECT_EQ(tree.statements.size(), benchmark.scop.statements.size());
    // SOR's dependences within one time step lie outside what time carries.
    EXPECT_EQ(isBalancedTree(benchmark.scop, tree), tree.statements.size() > 1);
  }
}

TEST(Balanced, SkewsSorByBothNeighbours) {
  IslContext ctx;
  Scop scop = sor2d(ctx, 5);
  expectHyperplanes(scop, scheduleOf(scop, balancedTiling()), 0, {{2, 1, 1}, {1, 0, 0}, {1, 1, 0}},
                    {0, 0, 0});
  scop = sor2d(ctx, 9);
  expectHyperplanes(scop, scheduleOf(scop, balancedTiling()), 0, {{4, 2, 1}, {1, 0, 0}, {1, 1, 0}},
                    {0, 0, 0});
}

// Other programs.

TEST(Balanced, CarriesDependencesOfNoConstantDistance) {
  IslContext ctx;
  Scop scop = triangularUpdate(ctx);
  ScheduleNode plain = scheduleOf(scop, tiling());
  expectHyperplanes(scop, plain, 0, {{0, 1}, {1, 0}}, {0, 0});
  EXPECT_FALSE(isBalancedTree(scop, plain));
  ScheduleNode balanced = scheduleOf(scop, balancedTiling());
  expectHyperplanes(scop, balanced, 0, {{1, 1}, {0, 1}}, {0, 0});
  EXPECT_TRUE(isBalancedTree(scop, balanced));
}

TEST(Balanced, BalancesFactorisationsWithStatementsOfSeveralDepths) {
  IslContext ctx;
  for (const Scop &scop : {luRightLooking(ctx), luPolybench(ctx), cholesky(ctx)}) {
    ScheduleNode tree = scheduleOf(scop, balancedTiling());
    ASSERT_EQ(tree.kind, Kind::Band) << printSchedule(tree);
    EXPECT_EQ(tree.rows.size(), 3u);
    EXPECT_EQ(tree.statements.size(), scop.statements.size());
    EXPECT_TRUE(isBalancedTree(scop, tree)) << printSchedule(tree);
  }
}

TEST(Balanced, HoldsAStatementOfTheTimeLoopInTheBandOfTheNest) {
  IslContext ctx;
  Scop scop = drivenSor1d(ctx);
  ScheduleNode tree = scheduleOf(scop, balancedTiling());
  EXPECT_EQ(shapeOf(tree), "B0p2(L0,1)");
  expectHyperplanes(scop, tree, 1, {{2, 1}, {1, 1}}, {0, 0});
  EXPECT_TRUE(isBalancedTree(scop, tree));
}

TEST(Balanced, PutsTheSumOfAProductBeforeItsParallelLoops) {
  IslContext ctx;
  Scop scop = gemm(ctx);
  ScheduleNode tree = scheduleOf(scop, balancedTiling());
  EXPECT_EQ(shapeOf(tree), "B2p1(S(L0 L1))");
  expectHyperplanes(scop, tree, 1, {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, {0, 0, 0});
  EXPECT_FALSE(tree.rows[0].coincident);
  EXPECT_TRUE(tree.rows[1].coincident && tree.rows[2].coincident);
}

TEST(Balanced, SearchesAsWithoutItWhereNoRowCarriesAll) {
  IslContext ctx;
  Scop scop = mirrored(ctx);
  ScheduleNode tree = scheduleOf(scop, balancedTiling());
  EXPECT_EQ(printSchedule(tree), printSchedule(scheduleOf(scop, tiling())));
  EXPECT_EQ(tree.rows.size(), 2u) << printSchedule(tree);
  EXPECT_FALSE(isBalancedTree(scop, tree));
}

TEST(Balanced, LeavesBandsOfOneRowAndParallelSchedulesAlone) {
  IslContext ctx;
  Scop scop = floydWarshall(ctx);
  ScheduleNode tree = scheduleOf(scop, balancedTiling());
  EXPECT_EQ(shapeOf(tree), "B0p1(B0p2(L0))");
  for (const Scop &program : {figure2(ctx), sor2d(ctx, 5), gemm(ctx), fdtd2d(ctx)}) {
    SchedulerOptions options = parallelFirst();
    std::string expected = printSchedule(scheduleOf(program, options));
    options.balanced = true;
    EXPECT_EQ(printSchedule(scheduleOf(program, options)), expected);
  }
}

// isBalanced itself.

TEST(IsBalanced, LeavesOutWhatBandsAboveCarry) {
  IslContext ctx;
  // The outer k carries most dependences; of those left, rows i and j of the plain
  // band carry one kind each and i + j all.
  Scop scop = floydWarshall(ctx);
  EXPECT_FALSE(isBalancedWith(scop, tiling()));
  EXPECT_TRUE(isBalancedWith(scop, balancedTiling()));
  Ddg ddg = computeDependences(scop);
  ScheduleNode tree = findSchedule(scop, ddg, balancedTiling()).tree;
  EXPECT_FALSE(isBalanced(scop, ddg, tree, tree));
}

TEST(IsBalanced, HoldsWithoutSelfDependencesAndForFalseOnesOnlyWhenCarried) {
  IslContext ctx;
  Scop scop = reversedCopy(ctx);
  Ddg ddg = computeDependences(scop);
  ScheduleNode tree = findSchedule(scop, ddg, tiling()).tree;
  EXPECT_TRUE(isBalanced(scop, ddg, tree, tree));
  // Time carries every flow dependence of Figure 2, but not the anti dependence.
  scop = figure2(ctx);
  ddg = computeDependences(scop);
  tree = findSchedule(scop, ddg, tiling()).tree;
  EXPECT_FALSE(isBalanced(scop, ddg, tree, tree));
  ddg.edges.erase(
      std::remove_if(ddg.edges.begin(), ddg.edges.end(),
                     [](const Dependence &e) { return e.kind != DependenceKind::Flow; }),
      ddg.edges.end());
  EXPECT_TRUE(isBalanced(scop, ddg, tree, tree));
}

// The order of statements within a wavefront.

using Order = std::optional<std::vector<unsigned>>;

TEST(WavefrontOrder, RunsTheStatementsOfTheBenchmarksInTextualOrder) {
  IslContext ctx;
  for (const Benchmark &benchmark : tableII(ctx)) {
    SCOPED_TRACE(benchmark.name);
    Ddg ddg = computeDependences(benchmark.scop);
    ScheduleNode tree = findSchedule(benchmark.scop, ddg, balancedTiling()).tree;
    EXPECT_EQ(wavefrontOrder(benchmark.scop, ddg, tree, tree, 1), Order(tree.statements));
  }
}

TEST(WavefrontOrder, FollowsDependencesAgainstTheText) {
  IslContext ctx;
  Scop scop = cholesky(ctx);
  Ddg ddg = computeDependences(scop);
  ScheduleNode tree = findSchedule(scop, ddg, balancedTiling()).tree;
  Order order = wavefrontOrder(scop, ddg, tree, tree, 1);
  ASSERT_TRUE(order) << printSchedule(tree);
  auto place = [&](unsigned s) { return std::find(order->begin(), order->end(), s); };
  EXPECT_LT(place(3), place(1)); // The root of the diagonal, the column, the rest.
  EXPECT_LT(place(1), place(0));
}

TEST(WavefrontOrder, FindsNoneWhereInstancesOfAStatementDependOnOneAnother) {
  IslContext ctx;
  Scop scop = figure2(ctx);
  Ddg ddg = computeDependences(scop);
  ScheduleNode tree = findSchedule(scop, ddg, tiling()).tree;
  EXPECT_EQ(wavefrontOrder(scop, ddg, tree, tree, 1), Order());
  EXPECT_EQ(wavefrontOrder(scop, ddg, tree, tree, 2), Order({0}));
}

TEST(WavefrontOrder, IsMadePossibleByARowThatBreaksCycles) {
  IslContext ctx;
  for (const Scop &scop : {interleavedUpdate(ctx), interleavedExpanded(ctx)}) {
    Ddg ddg = computeDependences(scop);
    ScheduleNode plain = scheduleOf(scop, tiling());
    ASSERT_EQ(plain.rows.size(), 2u) << printSchedule(plain);
    EXPECT_TRUE(isBalanced(scop, ddg, plain, plain));
    EXPECT_EQ(wavefrontOrder(scop, ddg, plain, plain, 1), Order());
    ScheduleNode balanced = scheduleOf(scop, balancedTiling());
    ASSERT_EQ(balanced.rows.size(), 2u) << printSchedule(balanced);
    EXPECT_TRUE(isBalanced(scop, ddg, balanced, balanced));
    EXPECT_EQ(wavefrontOrder(scop, ddg, balanced, balanced, 1), Order({0, 1}))
        << printSchedule(balanced);
  }
}

// The order of rows of equal cost.

TEST(RowOrder, PutsTheInnermostArrayDimensionLast) {
  IslContext ctx;
  Scop scop = transposedStencil(ctx);
  for (const SchedulerOptions &options : {tiling(), balancedTiling()})
    expectHyperplanes(scop, scheduleOf(scop, options), 0, {{1, 0, 0}, {1, 0, 1}, {1, 1, 0}},
                      {0, 0, 0});
}

TEST(RowOrder, StepsUpwardsThroughMemory) {
  IslContext ctx;
  Scop scop = backwardCopy(ctx);
  expectHyperplanes(scop, scheduleOf(scop, balancedTiling()), 0, {{1, 0}, {0, -1}}, {0, 0});
  expectHyperplanes(scop, scheduleOf(scop, parallelFirst()), 0, {{0, 1}, {1, 0}}, {0, 0});
}

// Speed.

TEST(Balanced, SearchesWithinABudgetOfWork) {
  IslContext ctx;
  for (const Benchmark &benchmark : tableII(ctx)) {
    SCOPED_TRACE(benchmark.name);
    Ddg ddg = computeDependences(benchmark.scop);
    for (const SchedulerOptions &options : {tiling(), balancedTiling()}) {
      IslQuota quota(ctx.get(), 300000);
      EXPECT_NO_THROW(findSchedule(benchmark.scop, ddg, options));
    }
  }
}

} // namespace
