//===- SchedulerTest.cpp - The hyperplane search --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "SchedulerTestSupport.h"

#include "Schedule/Check.h"
#include "Schedule/SingleValues.h"
#include "Schedule/Tree.h"
#include "gputile/Analysis/Dependences.h"
#include "gputile/IR/ScheduleNodes.h"

#include <gtest/gtest.h>
#include <numeric>

using namespace gputile;
using namespace gputile::test;
using Kind = ScheduleNode::Kind;

namespace {

/// The search without findSchedule's check and its fallback.
ScheduleNode searchOnly(const Scop &scop, const Ddg &ddg, const SchedulerOptions &options) {
  schedule::Program program(scop);
  schedule::SearchNode root;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    root.statements.push_back(s);
  root.edges = schedule::edgesOf(program, ddg);
  schedule::TreeBuilder builder(program, options);
  ScheduleNode tree = builder.buildAll(root);
  EXPECT_TRUE(builder.keptInOrder().empty()) << builder.whyKept();
  return tree;
}

/// for (i = 0; i <= 20; i++) A[20 - i] = A[i]: with a parameter in the place of 20 an
/// instance would depend on itself.
TEST(ConstantSizes, are_kept_where_only_their_values_allow_an_order) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i <= 20 }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[i] }")
                  .write("{ S0[i] -> A[20 - i] }")
                  .build();
  expectHyperplanes(scop, scheduleOf(scop, tiling()), 0, {{1}}, {0});
}

// Tiling: one permutable band, coincidence not required.

TEST(Tiling, FindsTheHyperplanesOfFigure2) {
  IslContext ctx;
  Scop scop = figure2(ctx);
  ScheduleNode tree = scheduleOf(scop, tiling());
  EXPECT_EQ(shapeOf(tree), "B0p2(L0)");
  expectHyperplanes(scop, tree, 0, {{1, 0}, {1, 1}}, {0, 0});
}

TEST(Tiling, SkewsSor1dByTime) {
  IslContext ctx;
  Scop scop = sor1d(ctx);
  expectHyperplanes(scop, scheduleOf(scop, tiling()), 0, {{1, 0}, {1, 1}}, {0, 0});
}

TEST(Tiling, SkewsSor2dByTime) {
  IslContext ctx;
  Scop scop = sor2d(ctx, 5);
  expectHyperplanes(scop, scheduleOf(scop, tiling()), 0, {{1, 0, 0}, {1, 1, 0}, {1, 0, 1}},
                    {0, 0, 0});
}

TEST(Tiling, FusesJacobiWithItsCopyShiftedByOne) {
  IslContext ctx;
  Scop scop = jacobi1d(ctx);
  ScheduleNode tree = scheduleOf(scop, tiling());
  EXPECT_EQ(shapeOf(tree), "B0p2(S(L0 L1))");
  expectHyperplanes(scop, tree, 0, {{1, 0}, {2, 1}}, {0, 0});
  expectHyperplanes(scop, tree, 1, {{1, 0}, {2, 1}}, {0, 1});
}

TEST(Tiling, FusesJacobi3dInOneBand) {
  IslContext ctx;
  Matrix matrix = {{1, 0, 0, 0}, {2, 1, 0, 0}, {2, 0, 1, 0}, {2, 0, 0, 1}};
  for (unsigned points : {7u, 27u}) {
    Scop scop = jacobi3d(ctx, points);
    ScheduleNode tree = scheduleOf(scop, tiling());
    expectHyperplanes(scop, tree, 0, matrix, {0, 0, 0, 0});
    expectHyperplanes(scop, tree, 1, matrix, {0, 1, 1, 1});
  }
}

TEST(Tiling, GivesConstantSizesTheRowsOfSymbolicOnes) {
  IslContext ctx;
  Scop scop = jacobi3d(ctx, 27, "[]", "100", "200");
  ScheduleNode tree = scheduleOf(scop, tiling());
  expectHyperplanes(scop, tree, 1, {{1, 0, 0, 0}, {2, 1, 0, 0}, {2, 0, 1, 0}, {2, 0, 0, 1}},
                    {0, 1, 1, 1});
}

