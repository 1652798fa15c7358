//===- Reassociation.cpp - Sums in another order ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Reassociation.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Schedule/Scheduler.h"
#include "gputile/Transform/PartialSums.h"
#include "gputile/Transform/Privatize.h"
#include "gputile/Verifier/Verifier.h"

#include <limits>
#include <map>

namespace gputile::driver {

/// By statement: how many of its instances may run at the same time, as far as is known.
using Parallelism = std::map<unsigned, long>;

static constexpr long Unlimited = std::numeric_limits<long>::max();

/// The number of values that \p row has in \p domain, if it is the same for all parameters.
static long extentOf(const isl::set &domain, const isl::aff &row) {
  const isl::set values = domain.apply(isl::map(isl::manage(isl_map_from_aff(row.copy()))));
  if (values.is_empty())
    return 1;
  const isl::val least = values.dim_min_val(0), greatest = values.dim_max_val(0);
  if (!least.is_int() || !greatest.is_int())
    return Unlimited;
  return asLong(greatest.sub(least).add(1)).value_or(Unlimited);
}

/// Multiplies \p found by the extents of the parallel rows of \p node.
static void multiply(const Scop &scop, const ScheduleNode &node, Parallelism &found) {
  for (const BandRow &row : node.rows)
    for (const auto &[statement, function] : row.functions)
      if (row.coincident) {
        const long extent = extentOf(scop.statements[statement].domain, function);
        long &count = found.at(statement);
        count = extent > Unlimited / count ? Unlimited : count * extent;
      }
  for (const ScheduleNode &child : node.children)
    multiply(scop, child, found);
}

static Parallelism parallelismOf(const Scop &scop, PhaseRunner &run) {
  Scop expanded = run(Phase::Privatize, [&] { return privatize(scop); });
  expanded.clauses = {}; // The shape of sums depends on nothing but the program.
  const Ddg ddg = run(Phase::Dependences, [&] { return computeDependences(expanded); });
  const FoundSchedule schedule = run(Phase::Schedule, [&] {
    return need(stepsOf(Scheme::Parallel).schedule(expanded, ddg));
  });
  Parallelism found;
  for (unsigned s = 0; s < expanded.statements.size(); ++s)
    found.emplace(s, 1);
  multiply(expanded, schedule.tree, found);
  return found;
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
