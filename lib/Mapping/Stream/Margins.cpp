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

static Margins widest(const Margins &a, const Margins &b) {
  return {std::max(a.left, b.left), std::max(a.right, b.right), std::max(a.above, b.above)};
}

Margins marginsAfter(const StreamBand &band, long steps) {
  // By stage, of the state behind it in the last iteration.
  std::vector<Margins> after(band.stages.size());
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
      for (const StreamRead &read : stage.reads) {
        const Margins there = of(read.state);
        own = widest(own, {there.left - read.column, there.right + read.column,
                           there.above - read.row});
      }
      after[s] = own;
    }
  }
  Margins all;
  for (unsigned field = 0; field < band.fields.size(); ++field)
    all = widest(all, after[band.lastStageOf(field)]);
  return all;
}

} // namespace gputile::mapping