TEST(Tiling, FusesTheFourStatementsOfFdtd) {
  IslContext ctx;
  Scop scop = fdtd2d(ctx);
  ScheduleNode tree = scheduleOf(scop, tiling());
  ASSERT_EQ(tree.kind, Kind::Band);
  EXPECT_EQ(tree.rows.size(), 3u);
  Matrix skewed = {{1, 0, 0}, {1, 1, 0}, {1, 0, 1}};
  expectHyperplanes(scop, tree, 1, skewed, {0, 0, 0});
  expectHyperplanes(scop, tree, 2, skewed, {0, 0, 0});
  expectHyperplanes(scop, tree, 3, skewed, {0, 1, 1});
}

// Parallelism: bands start with coincident rows.

TEST(Parallel, RunsJacobiAsTwoParallelLoopsPerStep) {
  IslContext ctx;
  Scop scop = jacobi1d(ctx);
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  EXPECT_EQ(shapeOf(tree), "B0p1(S(B1p0(L0) B1p0(L1)))");
  expectHyperplanes(scop, tree, 0, {{1, 0}, {0, 1}}, {0, 0});
  expectHyperplanes(scop, tree, 1, {{1, 0}, {0, 1}}, {0, 0});
}

/// A time loop that runs where there is an even number between two parameters.
TEST(Parallel, KnowsDependencesUnderConditionsOnUnknownNumbers) {
  IslContext ctx;
  const Scop scop = TestScop(ctx, "[T, n, c]")
                        .array("A", 1)
                        .statement("{ S0[t, i] : 0 <= t < T and 0 <= i < n and "
                                   "exists e : c <= 2e <= n and 2e <= T }",
                                   "{ S0[t, i] -> [t, i] }")
                        .read("{ S0[t, i] -> A[i] }")
                        .write("{ S0[t, i] -> A[i] }")
                        .build();
  EXPECT_EQ(shapeOf(scheduleOf(scop, parallelFirst())), "B1p1(L0)");
}

/// Two passes over all i, in the order of 2t + p, or with p = 0 and p = 1 in two statements.
class SingleValues : public testing::Test {
protected:
  Scop scop() {
    return TestScop(Ctx, "[T, n]")
        .array("A", 1)
        .statement("{ S0[t, p, i] : 0 <= t < T and 0 <= p < 2 and 0 <= i < n }",
                   "{ S0[t, p, i] -> [0, t, p, i] }")
        .write("{ S0[t, p, i] -> A[i] }")
        .statement("{ S1[t, p, i] : 0 <= t < T and p = 1 and 0 <= i < n }",
                   "{ S1[t, p, i] -> [1, t, p, i] }")
        .write("{ S1[t, p, i] -> A[i] }")
        .build();
  }
  BandRow row(unsigned statement, const std::string &value, bool coincident) {
    return {{{statement, isl::aff(Ctx.get(), ("[T, n] -> { S" + std::to_string(statement) +
                                              "[t, p, i] -> [(" + value + ")] }")
                                                 .c_str())}},
            coincident};
  }
  /// Which rows are coincident, from the outermost band on.
  static std::string marks(const ScheduleNode &node) {
    std::string text;
    for (const BandRow &row : node.rows)
      text += row.coincident ? "c" : "r";
    for (const ScheduleNode &child : node.children)
      text += marks(child);
    return text;
  }
  std::string unmarked(ScheduleNode tree) {
    const Scop program = scop();
    schedule::unmarkSingleValues(program, tree);
    return marks(tree);
  }
  IslContext Ctx;
};

TEST_F(SingleValues, AreNotParallel) {
  // t is fixed where 2t + p is.
  EXPECT_EQ(unmarked(bandOf({row(0, "2t + p", false)},
                            bandOf({row(0, "t", true)}, bandOf({row(0, "i", true)}, leafOf(0))))),
            "rrc");
  // One pass only.
  EXPECT_EQ(unmarked(bandOf({row(1, "p", true), row(1, "t", false)},
                            bandOf({row(1, "i", true)}, leafOf(1)))),
            "rrc");
}

TEST_F(SingleValues, StayWhereOthersHaveMoreOrNoneIsInside) {
  EXPECT_EQ(unmarked(bandOf({row(0, "p", true), row(0, "t", false)},
                            bandOf({row(0, "i", true)}, leafOf(0)))),
            "crc");
  EXPECT_EQ(unmarked(bandOf({row(1, "p", true), row(1, "i", true)},
                            bandOf({row(1, "t", true)}, leafOf(1)))),
            "ccc");
  EXPECT_EQ(unmarked(bandOf({row(1, "p", true), row(1, "t", false)},
                            bandOf({row(1, "i", false)}, leafOf(1)))),
            "crr");
}

