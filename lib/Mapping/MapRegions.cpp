//===- MapRegions.cpp - Kernels of a whole region -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Parallel/Kernel.h"
#include "Mapping/Split/Kernels.h"
#include "Mapping/Wavefront/Kernel.h"

#include "gputile/Analysis/LiveSets.h"
#include "gputile/Model/Sizes.h"

#include <algorithm>

namespace gputile {

using namespace mapping;

namespace {

/// Per array the elements that exist on the device.
std::vector<isl::set> allocatedElements(const std::vector<ArrayTransfer> &transfers) {
  std::vector<isl::set> result;
  for (const ArrayTransfer &transfer : transfers)
    result.push_back(transfer.footprint.is_empty() ? transfer.footprint
                                                   : boxElements(transfer.box, transfer.footprint));
  return result;
}

bool hasSplitLoops(const std::vector<KernelRegion> &regions) {
  return std::any_of(regions.begin(), regions.end(),
                     [](const KernelRegion &region) { return region.split; });
}

/// \p scop for the kernels beside split time loops: clauses give sizes of these alone.
Scop withoutSizes(Scop scop) {
  scop.clauses.tile = {};
  scop.clauses.block = {};
  return scop;
}

/// Rows of the deepest band that clauses give sizes of, and the most of one that threads run.
std::pair<size_t, size_t> mostRowsOf(const std::vector<KernelRegion> &regions) {
  if (hasSplitLoops(regions)) {
    size_t space = 0;
    for (const KernelRegion &region : regions)
      space = std::max(space, region.split ? region.split->space.size() : 0);
    return {space + 1, space}; // (tau, x…)
  }
  size_t mostRows = 0, mostMapped = 0;
  for (const KernelRegion &region : regions) {
    if (!region.parallel && !region.wavefront)
      continue;
    const std::vector<BandRow> &rows = region.node.rows;
    const long coincident =
        std::count_if(rows.begin(), rows.end(), [](const BandRow &row) { return row.coincident; });
    mostRows = std::max(mostRows, rows.size());
    mostMapped = std::max(mostMapped, region.wavefront
                                          ? rows.size() - 1
                                          : static_cast<size_t>(std::min(coincident, 3L)));
  }
  return {mostRows, mostMapped};
}

/// The length of all launch vectors: split time loops add bands and colours to theirs.
unsigned launchDimsOf(const std::vector<KernelRegion> &regions) {
  size_t dims = 0;
  for (const KernelRegion &region : regions)
    dims = std::max(dims, region.launch.size() +
                              (region.split ? 1 + region.split->space.size() : 0));
  return static_cast<unsigned>(dims);
}

} // namespace

/// The plan of \p regions, in their order.
static Result<RegionPlan> mapRegions(const Scop &scop, const Ddg &ddg,
                                     const std::vector<KernelRegion> &regions,
                                     const DeviceLimits &limits) {
  const auto [mostRows, mostMapped] = mostRowsOf(regions);
  if (auto refusal = checkSizeClauses(scop, mostRows, mostMapped, limits))
    return *refusal;
  RegionPlan plan;
  plan.transfers = planTransfers(scop, computeLiveness(scop, ddg));
  plan.launchDims = launchDimsOf(regions);
  plan.launch = isl::union_map::empty(scop.ctx());
  const std::vector<isl::set> allocated = allocatedElements(plan.transfers);
  const Scop beside = hasSplitLoops(regions) ? withoutSizes(scop) : scop;
  const auto mapOne = [&](const KernelRegion &region) -> Result<std::vector<MappedRegion>> {
    if (region.split)
      return mapSplitKernels(scop, region, limits, plan);
    std::string name = scop.name + "_k" + std::to_string(plan.kernels.size());
    Result<MappedRegion> mapped =
        region.wavefront ? mapWavefrontKernel(scop, ddg, region, name, allocated, limits)
                         : mapParallelKernel(beside, region, name, allocated, limits);
    if (!mapped)
      return mapped.refusal();
    return std::vector<MappedRegion>{std::move(*mapped)};
  };
  for (const KernelRegion &region : regions) {
    Result<std::vector<MappedRegion>> kernels = mapOne(region);
    if (!kernels)
      return kernels.refusal();
    for (MappedRegion &mapped : *kernels) {
      plan.launch = plan.launch.unite(mapped.launch);
      plan.kernels.push_back(std::move(mapped.kernel));
    }
  }
  return checkedPlan(scop, std::move(plan));
}

Result<RegionPlan> mapParallel(const Scop &scop, const ScheduleNode &schedule,
                               const DeviceLimits &limits, const Ddg &ddg) {
  std::vector<KernelRegion> regions = splitHost(scop, schedule);
  if (std::none_of(regions.begin(), regions.end(),
                   [](const KernelRegion &region) { return region.parallel; }))
    return Refusal{DiagId::NoParallelism, scop.loc, {schemeName(Scheme::Parallel)}, {}, {}};
  return mapRegions(scop, ddg, regions, limits);
}

static bool isSkewed(const isl::aff &function) {
  int iterators = 0;
  const unsigned dims = static_cast<unsigned>(isl_aff_dim(function.get(), isl_dim_in));
  for (unsigned d = 0; d < dims; ++d)
    iterators += isl_aff_involves_dims(function.get(), isl_dim_in, d, 1) == isl_bool_true;
  return iterators > 1;
}

bool launchesSkewedLoops(const Scop &scop, const ScheduleNode &schedule) {
  for (const KernelRegion &region : splitHost(scop, schedule))
    for (unsigned dim : region.hostDims)
      for (const auto &[s, f] : region.launch[dim])
        if (region.parallel && isSkewed(f))
          return true;
  return false;
}

static bool hasWavefronts(const std::vector<KernelRegion> &regions) {
  return std::any_of(regions.begin(), regions.end(),
                     [](const KernelRegion &region) { return region.wavefront; });
}

bool hasWavefronts(const Scop &scop, const ScheduleNode &schedule) {
  return hasWavefronts(splitHost(scop, schedule, /*wavefronts=*/true));
}

bool tilesHostLoops(const Scop &scop, const ScheduleNode &schedule) {
  const std::vector<KernelRegion> regions = splitHost(scop, schedule, /*wavefronts=*/true);
  return std::all_of(regions.begin(), regions.end(), [](const KernelRegion &region) {
    return region.hostDims.size() == (region.wavefront ? 1 : 0);
  });
}

Result<RegionPlan> mapWavefront(const Scop &scop, const Ddg &ddg, const ScheduleNode &schedule,
                                const DeviceLimits &limits) {
  const std::vector<KernelRegion> regions = splitHost(scop, schedule, /*wavefronts=*/true);
  if (!hasWavefronts(regions))
    return Refusal{DiagId::SchemeNotApplicable,
                   scop.loc,
                   {schemeName(Scheme::Wavefront),
                    "no two nested loops, with nothing but statements inside, can be tiled "
                    "together; use scheme(parallel)"},
                   {},
                   {}};
  return mapRegions(scop, ddg, regions, limits);
}

Result<RegionPlan> mapSplit(const Scop &scop, const ScheduleNode &schedule,
                            const std::vector<SplitBand> &bands, const DeviceLimits &limits,
                            const Ddg &ddg) {
  return mapRegions(scop, ddg, splitHost(scop, schedule, /*wavefronts=*/false, bands), limits);
}

} // namespace gputile
