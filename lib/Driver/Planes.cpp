//===- Planes.cpp - Planes of arrays as arrays ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Planes.h"

#include "gputile/Schedule/Streaming.h"

namespace gputile::driver {

std::optional<PlanesApart> withPlanesApart(const Scop &original, PhaseRunner &run) {
  const Scheme scheme = original.clauses.scheme.value;
  if (scheme != Scheme::Stream && scheme != Scheme::Auto)
    return std::nullopt;
  const auto optional = run.within(Optional);
  try {
    std::optional<PlanesApart> apart;
    if (!run(Phase::Schedule, [&] {
          apart = takePlanesApart(original);
          return apart && looksLikeStream(apart->scop);
        }))
      return std::nullopt;
    run(Phase::Verify, [&] { return need(verifyPlanes(original, apart->scop, apart->change)); });
    return apart;
  } catch (const Refused &) {
    return std::nullopt; // The arrays stay whole.
  }
}

std::vector<std::string> planesOf(const Scop &folded, const PlanesApart &apart) {
  std::vector<std::string> names;
  for (unsigned a = 0; a < folded.arrays.size(); ++a)
    if (apart.change.arrays[a].plane)
      names.push_back(folded.arrays[a].sourceName);
  return names;
}

} // namespace gputile::driver