TEST(Parallel, RunsJacobi3dAsTwoParallelCubesPerStep) {
  IslContext ctx;
  for (unsigned points : {7u, 27u})
    EXPECT_EQ(shapeOf(scheduleOf(jacobi3d(ctx, points), parallelFirst())),
              "B0p1(S(B3p0(L0) B3p0(L1)))");
}

TEST(Parallel, RunsSor1dInWavefronts) {
  IslContext ctx;
  Scop scop = sor1d(ctx);
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  EXPECT_EQ(shapeOf(tree), "B0p1(B1p0(L0))");
  expectHyperplanes(scop, tree, 0, {{2, 1}, {1, 0}}, {0, 0});
}

TEST(Parallel, RunsSor2dInWavefrontsWithTwoParallelRows) {
  IslContext ctx;
  Scop scop = sor2d(ctx, 5);
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  EXPECT_EQ(shapeOf(tree), "B0p1(B2p0(L0))");
  expectHyperplanes(scop, tree, 0, {{2, 1, 1}, {1, 0, 0}, {0, 1, 0}}, {0, 0, 0});
}

TEST(Parallel, RunsSeidelInSteeperWavefronts) {
  IslContext ctx;
  Scop scop = sor2d(ctx, 9);
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  EXPECT_EQ(shapeOf(tree), "B0p1(B2p0(L0))");
  expectHyperplanes(scop, tree, 0, {{4, 2, 1}, {1, 0, 0}, {0, 1, 0}}, {0, 0, 0});
}

/// t[i][j] += t[i][j-1]; t[i][j] += t[i+1][j]; for k: t[i][j] += t[i][k] * t[k+1][j], i downwards:
/// Feautrier's row, which also carries what one statement of an iteration leaves to the next, would
/// have slopes of 3.
TEST(Parallel, RunsIntervalsAlongDiagonals) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("t", 2)
                  .statement("{ S0[i,j] : 0 <= i < j < n }", "{ S0[i,j] -> [-i, j, 0, 0] }")
                  .update("{ S0[i,j] -> t[i,j] }")
                  .read("{ S0[i,j] -> t[i,j-1] }")
                  .statement("{ S1[i,j] : 0 <= i < j < n }", "{ S1[i,j] -> [-i, j, 1, 0] }")
                  .update("{ S1[i,j] -> t[i,j] }")
                  .read("{ S1[i,j] -> t[i+1,j] }")
                  .statement("{ S2[i,j,k] : 0 <= i < k < j < n }", "{ S2[i,j,k] -> [-i, j, 2, k] }")
                  .update("{ S2[i,j,k] -> t[i,j] }")
                  .read("{ S2[i,j,k] -> t[i,k] }")
                  .read("{ S2[i,j,k] -> t[k+1,j] }")
                  .build();
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  EXPECT_EQ(shapeOf(tree), "B0p1(B1p1(S(L0 L1 L2)))");
  EXPECT_EQ(hyperplanesOf(scop, tree).front().matrix.front(), (std::vector<long>{-1, 1}));
}

TEST(Parallel, FusesTheInitialisationOfAMatrixProduct) {
  IslContext ctx;
  Scop scop = gemm(ctx);
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  EXPECT_EQ(shapeOf(tree), "B2p1(S(L0 L1))");
  expectHyperplanes(scop, tree, 0, {{1, 0}, {0, 1}, {0, 0}}, {0, 0, 0});
  expectHyperplanes(scop, tree, 1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0});
}

TEST(Parallel, KeepsTwoMatrixProductsApart) {
  IslContext ctx;
  EXPECT_EQ(shapeOf(scheduleOf(twoMatmuls(ctx), parallelFirst())),
            "S(B2p1(S(L0 L1)) B2p1(S(L2 L3)))");
}

TEST(Parallel, CutsAtaxWhereTheParallelLoopChanges) {
  IslContext ctx;
  EXPECT_EQ(shapeOf(scheduleOf(atax(ctx), parallelFirst())), "S(B1p1(S(L1 L2)) B1p1(S(L0 L3)))");
}

