//===- ScratchBounds.h - Scratch arrays that are large enough ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `double row[M]; … for (j = 0; j < n; j++) row[j] = …`: every iteration can have a copy of its
/// own where n <= M. Loops that go beyond the array have no meaning in C.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_SCRATCHBOUNDS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_SCRATCHBOUNDS_H

#include "Frontend/Extract/ArrayTable.h"

namespace gputile::frontend {

/// Adds to the guard that subscripts of arrays of constant size that nothing reads after the region
/// stay inside of these.
void keepScratchInBounds(ExtractState &state, ArrayTable &arrays);

} // namespace gputile::frontend

#endif
