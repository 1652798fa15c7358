//===- IterationCounts.h - How often loops run, as parameters ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_ITERATIONCOUNTS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_ITERATIONCOUNTS_H

#include "Frontend/Extract/State.h"
#include "Frontend/Inline/VariableSteps.h"

namespace gputile::frontend {

/// Makes the counts of \p loops (Inline/VariableSteps.h) parameters, which the
/// caller of the entry computes. The guard demands that the step is at least 1, and that no
/// iterator wraps around. Refuses where a bound is no function of parameters, or where a counter is
/// read behind its loop.
void addIterationCounts(ExtractState &state, const SteppedLoops &loops);

} // namespace gputile::frontend

#endif
