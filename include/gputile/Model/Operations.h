//===- Operations.h - What statements compute -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_OPERATIONS_H
#define GPUTILE_MODEL_OPERATIONS_H

#include "gputile/IR/Scop.h"

namespace gputile {

/// Operations in the text of a statement, subscripts of its references left out.
struct OperationCounts {
  unsigned plain = 0;     ///< Additions, multiplications, comparisons.
  unsigned constant = 0;  ///< Divisions by constants that multiply instead (gpt_div).
  unsigned slow = 0;      ///< Other divisions, remainders, square roots.
  unsigned functions = 0; ///< Other functions of the C library.
  bool isCounted = true;  ///< False where an instance does nobody knows how much.

  /// Instructions of the device, in the elements' type.
  static constexpr double PerConstant = 4, PerSlow = 15, PerFunction = 40;
  /// About how many all of them are.
  double instructions() const;
};

/// Counts words and signs of \p statement's text; it does not know what of it is executed.
OperationCounts operationsOf(const Statement &statement);

} // namespace gputile

#endif
