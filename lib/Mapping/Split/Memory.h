//===- Memory.h - Shared tiles of a split kernel ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_SPLIT_MEMORY_H
#define GPUTILE_LIB_MAPPING_SPLIT_MEMORY_H

#include "Mapping/Split/CircularBuffer.h"

namespace gputile::mapping {

/// The shared tiles of \p tiled, the tiles of \p colours: one per array whose elements in a tile
/// fit a box of constant size, of arrays that are only read when that pays. A tile is a circular
/// buffer when that needs less memory: loaded is what is read and not written first, stored exactly
/// what may be written. Else loaded is the box, stored the box around what may be written, both cut
/// off at the ends of the array, when no other block of a launch touches what a block stores. Else
/// loaded is what is read or not surely written, stored exactly what may be written.
std::vector<PlacedTile> splitSharedTiles(const SplitRegion &region,
                                         const std::vector<SplitColour> &colours,
                                         const TiledSchedule &tiled);

} // namespace gputile::mapping

#endif
