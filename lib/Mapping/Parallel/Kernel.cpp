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
  SharedChoices shared;
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
  for (const SharedChoice &choice : layout.shared.tiles) {
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
    if (smaller.shared.tiles.size() >= layout.shared.tiles.size())
      layout = std::move(smaller);
  }
  return layout;
}

/// Whether a thread of \p mapped runs more than \p few instances of \p statement, as far as is
/// known.
bool runsLoops(const Scop &scop, const KernelRegion &region, const std::vector<unsigned> &mapped,
               unsigned statement, long few) {
  const std::vector<isl::aff> rows = rowsOf(region.node, statement);
  long instances = 1;
  for (unsigned r = 0; r < rows.size(); ++r) {
    if (std::find(mapped.begin(), mapped.end(), r) != mapped.end())
      continue;
    const std::optional<long> extent = extentOf(scop, statement, rows[r]);
    if (!extent || (instances *= *extent) > few)
      return true;
  }
  return false;
}

bool hasLoops(const Scop &scop, const KernelRegion &region, const std::vector<unsigned> &mapped,
              long few) {
  return std::any_of(region.node.statements.begin(), region.node.statements.end(),
                     [&](unsigned s) { return runsLoops(scop, region, mapped, s, few); });
}

/// The number of values of each of the \p mapped rows, where that of all statements is known.
std::vector<std::optional<long>> extentsOf(const Scop &scop, const KernelRegion &region,
                                           const std::vector<unsigned> &mapped) {
  std::vector<std::optional<long>> extents;
  for (unsigned row : mapped)
    extents.push_back(extentOf(scop, region, row));
  return extents;
}

/// Whether some coincident row is left to loops because it has few values.
bool hasComponents(const Scop &scop, const KernelRegion &region,
                   const std::vector<unsigned> &mapped) {
  const std::vector<BandRow> &rows = region.node.rows;
  for (unsigned row = 0; row < rows.size(); ++row)
    if (rows[row].coincident && isShort(scop, region, row) &&
        std::find(mapped.begin(), mapped.end(), row) == mapped.end())
      return true;
  return false;
}

/// Whether \p row, one of those that are mapped, is known to have so many values that a thread for
/// each keeps a device busy.
bool hasManyThreads(const Scop &scop, const KernelRegion &region, unsigned row) {
  constexpr long Many = 1 << 16;
  return std::any_of(region.node.statements.begin(), region.node.statements.end(), [&](unsigned s) {
    const std::optional<long> extent = extentOf(scop, s, region.node.rows[row].functions.at(s));
    return extent && *extent >= Many;
  });
}

/// Whether the loops of a block's few working threads read about as many elements, fetched by all
/// of its threads, as they run iterations: with fewer, the others would only be idle.
bool fetchesWhatLoopsRead(const Layout &layout, const BandSizes &sizes) {
  double fetched = 0;
  for (const SharedChoice &choice : layout.shared.tiles)
    if (choice.level > 0)
      fetched += choice.elements;
  const long iterations = sizes.tile[sizes.mapped.front()] * sizes.innerTile;
  return 2 * fetched >= static_cast<double>(iterations);
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
    if (Sizes.stagingThreads > 0) {
      mapped.kernel.workingThreads = mapped.kernel.blockSize.front();
      mapped.kernel.blockSize = {Sizes.stagingThreads};
      mapped.kernel.unevenThreads = true;
    }
    return mapped;
  }

