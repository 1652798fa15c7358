//===- Modes.cpp - Many launches as one -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host loops that launch one kernel again and again become loops inside it; several
/// kernels that they launch in turn become parts of one.
///
//===----------------------------------------------------------------------===//

#include "Mapping/Launch/Joins.h"
#include "Mapping/Launch/Waits.h"
#include "Mapping/Launch/Worth.h"
#include "gputile/Mapping/Mapping.h"

namespace gputile {

using namespace mapping;

namespace {

Refusal notApplicable(const Scop &scop, Launch launch, const std::string &why) {
  return Refusal{DiagId::LaunchNotApplicable, scop.loc, {launchName(launch), why}, {}, {}};
}

/// Whether blocks on \p device can wait for one another as \p launch has it.
bool isPossible(Launch launch, const DeviceProfile &device) {
  return launch == Launch::Flags ? device.costs.hasFlags()
                                 : launch != Launch::Cooperative || device.costs.hasGridBarriers();
}

/// Makes the kernels of \p join persistent.
void apply(RegionPlan &plan, const Join &join, LaunchMode mode, const std::string &reason) {
  for (unsigned member : join.kernels) {
    KernelPlan &kernel = plan.kernels[member];
    bringInto(join.form, kernel);
    kernel.innerHostDims = static_cast<unsigned>(kernel.hostDims.size()) - join.outer;
    kernel.mode = mode;
    kernel.launchReason = reason;
    if (member != join.kernels.front())
      kernel.leader = join.kernels.front();
  }
}

/// Why no kernel was found that can be persistent.
const char *reasonAgainst(bool together) {
  return together ? "the host's loops launch several kernels in turn, whose blocks cannot have as "
                    "many threads"
                  : "the host's loops launch several kernels in turn, which only "
                    "launch(cooperative) can run in "
                    "one launch";
}

/// \p plan with flags for the only kernel of \p join, where a few constant distances suffice.
std::optional<RegionPlan> withFlags(const Scop &scop, RegionPlan plan, const Join &join,
                                    const std::string &reason, const DeviceLimits &limits) {
  apply(plan, join, LaunchMode::Flags, reason);
  KernelPlan &kernel = plan.kernels[join.kernels.front()];
  if (join.kernels.size() > 1 || !hasRoomForTicket(kernel, limits) || !addWaits(scop, kernel))
    return std::nullopt;
  return plan;
}

} // namespace

Result<RegionPlan> applyLaunchMode(const Scop &scop, RegionPlan plan, Launch launch,
                                   const DeviceProfile &device) {
  for (KernelPlan &kernel : plan.kernels)
    if (!kernel.hostDims.empty())
      kernel.launchReason = "as asked for";
  if (launch != Launch::Cooperative && launch != Launch::Flags)
    return plan;
  if (!isPossible(launch, device))
    return notApplicable(scop, launch,
                         "blocks cannot wait for one another on device '" + device.name + "'");
  const bool together = launch == Launch::Cooperative;
  bool hostLoops = false, joined = false;
  for (unsigned k = 0; k < plan.kernels.size(); ++k) {
    hostLoops |= !plan.kernels[k].hostDims.empty();
    if (plan.kernels[k].innerHostDims > 0)
      continue;
    const std::optional<Join> join = largestJoin(plan, k, together);
    if (!join)
      continue;
    joined = true;
    apply(plan, *join, together ? LaunchMode::Cooperative : LaunchMode::Flags,
          plan.kernels[k].launchReason);
    if (!together && !hasRoomForTicket(plan.kernels[k], device.limits))
      return notApplicable(scop, launch, "the tiles of a block take all of its shared memory");
    if (!together && !addWaits(scop, plan.kernels[k]))
      return notApplicable(scop, launch, "a block depends on blocks at varying distances");
  }
  if (hostLoops && !joined)
    return notApplicable(scop, launch, reasonAgainst(together));
  return checkedPlan(scop, std::move(plan));
}

RegionPlan applyLaunchModeWhereItPays(const Scop &scop, RegionPlan plan, Launch best,
                                      const DeviceProfile &device) {
  for (unsigned k = 0; k < plan.kernels.size(); ++k) {
    KernelPlan &kernel = plan.kernels[k];
    if (kernel.hostDims.empty() || kernel.innerHostDims > 0)
      continue;
    const std::optional<Join> join = largestJoin(plan, k, /*together=*/true);
    if (!join) {
      kernel.launchReason = kernel.stream ? "launches of several iterations" : "blocks that differ";
      continue;
    }
    const Worth worth = worthOf(scop, plan, *join);
    if (!worth.pays || best == Launch::Kernels) {
      kernel.launchReason = worth.pays ? "not proved" : worth.reason;
      continue;
    }
    if (!isPossible(Launch::Cooperative, device)) {
      kernel.launchReason = "a device whose blocks cannot wait";
      continue;
    }
    std::optional<RegionPlan> flags;
    if (best == Launch::Flags && isPossible(best, device))
      flags = withFlags(scop, plan, *join, worth.reason, device.limits);
    if (flags)
      plan = std::move(*flags);
    else
      apply(plan, *join, LaunchMode::Cooperative, worth.reason);
  }
  return checkedPlan(scop, std::move(plan));
}

} // namespace gputile
