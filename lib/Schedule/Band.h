//===- Band.h - The rows of a band ------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_BAND_H
#define GPUTILE_LIB_SCHEDULE_BAND_H

#include "Schedule/Hyperplane/Search.h"

#include <vector>

namespace gputile::schedule {

/// Rows of a permutable band.
struct Band {
  std::vector<Hyperplane> rows;
  std::vector<bool> coincident; ///< By row.
  bool balanced = false;        ///< The first row carries all dependences within statements.

  void add(Hyperplane row, bool isCoincident);
  size_t numCoincident() const;

  /// Whether the rows are all loops that the statements of \p node have left, and all coincident.
  bool isParallel(const Program &program, const SearchNode &node) const;
  /// Whether the rows step through the loops of all statements here and in \p other alike.
  bool stepsLike(const Band &other) const;
  /// Adds the statements of \p other, on which those of this band do not depend, nor they on them.
  void join(const Band &other);
};

} // namespace gputile::schedule

#endif
