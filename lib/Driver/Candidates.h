//===- Candidates.h - What attempts start from ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_CANDIDATES_H
#define GPUTILE_LIB_DRIVER_CANDIDATES_H

#include "Driver/PhaseRunner.h"
#include "gputile/Model/Choice.h"
#include "gputile/Transform/FalseDeps.h"

#include <map>
#include <optional>
#include <utility>

namespace gputile::driver {

/// Whether nobody gives sizes, or says how to launch: who does means them for the kernels of scheme
/// parallel.
bool leavesSizesOpen(const Clauses &clauses);

/// The programs that attempts may map, a region's own and that with copies, and their
/// schedules. Each is found once, when an attempt asks for it.
class Candidates {
public:
  /// \param program the region's, with `hindering` set
  /// \param run outlives this
  Candidates(CopiedScop program, PhaseRunner &run) : Plain(std::move(program)), Run(run) {}

  /// Whether \p attempt exists and promises more than those behind it. Throws Refused
  /// where that cannot be found out and the user insists.
  bool isWorthwhile(const Attempt &attempt);

  /// \param copies only where isWorthwhile found such an attempt worthwhile
  const CopiedScop &program(bool copies) const { return copies ? **Copied : Plain; }

  /// Throws Refused where none is found.
  const FoundSchedule &schedule(Scheme scheme, bool copies);

private:
  FoundSchedule findSchedule(Scheme scheme, const CopiedScop &program);
  bool gainsByTimeTiles();
  bool launchesSkewedLoops();
  bool launchesSmallSteps();
  bool copiesPay(Scheme scheme);
  bool copiesRunMoreInParallel();
  bool hasCopies();
  std::optional<CopiedScop> findCopies() const;
  bool insistsOnCopies() const { return clauses().falseDeps.value == FalseDeps::Remove; }
  const Clauses &clauses() const { return Plain.scop.clauses; }

  const CopiedScop Plain;
  PhaseRunner &Run;
  std::optional<std::optional<CopiedScop>> Copied; ///< Once looked for.
  std::map<std::pair<Scheme, bool>, FoundSchedule> Schedules;
  std::optional<bool> TimeTilesGain; ///< What gainsByTimeTiles answered.
};

} // namespace gputile::driver

#endif
