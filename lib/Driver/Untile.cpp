//===- Untile.cpp - Loops over tiles of the program's own -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Untile.h"

#include "Driver/Candidates.h"
#include "Driver/Trial.h"

namespace gputile::driver {

std::optional<Untiled> withoutOwnTiles(const Scop &original, PhaseRunner &run) {
  if (keepsLoops(original) || !leavesSizesOpen(original.clauses))
    return std::nullopt;
  const auto optional = run.within(Optional);
  try {
    std::optional<Untiled> untiled;
    if (!run(Phase::Privatize, [&] {
          untiled = withoutTiles(original);
          return untiled.has_value();
        }))
      return std::nullopt;
    run(Phase::Verify,
        [&] { return need(verifyUntiled(original, untiled->scop, untiled->origins)); });
    return untiled;
  } catch (const Refused &) {
    return std::nullopt; // The loops stay.
  }
}

} // namespace gputile::driver
