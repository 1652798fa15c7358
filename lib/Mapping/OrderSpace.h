//===- OrderSpace.h - Blocks, threads and the order of a kernel ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The coordinates of a kernel's instances. The order alternates scalars and
/// loops; a tile loop of a sequential row opens a level at which data can be
/// copied:
///   s | kt | s | k | s | … | p_0 p_1 (unrolled) | position in the leaf
/// with kt = floor(phi / T) and k = phi mod T.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_ORDERSPACE_H
#define GPUTILE_LIB_MAPPING_ORDERSPACE_H

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

/// A place where the loops above stand still: the whole kernel, or below a tile
/// loop. Order position \c prefix is the scalar in which actions find room.
struct TileLevel {
  unsigned prefix = 0; ///< Number of order positions that are fixed.
  int parent = -1;
  RowId row{0, 0}; ///< Of its innermost tile loop; unused for level 0.
  std::vector<unsigned> statements;
};

/// Where the instances of a kernel run: its coordinates.
struct KernelSpace {
  std::vector<unsigned> statements;
  Coordinates host, block, thread, order;
  std::vector<bool> orderIsLoop;
  std::vector<unsigned> unrolled;  ///< Positions in \c order.
  std::vector<long> unrollExtents; ///< Their number of values.
  std::vector<TileLevel> levels;   ///< The first is the whole kernel.
  Coordinates mapped;              ///< The mapped rows, outermost first.
  /// { [h…, b…, t…, p…] -> [h…, phi…] : phi = T b + B p + t } on the values that
  /// occur, phi being the mapped rows.
  isl::map threadPoints;

  /// { S[i] -> [h…, b…, e_0 … e_{prefix-1}] }
  isl::map tileMap(const Scop &scop, unsigned statement, unsigned prefix) const;
  /// { S[i] -> [h…, b…, t…, p…] }
  isl::map threadMap(const Scop &scop, unsigned statement) const;
  /// { S[i] -> [h…] }, { S[i] -> [e…] }
  isl::map hostMap(const Scop &scop, unsigned statement) const;
  isl::map orderMap(const Scop &scop, unsigned statement) const;
  /// Dimensions h and b.
  unsigned outerDims() const { return static_cast<unsigned>(host.size() + block.size()); }
};

/// Sizes of the tiled sequential rows.
using SequentialTiles = std::map<RowId, long>;

/// All rows of \p region that are not mapped, with the sizes they would be tiled
/// with: those of \p sizes for the band itself, else \p innerTile.
SequentialTiles allSequentialTiles(const KernelRegion &region, const BandSizes &sizes,
                                   long innerTile);

/// Builds the coordinates of \p region. With no mapped rows in \p sizes all runs
/// on one thread.
KernelSpace buildKernelSpace(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                             const SequentialTiles &tiles);

} // namespace gputile::mapping

#endif
