//===- Samples.h - For which parameters text is checked -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_SAMPLES_H
#define GPUTILE_LIB_READER_SAMPLES_H

#include "Reader/PlanAt.h"

#include "gputile/Reader/CheckText.h"

namespace gputile::reader {

/// Values of the parameters for which the text is tried.
struct Samples {
  std::vector<Sample> inside;  ///< The guard holds, and there are few instances. Largest first.
  std::vector<Sample> outside; ///< The guard does not hold.
  std::vector<Sample> large;   ///< The guard holds; too large to be run as a whole.
};

/// Samples around multiples of the tile sizes, small ones, and those that only just violate
/// the guard.
Samples chooseSamples(const PlannedRegion &region, const TextCheckLimits &limits);

/// More for which the guard holds: sizes with different remainders of the tile sizes.
std::vector<Sample> chooseRemainders(const PlannedRegion &region, const TextCheckLimits &limits);

} // namespace gputile::reader

#endif
