//===- Sums.h - Which sums can be split -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_TRANSFORM_PARTIALSUMS_SUMS_H
#define GPUTILE_LIB_TRANSFORM_PARTIALSUMS_SUMS_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <vector>

namespace gputile::transform {

/// Sums of one statement in the same loops.
struct Sums {
  unsigned statement;
  unsigned depth;              ///< Loops around those of the sums.
  unsigned position;           ///< Of the first schedule dimension of the sums' loops.
  std::vector<unsigned> loops; ///< One or two dimensions to split, outermost first.
  std::vector<unsigned> arrays;
  /// Parts are combined in the order of the loops. All loops from `depth` on are split.
  bool ordered;
  std::vector<bool> down; ///< With `ordered`, for each of `loops`: whether it counts down.
};

/// The sums of \p statement that are made in the outermost loops in which nothing else than
/// reassociable updates of their class uses them; else those whose order stays.
std::optional<Sums> findSums(const Scop &scop, unsigned statement);

/// Add or Multiply where reassociable updates of that class, of one element in each instance,
/// are all that \p statement does with \p array; or an operator whose updates may be combined in
/// parts, in their order.
std::optional<UpdateOperator> sumOf(const Statement &statement, unsigned array);

/// Whether \p update may be made of parts.
bool mayBeInParts(const Update &update);

/// { S[i] -> A[a] }: the element that \p statement sums up in \p array.
isl::map sumElement(const Statement &statement, unsigned array);

} // namespace gputile::transform

#endif
