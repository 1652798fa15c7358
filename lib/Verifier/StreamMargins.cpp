//===- StreamMargins.cpp - Cells whose values a block has -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A block has the right values of a window of each state: of the columns from `first` to `last` of those
/// that its lanes have, and of the rows from `top` on, all of them once they have been made. What it
/// loads is right everywhere. A stage's result is right where all that it reads is.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Stream.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

namespace {

struct Window {
  long first, last; ///< Columns, the first lane's first cell being 0.
  long top;         ///< Rows, the number of the first newest row being 0.
};

} // namespace

/// The cells from which \p read is right where it is of \p window.
static Window readable(const Window &window, long row, long column) {
  return {window.first - column, window.last - column, window.top - row};
}

static Window common(const Window &a, const Window &b) {
  return {std::max(a.first, b.first), std::min(a.last, b.last), std::max(a.top, b.top)};
}

Outcome verifier::checkStreamMargins(const StreamPlan &plan) {
  const StreamBand &band = plan.band;
  const long columns = StreamPlan::lanes * plan.cells;
  std::vector<Window> windows; // By stage: of the state behind it.
  for (const StreamStage &stage : band.stages)
    // The row that is made when the first row is the newest, one iteration before the first.
    windows.push_back({0, columns - 1, band.lag - stage.lag});
  for (long step = 0; step < plan.steps; ++step) {
    const std::vector<Window> before = windows;
    for (unsigned s = 0; s < band.stages.size(); ++s) {
      const StreamStage &stage = band.stages[s];
      const auto windowOf = [&](const StreamState &state) {
        return (state.previous ? before : windows)[state.stage];
      };
      Window own = windowOf(stage.before);
      for (const StreamRead &read : stage.reads)
        own = common(own, readable(windowOf(read.state), read.row, read.column));
      // Rows before the first newest one are never made.
      own.top = std::max(own.top, -stage.lag - step * band.lag);
      windows[s] = own;
    }
  }
  const long first = plan.left, last = plan.left + plan.ownColumns() - 1;
  if (plan.left % plan.cells != 0 || plan.right % plan.cells != 0 || first > last)
    return fail(Kind::Stream, "a lane owns a part of its cells, or none does");
  for (unsigned f = 0; f < band.fields.size(); ++f) {
    const Window &window = windows[band.lastStageOf(f)];
    if (window.first > first || window.last < last || window.top > plan.above)
      return fail(Kind::Stream, "a block does not have what its own cells depend on");
  }
  return std::nullopt;
}
