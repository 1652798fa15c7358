//===- Streaming.h - Time loops that can be streamed ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SCHEDULE_STREAMING_H
#define GPUTILE_SCHEDULE_STREAMING_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"
#include "gputile/IR/StreamPlan.h"
#include "gputile/Support/Diagnostic.h"

namespace gputile {

/// The time loop of \p scop as stages of scheme stream. Every statement writes one element of an
/// array of rank 2, and reads elements of such arrays at constant distances from it, those that
/// statements before it left in the same or the last iteration of the time loop.
/// \returns a refusal that names what is in the way
Result<StreamBand> findStreamBand(const Scop &scop, const Ddg &ddg);

/// Whether \p scop is likely to be such a loop, and one in which iterations depend on neighbouring cells
/// of the one before, so that it gains by it. Looks at no dependences, and takes little time.
bool looksLikeStream(const Scop &scop);

/// \p band as a schedule: time, its stages in sequence, parallel rows and columns.
ScheduleNode streamSchedule(const Scop &scop, const StreamBand &band);

} // namespace gputile

#endif
