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
static void widen(Margins &all, const Margins &read, const std::vector<long> &across) {
  for (size_t d = 0; d < across.size(); ++d) {
    all.left[d] = std::max(all.left[d], read.left[d] - across[d]);
    all.right[d] = std::max(all.right[d], read.right[d] + across[d]);
  }
}

Margins marginsAfter(const StreamBand &band, long steps) {
  const std::vector<long> none(band.acrossDims(), 0);
  // By stage, of the state behind it in the last iteration.
  std::vector<Margins> after(band.stages.size(), {none, none, 0});
  for (long step = 0; step < steps; ++step) {
    const std::vector<Margins> before = after;
    for (size_t s = 0; s < band.stages.size(); ++s) {
      const StreamStage &stage = band.stages[s];
      const auto of = [&](const StreamState &state) {
        return (state.previous ? before : after)[state.stage];
      };
      Margins own = of(stage.before);
      for (const StreamRead &read : stage.reads)
        widen(own, of(read.state), read.across);
      after[s] = own;
    }
  }
  Margins all{none, none, 0};
  const std::vector<long> firstRows = band.firstRows(steps);
  for (unsigned field = 0; field < band.fields.size(); ++field) {
    const unsigned last = band.lastStageOf(field);
    widen(all, after[last], none);
    all.above = std::max(all.above, firstRows[last]);
  }
  return all;
}

} // namespace gputile::mapping
