//===- UnorderedLoops.h - Loops that need less order ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_UNORDEREDLOOPS_H
#define GPUTILE_LIB_DRIVER_UNORDEREDLOOPS_H

#include "Driver/PhaseRunner.h"

namespace gputile::driver {

/// Whether statements of \p original run in order whose loops need less order in \p other. Where
/// the loops around such a loop run in parallel, these do not, and \p original does less.
bool runInOrder(const Scop &original, const RegionResult::OtherProgram &other, PhaseRunner &run);

} // namespace gputile::driver

#endif
