//===- KernelSpace.h - Blocks, threads and the order of a kernel ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The coordinates that the instances in tiles of one shape have in a kernel:
///   block   the number of the tile along each parallel row
///   thread  the point along each parallel row, modulo the block's size
///   order   that of the tile | points of a thread… | leaf
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_KERNELSPACE_H
#define GPUTILE_LIB_MAPPING_KERNELSPACE_H

#include "Mapping/Coordinates.h"

namespace gputile::mapping {

/// Where the instances of a kernel run.
struct KernelSpace {
  std::vector<unsigned> statements;
  Coordinates host, block, thread, order;
  std::vector<TileLevel> levels;   ///< As TiledSchedule::levels.
  std::vector<unsigned> unrolled;  ///< Positions in \c order.
  std::vector<long> unrollExtents; ///< Their number of values.
  /// Per row the position in \c order of a thread's points, none where it has one.
  std::vector<std::optional<unsigned>> pointPositions;

  /// { S[i] -> [h…, b…, e_0 … e_{prefix-1}] }
  isl::map tileMap(const Scop &scop, unsigned statement, unsigned prefix) const;
  /// { S[i] -> [h…] }, { S[i] -> [e…] }
  isl::map hostMap(const Scop &scop, unsigned statement) const;
  isl::map orderMap(const Scop &scop, unsigned statement) const;
  /// Dimensions h and b.
  unsigned outerDims() const { return static_cast<unsigned>(host.size() + block.size()); }
};

/// Whether the order position is a loop: not a constant of each statement.
bool isLoop(const Coordinate &position);

/// The coordinates in tiles of \p shape. Without a parallel row all runs on one thread.
/// Points are unrolled where no step comes between them and they are not too many.
///
/// \param block threads along each parallel row
KernelSpace kernelSpace(const Scop &scop, const TiledSchedule &tiled, const TileShape &shape,
                        const std::vector<long> &block);

} // namespace gputile::mapping

#endif
