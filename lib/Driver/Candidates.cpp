//===- Candidates.cpp - What attempts start from ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Candidates.h"

#include "Driver/Parallelism.h"
#include "gputile/Analysis/Dependences.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Schedule/Scheduler.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace gputile::driver {

namespace {

/// Statements with a sequential loop, at most one parallel one, and too few iterations of that to
/// fill a device, as far as is known.
std::vector<unsigned> statementsWithIdleLoops(const Scop &scop, const ScheduleNode &tree) {
  constexpr long Many = 1 << 17;
  const Parallelism instances = parallelInstances(scop, tree);
  std::vector<unsigned> found;
  for (const auto &[statement, rows] : parallelRows(scop, tree)) {
    const long count = instances.at(statement);
    const bool fills = rows == 1 && count >= Many && count != std::numeric_limits<long>::max();
    if (rows <= 1 && rows < scop.statements[statement].iterators.size() && !fills)
      found.push_back(statement);
  }
  return found;
}

} // namespace

bool leavesSizesOpen(const Clauses &clauses) {
  const auto isOpen = [](const auto &choice) { return choice.origin == Origin::Model; };
  return isOpen(clauses.tile) && isOpen(clauses.block) && isOpen(clauses.launch);
}

bool Candidates::isWorthwhile(const Attempt &attempt) {
  const bool mayTile = attempt.optional && attempt.scheme == Scheme::Wavefront;
  if (mayTile && !gainsByTimeTiles())
    return false;
  const auto share = Run.within(attempt.optional ? Optional : Whole);
  try {
    if (attempt.copies && !copiesPay(attempt.scheme))
      return false;
    return !mayTile || hasWavefronts(program(attempt.copies).scop,
                                     schedule(attempt.scheme, attempt.copies).tree);
  } catch (const Refused &) {
    if (!attempt.optional && insistsOnCopies())
      throw;
    return false;
  }
}

const FoundSchedule &Candidates::schedule(Scheme scheme, bool copies) {
  auto found = Schedules.find({scheme, copies});
  if (found != Schedules.end())
    return found->second;
  return Schedules.emplace(std::pair(scheme, copies), findSchedule(scheme, program(copies)))
      .first->second;
}

/// Loops that run in parallel as they are need no search that takes too long.
FoundSchedule Candidates::findSchedule(Scheme scheme, const CopiedScop &program) {
  const auto &[scop, ddg] = program;
  try {
    return Run(Phase::Schedule, [&] { return need(stepsOf(scheme).schedule(scop, ddg)); });
  } catch (const Refused &refused) {
    if (scheme != Scheme::Parallel || refused.refusal.id != DiagId::QuotaExceeded ||
        Run.hasAlternative())
      throw;
    const std::vector<std::string> &amount = refused.refusal.args;
    return Run(Phase::Schedule, [&] {
      ScheduleSearch kept = originalSchedule(scop, ddg, amount[0] + " gave up after " + amount[1]);
      return FoundSchedule{std::move(kept.tree), {}, {}, std::move(kept.whyOriginal)};
    });
  }
}

/// Whether scheme parallel would launch what tiles in time do better.
bool Candidates::gainsByTimeTiles() {
  if (!TimeTilesGain)
    TimeTilesGain = launchesSkewedLoops() || launchesSmallSteps();
  return *TimeTilesGain;
}

/// Whether scheme parallel would launch wavefronts of single points.
bool Candidates::launchesSkewedLoops() {
  const bool copies = insistsOnCopies() && hasCopies();
  return gputile::launchesSkewedLoops(program(copies).scop,
                                      schedule(Scheme::Parallel, copies).tree);
}

/// Whether it would launch steps of which several cost less together.
bool Candidates::launchesSmallSteps() {
  if (!leavesSizesOpen(clauses()))
    return false;
  const auto step = timeStepOf(Plain.scop, Plain.ddg, schedule(Scheme::Parallel, false).tree);
  if (!step || !timeTilingPays(*step, Run.device().costs))
    return false;
  const auto share = Run.within(Optional);
  try {
    return tilesHostLoops(Plain.scop, schedule(Scheme::Wavefront, false).tree);
  } catch (const Refused &) {
    return false; // Scheme parallel does without.
  }
}

/// Copies that nobody asked for have to give better hyperplanes.
bool Candidates::copiesPay(Scheme scheme) {
  if (insistsOnCopies())
    return hasCopies();
  if (scheme == Scheme::Parallel)
    return copiesRunMoreInParallel();
  return hasCopies() && improvesHyperplanes(Plain.scop, schedule(scheme, false).tree,
                                            program(true).scop, schedule(scheme, true).tree);
}

/// Whether copies give more parallel loops to a statement that has no two of them, or spare a
/// launch for each value of a skewed loop, and no statement has fewer. A copy itself is no loop on
/// one thread.
bool Candidates::copiesRunMoreInParallel() {
  const ScheduleNode &tree = schedule(Scheme::Parallel, false).tree;
  const std::vector<unsigned> idle = statementsWithIdleLoops(Plain.scop, tree);
  const bool skewed = gputile::launchesSkewedLoops(Plain.scop, tree);
  if ((idle.empty() && !skewed) || !hasCopies())
    return false;
  const Scop &copied = program(true).scop;
  const ScheduleNode &copiedTree = schedule(Scheme::Parallel, true).tree;
  const std::map<unsigned, unsigned> before = parallelRows(Plain.scop, tree);
  const std::map<unsigned, unsigned> after = parallelRows(copied, copiedTree);
  for (const auto &[statement, rows] : before)
    if (after.at(statement) < rows)
      return false;
  for (size_t s = Plain.scop.statements.size(); s < copied.statements.size(); ++s)
    if (after.at(unsigned(s)) == 0)
      return false;
  return (skewed && !gputile::launchesSkewedLoops(copied, copiedTree)) ||
         llvm::any_of(idle, [&](unsigned s) { return after.at(s) > before.at(s); });
}

bool Candidates::hasCopies() {
  if (!Copied)
    Copied.emplace(Run(Phase::Copies, [&] { return findCopies(); }));
  return Copied->has_value();
}

std::optional<CopiedScop> Candidates::findCopies() const {
  std::optional<CopiedScop> copied =
      removeFalseDependences(Plain.scop, Plain.ddg, maxCopies(clauses().falseDeps.value));
  if (copied)
    copied->ddg = markHindering(copied->scop, copied->ddg);
  return copied;
}

} // namespace gputile::driver
