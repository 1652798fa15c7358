//===- Reassociation.cpp - Sums in another order ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Reassociation.h"

#include "Driver/Parallelism.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Schedule/Scheduler.h"
#include "gputile/Transform/PartialSums.h"
#include "gputile/Transform/Privatize.h"
#include "gputile/Verifier/Verifier.h"

#include <map>

namespace gputile::driver {

static Parallelism parallelismOf(const Scop &scop, PhaseRunner &run) {
  Scop expanded = run(Phase::Privatize, [&] { return privatize(scop); });
  expanded.clauses = {}; // The shape of sums depends on nothing but the program.
  const Ddg ddg = run(Phase::Dependences, [&] { return computeDependences(expanded); });
  const FoundSchedule schedule = run(Phase::Schedule, [&] {
    return need(stepsOf(Scheme::Parallel).schedule(expanded, ddg));
  });
  return parallelInstances(expanded, schedule.tree);
}

/// The same; nothing runs in parallel where finding out costs too much.
static Parallelism parallelismIfFound(const Scop &scop, PhaseRunner &run) {
  run.setOptional(true);
  Parallelism found;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    found.emplace(s, 1);
  try {
    found = parallelismOf(scop, run);
  } catch (const Refused &) {
    // The sums stay in order.
  }
  run.setOptional(false);
  return found;
}

/// Statements with less to do at the same time leave most of a GPU idle.
static constexpr long FewInstances = 256;

static Proved proved(const Scop &original, const PartialSums &sums) {
  if (const auto failure = verifyPartialSums(original, sums.scop, sums.instances))
    throw Refused{{DiagId::VerificationFailed, {}, {failure->what}, {}, {}}};
  return {};
}

std::optional<Scop> reassociated(const Scop &original, PhaseRunner &run) {
  if (!hasReassociableUpdates(original))
    return std::nullopt;
  const Parallelism before = parallelismOf(original, run);
  std::vector<unsigned> wanted;
  for (const auto &[statement, count] : before)
    if (count < FewInstances)
      wanted.push_back(statement);
  while (std::optional<PartialSums> sums = withPartialSums(original, wanted)) {
    const Parallelism after = parallelismIfFound(sums->scop, run);
    wanted.clear();
    for (const auto &[statement, instances] : sums->instances)
      if (after.at(statement) > before.at(statement))
        wanted.push_back(statement);
    if (wanted.size() < sums->instances.size())
      continue; // Without those that gain nothing.
    run(Phase::Verify, [&] { return proved(original, *sums); });
    return std::move(sums->scop);
  }
  return std::nullopt;
}

} // namespace gputile::driver
