//===- Schemes.cpp - The schemes' steps in the chain ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Schemes.h"

#include "gputile/Mapping/Mapping.h"
#include "gputile/Schedule/Scheduler.h"
#include "gputile/Schedule/SplitTiling.h"
#include "gputile/Schedule/Streaming.h"

#include "llvm/ADT/STLExtras.h"

namespace gputile::driver {
namespace {

SchedulerOptions schedulerOptions(const Clauses &clauses, bool outerCoincidence) {
  SchedulerOptions options;
  options.fuse = clauses.fuse.value;
  options.outerCoincidence = outerCoincidence;
  options.balanced = clauses.balance.value != Balance::Off;
  return options;
}

Result<FoundSchedule> searched(const Scop &scop, const Ddg &ddg, bool outerCoincidence) {
  ScheduleSearch search = findSchedule(scop, ddg, schedulerOptions(scop.clauses, outerCoincidence));
  return FoundSchedule{std::move(search.tree), {}, {}, std::move(search.whyOriginal)};
}

/// Each kernel starts with a coincident row.
Result<FoundSchedule> scheduleParallel(const Scop &scop, const Ddg &ddg) {
  return searched(scop, ddg, true);
}

Result<FoundSchedule> scheduleWavefront(const Scop &scop, const Ddg &ddg) {
  return searched(scop, ddg, false);
}

Result<FoundSchedule> scheduleSplit(const Scop &scop, const Ddg &ddg) {
  Result<SplitSchedule> found = findSplitSchedule(scop, ddg, schedulerOptions(scop.clauses, true));
  if (!found)
    return found.refusal();
  return FoundSchedule{std::move(found->tree), std::move(found->bands), {},
                       std::move(found->whyOriginal)};
}

Result<FoundSchedule> scheduleStream(const Scop &scop, const Ddg &ddg) {
  Result<StreamBand> band = findStreamBand(scop, ddg);
  if (!band)
    return band.refusal();
  return FoundSchedule{streamSchedule(scop, *band), {}, *band};
}

const SchemeSteps Schemes[] = {
    {Scheme::Parallel, scheduleParallel,
     [](const Scop &scop, const Ddg &ddg, const FoundSchedule &schedule,
        const DeviceProfile &device,
        TileSearch) { return mapParallel(scop, schedule.tree, device.limits, ddg); }},
    {Scheme::Wavefront, scheduleWavefront,
     [](const Scop &scop, const Ddg &ddg, const FoundSchedule &schedule,
        const DeviceProfile &device,
        TileSearch) { return mapWavefront(scop, ddg, schedule.tree, device.limits); }},
    {Scheme::Split, scheduleSplit,
     [](const Scop &scop, const Ddg &ddg, const FoundSchedule &schedule,
        const DeviceProfile &device,
        TileSearch) { return mapSplit(scop, schedule.tree, schedule.bands, device.limits, ddg); }},
    {Scheme::Stream, scheduleStream,
     [](const Scop &scop, const Ddg &ddg, const FoundSchedule &schedule,
        const DeviceProfile &device,
        TileSearch search) { return mapStream(scop, *schedule.stream, device, ddg, search); }},
};

} // namespace

std::vector<Launch> launchesFor(Scheme scheme, Launch wish) {
  if (wish != Launch::Auto)
    return {wish};
  if (scheme == Scheme::Stream)
    return {Launch::Kernels};
  if (scheme == Scheme::Wavefront)
    return {Launch::Flags, Launch::Cooperative, Launch::Kernels};
  return {Launch::Cooperative, Launch::Kernels};
}

const SchemeSteps &stepsOf(Scheme scheme) {
  return *llvm::find_if(Schemes, [&](const SchemeSteps &steps) { return steps.scheme == scheme; });
}

} // namespace gputile::driver
