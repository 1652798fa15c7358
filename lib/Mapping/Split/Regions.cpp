//===- Regions.cpp - Scheme split -------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes of split tiles, and the kernels: one per colour, so that each is compiled for
/// its shape, or one for all when blocks wait for each other's flags.
///
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/Shared.h"
#include "Mapping/Split/Memory.h"
#include "Mapping/TiledKernel.h"

#include "gputile/Analysis/LiveSets.h"
#include "gputile/Model/Sizes.h"

#include <algorithm>

namespace gputile {

using namespace mapping;

namespace {

class SplitMapper {
public:
  SplitMapper(const Scop &scop, const SplitBand &band, const DeviceLimits &limits, const Ddg &ddg)
      : TheScop(scop), Band(band), Limits(limits),
        Transfers(planTransfers(scop, computeLiveness(scop, ddg))) {}

  Result<RegionPlan> map() {
    const size_t rows = Band.space.size() + 1; // (tau, x…)
    if (auto refusal = checkSizeClauses(TheScop, rows, rows - 1, Limits))
      return *refusal;
    if (TheScop.clauses.launch.value == Launch::Flags && Band.space.size() > 1)
      return Refusal{DiagId::LaunchNotApplicable,
                     TheScop.loc,
                     {launchName(Launch::Flags),
                      "split tiles of several dimensions have no flags; use launch(cooperative)"},
                     {},
                     {}};
    Result<std::vector<MappedRegion>> kernels = mapKernels();
    if (!kernels)
      return kernels.refusal();
    RegionPlan plan;
    plan.transfers = Transfers;
    plan.launchDims = static_cast<unsigned>(Band.space.size()) + 1;
    plan.launch = isl::union_map::empty(TheScop.ctx());
    for (MappedRegion &mapped : *kernels) {
      plan.launch = plan.launch.unite(mapped.launch);
      plan.kernels.push_back(std::move(mapped.kernel));
    }
    return checkedPlan(TheScop, std::move(plan));
  }

private:
  /// The tiles of a kernel and what they hold in shared memory.
  struct Layout {
    TiledSchedule tiled;
    std::vector<PlacedTile> shared;
  };

  SplitWidth widthOf(long height, unsigned dim) const {
    SplitShape shape = makeSplitShape(Band, height, std::vector<long>(Band.space.size(), 1));
    return {std::max(1L, shape.shrinkage(dim)), shape.halo(dim, Band.steps)};
  }

  /// Lays out the region and its shared tiles. \returns the bytes of the colours with most.
  long layOut(const BandSizes &sizes) {
    const bool joint = TheScop.clauses.launch.value == Launch::Flags;
    Region.emplace(SplitRegion{
        TheScop, Band,
        makeSplitShape(Band, sizes.tile.front(), {sizes.tile.begin() + 1, sizes.tile.end()}),
        Transfers, joint});
    Layouts.clear();
    long most = 0;
    for (const std::vector<SplitColour> &colours : groups()) {
      TiledSchedule tiled = tileSplit(*Region, colours);
      std::vector<PlacedTile> shared = splitSharedTiles(*Region, colours, tiled);
      most = std::max(most, bytesOf(TheScop, shared));
      Layouts.push_back({std::move(tiled), std::move(shared)});
    }
    return most;
  }

  std::vector<std::vector<SplitColour>> groups() const {
    std::vector<std::vector<SplitColour>> result;
    for (const SplitColour &colour : Region->shape.colours()) {
      if (result.empty() || !Region->joint)
        result.emplace_back();
      result.back().push_back(colour);
    }
    return result;
  }

  /// Shared tiles of each group of colours that fit; the last ones are left out where
  /// sizes cannot shrink.
  Result<std::vector<MappedRegion>> mapKernels() {
    Result<BandSizes> sizes = searchSplitSizes(
        TheScop, Band.space.size(), Band.steps, Limits,
        [&](long height, unsigned dim) { return widthOf(height, dim); },
        [&](const BandSizes &tried) { return layOut(tried); });
    if (!sizes)
      return sizes.refusal();
    std::vector<MappedRegion> kernels;
    for (Layout &layout : Layouts) {
      dropTiles(TheScop, layout.shared, Limits.sharedBytesPerBlock);
      kernels.push_back(mapTiles(TheScop, layout.tiled, splitTileSets(*Region, layout.tiled),
                                 sizes->block, std::move(layout.shared),
                                 TheScop.name + "_k" + std::to_string(kernels.size())));
    }
    return kernels;
  }

  const Scop &TheScop;
  const SplitBand &Band;
  const DeviceLimits &Limits;
  std::vector<ArrayTransfer> Transfers;
  std::optional<SplitRegion> Region;
  std::vector<Layout> Layouts; ///< One per kernel.
};

} // namespace

Result<RegionPlan> mapSplit(const Scop &scop, const SplitBand &band, const DeviceLimits &limits,
                            const Ddg &ddg) {
  return SplitMapper(scop, band, limits, ddg).map();
}

} // namespace gputile
