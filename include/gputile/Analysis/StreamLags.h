//===- StreamLags.h - How far stages are behind the newest row --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_ANALYSIS_STREAMLAGS_H
#define GPUTILE_ANALYSIS_STREAMLAGS_H

#include "gputile/IR/StreamPlan.h"

namespace gputile {

/// Sets the lags of \p band and of its stages: the least with which no stage reads a row that is
/// not there yet. A row is there at once for the stages behind its own ("eager": a stage takes the
/// newest row of the stage before it). With \p handsOn, rows of which a stage reads cells before or
/// behind its own in the first dimension across them are one row old at least: what
/// StreamPlan::edges needs. \returns false where an iteration would have to be very far behind the
/// one before
bool setLags(StreamBand &band, bool handsOn = false);

} // namespace gputile

#endif
