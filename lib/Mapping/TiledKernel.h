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
///   block   the number of the tile along each parallel row
///   thread  the point along each parallel row, modulo the block's size
///   order   phase | time | loads + 2 step | points of a thread… | leaf
/// Phases are copies in, a barrier, the times, and copies out. Within a time the slices of
/// circular buffers are loaded, then come the steps with a barrier after each, then such
/// slices are stored.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_TILEDKERNEL_H
#define GPUTILE_LIB_MAPPING_TILEDKERNEL_H

#include "Mapping/Memory/PlacedTile.h"

#include "gputile/IR/Scop.h"
#include "gputile/IR/TiledSchedule.h"

namespace gputile::mapping {

/// The kernel that runs all tiles of \p tiled.
/// \param sets its tiles
/// \param block threads along each parallel row
/// \param shared its shared tiles, which live as long as a block
KernelPlan mapTiles(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets,
                    const std::vector<long> &block, std::vector<PlacedTile> shared,
                    std::string name);

} // namespace gputile::mapping

#endif
