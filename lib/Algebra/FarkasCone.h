//===- FarkasCone.h - Affine forms that hold on a polyhedron ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The affine form of the Farkas lemma: which forms f = (constant, parameters…,
/// variables…) satisfy f(x) >= 0, or f(x) = 0, for all points x of a set.
/// Example: for [n] -> { [i] : 0 <= i < n } the non-negative forms (k, p, c) are
/// those with p >= 0, p + c >= 0, k + p >= 0, …
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_ALGEBRA_FARKASCONE_H
#define GPUTILE_LIB_ALGEBRA_FARKASCONE_H

#include "Algebra/Matrix.h"

namespace gputile::algebra {

/// Linear conditions row . f = 0 and row . f >= 0 on forms f.
struct FarkasCone {
  IntMatrix equalities, inequalities;

  auto operator<=>(const FarkasCone &) const = default;
};

/// The forms that are non-negative on \p set (rationally: on its polyhedron).
FarkasCone nonNegativeForms(const isl::basic_set &set);

/// Those forms (constant, parameters…, j - i) that are non-negative on the distances j - i of all
/// pairs { S[i] -> T[j] } of \p map; i and j have as many dimensions.
FarkasCone nonNegativeFormsOfDistances(const isl::basic_map &map);

/// The same as `nonNegativeForms` for all pieces of \p set, which has no quantified variables,
/// without regard to constraints whose numbers are too large to compute with, nor to pieces whose
/// vertices have such numbers, or are too many: forms may remain that are negative somewhere.
/// Enough where the answer guides a search and nothing is proved by it.
FarkasCone approximateForms(const isl::set &set);

/// A basis of conditions row . f = 0 under which f vanishes on all of \p set.
IntMatrix vanishingForms(const isl::basic_set &set);

} // namespace gputile::algebra

#endif
