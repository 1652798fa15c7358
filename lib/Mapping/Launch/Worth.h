//===- Worth.h - Whether one launch costs less than many --------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_LAUNCH_WORTH_H
#define GPUTILE_LIB_MAPPING_LAUNCH_WORTH_H

#include "Mapping/Launch/Joins.h"
#include "gputile/IR/Scop.h"

#include <string>

namespace gputile::mapping {

struct Worth {
  bool pays;
  std::string reason; ///< For messages.
};

/// Whether the kernels of \p join should be one launch. A grid barrier costs about as much as a
/// launch that the host sends while the one before runs. It costs less only where launches are
/// shorter than what sending takes: where a launch has no more blocks than the device holds at
/// once, or where their number changes with the host loop, as in triangular loops and wavefronts,
/// so that many launches are small. Long launches keep their versions for sizes and all registers.
Worth worthOf(const Scop &scop, const RegionPlan &plan, const Join &join);

} // namespace gputile::mapping

#endif
