//===- WeighTest.cpp - Whether a call is worth it ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Runtime/Weigh.h"
}

#include "gtest/gtest.h"

namespace {

/// Of 10 multiprocessors, at 1 GHz: each executes 100 instructions a nanosecond.
const gputile_rt_rates rates = {10, 1000, 1, 4000, 1100, 700, 50, 25};

double kernel(const gputile_rt_kernel_work &work, unsigned threads,
              gputile_rt_mode mode = GPUTILE_RT_PLAIN) {
  return gpti_kernel_ns(&rates, &work, threads, mode);
}

TEST(Weigh, FullDevicesTakeInstructionsAtTheirRate) {
  EXPECT_DOUBLE_EQ(kernel({1, 1, 1000, 5e6}, 256), 4000 + 5e6 / 1000);
}

TEST(Weigh, FewBlocksLeaveMultiprocessorsIdle) {
  EXPECT_DOUBLE_EQ(kernel({1, 1, 2, 5e6}, 1024), 4000 + 5e6 / 200);
  EXPECT_DOUBLE_EQ(kernel({5, 5, 10, 5e6}, 1024), 5 * 4000 + 5e6 / 200); // two at a time
}

TEST(Weigh, FewThreadsWaitForEachInstruction) {
  EXPECT_DOUBLE_EQ(kernel({1, 1, 1, 1000}, 1), 4000 + 1000 * 6);
  EXPECT_DOUBLE_EQ(kernel({1, 1, 1, 1000}, 32), 4000 + 1000 * 6 / 32.0);
}

TEST(Weigh, StepsCostWhatTheirKindDoes) {
  EXPECT_DOUBLE_EQ(kernel({100, 100, 1e6, 0}, 256), 100 * 4000);
  EXPECT_DOUBLE_EQ(kernel({1, 100, 1e6, 0}, 256, GPUTILE_RT_COOPERATIVE), 4000 + 99 * 1100);
  EXPECT_DOUBLE_EQ(kernel({2, 100, 1e6, 0}, 256, GPUTILE_RT_FLAGS), 2 * 4000 + 98 * 700);
}

TEST(Weigh, CountsOfEmptyBoxesAreHarmless) { EXPECT_DOUBLE_EQ(kernel({0, -3, -5, -1}, 256), 4000); }

TEST(Weigh, CopiesGoThroughTheHostsMemoryAndTheLink) {
  EXPECT_DOUBLE_EQ(gpti_copies_ns(&rates, 6e6, 3e6) - gpti_copies_ns(&rates, 0, 0),
                   6e6 / 50 + 3e6 / 25 + 9e6 / 12);
  EXPECT_GT(gpti_copies_ns(&rates, 0, 0), 0);
}

TEST(Weigh, LoopsTakeAsLongAsTheirData) {
  EXPECT_DOUBLE_EQ(gpti_loops_ns(1e6, 600, 600), 1e6);
  EXPECT_DOUBLE_EQ(gpti_loops_ns(1e3, 6e6, 6e6), 1e6);
}

} // namespace
