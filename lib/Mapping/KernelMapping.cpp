//===- KernelMapping.cpp - One kernel from one region of the schedule ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Actions.h"
#include "Mapping/FullTiles.h"
#include "Mapping/KernelMapping.h"
#include "Mapping/Memory/Registers.h"
#include "Mapping/Memory/Shared.h"
#include "Mapping/RowOrder.h"

#include <algorithm>
#include <set>

namespace gputile::mapping {
namespace {

/// Coordinates and what lives where in them.
struct Layout {
  KernelSpace space;
  std::vector<ReferenceGroup> registers;
  std::vector<SharedChoice> shared;
};

Layout layOut(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
              const SequentialTiles &tiles, const DeviceLimits &limits) {
  Layout layout;
  layout.space = buildKernelSpace(scop, region, sizes, tiles);
  std::vector<ReferenceGroup> groups =
      referenceGroups(scop, layout.space.statements, layout.space.host);
  layout.registers = takeRegisterGroups(scop, layout.space, groups, limits);
  layout.shared = chooseSharedTiles(scop, region, layout.space, sizes, groups, limits);
  return layout;
}

bool involvesOrder(const KernelSpace &space, const isl::multi_aff &offset, unsigned position) {
  return isl_multi_aff_involves_dims(offset.get(), isl_dim_in, space.outerDims() + position, 1) ==
         isl_bool_true;
}

/// The tile loops on which some shared tile's offset depends, and those the
/// user asked for.
SequentialTiles tilesInUse(const Scop &scop, const BandSizes &sizes, const SequentialTiles &tiles,
                           const Layout &layout) {
  std::set<RowId> used;
  for (unsigned r = 0; r < sizes.fromClause.size(); ++r)
    if (sizes.fromClause[r])
      used.insert({0, r});
  for (const SharedChoice &choice : layout.shared) {
    isl::multi_aff offset = sharedOffset(scop, layout.space, choice);
    for (int l = static_cast<int>(choice.level); l > 0;) {
      const TileLevel &level = layout.space.levels[static_cast<size_t>(l)];
      if (involvesOrder(layout.space, offset, level.prefix - 1))
        used.insert(level.row);
      l = level.parent;
    }
  }
  SequentialTiles result;
  for (const auto &[row, size] : tiles)
    if (used.count(row))
      result.emplace(row, size);
  return result;
}

/// Tiles every sequential row for a trial and keeps the tile loops that shared
/// tiles need: others would only cost.
Layout chooseLayout(const Scop &scop, const KernelRegion &region, BandSizes &sizes,
                    const DeviceLimits &limits) {
  SequentialTiles tiles;
  if (region.parallel)
    tiles = allSequentialTiles(region, sizes, sequentialTileSize);
  Layout layout = layOut(scop, region, sizes, tiles, limits);
  SequentialTiles used = tilesInUse(scop, sizes, tiles, layout);
  if (used.size() < tiles.size()) {
    Layout smaller = layOut(scop, region, sizes, used, limits);
    if (smaller.shared.size() >= layout.shared.size()) {
      layout = std::move(smaller);
      tiles = std::move(used);
    }
  }
  for (unsigned r = 0; r < sizes.tile.size(); ++r) {
    bool mapped = std::count(sizes.mapped.begin(), sizes.mapped.end(), r) > 0;
    if (!mapped && !tiles.count({0, r}))
      sizes.tile[r] = 1;
  }
  return layout;
}

class KernelBuilder {
public:
  KernelBuilder(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                const Layout &layout)
      : TheScop(scop), Region(region), Sizes(sizes), TheLayout(layout) {}

  KernelPlan build(std::string name, const std::vector<isl::set> &allocated) {
    Plan.name = std::move(name);
    placeMemory(allocated);
    fillSpaces();
    fillLaunch();
    Plan.fullBlocks = fullBlocks(TheScop, Region, Space, Sizes);
    Plan.blocks = workingBlocks(TheScop, Space.statements, Space.host + Space.block);
    return std::move(Plan);
  }

private:
  /// Compacts the order around the actions, then makes tiles and actions in the
  /// compacted space.
  void placeMemory(const std::vector<isl::set> &allocated) {
    std::vector<bool> loads, stores;
    for (const ReferenceGroup &group : TheLayout.registers) {
      RegisterTile tile = makeRegisterTile(TheScop, TheLayout.space, group,
                                           uniqueName("p_", group.array));
      loads.push_back(!tile.loaded.is_empty());
      stores.push_back(!tile.stored.is_empty());
      Plan.registers.push_back(std::move(tile));
    }
    std::vector<unsigned> levels;
    for (const SharedChoice &choice : TheLayout.shared)
      levels.push_back(choice.level);
    std::vector<PlannedAction> actions = planActions(levels, loads, stores);
    Space = compactOrder(TheLayout.space, scalarUses(TheLayout.space, actions));
    for (const SharedChoice &choice : TheLayout.shared) {
      unsigned array = choice.group.array;
      Plan.shared.push_back(makeSharedTile(TheScop, Region, Space, Sizes, choice,
                                           allocated[array], uniqueName("s_", array)));
      Plan.sharedBytes += bytesOf(TheScop, Plan.shared.back());
    }
    Plan.actions = placeActions(Space, actions, levels, Plan);
  }

  std::string uniqueName(const char *prefix, unsigned array) {
    return Names.add(prefix + TheScop.arrays[array].name);
  }

  void fillSpaces() {
    Plan.statements = Space.statements;
    Plan.host = placeStatements(TheScop, Plan.statements, Space.host);
    Plan.block = placeStatements(TheScop, Plan.statements, Space.block);
    Plan.thread = placeStatements(TheScop, Plan.statements, Space.thread);
    Plan.order = placeStatements(TheScop, Plan.statements, Space.order);
    Plan.orderIsLoop = Space.orderIsLoop;
    Plan.unrolled = Space.unrolled;
    Plan.blockDims = static_cast<unsigned>(Space.block.size());
    Plan.blockSize = Sizes.block.empty() ? std::vector<long>{1} : Sizes.block;
    Plan.tileSizes = Sizes.tile;
  }

  void fillLaunch() {
    Plan.hostDims = Region.hostDims;
    for (unsigned s : Plan.statements) {
      isl::map launch = Space.hostMap(TheScop, s).reverse().apply_range(
          placeStatement(TheScop, s, Region.launch));
      Plan.launch = Plan.launch.is_null() ? launch : Plan.launch.unite(launch);
    }
    Plan.launch = Plan.launch.coalesce().set_domain_tuple(Plan.name);
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  const BandSizes &Sizes;
  const Layout &TheLayout;
  KernelSpace Space;
  KernelPlan Plan;
  TileNames Names;
};

} // namespace

Result<MappedRegion> mapKernel(const Scop &scop, const KernelRegion &region, std::string name,
                               const std::vector<isl::set> &allocated, const DeviceLimits &limits) {
  BandSizes sizes;
  if (region.parallel) {
    std::vector<unsigned> mapped = chooseMappedRows(scop, region);
    DefaultSizes defaults = parallelDefaults(mapped.size());
    Result<BandSizes> chosen =
        chooseSizes(scop, region.node.rows.size(), std::move(mapped), defaults, limits);
    if (!chosen)
      return chosen.refusal();
    sizes = *chosen;
  }
  Layout layout = chooseLayout(scop, region, sizes, limits);
  return MappedRegion{
      KernelBuilder(scop, region, sizes, layout).build(std::move(name), allocated),
      placeStatements(scop, region.node.statements, region.launch)};
}

} // namespace gputile::mapping
