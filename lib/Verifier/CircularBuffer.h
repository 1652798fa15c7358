//===- CircularBuffer.h - Shared tiles with slots ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An event { [h, b, e, s] -> A[a] } is an element, its slice, and the moment at which something
/// happens to it; of e only the leading positions that tell barriers apart are kept.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_CIRCULARBUFFER_H
#define GPUTILE_LIB_VERIFIER_CIRCULARBUFFER_H

#include "Verifier/TileFacts.h"

namespace gputile::verifier {

/// The events of \p relation = { S[i] -> A[a] } at \p point = { S[i] -> [h, b, e] }.
isl::map eventsOf(const TileFacts &facts, const isl::map &point, const isl::map &relation);
/// Restricts \p elements = { [h, b] -> A[a] } to those in slices that actions of \p kind copy.
Outcome copiedElements(const TileFacts &facts, KernelAction::Kind kind, isl::map &elements);
/// The order of loads, \p accesses, \p writes among them, and stores, all events: loads first,
/// stores last, and no slice in its slot before all is done with those that were there. Each event
/// may be more than one, in simple terms; without \p exact moments are simplified further.
Outcome checkCircularBuffer(const TileFacts &facts, const isl::map &accesses,
                            const isl::map &writes, bool exact);
/// Whether all \p writes of an element come before all \p reads of it in their block, a
/// barrier in between. The answer no means nothing.
bool writesComeFirst(const TileFacts &facts, const isl::map &writes, const isl::map &reads);

} // namespace gputile::verifier

#endif
