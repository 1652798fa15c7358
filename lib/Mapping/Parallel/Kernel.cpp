//===- Kernel.cpp - A kernel of parallel rows -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Parallel/Kernel.h"
#include "Mapping/KernelSpace.h"
#include "Mapping/Memory/Registers.h"
#include "Mapping/Memory/Shared.h"
#include "Mapping/Parallel/Products.h"
#include "Mapping/Parallel/Tiling.h"
#include "Mapping/Room.h"
#include "Mapping/RowOrder.h"

#include <algorithm>
#include <set>

namespace gputile::mapping {
namespace {

/// Tiles and what lives where in them.
struct Layout {
  ParallelTiling tiling;
  KernelSpace space;
  std::optional<ThreadPositions> threads;
  std::vector<ReferenceGroup> registers;
  std::vector<SharedChoice> shared;
};

Layout layOut(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
              const SequentialTiles &tiles, const DeviceLimits &limits) {
  Layout layout;
  layout.tiling = tileParallel(scop, region, sizes, tiles);
  const TiledSchedule &tiled = layout.tiling.tiled;
  layout.space = kernelSpace(scop, tiled, tiled.shapes.front(), sizes.block);
  layout.threads.emplace(scop, tiled, layout.space, sizes.block);
  std::vector<ReferenceGroup> groups =
      referenceGroups(scop, layout.space.statements, layout.space.host);
  layout.registers = takeRegisterGroups(scop, layout.space, *layout.threads, groups, limits);
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
        used.insert(layout.tiling.levelRows[static_cast<size_t>(l)]);
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
Layout chooseLayout(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                    const DeviceLimits &limits) {
  const SequentialTiles tiles = region.parallel ? allSequentialTiles(region, sizes, sizes.innerTile)
                                                : innermostTiles(region, stagedTileSize);
  Layout layout = layOut(scop, region, sizes, tiles, limits);
  const SequentialTiles used = tilesInUse(scop, sizes, tiles, layout);
  if (used.size() < tiles.size()) {
    Layout smaller = layOut(scop, region, sizes, used, limits);
    if (smaller.shared.size() >= layout.shared.size())
      layout = std::move(smaller);
  }
  return layout;
}

/// Whether a thread of \p mapped runs more than a few instances of \p statement, as far as is known.
bool runsLoops(const Scop &scop, const KernelRegion &region, const std::vector<unsigned> &mapped,
               unsigned statement) {
  constexpr long Few = 16;
  const std::vector<isl::aff> rows = rowsOf(region.node, statement);
  long instances = 1;
  for (unsigned r = 0; r < rows.size(); ++r) {
    if (std::find(mapped.begin(), mapped.end(), r) != mapped.end())
      continue;
    const std::optional<long> extent = extentOf(scop, statement, rows[r]);
    if (!extent || (instances *= *extent) > Few)
      return true;
  }
  return false;
}

bool hasLoops(const Scop &scop, const KernelRegion &region, const std::vector<unsigned> &mapped) {
  return std::any_of(region.node.statements.begin(), region.node.statements.end(),
                     [&](unsigned s) { return runsLoops(scop, region, mapped, s); });
}

/// Whether threads of one mapped row read tiles of loops through shared memory.
bool readsRowsOfMemory(const Layout &layout, const BandSizes &sizes) {
  return sizes.mapped.size() == 1 &&
         std::any_of(layout.shared.begin(), layout.shared.end(),
                     [](const SharedChoice &choice) { return choice.level > 0; });
}

/// Places what a layout chose in the coordinates of its tiles with room for the copies.
class KernelBuilder {
public:
  KernelBuilder(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                const Layout &layout)
      : TheScop(scop), Region(region), Sizes(sizes), TheLayout(layout) {}

  MappedRegion build(std::string name, const std::vector<isl::set> &allocated) {
    const TiledSchedule &tiled = TheLayout.tiling.tiled;
    const TileSets sets = parallelTileSets(TheScop, tiled);
    checkTiles(TheScop, tiled, sets);
    const std::vector<PlannedAction> actions = planActions(tiled, sharedMoves(), registerMoves());
    const TiledSchedule roomy = withRoom(tiled, actionsBefore(tiled, actions));
    placeShared(kernelSpace(TheScop, roomy, roomy.shapes.front(), Sizes.block), allocated);
    MappedRegion mapped =
        mapTiles(TheScop, roomy, sets, Sizes.block, Memory, actions, std::move(name));
    if (Sizes.mapped.empty() && !Memory.shared.empty())
      mapped.kernel.blockSize = {stagingThreads}; // The first one runs all instances.
    return mapped;
  }

private:
  std::vector<TileMoves> sharedMoves() const {
    std::vector<TileMoves> moves;
    for (const SharedChoice &choice : TheLayout.shared)
      moves.push_back({.level = choice.level});
    return moves;
  }

  /// Makes the register tiles, which do not depend on the order's form.
  std::vector<TileMoves> registerMoves() {
    std::vector<TileMoves> moves;
    for (const ReferenceGroup &group : TheLayout.registers) {
      RegisterTile tile = makeRegisterTile(TheScop, TheLayout.space, *TheLayout.threads, group,
                                           uniqueName("p_", group.array));
      moves.push_back({.loads = !tile.loaded.is_empty(), .stores = !tile.stored.is_empty()});
      Memory.registers.push_back(std::move(tile));
    }
    return moves;
  }

  void placeShared(const KernelSpace &space, const std::vector<isl::set> &allocated) {
    for (const SharedChoice &choice : TheLayout.shared) {
      const unsigned array = choice.group.array;
      SharedTile tile = makeSharedTile(TheScop, Region, space, Sizes, choice, allocated[array],
                                       uniqueName("s_", array));
      const isl::set when = tile.copied.domain().coalesce();
      Memory.shared.push_back(
          {.tile = std::move(tile), .moves = {.level = choice.level}, .when = when});
    }
  }

  std::string uniqueName(const char *prefix, unsigned array) {
    return Names.add(prefix + TheScop.arrays[array].name);
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  const BandSizes &Sizes;
  const Layout &TheLayout;
  KernelMemory Memory;
  TileNames Names;
};

} // namespace

Result<MappedRegion> mapParallelKernel(const Scop &scop, const KernelRegion &region,
                                       std::string name, const std::vector<isl::set> &allocated,
                                       const DeviceLimits &limits) {
  BandSizes sizes;
  if (region.parallel) {
    const std::vector<unsigned> mapped = chooseMappedRows(scop, region);
    const std::optional<ProductRows> product = productRows(scop, region, mapped);
    DefaultSizes defaults = product ? productDefaults(mapped.size(), *product)
                                    : parallelDefaults(mapped.size(), hasLoops(scop, region, mapped));
    Result<BandSizes> chosen = chooseSizes(scop, region.node.rows.size(), mapped, defaults, limits);
    if (!chosen)
      return chosen.refusal();
    sizes = *chosen;
  }
  const Layout layout = chooseLayout(scop, region, sizes, limits);
  if (readsRowsOfMemory(layout, sizes))
    if (Result<BandSizes> staged =
            chooseSizes(scop, region.node.rows.size(), sizes.mapped, stagedRowDefaults(), limits)) {
      const Layout smaller = chooseLayout(scop, region, *staged, limits);
      if (smaller.shared.size() == layout.shared.size())
        return KernelBuilder(scop, region, *staged, smaller).build(std::move(name), allocated);
    }
  return KernelBuilder(scop, region, sizes, layout).build(std::move(name), allocated);
}

} // namespace gputile::mapping
