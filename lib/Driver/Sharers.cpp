//===- Sharers.cpp - Arrays that may have the same memory -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Sharers.h"

#include "gputile/Analysis/Sharers.h"

namespace gputile::driver {

std::optional<Scop> withSharers(const Scop &original, PhaseRunner &run) {
  const auto optional = run.within(Optional);
  try {
    std::optional<Scop> changed;
    const auto find = [&] {
      changed = gputile::withSharers(original);
      return changed.has_value();
    };
    if (run(Phase::Versions, find))
      run(Phase::Verify, [&] { return need(verifySharers(*changed)); });
    return changed;
  } catch (const Refused &) {
    return std::nullopt; // Calls with one array for both names run the original loops.
  }
}

} // namespace gputile::driver
