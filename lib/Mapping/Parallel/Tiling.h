//===- Tiling.h - Tiles of parallel rows ------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scheme `parallel` as a TiledSchedule: coincident rows of one band are the parallel rows,
/// and all that is below them runs inside the tile. The order alternates scalars and loops;
/// a tile loop of a sequential row opens a level at which data can be copied:
///   s | kt | s | k | s | …
/// with kt = floor(phi / T) and k = phi mod T.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_PARALLEL_TILING_H
#define GPUTILE_LIB_MAPPING_PARALLEL_TILING_H

#include "Mapping/HostSplit.h"

#include "gputile/Model/Sizes.h"

namespace gputile::mapping {

/// A row of a band below (or the same as) the kernel's node; bands are counted
/// in preorder, the kernel's own is 0.
struct RowId {
  unsigned band, row;
  bool operator<(const RowId &other) const {
    return std::pair(band, row) < std::pair(other.band, other.row);
  }
};

/// Sizes of the tiled sequential rows.
using SequentialTiles = std::map<RowId, long>;

/// Tiles, and by level the row of its innermost tile loop; unused for level 0.
struct ParallelTiling {
  TiledSchedule tiled;
  std::vector<RowId> levelRows;
};

/// All rows of \p region that are not mapped, with the sizes they would be tiled
/// with: those of \p sizes for the band itself, else \p innerTile.
SequentialTiles allSequentialTiles(const KernelRegion &region, const BandSizes &sizes,
                                   long innerTile);

/// The innermost row of each band, with one size.
SequentialTiles innermostTiles(const KernelRegion &region, long size);

/// The tiles of \p region. With no mapped rows in \p sizes all is one tile of one point.
ParallelTiling tileParallel(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                            const SequentialTiles &tiles);

/// The sets of \p tiled, exactly.
TileSets parallelTileSets(const Scop &scop, const TiledSchedule &tiled);

} // namespace gputile::mapping

#endif
