//===- Reassociation.cpp - Sums in another order ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Reassociation.h"

#include "Driver/Trial.h"

#include "gputile/Transform/PartialSums.h"

namespace gputile::driver {

std::optional<Scop> reassociated(const Scop &original, PhaseRunner &run) {
  if (!hasPartialSums(original))
    return std::nullopt;
  const Parallelism before = trialOf(original, run).instances;
  std::vector<unsigned> wanted = idleStatements(before);
  while (std::optional<PartialSums> sums = withPartialSums(original, wanted)) {
    const Parallelism after = parallelismIfFound(sums->scop, run);
    wanted.clear();
    for (const auto &[statement, instances] : sums->instances)
      if (after.at(statement) > before.at(statement))
        wanted.push_back(statement);
    if (wanted.size() < sums->instances.size())
      continue; // Without those that gain nothing.
    run(Phase::Verify, [&] { return need(verifyPartialSums(original, sums->scop, sums->instances)); });
    return std::move(sums->scop);
  }
  return std::nullopt;
}

} // namespace gputile::driver
