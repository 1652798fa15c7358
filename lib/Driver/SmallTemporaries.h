//===- SmallTemporaries.h - Copies of arrays of variable size ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_SMALLTEMPORARIES_H
#define GPUTILE_LIB_DRIVER_SMALLTEMPORARIES_H

#include "Driver/PhaseRunner.h"

namespace gputile::driver {

/// \p original for small sizes of its temporaries, `double t[n]`, by its guard, where copies of these for every
/// iteration make more loops parallel; none where they do not. For larger ones the original loops run: the
/// copies would take too much memory.
std::optional<Scop> withSmallTemporaries(const Scop &original, PhaseRunner &run);

} // namespace gputile::driver

#endif
