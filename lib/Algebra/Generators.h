//===- Generators.h - Lines and extreme rays of a cone ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The double description method: Motzkin, Raiffa, Thompson and Thrall 1953; with the
/// combinatorial test of adjacency, Fukuda and Prodon 1996, section 3.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_ALGEBRA_GENERATORS_H
#define GPUTILE_LIB_ALGEBRA_GENERATORS_H

#include "Algebra/Matrix.h"

namespace gputile::algebra {

/// The sums of multiples of `lines` and of non-negative multiples of `rays`.
struct Generators {
  IntMatrix lines; ///< Linearly independent.
  IntMatrix rays;  ///< Modulo the lines, none is a sum of others. No common divisors.
};

/// Of the cone { y : row . y = 0 for \p equalities and row . y >= 0 for \p inequalities } in
/// \p columns dimensions. Throws NumbersTooLarge and TooManyRays.
Generators generatorsOf(const IntMatrix &equalities, const IntMatrix &inequalities,
                        unsigned columns);

} // namespace gputile::algebra

#endif
