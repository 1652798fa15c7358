//===- Planes.h - Planes of arrays as arrays --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PLANES_H
#define GPUTILE_LIB_DRIVER_PLANES_H

#include "Driver/PhaseRunner.h"
#include "gputile/Transform/Planes.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::driver {

/// \p original with planes of arrays as arrays, proved to be the same, where scheme stream takes it
/// and is asked for, or may be chosen.
std::optional<PlanesApart> withPlanesApart(const Scop &original, PhaseRunner &run);

/// The arrays of \p folded of which \p apart has planes, as users know them.
std::vector<std::string> planesOf(const Scop &folded, const PlanesApart &apart);

} // namespace gputile::driver

#endif