TEST(Parallel, GivesFloydWarshallAWavefrontPerStep) {
  IslContext ctx;
  Scop scop = floydWarshall(ctx);
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  EXPECT_EQ(shapeOf(tree), "B0p1(B0p1(B1p0(L0)))");
  expectHyperplanes(scop, tree, 0, {{1, 0, 0}, {0, 1, 1}, {0, 1, 0}}, {0, 0, 0});
}

TEST(Parallel, RunsLuWithAParallelUpdatePerStep) {
  IslContext ctx;
  EXPECT_EQ(shapeOf(scheduleOf(luRightLooking(ctx), parallelFirst())),
            "B0p1(S(B1p0(L0) B2p0(L1)))");
  EXPECT_EQ(shapeOf(scheduleOf(luPolybench(ctx), parallelFirst())),
            "B0p1(S(B1p0(L1) B2p0(L0) B2p0(L2)))");
}

TEST(Parallel, RunsCholeskyByColumns) {
  IslContext ctx;
  EXPECT_EQ(shapeOf(scheduleOf(cholesky(ctx), parallelFirst())),
            "B0p1(S(L3 B1p0(S(L1 L2)) B2p0(L0)))");
}

TEST(Parallel, RunsTrisolvByColumns) {
  IslContext ctx;
  EXPECT_EQ(shapeOf(scheduleOf(trisolv(ctx), parallelFirst())), "S(B1p0(L0) B0p1(S(L2 B1p0(L1))))");
}

TEST(Parallel, SaysWhyItKeepsTheOriginalOrder) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("B", 1)
                  .statement("{ S0[c] : 0 <= c < 2 }", "{ S0[c] -> [c, 0] }")
                  .write("{ S0[c] -> A[c] }")
                  .statement("{ S1[c] : 0 <= c < 2 }", "{ S1[c] -> [c, 1] }")
                  .read("{ S1[c] -> A[1 - c] }")
                  .write("{ S1[c] -> B[c] }")
                  .build();
  EXPECT_EQ(shapeOf(scheduleOf(scop, parallelFirst())), "B0p1(S(L0 L1))");
  EXPECT_EQ(findSchedule(scop, computeDependences(scop), parallelFirst()).whyOriginal,
            "no order of the statements keeps the dependences of every iteration");
  EXPECT_EQ(findSchedule(sor1d(ctx), computeDependences(sor1d(ctx)), tiling()).whyOriginal,
            std::nullopt);
}

/// for k { for i A[k][i] = i; for i B[k][i] = A[n-k][i]; }, and a nest beside it.
static Scop crossedRows(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .array("B", 2)
      .array("C", 2)
      .statement("{ S0[k, i] : 0 <= k, i < n }", "{ S0[k, i] -> [0, k, 0, i] }")
      .write("{ S0[k, i] -> A[k, i] }")
      .statement("{ S1[k, i] : 0 <= k, i < n }", "{ S1[k, i] -> [0, k, 1, i] }")
      .read("{ S1[k, i] -> A[n - k, i] }")
      .write("{ S1[k, i] -> B[k, i] }")
      .statement("{ S2[k, i] : 0 <= k, i < n }", "{ S2[k, i] -> [1, k, 0, i] }")
      .write("{ S2[k, i] -> C[k, i] }")
      .build();
}

TEST(Parallel, KeepsTheOriginalOrderOfTheComponentThatFails) {
  IslContext ctx;
  Scop scop = crossedRows(ctx);
  Ddg ddg = computeDependences(scop);
  ScheduleSearch found = findSchedule(scop, ddg, parallelFirst());
  EXPECT_EQ(shapeOf(found.tree), "S(B0p1(S(B1p0(L0) B1p0(L1))) B2p0(L2))");
  EXPECT_EQ(found.whyOriginal,
            "no order of the statements keeps the dependences of every iteration (2 of 3 statements)");
  expectLegal(scop, ddg, found.tree);
}

/// Where nothing is searched for: what runs in parallel as it is does so.
TEST(Parallel, HasTheOriginalOrderWithItsCoincidentRows) {
  IslContext ctx;
  Scop scop = crossedRows(ctx);
  Ddg ddg = computeDependences(scop);
  ScheduleSearch kept = originalSchedule(scop, ddg, "why");
  EXPECT_EQ(shapeOf(kept.tree), "S(B0p1(S(B1p0(L0) B1p0(L1))) B2p0(L2))");
  EXPECT_EQ(kept.whyOriginal, "why");
  expectLegal(scop, ddg, kept.tree);
}

