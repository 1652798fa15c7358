//===- FixedBox.h - Boxes of constant size ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_MEMORY_FIXEDBOX_H
#define GPUTILE_LIB_MAPPING_MEMORY_FIXEDBOX_H

#include "gputile/Support/Isl.h"

#include <optional>
#include <vector>

namespace gputile::mapping {

/// A box of constant size at a place that depends on the block.
struct FixedBox {
  isl::multi_aff offset; ///< { [h…, b…, e…] -> A[o] }
  std::vector<long> size;

  double elements() const;
};

/// The smallest box of constant size whose offset is one of the lower bounds of
/// \p footprint, { [x] -> A[a] }, if there is one.
std::optional<FixedBox> fixedBox(const isl::map &footprint);

/// No box that contains both has fewer elements. Costs little where offsets differ by constants.
double leastElementsOfBoth(const FixedBox &a, const FixedBox &b);

/// The smallest box around both, where their offsets differ by constants. Costs little.
std::optional<FixedBox> boxOfBoth(const FixedBox &a, const FixedBox &b);

/// { [x] -> A[a] : offset(x) <= a < offset(x) + size }
isl::map boxMap(const FixedBox &box);

} // namespace gputile::mapping

#endif
