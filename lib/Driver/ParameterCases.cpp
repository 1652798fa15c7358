//===- ParameterCases.cpp - Parameters that tell cases apart --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ParameterCases.h"

#include "gputile/Transform/ParameterCases.h"

namespace gputile::driver {

std::optional<Scop> withParameterCases(const Scop &original, PhaseRunner &run) {
  if (!mayHaveParameterCases(original))
    return std::nullopt;
  const auto optional = run.within(Optional);
  try {
    return run(Phase::Extract, [&] { return gputile::withParameterCases(original); });
  } catch (const Refused &) {
    return std::nullopt; // Relations keep their parts.
  }
}

} // namespace gputile::driver
