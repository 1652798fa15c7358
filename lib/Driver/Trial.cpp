//===- Trial.cpp - What another program would run in parallel ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Trial.h"

#include "Driver/Schemes.h"
#include "gputile/Transform/Privatize.h"

namespace gputile::driver {

TrialResult trialOf(const Scop &scop, PhaseRunner &run) {
  Scop expanded = run(Phase::Privatize, [&] { return privatize(scop); });
  expanded.clauses = {}; // The shape of sums depends on nothing but the program.
  const Ddg ddg = run(Phase::Dependences, [&] { return run.dependences().of(expanded); });
  const FoundSchedule schedule = run(Phase::Schedule, [&] {
    return need(stepsOf(Scheme::Parallel).schedule(expanded, ddg));
  });
  return {parallelInstances(expanded, schedule.tree), parallelRows(expanded, schedule.tree)};
}

Parallelism parallelismIfFound(const Scop &scop, PhaseRunner &run) {
  const auto optional = run.within(Optional);
  Parallelism found;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    found.emplace(s, 1);
  try {
    found = trialOf(scop, run).instances;
  } catch (const Refused &) {
    // The sums stay in order.
  }
  return found;
}

bool keepsLoops(const Scop &scop) {
  const Scheme scheme = scop.clauses.scheme.value;
  return scheme != Scheme::Auto && scheme != Scheme::Parallel;
}

std::vector<unsigned> idleStatements(const Parallelism &parallelism) {
  constexpr long FewInstances = 256;
  std::vector<unsigned> idle;
  for (const auto &[statement, count] : parallelism)
    if (count < FewInstances)
      idle.push_back(statement);
  return idle;
}

} // namespace gputile::driver
