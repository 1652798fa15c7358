//===- BankConflicts.h - Conflicts of a warp in shared memory ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_MEMORY_BANKCONFLICTS_H
#define GPUTILE_LIB_MAPPING_MEMORY_BANKCONFLICTS_H

#include "gputile/Support/Isl.h"

#include <optional>
#include <vector>

namespace gputile::mapping {

/// Elements between neighbouring lanes in a tile of \p size elements per dimension, with
/// \p padding more in the last one; none where it is not constant.
/// \param step { A[d] }: by how much the element moves from lane to lane; empty: no two
///        instances are so
std::optional<long> laneStride(const isl::set &step, const std::vector<long> &size, long padding);

/// How many different words of one bank a warp's access touches at most when
/// neighbouring lanes are \p stride elements of \p elementBytes bytes apart: 1 is
/// free of conflicts. Shared memory has 32 banks of 4 bytes; an access of more than
/// 128 bytes is done in parts of 128 bytes.
long bankConflictWays(long stride, long elementBytes);

/// One dimension of a block: its threads, and the elements between neighbours along it.
struct ThreadStride {
  long threads, stride;
};

/// The same for warps of a block of the dimensions \p block, x first.
long bankConflictWays(const std::vector<ThreadStride> &block, long elementBytes);

} // namespace gputile::mapping

#endif
