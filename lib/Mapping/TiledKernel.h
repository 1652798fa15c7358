//===- TiledKernel.h - A kernel from tiles ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Maps tiles to a kernel, whatever scheme made them:
///   launch  as the tiled schedule says
///   block, thread, order  see KernelSpace.h
/// Copies and barriers stand at the scalars of the order, see Actions.h.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_TILEDKERNEL_H
#define GPUTILE_LIB_MAPPING_TILEDKERNEL_H

#include "Mapping/Actions.h"

#include "gputile/IR/Scop.h"
#include "gputile/IR/TiledSchedule.h"

namespace gputile::mapping {

/// A kernel and the launches of its instances, { S[i] -> [l…] }.
struct MappedRegion {
  KernelPlan kernel;
  isl::union_map launch;
};

/// Checks the form of tiles, before there is room for actions in their order.
/// \throws std::logic_error with what is wrong
void checkTiles(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets);

/// The kernel that runs all tiles of \p tiled.
///
/// \param tiled checked, with room for \p actions, see Room.h
/// \param sets its tiles
/// \param block threads along each parallel row
/// \param memory in the coordinates of \p tiled
MappedRegion mapTiles(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets,
                      const std::vector<long> &block, const KernelMemory &memory,
                      const std::vector<PlannedAction> &actions, std::string name);

/// The same for tiles without room, and shared tiles that live as long as a block.
MappedRegion mapTiles(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets,
                      const std::vector<long> &block, std::vector<PlacedTile> shared,
                      std::string name);

} // namespace gputile::mapping

#endif
