//===- Room.h - Room for actions in the order of a tile ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_ROOM_H
#define GPUTILE_LIB_MAPPING_ROOM_H

#include "Mapping/Coordinates.h"

namespace gputile::mapping {

/// Drops the scalars of \p tiled that are the same for all statements and have no actions,
/// unless the tile has steps, makes the others start at the number of actions before them,
/// and leaves room for a barrier after each step. Levels follow.
///
/// \param actionsBefore by order position, see Actions.h
TiledSchedule withRoom(const TiledSchedule &tiled, const std::map<unsigned, long> &actionsBefore);

} // namespace gputile::mapping

#endif
