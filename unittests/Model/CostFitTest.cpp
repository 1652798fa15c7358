//===- CostFitTest.cpp - alpha, beta and gamma from times -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SorNest.h"

#include "gputile/Model/CostFit.h"

#include <gtest/gtest.h>

namespace gputile {
namespace {

using test::sorNest;
using Longs = std::vector<long>;

const TileCosts someCosts{.perWarp = 63, .perPoint = -0.25, .perElement = 2.5};

/// One inter-tile wavefront of B * P full tiles, as the paper measures.
MeasuredRun runOf(const Longs &sizes, double disturbance = 0) {
  MeasuredRun run{.tile = workOfTile(sorNest(sizes.size() - 1, 100, 100), sizes),
                  .total = totalWork({{240, 0}}, {30, 8}, {10000, 40, 2000}),
                  .blockBarrier = 40};
  run.time = run.total.time(tileTime(run.tile, someCosts, run.blockBarrier)) * (1 + disturbance);
  return run;
}

std::string errorOf(const std::vector<MeasuredRun> &runs) {
  llvm::Expected<FittedCosts> fitted = fitCosts(runs);
  return fitted ? "" : llvm::toString(fitted.takeError());
}

TEST(CostFit, finds_the_costs_that_the_times_were_made_with) {
  for (const std::vector<Longs> &tiles :
       {std::vector<Longs>{{40, 64}, {100, 30}, {64, 64}, {200, 90}},
        std::vector<Longs>{{2, 8, 16}, {8, 8, 8}, {4, 20, 20}},
        std::vector<Longs>{{2, 4, 4, 8}, {4, 4, 4, 4}, {3, 6, 6, 6}, {2, 2, 9, 9}}}) {
    std::vector<MeasuredRun> runs;
    for (const Longs &sizes : tiles)
      runs.push_back(runOf(sizes));
    llvm::Expected<FittedCosts> fitted = fitCosts(runs);
    ASSERT_TRUE(bool(fitted)) << llvm::toString(fitted.takeError());
    EXPECT_NEAR(fitted->costs.perWarp, someCosts.perWarp, 1e-5);
    EXPECT_NEAR(fitted->costs.perPoint, someCosts.perPoint, 1e-5);
    EXPECT_NEAR(fitted->costs.perElement, someCosts.perElement, 1e-5);
    EXPECT_LT(fitted->largestError, 1e-9);
  }
}

TEST(CostFit, has_the_least_sum_of_squares) {
  const std::vector<MeasuredRun> runs = {runOf({40, 64}, 0.005), runOf({100, 30}, -0.004),
                                         runOf({64, 64}, 0.002), runOf({200, 90}, -0.001),
                                         runOf({33, 150}, 0.003)};
  llvm::Expected<FittedCosts> fitted = fitCosts(runs);
  ASSERT_TRUE(bool(fitted)) << llvm::toString(fitted.takeError());
  const auto squares = [&](const TileCosts &costs) {
    double sum = 0;
    for (const MeasuredRun &run : runs) {
      const double off = run.total.time(tileTime(run.tile, costs, run.blockBarrier)) - run.time;
      sum += off * off;
    }
    return sum;
  };
  const TileCosts &best = fitted->costs;
  for (const double factor : {0.999, 1.001}) {
    EXPECT_GT(squares({best.perWarp * factor, best.perPoint, best.perElement}), squares(best));
    EXPECT_GT(squares({best.perWarp, best.perPoint * factor, best.perElement}), squares(best));
    EXPECT_GT(squares({best.perWarp, best.perPoint, best.perElement * factor}), squares(best));
  }
  EXPECT_GT(fitted->largestError, 0);
  EXPECT_LT(fitted->largestError, 0.006);
}

TEST(CostFit, needs_tiles_that_tell_the_costs_apart) {
  EXPECT_EQ(errorOf({runOf({40, 64}), runOf({64, 40})}), "three costs need at least three runs");
  EXPECT_NE(errorOf({runOf({40, 64}), runOf({40, 64}), runOf({40, 64}), runOf({100, 30})}), "");
}

TEST(CostFit, refuses_costs_below_zero) {
  std::vector<MeasuredRun> runs = {runOf({40, 64}), runOf({100, 30}), runOf({64, 64})};
  EXPECT_EQ(errorOf(runs), "");
  runs[0].time *= 3; // As if many small wavefronts were cheap, and few large ones were not.
  EXPECT_NE(errorOf(runs).find("contradict the model"), std::string::npos);
}

/// Section 5.
TEST(CostFit, measures_errors_as_the_paper) {
  EXPECT_DOUBLE_EQ(relativeError(95, 100), 0.05);
  EXPECT_DOUBLE_EQ(relativeError(106.05, 100), 0.0605);
  // Of times that are estimated to be equal, that of the other layout is truly less.
  EXPECT_DOUBLE_EQ(performanceGap(0, 0.0605), 0.0605);
  const double estimate = 100, mine = estimate / 0.98, other = estimate / 1.04;
  EXPECT_NEAR(performanceGap(-0.02, 0.04), mine / other - 1, 1e-12);
}

} // namespace
} // namespace gputile
