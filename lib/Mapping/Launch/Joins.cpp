//===- Joins.cpp - Launches that can be one ----------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Launch/Joins.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

/// { [l_0 … l_{count-1}] } of the launches of \p kernel.
isl::set leadingLaunches(const KernelPlan &kernel, unsigned launchDims, unsigned count) {
  return dropDims(kernel.launch.range(), count, launchDims - count);
}

/// \p k and the kernels that launch with the same first \p fixed positions as one of them.
std::vector<unsigned> launchedBetween(const RegionPlan &plan, unsigned k, unsigned fixed) {
  std::vector<unsigned> found{k};
  for (size_t next = 0; next < found.size(); ++next) {
    const isl::set heads = leadingLaunches(plan.kernels[found[next]], plan.launchDims, fixed);
    for (unsigned other = 0; other < plan.kernels.size(); ++other)
      if (std::find(found.begin(), found.end(), other) == found.end() &&
          !heads.is_disjoint(leadingLaunches(plan.kernels[other], plan.launchDims, fixed)))
        found.push_back(other);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Whether \p kernel stays in the first \p count of \p hostDims, and in no other loop up to
/// position \p fixed.
bool hasOuterLoops(const KernelPlan &kernel, const std::vector<unsigned> &hostDims, unsigned count,
                   unsigned fixed) {
  const auto end = std::lower_bound(kernel.hostDims.begin(), kernel.hostDims.end(), fixed);
  return std::equal(kernel.hostDims.begin(), end, hostDims.begin(), hostDims.begin() + count);
}

} // namespace

std::optional<Join> largestJoin(const RegionPlan &plan, unsigned k, bool together) {
  const std::vector<unsigned> &hostDims = plan.kernels[k].hostDims;
  for (unsigned outer = 0; outer < hostDims.size(); ++outer) {
    const unsigned fixed = hostDims[outer];
    std::vector<unsigned> kernels = launchedBetween(plan, k, fixed);
    const bool possible = std::all_of(kernels.begin(), kernels.end(), [&](unsigned other) {
      const KernelPlan &kernel = plan.kernels[other];
      return !kernel.stream && kernel.innerHostDims == 0 &&
             hasOuterLoops(kernel, hostDims, outer, fixed);
    });
    if (!possible || (kernels.size() > 1 && !together))
      continue;
    if (const std::optional<CommonForm> form = commonForm(plan, kernels))
      return Join{std::move(kernels), outer, *form};
  }
  return std::nullopt;
}

} // namespace gputile::mapping
