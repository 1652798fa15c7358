//===- Memory.h - Shared tiles of a wavefront kernel ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_WAVEFRONT_MEMORY_H
#define GPUTILE_LIB_MAPPING_WAVEFRONT_MEMORY_H

#include "Mapping/Memory/PlacedTile.h"
#include "Mapping/Wavefront/InnerWavefronts.h"

namespace gputile::mapping {

/// The row of the band with the fewest iterators, and of those the first: with it, a tile and an
/// element the instance is found without divisions.
const BandRow &simplestRow(const KernelRegion &region);

/// The shared tiles of \p tiled, the tiles of \p region: one per group of references whose
/// elements fit a box of constant size: of groups that are written always, as
/// their values go from thread to thread; of others when an element is read
/// several times. Loaded is what is read or not surely written, stored exactly
/// what may be written. Padding keeps a warp's accesses in different banks as far
/// as one unused stretch per row can.
/// \param block threads of a block, x last
std::vector<PlacedTile> wavefrontTiles(const Scop &scop, const KernelRegion &region,
                                       const TiledSchedule &tiled, const InnerWavefronts &inner,
                                       const std::vector<long> &block);

} // namespace gputile::mapping

#endif
