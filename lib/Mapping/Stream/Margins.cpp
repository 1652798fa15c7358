//===- Margins.cpp - What beside its own cells a block works on -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Stream/Margins.h"

#include <algorithm>
#include <vector>

namespace gputile::mapping {

/// Adds to \p all those of cells that are computed from \p read ones at a distance.
static void widen(Margins &all, const Margins &read, long row, const std::vector<long> &across) {
  for (size_t d = 0; d < across.size(); ++d) {
    all.left[d] = std::max(all.left[d], read.left[d] - across[d]);
    all.right[d] = std::max(all.right[d], read.right[d] + across[d]);
  }
  all.above = std::max(all.above, read.above - row);
}

Margins marginsAfter(const StreamBand &band, long steps) {
  const std::vector<long> none(band.acrossDims(), 0);
  // By stage, of the state behind it in the last iteration.
  std::vector<Margins> after(band.stages.size(), {none, none, 0});
  // What is loaded is as far ahead as the last stage of the field would leave it.
  for (size_t s = 0; s < band.stages.size(); ++s)
    after[s].above = band.lag - band.stages[s].lag;
  for (long step = 0; step < steps; ++step) {
    const std::vector<Margins> before = after;
    for (size_t s = 0; s < band.stages.size(); ++s) {
      const StreamStage &stage = band.stages[s];
      const auto of = [&](const StreamState &state) {
        return (state.previous ? before : after)[state.stage];
      };
      Margins own = of(stage.before);
      for (const StreamRead &read : stage.reads)
        widen(own, of(read.state), read.row, read.across);
      after[s] = own;
    }
  }
  Margins all{none, none, 0};
  for (unsigned field = 0; field < band.fields.size(); ++field)
    widen(all, after[band.lastStageOf(field)], 0, none);
  return all;
}

} // namespace gputile::mapping
