//===- Shared.h - Boxes that live in shared memory --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_MEMORY_SHARED_H
#define GPUTILE_LIB_MAPPING_MEMORY_SHARED_H

#include "Mapping/HostSplit.h"
#include "Mapping/KernelSpace.h"
#include "Mapping/Memory/PlacedTile.h"
#include "Mapping/Memory/ReferenceGroups.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Model/Sizes.h"

namespace gputile::mapping {

/// A group that is read through shared memory, and the level below which its
/// box is loaded (an index into KernelSpace::levels).
struct SharedChoice {
  ReferenceGroup group;
  unsigned level;
  double elements; ///< Of the box.
};

struct SharedChoices {
  std::vector<SharedChoice> tiles;
  bool crowded = false; ///< Others would have been useful, but did not fit.
};

/// Chooses the boxes: groups that no instance of the same launch writes, whose
/// elements fit a box of constant size, and which are reused or not coalesced
/// (Verdoolaege et al. 2013, Algorithm 1). Read groups whose common box is
/// smaller than their boxes together are merged. The least useful boxes are left
/// in global memory when all together do not fit. Without mapped rows one thread runs all
/// instances: then the boxes are those that the other threads of a block can fetch for it.
SharedChoices chooseSharedTiles(const Scop &scop, const KernelRegion &region,
                                const KernelSpace &space, const BandSizes &sizes,
                                const std::vector<ReferenceGroup> &groups,
                                const DeviceLimits &limits);

/// { [h…, b…, e…] -> A[o] }: the first element of the box of \p choice.
isl::multi_aff sharedOffset(const Scop &scop, const KernelSpace &space,
                            const SharedChoice &choice);

/// The tile of \p choice. Of an array that the kernel does not write, all of the
/// box that lies within \p allocated ({ A[a] }) is copied, else exactly what is
/// read.
SharedTile makeSharedTile(const Scop &scop, const KernelRegion &region, const KernelSpace &space,
                          const BandSizes &sizes, const SharedChoice &choice,
                          const isl::set &allocated, std::string name);

/// Bytes of \p tile, or of all \p tiles, with their padding.
long bytesOf(const Scop &scop, const SharedTile &tile);
long bytesOf(const Scop &scop, const std::vector<PlacedTile> &tiles);

/// Drops \p tiles from the last on until all fit in \p limit bytes.
void dropTiles(const Scop &scop, std::vector<PlacedTile> &tiles, long limit);

} // namespace gputile::mapping

#endif
