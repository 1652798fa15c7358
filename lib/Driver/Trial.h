//===- Trial.h - What another program would run in parallel -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_TRIAL_H
#define GPUTILE_LIB_DRIVER_TRIAL_H

#include "Driver/Parallelism.h"
#include "Driver/PhaseRunner.h"

#include <vector>

namespace gputile::driver {

/// What a schedule runs in parallel, by statement.
struct TrialResult {
  Parallelism instances;
  std::map<unsigned, unsigned> rows; ///< Loops.
};

/// What scheme `parallel` finds for \p scop, whatever its clauses. Throws Refused where that cannot be
/// found out.
TrialResult trialOf(const Scop &scop, PhaseRunner &run);

/// Its instances; one of each statement where finding out costs too much.
Parallelism parallelismIfFound(const Scop &scop, PhaseRunner &run);

/// Whether a clause asks for a scheme that tiles the loops as they are: programs with other loops
/// are not looked for.
bool keepsLoops(const Scop &scop);

/// Statements with so little to do at the same time that they leave most of a GPU idle.
std::vector<unsigned> idleStatements(const Parallelism &parallelism);

} // namespace gputile::driver

#endif
