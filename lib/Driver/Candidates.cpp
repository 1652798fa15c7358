//===- Candidates.cpp - What attempts start from ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Candidates.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Schedule/Scheduler.h"

namespace gputile::driver {

bool leavesSizesOpen(const Clauses &clauses) {
  const auto isOpen = [](const auto &choice) { return choice.origin == Origin::Model; };
  return isOpen(clauses.tile) && isOpen(clauses.block) && isOpen(clauses.launch);
}

bool Candidates::isWorthwhile(const Attempt &attempt) {
  if (attempt.optional && !gainsByTimeTiles())
    return false;
  const auto share = Run.within(attempt.optional ? Optional : Whole);
  try {
    if (attempt.copies && !copiesPay(attempt.scheme))
      return false;
    return !attempt.optional || hasWavefronts(program(attempt.copies).scop,
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
  const auto &[scop, ddg] = program(copies);
  FoundSchedule schedule =
      Run(Phase::Schedule, [&] { return need(stepsOf(scheme).schedule(scop, ddg)); });
  return Schedules.emplace(std::pair(scheme, copies), std::move(schedule)).first->second;
}

/// Whether scheme parallel would launch what tiles in time do better.
bool Candidates::gainsByTimeTiles() {
  if (!TimeTilesGain)
    TimeTilesGain = launchesSkewedLoops() || computesStencils();
  return *TimeTilesGain;
}

/// Whether scheme parallel would launch wavefronts of single points.
bool Candidates::launchesSkewedLoops() {
  const bool copies = insistsOnCopies() && hasCopies();
  return gputile::launchesSkewedLoops(program(copies).scop,
                                      schedule(Scheme::Parallel, copies).tree);
}

/// Whether it would launch stencils of which several time steps cost less together.
bool Candidates::computesStencils() {
  if (!leavesSizesOpen(clauses()))
    return false;
  const auto step = timeStepOf(Plain.scop, Plain.ddg, schedule(Scheme::Parallel, false).tree);
  return step && timeTilingPays(*step);
}

/// Copies that nobody asked for have to give better hyperplanes.
bool Candidates::copiesPay(Scheme scheme) {
  return hasCopies() && (insistsOnCopies() ||
                         improvesHyperplanes(Plain.scop, schedule(scheme, false).tree,
                                             program(true).scop, schedule(scheme, true).tree));
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