TEST(MarkCoincidentRows, JoinsBandsThatCarryNothing) {
  IslContext ctx;
  Scop scop = crossedRows(ctx);
  Ddg ddg = computeDependences(scop);
  ScheduleNode tree = schedule::originalTree(schedule::Program(scop), {0, 1, 2});
  EXPECT_EQ(shapeOf(tree), "S(B0p1(S(B0p1(L0) B0p1(L1))) B0p1(B0p1(L2)))");
  schedule::markCoincidentRows(scop, ddg, {2}, tree);
  EXPECT_EQ(shapeOf(tree), "S(B0p1(S(B0p1(L0) B0p1(L1))) B2p0(L2))");
  schedule::markCoincidentRows(scop, ddg, {0, 1, 2}, tree);
  EXPECT_EQ(shapeOf(tree), "S(B0p1(S(B1p0(L0) B1p0(L1))) B2p0(L2))");
  expectLegal(scop, ddg, tree);
}

TEST(Parallel, IgnoresTheLimitsOfParameterTypes) {
  IslContext ctx;
  for (const char *limits : {"[n] -> { : -2147483648 <= n <= 2147483647 }",
                             "[n] -> { : 0 <= n <= 18446744073709551615 }"}) {
    Scop scop = trisolv(ctx);
    std::string expected = shapeOf(scheduleOf(scop, parallelFirst()));
    scop.context = isl::set(ctx.get(), limits);
    EXPECT_EQ(shapeOf(scheduleOf(scop, parallelFirst())), expected) << limits;
    for (Statement &s : scop.statements)
      s.domain = s.domain.intersect_params(scop.context);
    EXPECT_EQ(shapeOf(scheduleOf(scop, parallelFirst())), expected) << limits;
  }
}

TEST(Parallel, RunsFdtdAsThreeParallelBandsPerStep) {
  IslContext ctx;
  EXPECT_EQ(shapeOf(scheduleOf(fdtd2d(ctx), parallelFirst())),
            "B0p1(S(B2p0(L1) B2p0(L2) B2p0(S(L0 L3))))");
}

TEST(Parallel, ReversesALoopToFuseIt) {
  IslContext ctx;
  Scop scop = reversedCopy(ctx);
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  EXPECT_EQ(shapeOf(tree), "B1p0(S(L0 L1))");
  std::vector<StatementHyperplanes> rows = hyperplanesOf(scop, tree);
  EXPECT_EQ(rows[0].matrix, (Matrix{{1}}));
  EXPECT_EQ(rows[1].matrix, (Matrix{{-1}}));
}

// Fusion strategies.

TEST(Fusion, SeparatesWhatDependenceDoesNotConnect) {
  IslContext ctx;
  EXPECT_EQ(shapeOf(scheduleOf(threeLoops(ctx), parallelFirst())), "S(B1p0(L0) B1p0(L1) B1p0(L2))");
}

/// for i, j { B[i][j] = A[i][j]; D[i][j] = C[i][j]; }; \p apart: each in a loop over j of its own.
Scop twoCopies(IslContext &ctx, bool apart) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .array("B", 2)
      .array("C", 2)
      .array("D", 2)
      .statement("{ S0[i, j] : 0 <= i, j < n }", "{ S0[i, j] -> [0, i, 0, j, 0] }")
      .read("{ S0[i, j] -> A[i, j] }")
      .write("{ S0[i, j] -> B[i, j] }")
      .statement("{ S1[i, j] : 0 <= i, j < n }",
                 apart ? "{ S1[i, j] -> [0, i, 1, j, 0] }" : "{ S1[i, j] -> [0, i, 0, j, 1] }")
      .read("{ S1[i, j] -> C[i, j] }")
      .write("{ S1[i, j] -> D[i, j] }")
      .build();
}

std::string shapeOfCopies(bool apart, const SchedulerOptions &options) {
  IslContext ctx;
  const Scop scop = twoCopies(ctx, apart);
  return shapeOf(findSchedule(scop, computeDependences(scop), options).tree);
}

TEST(Fusion, KeepsParallelStatementsOfOneNestTogether) {
  EXPECT_EQ(shapeOfCopies(/*apart=*/false, parallelFirst()), "B2p0(L0,1)");
  EXPECT_EQ(shapeOfCopies(/*apart=*/false, tiling()), "B2p0(L0,1)");
  EXPECT_EQ(shapeOfCopies(/*apart=*/false, parallelFirst(Fuse::Min)), "S(B2p0(L0) B2p0(L1))");
}

