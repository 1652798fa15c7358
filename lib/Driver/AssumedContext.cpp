//===- AssumedContext.cpp - Sizes for which iterations are independent ----===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/AssumedContext.h"

#include "Driver/Trial.h"
#include "gputile/Analysis/AssumedContext.h"

#include <algorithm>

namespace gputile::driver {

std::optional<Scop> withAssumedContext(const Scop &original, Candidates &whole, PhaseRunner &run) {
  if (keepsLoops(original) || usesDeviceMemory(original))
    return std::nullopt;
  const auto &[scop, ddg] = whole.program(false);
  const Parallelism before = parallelInstances(scop, whole.schedule(Scheme::Parallel, false).tree);
  const std::vector<unsigned> idle = idleStatements(before);
  if (idle.empty())
    return std::nullopt;
  Scop assumed = original;
  try {
    const auto optional = run.within(Optional);
    std::optional<isl::set> context;
    if (!run(Phase::Schedule, [&] {
          context = assumedContext(scop, ddg, idle);
          return context.has_value();
        }))
      return std::nullopt;
    // Copies help for all parameters.
    if (whole.isWorthwhile({Scheme::Parallel, /*copies=*/true, /*optional=*/true}))
      return std::nullopt;
    assumed.guard = assumed.guard.intersect(*context).coalesce();
    const Parallelism after = trialOf(assumed, run).instances;
    const auto gains = [&](unsigned s) { return after.at(s) > before.at(s); };
    if (std::none_of(idle.begin(), idle.end(), gains))
      return std::nullopt;
  } catch (const Refused &) {
    return std::nullopt; // Dependences stay.
  }
  return assumed;
}

} // namespace gputile::driver
