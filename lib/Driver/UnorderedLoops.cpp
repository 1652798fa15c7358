//===- UnorderedLoops.cpp - Loops that need less order ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/UnorderedLoops.h"

#include "Driver/Trial.h"

#include <algorithm>

namespace gputile::driver {

bool runInOrder(const Scop &original, const RegionResult::OtherProgram &other, PhaseRunner &run) {
  if (keepsLoops(original))
    return false;
  const std::vector<unsigned> idle = idleStatements(parallelismIfFound(original, run));
  return std::any_of(idle.begin(), idle.end(), [&](unsigned s) {
    return std::any_of(other.places.begin(), other.places.end(), [&](const SourceRef &place) {
      return place.raw == original.statements[s].loc.raw;
    });
  });
}

} // namespace gputile::driver
