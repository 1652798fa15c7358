//===- Runs.h - Measured times of layouts -----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILETILES_RUNS_H
#define GPUTILE_TOOLS_GPUTILETILES_RUNS_H

#include "Region.h"

#include "gputile/Model/CostFit.h"
#include "gputile/Model/LayoutSearch.h"

namespace gputile::tiles {

/// A kernel that ran with some layout. docs/tile-sizes.md describes the file.
struct Run {
  std::vector<long> tile;
  long threads = 0; ///< Of a block.
  Sizes sizes;
  double milliseconds = 0; ///< On the device, without copies.
};

/// Reads the runs of the region called \p name from the JSON text of \p file.
/// \returns an error with the path and what is expected
llvm::Expected<std::vector<Run>> readRuns(llvm::StringRef text, llvm::StringRef file,
                                          llvm::StringRef name);

/// Costs for the numbers of threads that runs tell enough of.
struct FittedByThreads {
  CostsByThreads costs;
  double largestError = 0; ///< The largest relative error of all runs that were used.
  size_t runs = 0;         ///< That were used.
};

/// Fits the costs of each number of threads by itself (section 3.3 of Di and Xue 2011).
/// \returns an error where no number of threads has runs enough
llvm::Expected<FittedByThreads> fitRuns(const Region &region, const std::vector<Run> &runs,
                                        long registersPerThread, const DeviceProfile &device);

} // namespace gputile::tiles

#endif
