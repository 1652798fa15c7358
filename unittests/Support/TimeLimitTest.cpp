//===- TimeLimitTest.cpp - Tests of the bound on processor time -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/TimeLimit.h"

#include <gtest/gtest.h>

#include <chrono>

using namespace gputile;

/// Makes isl work until that fails, or processor time has passed \p seconds.
static bool failsWithin(isl::ctx ctx, double seconds) {
  const double start = threadSeconds();
  try {
    while (threadSeconds() - start < seconds)
      isl::set(ctx, "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i }").lexmax();
  } catch (const isl::exception &) {
    return true;
  }
  return false;
}

TEST(TimeLimit, stops_work_soon_after_its_time) {
  IslContext ctx;
  TimeLimit limit(ctx.get(), 0.05);
  const double start = threadSeconds();
  EXPECT_TRUE(failsWithin(ctx.get(), 5));
  EXPECT_TRUE(limit.passed());
  EXPECT_GE(threadSeconds() - start, 0.04);
  EXPECT_LT(threadSeconds() - start, 1);
}

TEST(TimeLimit, leaves_the_context_as_it_was) {
  IslContext ctx;
  {
    TimeLimit limit(ctx.get(), 0.001);
    EXPECT_TRUE(failsWithin(ctx.get(), 5));
  }
  EXPECT_FALSE(failsWithin(ctx.get(), 0.05));
}

TEST(TimeLimit, does_not_touch_work_that_ends_before_it) {
  IslContext ctx;
  TimeLimit limit(ctx.get(), 60), none(ctx.get(), 0);
  EXPECT_FALSE(failsWithin(ctx.get(), 0.05));
  EXPECT_FALSE(limit.passed());
  EXPECT_FALSE(none.passed());
}

TEST(TimeLimit, counts_the_time_of_its_thread_alone) {
  IslContext ctx;
  TimeLimit limit(ctx.get(), 0.02);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_FALSE(limit.passed());
  EXPECT_TRUE(failsWithin(ctx.get(), 5));
}
