//===- Untile.h - Loops over tiles of the program's own ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_UNTILE_H
#define GPUTILE_LIB_DRIVER_UNTILE_H

#include "Driver/PhaseRunner.h"
#include "gputile/Transform/Untile.h"

namespace gputile::driver {

/// \p original without its loops over tiles, proved to be the same program; none where it has none,
/// for schemes and sizes that are said for the loops as they are.
std::optional<Untiled> withoutOwnTiles(const Scop &original, PhaseRunner &run);

} // namespace gputile::driver

#endif
