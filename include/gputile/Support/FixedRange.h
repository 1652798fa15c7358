//===- FixedRange.h - Subscripts that are plainly numbers --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells A[i][0] from A[i][1] without isl's solvers: of long statements with many such
/// references nearly all pairs are of this kind.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_FIXEDRANGE_H
#define GPUTILE_SUPPORT_FIXEDRANGE_H

#include "gputile/Support/IslTools.h"

#include <vector>

namespace gputile {

/// The dimensions of a map's range that are plainly one number each.
class FixedRange {
public:
  explicit FixedRange(const isl::map &map) {
    for (unsigned d = 0; d < rangeDims(map); ++d)
      Values.push_back(plainFixedRangeDim(map, d));
  }

  /// Whether some dimension has two numbers here and in \p other, a range in the same space:
  /// then the ranges have no element in common.
  bool differsFrom(const FixedRange &other) const {
    for (size_t d = 0; d < Values.size(); ++d)
      if (Values[d] && other.Values[d] && *Values[d] != *other.Values[d])
        return true;
    return false;
  }

private:
  std::vector<std::optional<long>> Values;
};

} // namespace gputile

#endif
