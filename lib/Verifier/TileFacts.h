//===- TileFacts.h - What parts of the proof of a tile share ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_TILEFACTS_H
#define GPUTILE_LIB_VERIFIER_TILEFACTS_H

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

/// The moments at which instances of \p facts' tile are copied by actions of \p
/// kind, { [h, b, prefix] -> [h, b, e] }; each at most once.
Outcome momentsOf(const TileFacts &facts, KernelAction::Kind kind, isl::map &moments);

/// \p elements = { [h, b, prefix] -> A[a] } lie in the box and in device memory.
/// \param verb "loaded" or "stored"
Outcome checkElements(const TileFacts &facts, const isl::map &elements, const std::string &verb);

} // namespace gputile::verifier

#endif
