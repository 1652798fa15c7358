//===- CostEstimateTest.cpp - alpha, beta and gamma by counts ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/CostEstimate.h"
#include "gputile/Model/DeviceFile.h"

#include <gtest/gtest.h>

namespace gputile {
namespace {

TEST(CostEstimate, is_what_binds_a_multiprocessor) {
  const DeviceProfile c1060 = *deviceProfileOf("c1060");
  // 187 lanes in a nanosecond on 30 multiprocessors start 14 instructions of a warp in 71.9 ns.
  const TileCosts sor = estimateCosts({.references = 4}, c1060);
  EXPECT_NEAR(sor.perWarp, 14 * 32 * 30 / 187.0, 1e-9);
  EXPECT_EQ(sor.perPoint, 0);
  EXPECT_NEAR(sor.perElement, 35.5 * 30 / 187, 1e-9);
  // Many turns of the banks take longer than the instructions.
  EXPECT_NEAR(estimateCosts({.references = 4, .bankConflictWays = 32}, c1060).perWarp,
              4 * 32 / 1.296, 1e-9);
  // 102 GB/s, and large elements.
  EXPECT_NEAR(estimateCosts({.references = 4, .elementBytes = 16}, c1060).perElement,
              2 * 16 * 30 / 102.0, 1e-9);
}

} // namespace
} // namespace gputile
