//===- Shared.h - Parts of the proof of shared tiles ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_SHARED_H
#define GPUTILE_LIB_VERIFIER_SHARED_H

#include "Verifier/Sync.h"

namespace gputile::verifier {

/// What has been found out about one shared tile.
struct TileFacts {
  const Program &program;
  const MappedKernel &kernel;
  const SharedTile &tile;
  const Sync &order; ///< Of the kernel.
  unsigned index;    ///< Into KernelPlan::shared.
  isl::map copied;   ///< { [h, b, prefix] -> A[a] } of the instances that are loaded.
  isl::map loads;    ///< { [h, b, prefix] -> [h, b, e] }: the moment of the load.
  // Both may be defined for blocks that are not run, see PlacedAction.

  Outcome bad(std::string what) const {
    return fail(Kind::SharedTile,
                "shared tile " + tile.name + " of kernel " + kernel.plan->name + ": " + what);
  }
};

/// Whether a reference writes through \p tile.
bool writesThrough(const Scop &scop, const SharedTile &tile);

/// The moments at which instances of \p facts' tile are copied by actions of \p
/// kind, { [h, b, prefix] -> [h, b, e] }; each at most once.
Outcome momentsOf(const TileFacts &facts, KernelAction::Kind kind, isl::map &moments);

/// \p elements = { [h, b, prefix] -> A[a] } lie in the box and in device memory.
/// \param verb "loaded" or "stored"
Outcome checkElements(const TileFacts &facts, const isl::map &elements, const std::string &verb);

/// The proof of a tile that stands for its array in a block: it is written, and
/// stored in the end.
Outcome checkReadWriteTile(const TileFacts &facts);

// Tiles that rotate. An event { [h, b, e, s] -> A[a] } is an element, its slice, and the moment at
// which something happens to it; of e only the leading positions that tell barriers apart are kept.

/// The number of these positions.
unsigned momentDims(const MappedKernel &kernel);
/// The events of \p relation = { S[i] -> A[a] } at \p point = { S[i] -> [h, b, e] }.
isl::map eventsOf(const TileFacts &facts, const isl::map &point, const isl::map &relation);
/// Restricts \p elements = { [h, b] -> A[a] } to those in slices that actions of \p kind copy.
Outcome copiedElements(const TileFacts &facts, KernelAction::Kind kind, isl::map &elements);
/// The order of loads, \p accesses, \p writes among them, and stores, all events: loads first,
/// stores last, and no slice in its slot before all is done with those that were there. Each event
/// may be more than one, in simple terms; without \p exact moments are simplified further.
Outcome checkRotation(const TileFacts &facts, const isl::map &accesses, const isl::map &writes,
                      bool exact);
/// Whether all \p writes of an element come before all \p reads of it in their block, a
/// barrier in between. The answer no means nothing.
bool writesComeFirst(const TileFacts &facts, const isl::map &writes, const isl::map &reads);

} // namespace gputile::verifier

#endif
