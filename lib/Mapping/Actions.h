//===- Actions.h - Copies and barriers of a kernel --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_ACTIONS_H
#define GPUTILE_LIB_MAPPING_ACTIONS_H

#include "Mapping/Memory/PlacedTile.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/TiledSchedule.h"

namespace gputile::mapping {

/// An action with its place in words.
struct PlannedAction {
  enum class Place { Before, Step, After };

  KernelAction::Kind kind;
  unsigned tile = 0;         ///< As KernelAction::tile.
  unsigned level = 0;        ///< Index into TiledSchedule::levels.
  Place place = Place::Before; ///< Before or after the level's statements, or after a step.
  unsigned step = 0;
  /// Of a circular buffer: the slice that many times after the present time, at the first
  /// level after the first time of the tile.
  std::optional<long> slice = std::nullopt;
};

/// The actions that tiles need, level by level in the order in which they happen: load
/// registers, copy all boxes in, barrier; then a barrier (the next copy overwrites what
/// others may still read), or one after each step, copy out, store registers.
///
/// \param shared, registers by tile
std::vector<PlannedAction> planActions(const TiledSchedule &tiled,
                                       const std::vector<TileMoves> &shared,
                                       const std::vector<TileMoves> &registers);

/// How many actions stand before the statements at each scalar of \p tiled that has actions,
/// by order position.
std::map<unsigned, long> actionsBefore(const TiledSchedule &tiled,
                                       const std::vector<PlannedAction> &actions);

/// Gives \p actions their points in the order. A barrier happens where a box of its level is
/// copied, or where its step is: a set that does not depend on the thread.
///
/// \param tiled has room for them, see Room.h
/// \param orderDims of the kernel
std::vector<KernelAction> placeActions(const TiledSchedule &tiled, const TileSets &sets,
                                       const KernelMemory &memory,
                                       const std::vector<PlannedAction> &actions,
                                       unsigned orderDims);

} // namespace gputile::mapping

#endif
