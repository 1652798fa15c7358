//===- OperandsInParallel.cpp - What is summed up in order ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/OperandsInParallel.h"

#include "Driver/Trial.h"
#include "gputile/Transform/StoredOperands.h"
#include "gputile/Transform/Updates.h"

namespace gputile::driver {

std::optional<Scop> withOperandsInParallel(const Scop &original, Candidates &ordered,
                                           PhaseRunner &run) {
  if (!hasUpdates(original, UpdateOrder::Fixed) || keepsLoops(original))
    return std::nullopt;
  const Parallelism before =
      parallelInstances(ordered.program(false).scop, ordered.schedule(Scheme::Parallel, false).tree);
  std::vector<unsigned> wanted = idleStatements(before);
  while (std::optional<StoredOperands> stored = withStoredOperands(original, wanted)) {
    const Parallelism after = parallelismIfFound(
        withUnorderedUpdates(stored->scop, wanted).value_or(stored->scop), run);
    wanted.clear();
    for (unsigned statement : stored->statements)
      if (after.at(statement) > before.at(statement))
        wanted.push_back(statement);
    if (wanted.size() < stored->statements.size())
      continue; // Without those that gain nothing.
    run(Phase::Verify, [&] { return need(verifyStoredOperands(original, stored->scop)); });
    return std::move(stored->scop);
  }
  return std::nullopt;
}

} // namespace gputile::driver
