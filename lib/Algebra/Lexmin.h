//===- Lexmin.h - Lexicographic minimum that is not trivial -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_ALGEBRA_LEXMIN_H
#define GPUTILE_LIB_ALGEBRA_LEXMIN_H

#include "Algebra/Matrix.h"

#include <optional>

namespace gputile::algebra {

/// Integer points x >= 0 with row . (1, x) = 0 and row . (1, x) >= 0.
struct LinearSystem {
  unsigned variables = 0;
  IntMatrix equalities, inequalities;
};

/// Linear functions row . (1, x), not all of which may be zero.
using Region = IntMatrix;

/// The lexicographically smallest point of \p system at which every region has
/// a nonzero function, or none. Branch and bound: where the smallest point is
/// trivial on a region, each of its functions in turn is made >= 1, then <= -1,
/// with those before it zero.
std::optional<IntVector> nonTrivialLexmin(isl::ctx ctx, const LinearSystem &system,
                                          const std::vector<Region> &regions);

} // namespace gputile::algebra

#endif
