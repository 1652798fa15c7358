//===- StreamLags.cpp - How far stages are behind the newest row ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/StreamLags.h"

#include <algorithm>

namespace gputile {

/// The least lag of \p reader with which the row \p row below its own of \p state is there.
static long leastLag(const StreamBand &band, const StreamState &state, long row) {
  return band.stages[state.stage].lag + row - (state.previous ? band.lag : 0);
}

/// One pass of the longest paths. \returns whether a lag grew.
static bool grow(StreamBand &band, bool handsOn) {
  bool grown = false;
  for (StreamStage &stage : band.stages) {
    long lag = std::max(stage.lag, leastLag(band, stage.before, 0));
    for (const StreamRead &read : stage.reads)
      lag = std::max(lag, leastLag(band, read.state, read.row) +
                              (handsOn && read.across.front() != 0 ? 1 : 0));
    grown |= lag != stage.lag;
    stage.lag = lag;
  }
  return grown;
}

bool setLags(StreamBand &band, bool handsOn) {
  constexpr long Most = 16;
  for (band.lag = 0; band.lag <= Most; ++band.lag) {
    for (StreamStage &stage : band.stages)
      stage.lag = 0;
    // Longer paths than there are stages go round in a circle.
    for (size_t pass = 0; pass <= band.stages.size(); ++pass)
      if (!grow(band, handsOn))
        return true;
  }
  return false;
}

} // namespace gputile