TEST(Fusion, SeparatesStatementsOfDifferentLoops) {
  EXPECT_EQ(shapeOfCopies(/*apart=*/true, parallelFirst()), "S(B2p0(L0) B2p0(L1))");
}

// for i { B[i] = A[i]; s[0] += C[i]; }
TEST(Fusion, SeparatesSumsFromTheParallelStatementsOfTheirNest) {
  IslContext ctx;
  const Scop scop = TestScop(ctx, "[n]")
                        .array("A", 1)
                        .array("B", 1)
                        .array("C", 1)
                        .array("s", 1)
                        .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i, 0] }")
                        .read("{ S0[i] -> A[i] }")
                        .write("{ S0[i] -> B[i] }")
                        .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [0, i, 1] }")
                        .read("{ S1[i] -> C[i] }")
                        .read("{ S1[i] -> s[0] }")
                        .write("{ S1[i] -> s[0] }")
                        .build();
  EXPECT_EQ(shapeOf(scheduleOf(scop, parallelFirst())), "S(B1p0(L0) B0p1(L1))");
}

// for t { for i { B[i] = A[i-1]; D[i] = C[i+1]; } for i { A[i] = B[i] + D[i]; C[i] = D[i] - B[i]; }
// }
TEST(Fusion, KeepsStatementsOfOneNestTogetherBesideOthersInATimeLoop) {
  IslContext ctx;
  const Scop scop =
      TestScop(ctx, "[T, n]")
          .array("A", 1)
          .array("B", 1)
          .array("C", 1)
          .array("D", 1)
          .statement("{ S0[t, i] : 0 <= t < T and 0 < i < n }", "{ S0[t, i] -> [0, t, 0, i, 0] }")
          .read("{ S0[t, i] -> A[i - 1] }")
          .write("{ S0[t, i] -> B[i] }")
          .statement("{ S1[t, i] : 0 <= t < T and 0 < i < n }", "{ S1[t, i] -> [0, t, 0, i, 1] }")
          .read("{ S1[t, i] -> C[i + 1] }")
          .write("{ S1[t, i] -> D[i] }")
          .statement("{ S2[t, i] : 0 <= t < T and 0 < i < n }", "{ S2[t, i] -> [0, t, 1, i, 0] }")
          .read("{ S2[t, i] -> B[i] }")
          .read("{ S2[t, i] -> D[i] }")
          .write("{ S2[t, i] -> A[i] }")
          .statement("{ S3[t, i] : 0 <= t < T and 0 < i < n }", "{ S3[t, i] -> [0, t, 1, i, 1] }")
          .read("{ S3[t, i] -> B[i] }")
          .read("{ S3[t, i] -> D[i] }")
          .write("{ S3[t, i] -> C[i] }")
          .build();
  EXPECT_EQ(shapeOf(scheduleOf(scop, parallelFirst())), "B0p1(S(B1p0(L0,1) B1p0(L2,3)))");
}

/// for i { A[0] += …; A[i + 1] = …; } with updates in any order of numbers of \p type.
std::string shapeOfUpdatesBeside(const char *type) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1, type)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i, 0] }")
                  .update("{ S0[i] -> A[0] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [0, i, 1] }")
                  .write("{ S1[i] -> A[i + 1] }")
                  .build();
  scop.statements[0].updates = {{UpdateOperator::Add, 0, 0, 1, {}, "int", true}};
  return shapeOf(findSchedule(scop, computeDependences(scop), parallelFirst()).tree);
}

// An update of a byte is one of the word around it, of which the other statement writes other
// bytes.
TEST(Fusion, SeparatesUpdatesOfPartsOfWordsFromWritesOfOthers) {
  EXPECT_EQ(shapeOfUpdatesBeside("int"), "B1p0(L0,1)");
  EXPECT_EQ(shapeOfUpdatesBeside("unsigned char"), "S(B1p0(L0) B1p0(L1))");
}

TEST(Fusion, MinCutsEvenWhatFusesForFree) {
  IslContext ctx;
  EXPECT_EQ(shapeOf(scheduleOf(gemm(ctx), parallelFirst(Fuse::Min))), "S(B2p0(L0) B2p1(L1))");
}

