//===- Kernels.cpp - Kernels of split tiles ---------------------*- C++ -*-===//
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

#include "Mapping/Split/Kernels.h"

#include "Mapping/Memory/Shared.h"
#include "Mapping/Split/Memory.h"

#include "gputile/Model/Sizes.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

class SplitMapper {
public:
  SplitMapper(const Scop &scop, const KernelRegion &loop, const DeviceLimits &limits,
              const RegionPlan &plan)
      : TheScop(scop), Loop(loop), Band(*loop.split), Limits(limits), Plan(plan) {}

  Result<std::vector<MappedRegion>> map() {
    if (TheScop.clauses.launch.value == Launch::Flags && Band.space.size() > 1)
      return Refusal{DiagId::LaunchNotApplicable,
                     TheScop.loc,
                     {launchName(Launch::Flags),
                      "split tiles of several dimensions have no flags; use launch(cooperative)"},
                     {},
                     {}};
    return mapKernels();
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
        Plan.transfers, joint, Loop.launch, Loop.hostDims, Plan.launchDims});
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
                                 TheScop.name + "_k" +
                                     std::to_string(Plan.kernels.size() + kernels.size())));
    }
    return kernels;
  }

  const Scop &TheScop;
  const KernelRegion &Loop;
  const SplitBand &Band;
  const DeviceLimits &Limits;
  const RegionPlan &Plan;
  std::optional<SplitRegion> Region;
  std::vector<Layout> Layouts; ///< One per kernel.
};

} // namespace

Result<std::vector<MappedRegion>> mapSplitKernels(const Scop &scop, const KernelRegion &loop,
                                                  const DeviceLimits &limits,
                                                  const RegionPlan &plan) {
  return SplitMapper(scop, loop, limits, plan).map();
}

} // namespace gputile::mapping
