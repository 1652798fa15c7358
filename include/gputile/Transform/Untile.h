//===- Untile.h - Loops over tiles of the program's own ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_UNTILE_H
#define GPUTILE_TRANSFORM_UNTILE_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// A Scop without loops over tiles.
struct Untiled {
  Scop scop;
  /// By statement: { S[x] -> S[i] }, its instances as those of the original program.
  std::vector<isl::map> origins;
  /// The iterators of the loops that are left out, as users know them.
  std::vector<std::string> loops;
};

/// Leaves out loops over tiles, by which programs use the caches of CPUs:
///
///   for ii by 32: for i from ii to min(ii + 32, n): A[i]    becomes  for i < n: A[i]
///
/// Numbers are the sizes of such tiles; Frontend leaves out those of variable size. A statement
/// keeps loops over tiles whose number its text or a subscript has.
///
/// Instances run in the order of the loops that are left, with which accesses to one element may
/// come in another order: verifyUntiled finds that out.
///
/// \returns none where no statement has such loops
std::optional<Untiled> withoutTiles(const Scop &scop);

} // namespace gputile

#endif
