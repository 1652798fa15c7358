//===- LastValues.cpp - Temporaries with last values ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/LastValues.h"

#include "Driver/Trial.h"

namespace gputile::driver {

/// \p scop as if all updates could run in any order: what becomes of those whose order matters is
/// found out later.
static Scop withFreeUpdates(Scop scop) {
  for (Statement &s : scop.statements)
    for (Update &update : s.updates)
      update.unordered = true;
  return scop;
}

/// Whether more of the statements of \p original runs in parallel in \p changed: more instances, or
/// more loops, whose numbers of iterations may not be known.
static bool gains(const Scop &original, const Scop &changed, PhaseRunner &run) {
  const TrialResult before = trialOf(withFreeUpdates(original), run);
  const TrialResult after = trialOf(withFreeUpdates(changed), run);
  bool more = false;
  for (const auto &[statement, instances] : before.instances) {
    if (after.instances.at(statement) < instances)
      return false;
    more = more || after.instances.at(statement) > instances ||
           after.rows.at(statement) > before.rows.at(statement);
  }
  return more;
}

std::optional<LastValues> withLastValues(const Scop &original, PhaseRunner &run) {
  const auto optional = run.within(Optional);
  try {
    std::optional<LastValues> changed;
    const bool found = run(Phase::Privatize, [&] {
      changed = gputile::withLastValues(original);
      return changed.has_value();
    });
    if (!found || !gains(original, changed->scop, run))
      return std::nullopt;
    run(Phase::Verify, [&] { return need(verifyPropagatedCopies(original, changed->scop)); });
    return changed;
  } catch (const Refused &) {
    return std::nullopt; // The variables stay what they are.
  }
}

} // namespace gputile::driver
