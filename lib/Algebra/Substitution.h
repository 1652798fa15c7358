//===- Substitution.h - Fewer variables by what equalities say --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_ALGEBRA_SUBSTITUTION_H
#define GPUTILE_LIB_ALGEBRA_SUBSTITUTION_H

#include "Algebra/Lexmin.h"

#include <optional>

namespace gputile::algebra {

/// Replaces variables of a system that equalities force to be zero, or to be equal to an
/// earlier variable (x - y = 0). Where two points differ first, they differ in a variable that
/// is kept: the order of points stays the same.
class Substitution {
public:
  explicit Substitution(const LinearSystem &system);

  LinearSystem apply(const LinearSystem &system) const;
  /// The rows in the kept variables; zero rows and repeated ones are left out.
  IntMatrix apply(const IntMatrix &rows) const;
  /// The point of the original system.
  IntVector expand(const IntVector &point) const;

private:
  unsigned representative(unsigned variable) const;
  void equate(unsigned a, unsigned b);
  IntVector apply(const IntVector &row) const;

  std::vector<unsigned> Parent; ///< Union-find by smallest variable.
  std::vector<bool> IsZero;     ///< Of representatives.
  /// Of each variable its number among those that are kept; none: it is zero.
  std::vector<std::optional<unsigned>> Kept;
  unsigned NumKept = 0;
};

} // namespace gputile::algebra

#endif
