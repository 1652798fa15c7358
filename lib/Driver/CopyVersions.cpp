//===- CopyVersions.cpp - Copies that are left out --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/CopyVersions.h"

namespace gputile::driver {

std::optional<PropagatedCopies> withVersions(const Scop &original, PhaseRunner &run) {
  if (!run.options().propagateCopies)
    return std::nullopt;
  const auto optional = run.within(Optional);
  try {
    auto changed = run(Phase::Versions, [&] { return propagateCopies(original); });
    if (changed)
      run(Phase::Verify, [&] { return need(verifyPropagatedCopies(original, changed->scop)); });
    return changed;
  } catch (const Refused &) {
    return std::nullopt; // The copies stay as the program has them.
  }
}

} // namespace gputile::driver
