//===- Parts.h - Sums that are computed row by row --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_STREAM_PARTS_H
#define GPUTILE_LIB_SCHEDULE_STREAM_PARTS_H

#include "gputile/IR/Scop.h"
#include "gputile/IR/StreamPlan.h"

namespace gputile::schedule {

/// Divides sums of \p band, which has its lags, into StreamStage::parts where less has then to be
/// exchanged: a sum that adds up one row after another, as those of boxes are written, takes from
/// each row what all its parts need when the row comes.
void divideSums(const Scop &scop, StreamBand &band);

} // namespace gputile::schedule

#endif
