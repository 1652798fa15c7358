//===- LastValues.h - Temporaries with last values --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_LASTVALUES_H
#define GPUTILE_LIB_DRIVER_LASTVALUES_H

#include "Driver/PhaseRunner.h"
#include "gputile/Transform/LastValues.h"

namespace gputile::driver {

/// \p original with temporaries that are read after it, proved; none where more does not run in
/// parallel with them.
std::optional<LastValues> withLastValues(const Scop &original, PhaseRunner &run);

} // namespace gputile::driver

#endif
