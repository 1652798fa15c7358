//===- Tiling.cpp - Tiles of parallel rows ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/FullTiles.h"
#include "Mapping/Parallel/Tiling.h"
#include "Mapping/Tiles.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

class Tiler {
public:
  Tiler(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
        const SequentialTiles &tiles)
      : TheScop(scop), Region(region), Sizes(sizes), Tiles(tiles) {}

  ParallelTiling tile() {
    Tiled.statements = Region.node.statements;
    Tiled.sizes = tileSizes();
    Tiled.mostPoints = Sizes.mostPoints;
    Tiled.hostDims = Region.hostDims;
    Tiled.shapes.push_back(
        {.launch = Region.launch, .rows = rows(), .points = points(), .instances = {}});
    Tiled.band = hostCoordinates(Tiled, Tiled.shapes.front());
    for (const TiledRow &row : Tiled.shapes.front().rows)
      Tiled.band.push_back(row.row);
    openLevel(0, -1, {0, 0}, Region.node);
    walk(Region.node, 0, 0);
    fillScalars();
    return std::move(Result);
  }

private:
  /// 1 for rows that are not cut.
  std::vector<long> tileSizes() const {
    std::vector<long> result(Sizes.tile.size(), 1);
    for (unsigned r = 0; r < result.size(); ++r)
      if (isMapped(0, r) || Tiles.count({0, r}))
        result[r] = Sizes.tile[r];
    return result;
  }

  std::vector<TiledRow> rows() const {
    std::vector<TiledRow> result;
    for (unsigned row : Sizes.mapped)
      result.push_back({Region.node.rows[row].functions, Sizes.tile[row]});
    return result;
  }

  /// { [h…, b…] -> [h…, phi…] : b = floor(phi / T) }
  isl::map points() const {
    const unsigned hosts = static_cast<unsigned>(Region.hostDims.size());
    const unsigned rows = static_cast<unsigned>(Sizes.mapped.size());
    const isl::space band = TheScop.context.space().add_unnamed_tuple(hosts + rows);
    isl::multi_aff tile = isl::manage(isl_multi_aff_identity_on_domain_space(band.copy()));
    for (unsigned m = 0; m < rows; ++m) {
      const int dim = static_cast<int>(hosts + m);
      tile = tile.set_at(dim, tileOf(tile.at(dim), Sizes.tile[Sizes.mapped[m]]));
    }
    return tile.as_map().reverse();
  }

  /// Sets order position \p position of \p statement, with zeros before it.
  void set(unsigned position, unsigned statement, const isl::aff &value) {
    while (Tiled.order.size() <= position)
      Tiled.order.push_back(constantOnAll(TheScop, Tiled.statements, 0));
    Tiled.order[position].at(statement) = value;
  }

  bool isMapped(unsigned band, unsigned row) const {
    return band == 0 &&
           std::find(Sizes.mapped.begin(), Sizes.mapped.end(), row) != Sizes.mapped.end();
  }

  /// Lays out \p node from the scalar \p position on, inside \p level.
  void walk(const ScheduleNode &node, unsigned position, unsigned level) {
    if (node.kind == ScheduleNode::Kind::Band) {
      unsigned band = Bands++;
      position = addTileLoops(node, band, position, level);
      position = addPointLoops(node, band, position);
      walk(node.children.front(), position, level);
    } else if (node.kind == ScheduleNode::Kind::Sequence) {
      walkSequence(node, position, level);
    } else {
      for (size_t k = 0; k < node.statements.size(); ++k)
        Tiled.leaf.emplace(node.statements[k], static_cast<unsigned>(k));
    }
  }

  /// A sequence takes the scalar; one right below another takes the next.
  void walkSequence(const ScheduleNode &node, unsigned position, unsigned level) {
    for (size_t k = 0; k < node.children.size(); ++k) {
      const ScheduleNode &child = node.children[k];
      for (unsigned s : child.statements)
        set(position, s, constantOn(TheScop, s, static_cast<long>(k)));
      bool nested = child.kind == ScheduleNode::Kind::Sequence;
      walk(child, nested ? position + 2 : position, level);
    }
  }

