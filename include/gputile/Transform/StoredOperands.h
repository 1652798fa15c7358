//===- StoredOperands.h - Operands of updates apart from them ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_STOREDOPERANDS_H
#define GPUTILE_TRANSFORM_STOREDOPERANDS_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <vector>

namespace gputile {

/// A Scop some of whose statements store what they added.
struct StoredOperands {
  Scop scop;
  std::vector<unsigned> statements; ///< That have changed.
};

/// Floating-point numbers that are summed up in a fixed order can be computed in another:
///
///   s += a[i] * b[i];     becomes     t = a[i] * b[i];
///                                     s += t;
///
/// with a private scalar t. Products and extrema likewise. Where only some data executes the
/// update of a scalar, `t = -0.0;` stands before: a number that changes no sum.
///
/// An update is taken out of its statement when nothing else there uses its array, and when that
/// leaves the statement something to compute. Statements keep their index, their dimensions and
/// their schedule, which gets one dimension more; the new ones follow them.
///
/// \param statements those to look at
/// \returns none where there is nothing to take out
std::optional<StoredOperands> withStoredOperands(const Scop &scop,
                                                 const std::vector<unsigned> &statements);

} // namespace gputile

#endif
