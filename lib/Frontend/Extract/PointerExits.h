//===- PointerExits.h - Exchanged pointers after the region -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_POINTEREXITS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_POINTEREXITS_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// Fills Scop::pointerExits from InlinedRegion::turns.
/// \param iterations [n] -> { [(…)] }: how often the loop runs; null where that is not known:
/// refuses
void notePointerExits(ExtractState &state, const std::optional<isl::pw_aff> &iterations);

} // namespace gputile::frontend

#endif
