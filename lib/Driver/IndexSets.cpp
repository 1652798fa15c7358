//===- IndexSets.cpp - Statements in parts ---------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/IndexSets.h"

#include "Driver/Trial.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile::driver {

namespace {

/// What parts gain over the statements that they are parts of.
class Gain {
public:
  Gain(const Scop &original, const SplitIndexSets &split) : Original(original), Split(split) {}

  /// Whether each part that is as large as its statement has more loops in parallel, or more of
  /// their iterations, and no other statement has fewer.
  bool compare(const TrialResult &before, const TrialResult &after) const {
    for (unsigned s = 0; s < Split.origins.size(); ++s) {
      const unsigned origin = Split.origins[s];
      const unsigned rows = before.rows.at(origin), rowsAfter = after.rows.at(s);
      const long instances = before.instances.at(origin), instancesAfter = after.instances.at(s);
      const bool more = rowsAfter > rows || (rowsAfter == rows && instancesAfter > instances);
      const bool same = rowsAfter == rows && instancesAfter == instances;
      if (isSplit(origin) ? isLarge(s) && !more : !more && !same)
        return false;
    }
    return true;
  }

private:
  bool isSplit(unsigned origin) const {
    return std::count(Split.origins.begin(), Split.origins.end(), origin) > 1;
  }

  bool isLarge(unsigned s) const {
    return affineDims(Split.scop.statements[s].domain) ==
           affineDims(Original.statements[Split.origins[s]].domain);
  }

  const Scop &Original;
  const SplitIndexSets &Split;
};

} // namespace

std::optional<SplitIndexSets> withIndexSetsSplit(const Scop &original, Candidates &whole,
                                                 PhaseRunner &run) {
  // Flags are for one kernel.
  if (keepsLoops(original) || original.clauses.launch.value == Launch::Flags)
    return std::nullopt;
  std::optional<SplitIndexSets> split;
  try {
    const auto optional = run.within(Optional);
    const bool found = run(Phase::Schedule, [&] {
      split = splitIndexSets(original, whole.program(false).ddg);
      return split.has_value();
    });
    if (!found ||
        !Gain(original, *split).compare(trialOf(original, run), trialOf(split->scop, run)))
      return std::nullopt;
  } catch (const Refused &) {
    return std::nullopt; // The statements stay whole.
  }
  run(Phase::Verify, [&] { return need(verifyIndexSets(original, split->scop, split->origins)); });
  return split;
}

} // namespace gputile::driver
