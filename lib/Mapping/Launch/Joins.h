//===- Joins.h - Launches that can be one ------------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_LAUNCH_JOINS_H
#define GPUTILE_LIB_MAPPING_LAUNCH_JOINS_H

#include "Mapping/Launch/CommonForm.h"

namespace gputile::mapping {

/// Kernels that take over host loops, all but the outermost \c outer, together.
struct Join {
  std::vector<unsigned> kernels; ///< Ascending; no others launch between theirs.
  unsigned outer;
  CommonForm form;
};

/// The largest number of host loops that kernel \p k of \p plan can take over, with as many
/// kernels as launch in turn with it if \p together; none without any such loop.
std::optional<Join> largestJoin(const RegionPlan &plan, unsigned k, bool together);

} // namespace gputile::mapping

#endif
