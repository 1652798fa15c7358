//===- CostEstimate.cpp - alpha, beta and gamma by counts -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/CostEstimate.h"

#include <algorithm>

namespace gputile {

TileCosts estimateCosts(const PointCounts &counts, const DeviceProfile &device) {
  // Machine instructions of the innermost loops of SOR in two dimensions, in floats (bench/counts,
  // --details): 21 for a point, which has six references; 42 to load two elements, and 29 to store
  // them.
  constexpr double instructionsPerReference = 21.0 / 6;
  constexpr double instructionsPerElement = (42.0 + 29.0) / 2;
  // An element is loaded and stored.
  constexpr double journeys = 2;
  const auto multiprocessors = static_cast<double>(device.limits.multiprocessors);
  const DeviceCosts &costs = device.costs;
  // In a nanosecond, of one multiprocessor.
  const double laneInstructions = costs.laneInstructionsPerNanosecond / multiprocessors;
  const double bytes = costs.dramGigabytesPerSecond / multiprocessors;
  const double issued =
      instructionsPerReference * counts.references * lanesOfWarp / laneInstructions;
  const double accessed = counts.references * counts.bankConflictWays / costs.clockGigahertz;
  return {.perWarp = std::max(issued, accessed),
          .perPoint = 0,
          .perElement = std::max(instructionsPerElement / laneInstructions,
                                 journeys * counts.elementBytes / bytes)};
}

} // namespace gputile
