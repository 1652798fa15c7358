//===- StreamPlanTest.cpp - Tests of what is known of streams -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/StreamPlan.h"

#include <gtest/gtest.h>

namespace gputile {
namespace {

class StreamBandTest : public testing::Test {
protected:
  StreamStage stageOf(unsigned field, StreamState before, std::vector<StreamRead> reads, long lag) {
    StreamStage stage;
    stage.statement = field;
    stage.cells = isl::map(Context.get(), "{ S[t, i, j] -> [t, i, j] }");
    stage.field = field;
    stage.target = 0;
    stage.before = before;
    stage.reads = std::move(reads);
    stage.lag = lag;
    return stage;
  }

  StreamBand jacobi(long above, long below);

private:
  IslContext Context;
};

/// B[i] = f(A[i - above], A[i + below]); A[i] = B[i]: iterations are \p below rows apart.
StreamBand StreamBandTest::jacobi(long above, long below) {
  StreamBand band;
  band.rank = 2;
  band.lag = below;
  const StreamState a{1, true}, b{0, false};
  band.stages = {stageOf(0, {0, true}, {{1, a, -above, {0}}, {2, a, below, {0}}}, 0),
                 stageOf(1, a, {{1, b, 0, {0}}}, 0)};
  return band;
}

using Rows = std::vector<long>;

TEST_F(StreamBandTest, RowsBeginWhereAllThatTheyDependOnIsLoaded) {
  // Row z + 1 of A is loaded with row z as the newest.
  EXPECT_EQ(jacobi(1, 1).firstRows(0), (Rows{1, 1}));
  // Row 2 of B is the first one whose row above is there.
  EXPECT_EQ(jacobi(1, 1).firstRows(1), (Rows{2, 2}));
  EXPECT_EQ(jacobi(1, 1).firstRows(4), (Rows{5, 5}));
  EXPECT_EQ(jacobi(3, 1).firstRows(2), (Rows{7, 7}));
}

TEST_F(StreamBandTest, WhatReadsNoRowAboveLosesNone) {
  EXPECT_EQ(jacobi(0, 2).firstRows(0), (Rows{2, 2}));
  EXPECT_EQ(jacobi(0, 2).firstRows(5), (Rows{2, 2}));
}

TEST_F(StreamBandTest, StagesLoseRowsOneAfterTheOther) {
  // X[i] = g(Y[i - 1]) of the iteration before, then Y[i] = h(X[i + 1]), one row behind.
  StreamBand band;
  band.rank = 2;
  band.lag = 1;
  band.stages = {stageOf(0, {0, true}, {{1, {1, true}, -1, {0}}}, 0),
                 stageOf(1, {1, true}, {{1, {0, false}, 1, {0}}}, 1)};
  EXPECT_EQ(band.firstRows(0), (Rows{1, 0}));
  // X from row 1 on, as Y is there from row 0 on; Y from row 0 on.
  EXPECT_EQ(band.firstRows(1), (Rows{1, 0}));
  EXPECT_EQ(band.firstRows(3), (Rows{1, 0}));
}

TEST_F(StreamBandTest, RowsThatSeveralStagesExchangeAreThoseOfOneAge) {
  // X[i][j] = f(U[i][j - 2], U[i + 1][j + 1]), Y[i][j] = g(U[i][j + 1], X[i][j - 1]), U = h(X, Y).
  StreamBand band;
  band.rank = 2;
  band.lag = 1;
  const StreamState u{2, true}, x{0, false}, y{1, false};
  band.stages = {stageOf(0, {0, true}, {{1, u, 0, {-2}}, {2, u, 1, {1}}}, 0),
                 stageOf(1, {1, true}, {{1, u, 0, {1}}, {2, x, 0, {-1}}}, 0),
                 stageOf(2, u, {{1, x, 0, {0}}, {2, y, 0, {0}}}, 0)};
  const auto shared = band.sharedReaches();
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_EQ(shared.begin()->first.state.stage, 2U);
  EXPECT_TRUE(shared.begin()->first.state.previous);
  EXPECT_EQ(shared.begin()->first.age, 1);
  EXPECT_EQ(shared.begin()->second.left, (std::vector<long>{2}));
  EXPECT_EQ(shared.begin()->second.right, (std::vector<long>{1}));

  // One row later, the second stage reads the same row of U when it is older.
  band.stages[1].lag = band.stages[2].lag = 1;
  EXPECT_TRUE(band.sharedReaches().empty());
}

TEST(StreamPlanTest, RunnersUpAreThreeAtMostAndNotThePlanItself) {
  StreamPlan plan;
  EXPECT_TRUE(plan.runnersUp().empty());
  const auto timesOf = [](const std::vector<LayoutEstimate> &estimates) {
    std::vector<double> times;
    for (const LayoutEstimate &estimate : estimates)
      times.push_back(estimate.picoseconds);
    return times;
  };
  for (const double time : {1.0, 2.0, 3.0}) {
    plan.estimates.emplace_back();
    plan.estimates.back().picoseconds = time;
  }
  EXPECT_EQ(timesOf(plan.runnersUp()), (std::vector<double>{2, 3}));
  plan.estimates.resize(7);
  EXPECT_EQ(timesOf(plan.runnersUp()), (std::vector<double>{2, 3, 0}));
}

} // namespace
} // namespace gputile
