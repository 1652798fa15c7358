//===- LaunchModes.cpp - Many launches as one ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host loops that launch one kernel again and again become loops inside it.
///
//===----------------------------------------------------------------------===//

#include "Waits.h"
#include "gputile/Mapping/Mapping.h"

#include <isl/map.h>
#include <isl/set.h>

namespace gputile {
namespace {

/// { [l_0 … l_{count-1}] } of the launches of \p kernel.
isl::set leadingLaunches(const KernelPlan &kernel, unsigned launchDims, unsigned count) {
  return isl::manage(
      isl_set_project_out(kernel.launch.range().release(), isl_dim_set, count, launchDims - count));
}

/// How many of the last host dimensions of kernel \p k can be its own loops: no
/// other kernel launches with the same values of what stays outside.
unsigned joinableDims(const RegionPlan &plan, size_t k) {
  const KernelPlan &kernel = plan.kernels[k];
  for (size_t outer = 0; outer < kernel.hostDims.size(); ++outer) {
    const unsigned fixed = kernel.hostDims[outer];
    const isl::set mine = leadingLaunches(kernel, plan.launchDims, fixed);
    bool alone = true;
    for (size_t other = 0; other < plan.kernels.size() && alone; ++other)
      alone = other == k ||
              mine.is_disjoint(leadingLaunches(plan.kernels[other], plan.launchDims, fixed));
    if (alone)
      return static_cast<unsigned>(kernel.hostDims.size() - outer);
  }
  return 0;
}

Refusal notApplicable(const Scop &scop, Launch launch, const char *why) {
  return Refusal{DiagId::LaunchNotApplicable, scop.loc, {launchName(launch), why}, {}, {}};
}

} // namespace

Result<RegionPlan> applyLaunchMode(const Scop &scop, RegionPlan plan, Launch launch) {
  if (launch != Launch::Cooperative && launch != Launch::Flags)
    return plan;
  bool hostLoops = false, joined = false;
  for (size_t k = 0; k < plan.kernels.size(); ++k) {
    KernelPlan &kernel = plan.kernels[k];
    hostLoops |= !kernel.hostDims.empty();
    const unsigned inner = joinableDims(plan, k);
    if (inner == 0)
      continue;
    joined = true;
    kernel.innerHostDims = inner;
    kernel.mode = launch == Launch::Flags ? LaunchMode::Flags : LaunchMode::Cooperative;
    if (launch == Launch::Flags && !addWaits(scop, kernel))
      return notApplicable(scop, launch, "a block depends on blocks at varying distances");
  }
  if (hostLoops && !joined)
    return notApplicable(scop, launch, "the host's loops launch several kernels in turn");
  return plan;
}

} // namespace gputile
