//===- CostEstimate.h - alpha, beta and gamma by counts ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_COSTESTIMATE_H
#define GPUTILE_MODEL_COSTESTIMATE_H

#include "gputile/Model/TileTime.h"

namespace gputile {

/// What a kernel of scheme `wavefront` does, as far as its plan says it.
struct PointCounts {
  double references = 0;       ///< Loads and stores of shared memory for a point.
  double bankConflictWays = 1; ///< Turns that an access of a warp takes.
  double elementBytes = 4;     ///< Of an element that is held in shared memory.
};

/// The costs of a kernel that nobody measured, in nanoseconds. It is an estimate of throughput: the
/// time that instructions of full tiles, as bench/counts counts them, accesses of shared memory,
/// and bytes of device memory take at the rates of the device. It knows no latencies. beta is 0:
/// what points cost beside their warps, and loads that pass shared memory by, is about the same for
/// all layouts.
TileCosts estimateCosts(const PointCounts &counts, const DeviceProfile &device);

} // namespace gputile

#endif
