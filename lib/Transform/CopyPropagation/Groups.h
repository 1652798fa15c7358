//===- Groups.h - Arrays that copies tie together ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_TRANSFORM_COPYPROPAGATION_GROUPS_H
#define GPUTILE_LIB_TRANSFORM_COPYPROPAGATION_GROUPS_H

#include "gputile/IR/Scop.h"

#include <compare>
#include <set>
#include <vector>

namespace gputile::transform {

/// An outermost loop: a schedule dimension, and the numbers that those in front of it are.
struct OuterLoop {
  std::vector<long> prefix;
  unsigned dimension() const { return static_cast<unsigned>(prefix.size()); }
  auto operator<=>(const OuterLoop &) const = default;
};

/// Arrays whose elements the statements of a loop copy to each other.
struct CopyingLoop {
  OuterLoop loop;
  std::set<unsigned> arrays;
  std::vector<unsigned> statements; ///< Those of the loop that access one of them, in order.
  std::set<unsigned> copies;        ///< The copies among them.
};

/// Those of \p scop whose accesses in the loop are all affine, and writes are must-writes.
std::vector<CopyingLoop> findCopyingLoops(const Scop &scop);

/// { S[i] -> [t] }: when the instances of \p s run, in dimension \p loop.
isl::map timeOf(const Statement &s, const OuterLoop &loop);

} // namespace gputile::transform

#endif
