//===- StreamMargins.cpp - Cells whose values a block has -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A block has the right values of a window of each state: in each dimension across the rows, of the cells
/// from `first` to `last` of those that its lanes have, and of the rows from `top` on, all of them once they have been made. What it
/// loads is right everywhere. A stage's result is right where all that it reads is.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Stream.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

namespace {

struct Window {
  std::vector<long> first, last; ///< The first lane's first cell being 0.
  long top;                      ///< Rows, the number of the first newest row being 0.

  /// Leaves the cells whose neighbours at a distance are in \p read.
  void keepReading(const Window &read, long row, const std::vector<long> &across) {
    for (size_t d = 0; d < across.size(); ++d) {
      first[d] = std::max(first[d], read.first[d] - across[d]);
      last[d] = std::min(last[d], read.last[d] - across[d]);
    }
    top = std::max(top, read.top - row);
  }
};

/// Lanes are as many as the warp has, and masks have a bit for each cell of one. In the last dimension they own
/// all of their cells or none.
Outcome checkSpans(const StreamPlan &plan) {
  long lanes = 1;
  for (const StreamSpan &span : plan.across) {
    lanes *= span.lanes;
    if (span.lanes < 1 || span.cells < 1 || span.left < 0 || span.right < 0 || span.own() < 1)
      return fail(Kind::Stream, "a block owns no cells");
  }
  if (plan.cellsPerLane() > StreamPlan::mostCellsPerLane)
    return fail(Kind::Stream, "a lane has more cells than masks have bits");
  const StreamSpan &last = plan.across.back();
  if (last.left % last.cells != 0 || last.right % last.cells != 0)
    return fail(Kind::Stream, "a lane owns a part of its cells");
  if (lanes != plan.threads())
    return fail(Kind::Stream, "lanes are not those of the warps");
  return std::nullopt;
}

} // namespace

Outcome verifier::checkStreamMargins(const StreamPlan &plan) {
  if (Outcome failure = checkSpans(plan))
    return failure;
  const StreamBand &band = plan.band;
  std::vector<long> none, width;
  for (const StreamSpan &span : plan.across) {
    none.push_back(0);
    width.push_back(span.width() - 1);
  }
  std::vector<Window> windows; // By stage: of the state behind it.
  for (const StreamStage &stage : band.stages)
    // The row that is made when the first row is the newest, one iteration before the first.
    windows.push_back({none, width, band.lag - stage.lag});
  for (long step = 0; step < plan.steps; ++step) {
    const std::vector<Window> before = windows;
    for (unsigned s = 0; s < band.stages.size(); ++s) {
      const StreamStage &stage = band.stages[s];
      const auto windowOf = [&](const StreamState &state) {
        return (state.previous ? before : windows)[state.stage];
      };
      Window own = windowOf(stage.before);
      for (const StreamRead &read : stage.reads)
        own.keepReading(windowOf(read.state), read.row, read.across);
      // Rows before the first newest one are never made, nor is what the parts of a stage give of
      // them.
      for (size_t part = 0; part <= stage.parts.size(); ++part)
        own.top = std::max(own.top, -stage.lagOf(part) - step * band.lag);
      windows[s] = own;
    }
  }
  for (unsigned f = 0; f < band.fields.size(); ++f) {
    const Window &window = windows[band.lastStageOf(f)];
    bool whole = window.top <= plan.above;
    for (size_t d = 0; d < plan.across.size(); ++d) {
      const StreamSpan &span = plan.across[d];
      whole &= window.first[d] <= span.left && window.last[d] >= span.left + span.own() - 1;
    }
    if (!whole)
      return fail(Kind::Stream, "a block does not have what its own cells depend on");
  }
  return std::nullopt;
}
