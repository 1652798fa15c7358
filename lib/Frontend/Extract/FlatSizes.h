//===- FlatSizes.h - What loops demand that stand for flat ones -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_FLATSIZES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_FLATSIZES_H

#include "Frontend/Extract/State.h"
#include "Frontend/Inline/FlatLoops.h"

namespace gputile::frontend {

/// Adds to the guard what \p flat says of its sizes. Refuses where one is no parameter.
void demandFlatSizes(ExtractState &state, const FlatSizes &flat);

} // namespace gputile::frontend

#endif
