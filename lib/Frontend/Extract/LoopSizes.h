//===- LoopSizes.h - What copies of loops demand of sizes -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_LOOPSIZES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_LOOPSIZES_H

#include "Frontend/Extract/State.h"
#include "Frontend/Inline/LoopSizes.h"

namespace gputile::frontend {

/// Adds to the guard what is \p demanded. Refuses where a size is no parameter.
void demandLoopSizes(ExtractState &state, const LoopSizes &demanded);

} // namespace gputile::frontend

#endif
