//===- CopyVersions.h - Copies that are left out ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_COPYVERSIONS_H
#define GPUTILE_LIB_DRIVER_COPYVERSIONS_H

#include "Driver/PhaseRunner.h"

namespace gputile::driver {

/// \p original with versions in place of copies in loops (propagateCopies), proved. None where there
/// are no such copies, where nothing proves it within a part of the time, or where the options ask
/// for the copies as they are.
std::optional<PropagatedCopies> withVersions(const Scop &original, PhaseRunner &run);

} // namespace gputile::driver

#endif
