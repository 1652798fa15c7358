//===- ThreadPositions.h - Threads and their points -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_MEMORY_THREADPOSITIONS_H
#define GPUTILE_LIB_MAPPING_MEMORY_THREADPOSITIONS_H

#include "Mapping/KernelSpace.h"

namespace gputile::mapping {

/// The positions (h, b, t, p) of a kernel's threads and of their unrolled points, without
/// divisions: phi = T b + B p + t.
class ThreadPositions {
public:
  /// \param tiled tiles of one shape
  /// \param space its kernel
  /// \param block threads along each parallel row
  ThreadPositions(const Scop &scop, const TiledSchedule &tiled, const KernelSpace &space,
                  const std::vector<long> &block);

  /// { S[i] -> [h…, b…, t…, p…] }
  isl::map of(const Scop &scop, unsigned statement) const;

private:
  Coordinates Points; ///< [h…, phi…]
  /// { [h…, b…, t…, p…] -> [h…, phi…] } on the values that occur.
  isl::map Grid;
};

} // namespace gputile::mapping

#endif