  unsigned addTileLoops(const ScheduleNode &node, unsigned band, unsigned position,
                        unsigned &level) {
    for (unsigned r = 0; r < node.rows.size(); ++r) {
      auto tile = Tiles.find({band, r});
      if (isMapped(band, r) || tile == Tiles.end())
        continue;
      for (unsigned s : node.statements)
        set(position + 1, s, tileOf(node.rows[r].functions.at(s), tile->second));
      position += 2;
      level = openLevel(position, static_cast<int>(level), {band, r}, node);
    }
    return position;
  }

  unsigned openLevel(unsigned position, int parent, RowId row, const ScheduleNode &node) {
    Tiled.levels.push_back({position, parent, node.statements});
    Result.levelRows.push_back(row);
    return static_cast<unsigned>(Tiled.levels.size() - 1);
  }

  unsigned addPointLoops(const ScheduleNode &node, unsigned band, unsigned position) {
    for (unsigned r = 0; r < node.rows.size(); ++r) {
      if (isMapped(band, r))
        continue;
      auto tile = Tiles.find({band, r});
      for (unsigned s : node.statements) {
        const isl::aff &phi = node.rows[r].functions.at(s);
        set(position + 1, s, tile == Tiles.end() ? phi : pointOf(phi, tile->second));
      }
      position += 2;
    }
    return position;
  }

  /// Every level needs its scalar.
  void fillScalars() {
    for (const TileLevel &level : Tiled.levels)
      for (unsigned s : Tiled.statements)
        if (Tiled.order.size() <= level.prefix)
          set(level.prefix, s, constantOn(TheScop, s, 0));
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  const BandSizes &Sizes;
  const SequentialTiles &Tiles;
  ParallelTiling Result;
  TiledSchedule &Tiled = Result.tiled;
  unsigned Bands = 0;
};

void collectInnerRows(const ScheduleNode &node, unsigned &band, long innerTile,
                      SequentialTiles &tiles) {
  if (node.kind == ScheduleNode::Kind::Band) {
    for (unsigned r = 0; r < node.rows.size(); ++r)
      tiles.emplace(RowId{band, r}, innerTile);
    ++band;
  }
  for (const ScheduleNode &child : node.children)
    collectInnerRows(child, band, innerTile, tiles);
}

void collectInnermostRows(const ScheduleNode &node, unsigned &band, long size,
                          SequentialTiles &tiles) {
  if (node.kind == ScheduleNode::Kind::Band && !node.rows.empty())
    tiles.emplace(RowId{band, static_cast<unsigned>(node.rows.size() - 1)}, size);
  band += node.kind == ScheduleNode::Kind::Band;
  for (const ScheduleNode &child : node.children)
    collectInnermostRows(child, band, size, tiles);
}

} // namespace

SequentialTiles innermostTiles(const KernelRegion &region, long size) {
  SequentialTiles tiles;
  unsigned band = 0;
  collectInnermostRows(region.node, band, size, tiles);
  return tiles;
}

SequentialTiles allSequentialTiles(const KernelRegion &region, const BandSizes &sizes,
                                   long innerTile) {
  SequentialTiles tiles;
  unsigned band = 0;
  collectInnerRows(region.node, band, innerTile, tiles);
  for (unsigned r = 0; r < sizes.tile.size(); ++r)
    tiles[{0, r}] = sizes.tile[r];
  for (unsigned r : sizes.mapped)
    tiles.erase({0, r});
  return tiles;
}

ParallelTiling tileParallel(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                            const SequentialTiles &tiles) {
  return Tiler(scop, region, sizes, tiles).tile();
}

TileSets parallelTileSets(const Scop &scop, const TiledSchedule &tiled) {
  const TileShape &shape = tiled.shapes.front();
  const Coordinates tile = tileCoordinates(tiled, shape);
  const isl::set working = workingBlocks(scop, tiled.statements, tile);
  const isl::set full =
      shape.rows.empty()
          ? isl::set::empty(working.space())
          : fullBlocksAmong(scop, tiled.statements, tile, shape.points, tiled.band);
  return {.working = working,
          .full = full,
          .launches = workingBlocks(scop, tiled.statements, hostCoordinates(tiled, shape)),
          .times = std::nullopt};
}

} // namespace gputile::mapping
