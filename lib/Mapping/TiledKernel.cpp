//===- TiledKernel.cpp - A kernel from tiles --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/KernelSpace.h"
#include "Mapping/Memory/Shared.h"
#include "Mapping/Room.h"
#include "Mapping/TiledKernel.h"
#include "Mapping/Tiles.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <stdexcept>

namespace gputile::mapping {
namespace {

class KernelBuilder {
public:
  KernelBuilder(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets,
                const std::vector<long> &block)
      : TheScop(scop), Tiled(tiled), Sets(sets), Block(block) {
    for (const TileShape &shape : tiled.shapes)
      Spaces.push_back(kernelSpace(scop, tiled, shape, block));
  }

  KernelPlan build(std::string name, const KernelMemory &memory,
                   const std::vector<PlannedAction> &actions) {
    Plan.name = std::move(name);
    Plan.statements = Tiled.statements;
    Plan.hostDims = Tiled.hostDims;
    Plan.tileSizes = Tiled.sizes;
    Plan.blockSize = Block.empty() ? std::vector<long>{1} : Block;
    Plan.blockDims = static_cast<unsigned>(Block.size());
    Plan.blocks = Sets.working;
    Plan.fullBlocks = allThreadsWork() ? Sets.full : isl::set::empty(Sets.full.space());
    Plan.unevenThreads = Tiled.slanted;
    fillForm();
    fillMemory(memory);
    Plan.actions = placeActions(Tiled, Sets, memory, actions, Plan.orderDims());
    fillPlaces();
    fillLaunch();
    return std::move(Plan);
  }

private:
  const TileShape &firstShape() const { return Tiled.shapes.front(); }

  /// Whether each thread of a full tile has the same number of points. Those of slanted tiles
  /// need not: see KernelPlan::unevenThreads.
  bool allThreadsWork() const {
    bool divide = true;
    for (size_t d = 0; d < Block.size(); ++d)
      divide &= firstShape().rows[d].size % Block[d] == 0;
    return divide || Tiled.slanted;
  }

  /// The order's form, the same for all shapes.
  void fillForm() {
    const KernelSpace &space = Spaces.front();
    for (const Coordinate &c : space.order)
      Plan.orderIsLoop.push_back(isLoop(c));
    Plan.unrolled = space.unrolled;
    if (Tiled.slanted)
      Plan.cyclicPoints = space.pointPositions;
  }

  void fillMemory(const KernelMemory &memory) {
    for (const PlacedTile &placed : memory.shared) {
      Plan.sharedBytes += bytesOf(TheScop, placed.tile);
      Plan.shared.push_back(placed.tile);
    }
    Plan.registers = memory.registers;
  }

  void fillPlaces() {
    Plan.host = Plan.block = Plan.thread = Plan.order = isl::union_map::empty(TheScop.ctx());
    for (size_t k = 0; k < Spaces.size(); ++k) {
      const KernelSpace &space = Spaces[k];
      const auto place = [&](const Coordinates &coordinates) {
        return placeInstances(TheScop, Tiled, Tiled.shapes[k], coordinates);
      };
      Plan.host = Plan.host.unite(place(space.host));
      Plan.block = Plan.block.unite(place(space.block));
      Plan.thread = Plan.thread.unite(place(space.thread));
      Plan.order = Plan.order.unite(place(space.order));
    }
  }

  /// { K[h…] -> [l…] }: h, and the constants between them.
  void fillLaunch() {
    const unsigned hosts = static_cast<unsigned>(Tiled.hostDims.size());
    const Coordinates &vector = firstShape().launch;
    const isl::space at = Sets.launches.space();
    isl::aff_list list(TheScop.ctx(), static_cast<int>(vector.size()));
    for (unsigned d = 0, next = 0; d < vector.size(); ++d) {
      const bool isHost = next < hosts && Tiled.hostDims[next] == d;
      list = list.add(isHost ? coordinateOn(at, next++)
                             : at.zero_aff_on_domain().add_constant(
                                   vector[d].begin()->second.constant_val()));
    }
    const isl::space space = at.add_unnamed_tuple(static_cast<unsigned>(vector.size()));
    Plan.launch = isl::multi_aff(space, list)
                      .as_map()
                      .intersect_domain(Sets.launches)
                      .set_domain_tuple(Plan.name);
  }

  const Scop &TheScop;
  const TiledSchedule &Tiled;
  const TileSets &Sets;
  const std::vector<long> &Block;
  std::vector<KernelSpace> Spaces; ///< By shape.
  KernelPlan Plan;
};

} // namespace

void checkTiles(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets) {
  for (const std::string &wrong : {checkTiledSchedule(scop, tiled), checkTileSets(tiled, sets)})
    if (!wrong.empty())
      throw std::logic_error(wrong);
  if (!tiled.recomputed.empty())
    throw std::logic_error("an instance belongs to several tiles, which blocks cannot recompute");
}

MappedRegion mapTiles(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets,
                      const std::vector<long> &block, const KernelMemory &memory,
                      const std::vector<PlannedAction> &actions, std::string name) {
  return {KernelBuilder(scop, tiled, sets, block).build(std::move(name), memory, actions),
          launchesOf(scop, tiled)};
}

MappedRegion mapTiles(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets,
                      const std::vector<long> &block, std::vector<PlacedTile> shared,
                      std::string name) {
  checkTiles(scop, tiled, sets);
  std::vector<TileMoves> moves;
  for (const PlacedTile &tile : shared)
    moves.push_back(tile.moves);
  const std::vector<PlannedAction> actions = planActions(tiled, moves, {});
  return mapTiles(scop, withRoom(tiled, actionsBefore(tiled, actions)), sets, block,
                  {std::move(shared), {}}, actions, std::move(name));
}

} // namespace gputile::mapping
