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

#include "Mapping/Launch/Waits.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <isl/map.h>
#include <isl/set.h>

namespace gputile {

using namespace mapping;

namespace {

/// { [l_0 … l_{count-1}] } of the launches of \p kernel.
isl::set leadingLaunches(const KernelPlan &kernel, unsigned launchDims, unsigned count) {
  return dropDims(kernel.launch.range(), count, launchDims - count);
}

/// Kernels that take over host loops, all but the outermost \c outer, together.
struct Join {
  std::vector<unsigned> kernels; ///< Ascending; no others launch between theirs.
  unsigned outer;
};

class Joiner {
public:
  explicit Joiner(const RegionPlan &plan) : Plan(plan) {}

  /// The largest number of host loops that kernel \p k can take over, with as many
  /// kernels as launch in turn with it if \p together; none without any such loop.
  std::optional<Join> find(unsigned k, bool together) {
    const std::vector<unsigned> &hostDims = Plan.kernels[k].hostDims;
    for (unsigned outer = 0; outer < hostDims.size(); ++outer) {
      Join join{between(k, hostDims[outer]), outer};
      if (join.kernels.size() > 1 && !(together && fit(join)))
        continue;
      return join;
    }
    return std::nullopt;
  }

  /// Why no kernel was found that can be persistent.
  const char *reason(bool together) const {
    if (!together)
      return "the host's loops launch several kernels in turn, which only launch(cooperative) "
             "can run in one launch";
    return BlocksDiffer ? "the host's loops launch several kernels in turn, with blocks of "
                          "different sizes"
                        : "the host's loops launch several kernels in turn";
  }

private:
  /// \p k and the kernels that launch with the same first \p fixed positions as one of them.
  std::vector<unsigned> between(unsigned k, unsigned fixed) const {
    std::vector<unsigned> found{k};
    for (size_t next = 0; next < found.size(); ++next) {
      const isl::set heads = leadingLaunches(Plan.kernels[found[next]], Plan.launchDims, fixed);
      for (unsigned other = 0; other < Plan.kernels.size(); ++other)
        if (std::find(found.begin(), found.end(), other) == found.end() &&
            !heads.is_disjoint(leadingLaunches(Plan.kernels[other], Plan.launchDims, fixed)))
          found.push_back(other);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  bool fit(const Join &join) {
    const KernelPlan &first = Plan.kernels[join.kernels.front()];
    bool sameLoops = true, sameBlocks = true;
    for (unsigned k : join.kernels) {
      const KernelPlan &kernel = Plan.kernels[k];
      sameLoops &= kernel.hostDims == first.hostDims;
      sameBlocks &= kernel.blockSize == first.blockSize && kernel.blockDims == first.blockDims;
    }
    BlocksDiffer |= sameLoops && !sameBlocks;
    return sameLoops && sameBlocks;
  }

  const RegionPlan &Plan;
  bool BlocksDiffer = false;
};

Refusal notApplicable(const Scop &scop, Launch launch, const char *why) {
  return Refusal{DiagId::LaunchNotApplicable, scop.loc, {launchName(launch), why}, {}, {}};
}

} // namespace

Result<RegionPlan> applyLaunchMode(const Scop &scop, RegionPlan plan, Launch launch) {
  if (launch != Launch::Cooperative && launch != Launch::Flags)
    return plan;
  Joiner joiner(plan);
  const bool together = launch == Launch::Cooperative;
  bool hostLoops = false, joined = false;
  for (unsigned k = 0; k < plan.kernels.size(); ++k) {
    hostLoops |= !plan.kernels[k].hostDims.empty();
    if (plan.kernels[k].innerHostDims > 0)
      continue;
    const std::optional<Join> join = joiner.find(k, together);
    if (!join)
      continue;
    joined = true;
    for (unsigned member : join->kernels) {
      KernelPlan &kernel = plan.kernels[member];
      kernel.innerHostDims = static_cast<unsigned>(kernel.hostDims.size()) - join->outer;
      kernel.mode = together ? LaunchMode::Cooperative : LaunchMode::Flags;
      if (member != join->kernels.front())
        kernel.leader = join->kernels.front();
    }
    if (!together && !addWaits(scop, plan.kernels[k]))
      return notApplicable(scop, launch, "a block depends on blocks at varying distances");
  }
  if (hostLoops && !joined)
    return notApplicable(scop, launch, joiner.reason(together));
  return checkedPlan(scop, std::move(plan));
}

} // namespace gputile