TEST(Fusion, MaxFusesMatrixProductsInOneParallelLoop) {
  IslContext ctx;
  ScheduleNode tree = scheduleOf(twoMatmuls(ctx), parallelFirst(Fuse::Max));
  ASSERT_EQ(tree.kind, Kind::Band) << printSchedule(tree);
  EXPECT_EQ(tree.statements.size(), 4u);
  EXPECT_TRUE(tree.rows.front().coincident);
}

TEST(Fusion, EveryStrategyIsLegalForEveryProgram) {
  IslContext ctx;
  std::vector<Scop> programs = {
      jacobi1d(ctx),      jacobi3d(ctx, 7), sor2d(ctx, 9),       gemm(ctx),        twoMatmuls(ctx),
      floydWarshall(ctx), cholesky(ctx),    luRightLooking(ctx), luPolybench(ctx), trisolv(ctx),
      fdtd2d(ctx),        atax(ctx),        reversedCopy(ctx),   threeLoops(ctx),  mirrored(ctx)};
  for (const Scop &scop : programs) {
    Ddg ddg = computeDependences(scop);
    for (Fuse fuse : {Fuse::Depth, Fuse::Min, Fuse::Max})
      for (const SchedulerOptions &options :
           {parallelFirst(fuse), tiling(fuse), balancedTiling(fuse)}) {
        ScheduleNode tree = searchOnly(scop, ddg, options);
        expectLegal(scop, ddg, tree);
        EXPECT_TRUE(schedule::keepsDependences(scop, ddg, tree)) << printSchedule(tree);
      }
  }
}

// Speed.

/// for s, i: A[i] = …; A[i + 1] = …; A[i] = …; … with so many statements, if data says so.
Scop overwriting(IslContext &ctx, int statements) {
  TestScop scop(ctx, "[m, n]");
  scop.array("A", 1);
  for (int k = 0; k < statements; ++k) {
    const std::string name = "S" + std::to_string(k);
    scop.statement(("{ " + name + "[s, i] : 0 <= s < m and 0 <= i < n }").c_str(),
                   ("{ " + name + "[s, i] -> [s, i, " + std::to_string(k) + "] }").c_str())
        .mayWrite(("{ " + name + "[s, i] -> A[i + " + std::to_string(k % 2) + "] }").c_str());
  }
  return scop.build();
}

TEST(Parallel, FindsWhatCarriesManyDependencesWithinABudgetOfWork) {
  IslContext ctx;
  const Scop scop = overwriting(ctx, 12);
  const Ddg ddg = computeDependences(scop);
  IslQuota quota(ctx.get(), 330000);
  EXPECT_NO_THROW(findSchedule(scop, ddg, parallelFirst()));
}

// The fallback.

TEST(OriginalTree, IsLegalAndKeepsTheTextualOrder) {
  IslContext ctx;
  for (const Scop &scop : {jacobi1d(ctx), cholesky(ctx), fdtd2d(ctx), twoMatmuls(ctx)}) {
    Ddg ddg = computeDependences(scop);
    std::vector<unsigned> all(scop.statements.size());
    std::iota(all.begin(), all.end(), 0);
    ScheduleNode tree = schedule::originalTree(schedule::Program(scop), all);
    expectLegal(scop, ddg, tree);
  }
  ScheduleNode tree = schedule::originalTree(schedule::Program(jacobi1d(ctx)), {0, 1});
  EXPECT_EQ(shapeOf(tree), "B0p1(S(B0p1(L0) B0p1(L1)))");
}

TEST(KeepsDependences, RejectsAReversedSequenceAndAFalseCoincidence) {
  IslContext ctx;
  Scop scop = jacobi1d(ctx);
  Ddg ddg = computeDependences(scop);
  ScheduleNode tree = scheduleOf(scop, parallelFirst());
  ScheduleNode reversed = tree;
  std::swap(reversed.children[0].children[0], reversed.children[0].children[1]);
  EXPECT_FALSE(schedule::keepsDependences(scop, ddg, reversed));
  ScheduleNode coincident = tree;
  coincident.rows[0].coincident = true;
  EXPECT_FALSE(schedule::keepsDependences(scop, ddg, coincident));
  EXPECT_TRUE(schedule::keepsDependences(scop, ddg, tree));
}

} // namespace
