//===- Worth.cpp - Whether one launch costs less than many ------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Launch/Worth.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <isl/set.h>
#include <isl/val.h>

namespace gputile::mapping {
namespace {

/// A host loop of so few iterations stays on the host.
constexpr double fewLaunches = 4;
/// So many blocks of some hundred threads a large device holds at once.
constexpr double fewBlocks = 256;
/// What an extent counts that nothing bounds.
constexpr double unbounded = 1e9;

/// The number of values between the least and the greatest y for one x, of \p map = { [x] -> [(y)]
/// }: the most of all x.
double mostValues(const isl::map &map) {
  const isl::set distances = map.reverse().apply_range(map).deltas();
  if (distances.is_empty())
    return 0;
  const isl::val most = isl::manage(isl_set_dim_max_val(distances.copy(), 0));
  return most.is_int() ? most.num_si() + 1.0 : unbounded;
}

/// { [x_0 … x_{first-1}] -> [x_first … x_{first+count-1}] } for { [x] }, as a convex superset.
isl::map splitAt(const isl::set &set, unsigned first, unsigned count) {
  const unsigned dims = setDims(set);
  const isl::set leading = isl::set(hullOf(dropDims(set, first + count, dims - first - count)));
  return isl::manage(
      isl_map_move_dims(isl_map_from_range(leading.copy()), isl_dim_in, 0, isl_dim_out, 0, first));
}

/// The most iterations of the loops that a join takes over, for one of the others.
double launchesOf(const isl::set &launches, unsigned outer) {
  double product = 1;
  for (unsigned d = outer; d < setDims(launches); ++d) {
    const isl::map loop = splitAt(launches, d, 1);
    product *=
        mostValues(isl::manage(isl_map_project_out(loop.copy(), isl_dim_in, outer, d - outer)));
  }
  return product;
}

struct LaunchSize {
  double blocks = 1; ///< The most of one launch.
  bool varies;       ///< With the host loop.
};

/// \param blocks { [h…, b…] }
LaunchSize sizeOf(const isl::set &blocks, unsigned hosts) {
  const isl::map byLaunch = splitAt(blocks, hosts, setDims(blocks) - hosts);
  LaunchSize size{1, !allPairs(byLaunch.domain(), byLaunch.range()).is_subset(byLaunch)};
  for (unsigned d = 0; d < rangeDims(byLaunch); ++d)
    size.blocks *= mostValues(selectRange(byLaunch, d, 1));
  return size;
}

} // namespace

Worth worthOf(const Scop &scop, const RegionPlan &plan, const Join &join) {
  double launches = 0;
  LaunchSize largest{0, false};
  for (unsigned k : join.kernels) {
    const KernelPlan &kernel = plan.kernels[k];
    const isl::set domain = flatSet(kernel.launch.domain()).intersect_params(scop.context);
    launches += launchesOf(domain, join.outer);
    const LaunchSize size = sizeOf(kernel.blocks.intersect_params(scop.context),
                                   static_cast<unsigned>(kernel.hostDims.size()));
    if (size.blocks > largest.blocks || (size.blocks == largest.blocks && size.varies))
      largest = size;
  }
  if (launches <= fewLaunches)
    return {false, "few launches"};
  if (largest.blocks <= fewBlocks)
    return {true, "launches of few blocks"};
  return largest.varies ? Worth{true, "launches of varying size"}
                        : Worth{false, "launches of many blocks"};
}

} // namespace gputile::mapping
