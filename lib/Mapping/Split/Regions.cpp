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
#include "Mapping/Split/Kernel.h"
#include "Mapping/Split/Memory.h"
#include "Mapping/TileSizes.h"

#include "gputile/Analysis/LiveSets.h"

#include <algorithm>
#include <numeric>

namespace gputile {
namespace {

/// Sizes without clauses. Of a tile they are what periods exceed the least by.
struct Defaults {
  long height;
  std::vector<long> extent, block;
};

/// By the number of dimensions: some hundred threads, and bands deep enough that
/// copies and launches are shared by many steps.
Defaults splitDefaults(size_t dims) {
  if (dims == 1)
    return {32, {448}, {256}};
  if (dims == 2)
    return {16, {16, 32}, {8, 32}};
  return {4, {4, 6, 26}, {4, 4, 16}};
}

/// The rows (tau, x…) for what checks and chooses sizes.
KernelRegion rowsOf(const SplitBand &band) {
  KernelRegion region;
  region.wavefront = true;
  region.node.kind = ScheduleNode::Kind::Band;
  region.node.rows.resize(band.space.size() + 1);
  return region;
}

class SplitMapper {
public:
  SplitMapper(const Scop &scop, const SplitBand &band, const DeviceLimits &limits)
      : TheScop(scop), Band(band), Limits(limits), Rows(rowsOf(band)),
        Sizes(splitDefaults(band.space.size())),
        Transfers(planTransfers(scop, computeLiveness(scop))) {
    // Bands of whole iterations of the time loop need no case distinctions.
    const long steps = Band.steps;
    Sizes.height = std::max(1L, Sizes.height / steps) * steps;
  }

  Result<RegionPlan> map() {
    if (auto refusal = checkSizeClauses(TheScop, {Rows}, Limits))
      return *refusal;
    if (TheScop.clauses.launch.value == Launch::Flags && Band.space.size() > 1)
      return Refusal{DiagId::LaunchNotApplicable,
                     TheScop.loc,
                     {launchName(Launch::Flags),
                      "split tiles of several dimensions have no flags; use launch(cooperative)"},
                     {},
                     {}};
    Result<std::vector<KernelPlan>> kernels = mapKernels();
    if (!kernels)
      return kernels.refusal();
    RegionPlan plan;
    plan.transfers = Transfers;
    plan.launchDims = static_cast<unsigned>(Band.space.size()) + 1;
    plan.launch = isl::union_map::empty(TheScop.ctx());
    const SplitRegion &region = *Region;
    for (const SplitColour &colour : region.shape.colours())
      for (unsigned s : Band.statements)
        plan.launch = plan.launch.unite(placeStatement(TheScop, s, launchOf(region, colour))
                                            .intersect_domain(instancesOf(region, colour, s))
                                            .to_union_map());
    plan.kernels = std::move(*kernels);
    return plan;
  }

private:
  Refusal narrow(unsigned d, long least) const {
    return {DiagId::BadTileSize,
            TheScop.loc,
            {"tile size " + std::to_string(TheScop.clauses.tile.value[d + 1]),
             "tiles of " + std::to_string(TheScop.clauses.tile.value[0]) +
                 " steps must be at least " + std::to_string(least) + " wide here"},
            {},
            {}};
  }

  /// The region with the sizes of the clauses, else the defaults.
  std::optional<Refusal> layOut() {
    const std::vector<long> &given = TheScop.clauses.tile.value;
    const size_t dims = Band.space.size();
    long height = given.empty() ? Sizes.height : given.front();
    std::vector<long> periods;
    for (unsigned d = 0; d < dims; ++d) {
      SplitShape shape = makeSplitShape(Band, height, std::vector<long>(dims, 1));
      const long least = std::max(1L, shape.shrinkage(d));
      const bool isX = d + 1 == dims;
      // The gap between tiles, half of that, is at least a halo: boxes can be copied.
      long period = least + std::max(Sizes.extent[d], 2 * shape.halo(d, Band.steps));
      if (isX && period > 32)
        period = (period + 31) / 32 * 32;
      if (d + 1 < given.size() && given[d + 1] < least)
        return narrow(d, least);
      periods.push_back(d + 1 < given.size() ? given[d + 1] : period);
    }
    std::vector<unsigned> mapped(dims);
    std::iota(mapped.begin(), mapped.end(), 1u);
    Result<BandSizes> sizes =
        chooseSizes(TheScop, Rows.node, mapped, {periods, Sizes.block, height}, Limits);
    if (!sizes)
      return sizes.refusal();
    const bool joint = TheScop.clauses.launch.value == Launch::Flags;
    Region.emplace(SplitRegion{
        TheScop, Band,
        makeSplitShape(Band, sizes->tile.front(), {sizes->tile.begin() + 1, sizes->tile.end()}),
        sizes->block, Transfers, joint});
    return std::nullopt;
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

  long bytes(const std::vector<SplitTile> &tiles) const {
    long sum = 0;
    for (const SplitTile &tile : tiles)
      sum += bytesOf(TheScop, tile.tile);
    return sum;
  }

  /// Halves the largest default. \returns false when nothing is left to halve.
  bool shrink() {
    const std::vector<long> &given = TheScop.clauses.tile.value;
    const long steps = Band.steps;
    long *largest = nullptr;
    for (unsigned d = 0; d < Sizes.extent.size(); ++d)
      if (d + 1 >= given.size() && Sizes.extent[d] > 1 && (!largest || Sizes.extent[d] > *largest))
        largest = &Sizes.extent[d];
    const bool canLower = given.empty() && Sizes.height > steps;
    // A band loses time where tiles are narrower than they shrink.
    if (canLower && (!largest || Sizes.height > *largest / 2)) {
      Sizes.height = std::max(1L, Sizes.height / 2 / steps) * steps;
      return true;
    }
    if (largest)
      *largest /= 2;
    return largest != nullptr;
  }

  /// Shared tiles of each group of colours that fit; the last ones are left out where
  /// sizes cannot shrink.
  Result<std::vector<KernelPlan>> mapKernels() {
    while (true) {
      if (auto refusal = layOut())
        return *refusal;
      std::vector<std::vector<SplitTile>> tiles;
      bool fits = true;
      const auto all = groups();
      for (const auto &group : all) {
        tiles.push_back(splitSharedTiles(*Region, group));
        fits &= bytes(tiles.back()) <= Limits.sharedBytesPerBlock;
      }
      if (!fits && shrink())
        continue;
      std::vector<KernelPlan> kernels;
      for (size_t g = 0; g < all.size(); ++g) {
        while (bytes(tiles[g]) > Limits.sharedBytesPerBlock)
          tiles[g].pop_back();
        kernels.push_back(mapSplitKernel(*Region, all[g], std::move(tiles[g]),
                                         TheScop.name + "_k" + std::to_string(g)));
      }
      return kernels;
    }
  }

  const Scop &TheScop;
  const SplitBand &Band;
  const DeviceLimits &Limits;
  KernelRegion Rows;
  Defaults Sizes;
  std::vector<ArrayTransfer> Transfers;
  std::optional<SplitRegion> Region;
};

} // namespace

Result<RegionPlan> mapSplit(const Scop &scop, const SplitBand &band, const DeviceLimits &limits) {
  return SplitMapper(scop, band, limits).map();
}

} // namespace gputile
