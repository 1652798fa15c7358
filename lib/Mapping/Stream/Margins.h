//===- Margins.h - What beside its own cells a block works on ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_STREAM_MARGINS_H
#define GPUTILE_LIB_MAPPING_STREAM_MARGINS_H

#include "gputile/IR/StreamPlan.h"

namespace gputile::mapping {

/// Cells at the borders of what a block loads whose values are none of the program's: they were computed
/// from cells that it does not have.
struct Margins {
  std::vector<long> left, right; ///< By dimension across the rows.
  long above = 0;                ///< Rows, from the first of the newest rows on.
};

/// Those of what all fields hold after \p steps iterations of the time loop, together.
Margins marginsAfter(const StreamBand &band, long steps);

} // namespace gputile::mapping

#endif
