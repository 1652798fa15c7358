//===- LastValues.cpp - Temporaries with last values ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/LastValues.h"

#include "Driver/Trial.h"

#include "llvm/ADT/ScopeExit.h"

namespace gputile::driver {

/// \p scop as if all updates could run in any order: what becomes of those whose order matters is
/// found out later.
static Scop withFreeUpdates(Scop scop) {
  for (Statement &s : scop.statements)
    for (Update &update : s.updates)
      update.unordered = true;
  return scop;
}

/// Whether more of the statements of \p original runs in parallel in \p changed.
static bool gains(const Scop &original, const Scop &changed, PhaseRunner &run) {
  const Parallelism before = parallelismOf(withFreeUpdates(original), run);
  const Parallelism after = parallelismOf(withFreeUpdates(changed), run);
  bool more = false;
  for (const auto &[statement, instances] : before) {
    if (after.at(statement) < instances)
      return false;
    more = more || after.at(statement) > instances;
  }
  return more;
}

std::optional<LastValues> withLastValues(const Scop &original, PhaseRunner &run) {
  run.setOptional(true);
  auto restore = llvm::make_scope_exit([&] { run.setOptional(false); });
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
