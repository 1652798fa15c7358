//===- Split.h - Iterations in rows and columns -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_TRANSFORM_PARTIALSUMS_SPLIT_H
#define GPUTILE_LIB_TRANSFORM_PARTIALSUMS_SPLIT_H

#include "gputile/IR/Scop.h"

#include <vector>

namespace gputile::transform {

/// How the loops of a statement are split.
struct Split {
  isl::map instances;         ///< { S[i_new…] -> S[i_old…] }, one to one.
  std::vector<unsigned> at;   ///< By old dimension: the new one in its place.
  std::vector<unsigned> outer; ///< New dimensions that count rows, or blocks of rows.
  unsigned row, column;       ///< New dimensions.
};

/// Splits one loop, i = 32 (256 column + row) + k, or two, i = column and j = 32 row + k, with -i
/// and -j where \p down says so. Partial sums in one column follow one another, and so do columns.
/// The lexicographic order is that of the loops, in their directions.
Split splitInOrder(const Statement &statement, const std::vector<unsigned> &loops,
                   const std::vector<bool> &down);

/// Splits one loop, i = 65536 k + 256 row + column, or two, i = 256 k + row and
/// j = 256 l + column. The lexicographic order stays.
Split splitLoops(const Statement &statement, const std::vector<unsigned> &loops);

/// \p statement with the dimensions of \p split: the same instances, values of iterators and
/// accesses.
Statement withSplitLoops(const Statement &statement, const Split &split);

} // namespace gputile::transform

#endif