private:
  std::vector<TileMoves> sharedMoves() const {
    std::vector<TileMoves> moves;
    for (const SharedChoice &choice : TheLayout.shared.tiles)
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
    for (const SharedChoice &choice : TheLayout.shared.tiles) {
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

/// A layout, and the sizes that it is for.
struct SizedLayout {
  BandSizes sizes;
  Layout layout;
};

enum class WhenCrowded { LeaveOut, FetchLess };

/// The layout with \p defaults for what clauses do not give. Where not all useful boxes fit,
/// either the least useful ones are left out, or blocks fetch for fewer iterations at a time.
Result<SizedLayout> layOutWith(const Scop &scop, const KernelRegion &region,
                               const std::vector<unsigned> &mapped, DefaultSizes defaults,
                               WhenCrowded then, const DeviceLimits &limits) {
  while (true) {
    Result<BandSizes> sizes = chooseSizes(scop, region.node.rows.size(), mapped, defaults, limits);
    if (!sizes)
      return sizes.refusal();
    Layout layout = chooseLayout(scop, region, *sizes, limits);
    if (then == WhenCrowded::LeaveOut || !layout.shared.crowded || !fetchFewerOperands(defaults))
      return SizedLayout{std::move(*sizes), std::move(layout)};
  }
}

/// Where few threads have long loops over what all threads of their blocks fetch: one mapped row.
std::optional<SizedLayout> layOutStaged(const Scop &scop, const KernelRegion &region,
                                        const std::vector<unsigned> &mapped, const Layout &plain,
                                        const DeviceLimits &limits) {
  const DefaultSizes defaults = stagedRowDefaults();
  if (mapped.size() != 1 || !hasLoops(scop, region, mapped, defaults.innerTile / 2) ||
      (plain.shared.tiles.empty() && hasManyThreads(scop, region, mapped.front())))
    return std::nullopt;
  Result<SizedLayout> staged =
      layOutWith(scop, region, mapped, defaults, WhenCrowded::FetchLess, limits);
  if (!staged || staged->layout.shared.tiles.size() < plain.shared.tiles.size() ||
      !fetchesWhatLoopsRead(staged->layout, staged->sizes))
    return std::nullopt;
  return std::move(*staged);
}

/// Whether there may be so few points that a device is not busy with a quarter of them: those of
/// two long rows at most, unless they are known to be many.
bool mayHaveFewPoints(const std::vector<std::optional<long>> &extents) {
  constexpr long Many = 1 << 20, Short = 8;
  long points = 1, longRows = 0;
  for (const std::optional<long> &extent : extents) {
    points *= extent.value_or(1);
    longRows += !extent || *extent > Short;
  }
  return longRows <= 2 && points < Many;
}

Result<SizedLayout> layOutParallel(const Scop &scop, const KernelRegion &region,
                                   const DeviceLimits &limits) {
  constexpr long FewIterations = 16;
  const std::vector<unsigned> mapped = chooseMappedRows(scop, region);
  if (const std::optional<ProductRows> product = productRows(scop, region, mapped))
    return layOutWith(scop, region, mapped, productDefaults(mapped.size(), *product, limits),
                      WhenCrowded::FetchLess, limits);
  const std::vector<std::optional<long>> extents = extentsOf(scop, region, mapped);
  const bool loops = hasLoops(scop, region, mapped, FewIterations),
             components = hasComponents(scop, region, mapped);
  const auto layOut = [&](bool spread) {
    return layOutWith(scop, region, mapped, parallelDefaults(extents, spread, components),
                      WhenCrowded::LeaveOut, limits);
  };
  Result<SizedLayout> plain = layOut(loops && mapped.size() == 1);
  // Lines of a field that are solved one by one, say. Points that share no operands need not be of
  // one thread.
  if (plain && loops && mapped.size() > 1 && plain->layout.shared.tiles.empty() &&
      mayHaveFewPoints(extents))
    plain = layOut(true);
  if (plain)
    if (std::optional<SizedLayout> staged =
            layOutStaged(scop, region, mapped, plain->layout, limits))
      return std::move(*staged);
  return plain;
}

} // namespace

Result<MappedRegion> mapParallelKernel(const Scop &scop, const KernelRegion &region,
                                       std::string name, const std::vector<isl::set> &allocated,
                                       const DeviceLimits &limits) {
  Result<SizedLayout> chosen =
      region.parallel
          ? layOutParallel(scop, region, limits)
          : Result<SizedLayout>(SizedLayout{{}, chooseLayout(scop, region, {}, limits)});
  if (!chosen)
    return chosen.refusal();
  return KernelBuilder(scop, region, chosen->sizes, chosen->layout)
      .build(std::move(name), allocated);
}

} // namespace gputile::mapping
