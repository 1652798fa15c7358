//===- KernelSpace.cpp - Blocks, threads and the order of a kernel ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/KernelSpace.h"
#include "Mapping/Tiles.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

class SpaceBuilder {
public:
  SpaceBuilder(const Scop &scop, const TiledSchedule &tiled, const TileShape &shape)
      : TheScop(scop), Tiled(tiled), Shape(shape) {}

  KernelSpace build(const std::vector<long> &block) {
    Space.statements = Tiled.statements;
    Space.levels = Tiled.levels;
    Space.host = hostCoordinates(Tiled, Shape);
    Space.order = Tiled.order;
    for (size_t d = 0; d < Shape.rows.size(); ++d)
      addRow(Shape.rows[d], block[d]);
    if (Shape.rows.empty())
      Space.thread.push_back(constantOnAll(TheScop, Tiled.statements, 0));
    if (Tiled.steps == 0)
      unrollPoints();
    if (Tiled.steps > 0 || leavesDiffer() || Space.order.empty())
      Space.order.push_back(constantsOn(TheScop, Tiled.leaf));
    return std::move(Space);
  }

private:
  void addRow(const TiledRow &row, long threads) {
    RowParts parts = splitRow(row.row, row.size, threads);
    Space.block.push_back(parts.tile);
    Space.thread.push_back(parts.thread);
    Space.pointPositions.emplace_back();
    if (!parts.point)
      return;
    Space.pointPositions.back() = static_cast<unsigned>(Space.order.size());
    Space.order.push_back(*parts.point);
    Extents.push_back(parts.points);
  }

  /// All points, unless they are too many.
  void unrollPoints() {
    long all = 1;
    for (long extent : Extents)
      all *= extent;
    if (all > Tiled.mostPoints)
      return;
    Space.unrollExtents = Extents;
    for (const std::optional<unsigned> &position : Space.pointPositions)
      if (position)
        Space.unrolled.push_back(*position);
  }

  bool leavesDiffer() const {
    const unsigned first = Tiled.leaf.begin()->second;
    return std::any_of(Tiled.leaf.begin(), Tiled.leaf.end(),
                       [&](const auto &leaf) { return leaf.second != first; });
  }

  const Scop &TheScop;
  const TiledSchedule &Tiled;
  const TileShape &Shape;
  KernelSpace Space;
  std::vector<long> Extents; ///< Of the points of a thread, per row that has some.
};

} // namespace

isl::map KernelSpace::tileMap(const Scop &scop, unsigned statement, unsigned prefix) const {
  return placeStatement(scop, statement, host + block + firstOf(order, prefix));
}

isl::map KernelSpace::hostMap(const Scop &scop, unsigned statement) const {
  return placeStatement(scop, statement, host);
}

isl::map KernelSpace::orderMap(const Scop &scop, unsigned statement) const {
  return placeStatement(scop, statement, order);
}

bool isLoop(const Coordinate &position) {
  return std::any_of(position.begin(), position.end(),
                     [](const auto &f) { return !f.second.is_cst(); });
}

KernelSpace kernelSpace(const Scop &scop, const TiledSchedule &tiled, const TileShape &shape,
                        const std::vector<long> &block) {
  return SpaceBuilder(scop, tiled, shape).build(block);
}

} // namespace gputile::mapping
