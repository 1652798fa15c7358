//===- OrderSpace.cpp - Blocks, threads and the order of a kernel ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/OrderSpace.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <optional>

namespace gputile::mapping {
namespace {

class SpaceBuilder {
public:
  SpaceBuilder(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
               const SequentialTiles &tiles)
      : TheScop(scop), Region(region), Sizes(sizes), Tiles(tiles) {}

  KernelSpace build() {
    Space.statements = Region.node.statements;
    for (unsigned dim : Region.hostDims)
      Space.host.push_back(Region.launch[dim]);
    mapRows();
    Space.levels.push_back({0, -1, {0, 0}, Space.statements});
    walk(Region.node, 0, 0);
    appendPoints();
    appendLeafPositions();
    markLoops();
    Space.threadPoints = threadPoints();
    return std::move(Space);
  }

private:
  /// Sets order position \p position of \p statement, with zeros before it.
  void set(unsigned position, unsigned statement, const isl::aff &value) {
    while (Space.order.size() <= position)
      Space.order.push_back(zeros());
    Space.order[position].at(statement) = value;
  }

  Coordinate zeros() const {
    Coordinate c;
    for (unsigned s : Space.statements)
      c.emplace(s, constantOn(TheScop, s, 0));
    return c;
  }

  void mapRows() {
    for (size_t m = 0; m < Sizes.mapped.size(); ++m) {
      const Coordinate &phi = Region.node.rows[Sizes.mapped[m]].functions;
      Space.mapped.push_back(phi);
      RowParts parts = splitRow(phi, Sizes.tile[Sizes.mapped[m]], Sizes.block[m]);
      Space.block.push_back(parts.tile);
      Space.thread.push_back(parts.thread);
      if (parts.point) {
        Points.push_back(*parts.point);
        PointExtents.push_back(parts.points);
      }
    }
    if (Sizes.mapped.empty())
      Space.thread.push_back(zeros());
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
        LeafPosition.emplace(node.statements[k], static_cast<long>(k));
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
      Space.levels.push_back({position, static_cast<int>(level), {band, r}, node.statements});
      level = static_cast<unsigned>(Space.levels.size() - 1);
    }
    return position;
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

  void appendPoints() {
    // Every level needs its scalar, and the order at least one position.
    for (const TileLevel &level : Space.levels)
      for (unsigned s : Space.statements)
        if (Space.order.size() <= level.prefix)
          set(level.prefix, s, constantOn(TheScop, s, 0));
    long factor = 1;
    for (long extent : PointExtents)
      factor *= extent;
    for (size_t p = 0; p < Points.size(); ++p) {
      if (factor <= maxUnrollFactor) {
        Space.unrolled.push_back(static_cast<unsigned>(Space.order.size()));
        Space.unrollExtents.push_back(PointExtents[p]);
      }
      Space.order.push_back(Points[p]);
    }
  }

  void appendLeafPositions() {
    Coordinate leaf;
    for (unsigned s : Space.statements)
      leaf.emplace(s, constantOn(TheScop, s, LeafPosition.at(s)));
    Space.order.push_back(std::move(leaf));
  }

  /// One mapped row of the map threadPoints: 0 <= t < B, 0 <= B p + t < T.
  struct GridRow {
    unsigned block, thread; ///< Dimensions of its domain.
    std::optional<unsigned> point;
  };

  isl::map threadPoints() const {
    unsigned hosts = static_cast<unsigned>(Space.host.size());
    unsigned rows = static_cast<unsigned>(Sizes.mapped.size());
    unsigned threads = static_cast<unsigned>(Space.thread.size());
    unsigned dims = hosts + rows + threads + static_cast<unsigned>(Points.size());
    isl::map grid = selectDims(TheScop.context.space(), dims, 0, hosts);
    unsigned point = hosts + rows + threads;
    for (unsigned m = 0; m < rows; ++m) {
      bool hasPoint = Sizes.tile[Sizes.mapped[m]] > Sizes.block[m];
      GridRow row{hosts + m, hosts + rows + m, std::nullopt};
      if (hasPoint)
        row.point = point++;
      grid = addRow(grid, row, Sizes.tile[Sizes.mapped[m]], Sizes.block[m]);
    }
    if (rows == 0)
      grid = grid.intersect_domain(fixDim(grid.domain(), hosts, 0));
    // Points that are a plain loop are no position of a thread.
    unsigned kept = hosts + rows + threads + static_cast<unsigned>(Space.unrolled.size());
    return grid.apply_domain(selectDims(grid.space(), dims, 0, kept));
  }

  static isl::map addRow(const isl::map &grid, const GridRow &row, long tile, long block) {
    isl::space domain = grid.domain().space();
    auto dim = [&](unsigned d) { return coordinateOn(domain, d); };
    isl::aff thread = dim(row.thread), zero = domain.zero_aff_on_domain(), inTile = thread;
    isl::set valid = thread.ge_set(zero).intersect(thread.le_set(zero.add_constant(block - 1)));
    if (row.point) {
      isl::aff point = dim(*row.point);
      inTile = inTile.add(point.scale(block));
      valid = valid.intersect(point.ge_set(zero))
                  .intersect(point.le_set(zero.add_constant((tile - 1) / block)));
    }
    if (tile % block != 0)
      valid = valid.intersect(inTile.le_set(zero.add_constant(tile - 1)));
    isl::aff phi = inTile.add(dim(row.block).scale(tile));
    isl::map one = isl::multi_aff(phi).as_map();
    return isl::manage(isl_map_flat_range_product(grid.copy(), one.release()))
        .intersect_domain(valid);
  }

  void markLoops() {
    for (const Coordinate &c : Space.order)
      Space.orderIsLoop.push_back(
          std::any_of(c.begin(), c.end(), [](const auto &f) { return !f.second.is_cst(); }));
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  const BandSizes &Sizes;
  const SequentialTiles &Tiles;
  KernelSpace Space;
  Coordinates Points;
  std::vector<long> PointExtents;
  std::map<unsigned, long> LeafPosition;
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

} // namespace

isl::map KernelSpace::tileMap(const Scop &scop, unsigned statement, unsigned prefix) const {
  return placeStatement(scop, statement, host + block + firstOf(order, prefix));
}

isl::map KernelSpace::threadMap(const Scop &scop, unsigned statement) const {
  return placeStatement(scop, statement, host + mapped).apply_range(threadPoints.reverse());
}

isl::map KernelSpace::hostMap(const Scop &scop, unsigned statement) const {
  return placeStatement(scop, statement, host);
}

isl::map KernelSpace::orderMap(const Scop &scop, unsigned statement) const {
  return placeStatement(scop, statement, order);
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

KernelSpace buildKernelSpace(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                             const SequentialTiles &tiles) {
  return SpaceBuilder(scop, region, sizes, tiles).build();
}

} // namespace gputile::mapping
