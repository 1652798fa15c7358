//===- Lags.h - How far stages are behind the newest row --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_STREAM_LAGS_H
#define GPUTILE_LIB_SCHEDULE_STREAM_LAGS_H

#include "gputile/IR/StreamPlan.h"

namespace gputile::schedule {

/// Sets the lags of \p band and of its stages: the least with which no stage reads a row that is not
/// there yet. A row is there at once for the stages behind its own ("eager": a stage takes the newest
/// row of the stage before it).
/// \returns false where an iteration would have to be very far behind the one before
bool setLags(StreamBand &band);

} // namespace gputile::schedule

#endif
