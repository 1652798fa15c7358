//===- StreamLags.cpp - How far stages are behind the newest row ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/StreamLags.h"

#include <algorithm>
#include <optional>

namespace gputile {

/// The least lag of \p reader with which the row \p row below its own of \p state is there.
static long leastLag(const StreamBand &band, const StreamState &state, long row) {
  return band.stages[state.stage].lag + row - (state.previous ? band.lag : 0);
}

/// The least lag of the part of \p reader that has \p read.
static long leastLag(const StreamBand &band, const StreamRead &read, bool handsOn) {
  return leastLag(band, read.state, read.row) + (handsOn && read.across.front() != 0 ? 1 : 0);
}

/// One pass of the longest paths. \returns whether a lag grew.
static bool grow(StreamBand &band, bool handsOn) {
  bool grown = false;
  for (StreamStage &stage : band.stages) {
    long lag = std::max(stage.lag, leastLag(band, stage.before, 0));
    for (const StreamRead &read : stage.reads)
      lag = std::max(lag, leastLag(band, read, handsOn));
    grown |= lag != stage.lag;
    stage.lag = lag;
  }
  return grown;
}

/// Parts are computed as soon as all that they and the parts before them read is there.
static void setLagsOfParts(StreamBand &band, StreamStage &stage, bool handsOn) {
  for (size_t part = 0; part < stage.parts.size(); ++part) {
    std::optional<long> lag;
    for (const StreamRead &read : stage.reads)
      if (read.part <= part) {
        const long least = leastLag(band, read, handsOn);
        lag = std::max(lag.value_or(least), least);
      }
    stage.parts[part].lag = lag.value_or(stage.lag);
  }
}

bool setLags(StreamBand &band, bool handsOn) {
  constexpr long Most = 16;
  for (band.lag = 0; band.lag <= Most; ++band.lag) {
    for (StreamStage &stage : band.stages)
      stage.lag = 0;
    // Longer paths than there are stages go round in a circle.
    for (size_t pass = 0; pass <= band.stages.size(); ++pass)
      if (!grow(band, handsOn)) {
        for (StreamStage &stage : band.stages)
          setLagsOfParts(band, stage, handsOn);
        return true;
      }
  }
  return false;
}

} // namespace gputile
