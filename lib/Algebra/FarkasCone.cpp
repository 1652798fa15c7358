//===- FarkasCone.cpp - Affine forms that hold on a polyhedron ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/FarkasCone.h"

#include <isl/mat.h>
#include <isl/set.h>

namespace gputile::hyperplane {
namespace {

unsigned dimension(const isl::basic_set &set, isl_dim_type type) {
  return static_cast<unsigned>(isl_basic_set_dim(set.get(), type));
}

IntMatrix equalitiesOf(const isl::basic_set &set, isl_dim_type first, isl_dim_type second,
                       isl_dim_type third, isl_dim_type last) {
  isl_mat *matrix = isl_basic_set_equalities_matrix(set.get(), first, second, third, last);
  IntMatrix rows = fromIsl(matrix);
  isl_mat_free(matrix);
  return rows;
}

void truncate(IntMatrix &rows, unsigned columns) {
  for (IntVector &row : rows)
    row.resize(columns);
}

} // namespace

FarkasCone nonNegativeForms(const isl::basic_set &set) {
  unsigned columns = 1 + dimension(set, isl_dim_param) + dimension(set, isl_dim_set);
  // Existentially quantified variables become variables on which the form must
  // not depend: their coefficients are zero, so their columns are dropped.
  isl::basic_set lifted = isl::manage(isl_basic_set_flatten(isl_basic_set_lift(set.copy())));
  isl::basic_set forms = isl::manage(isl_basic_set_coefficients(lifted.copy()));
  FarkasCone cone;
  cone.equalities = equalitiesOf(forms, isl_dim_set, isl_dim_param, isl_dim_div, isl_dim_cst);
  isl_mat *matrix = isl_basic_set_inequalities_matrix(forms.get(), isl_dim_set, isl_dim_param,
                                                      isl_dim_div, isl_dim_cst);
  cone.inequalities = fromIsl(matrix);
  isl_mat_free(matrix);
  truncate(cone.equalities, columns);
  truncate(cone.inequalities, columns);
  return cone;
}

IntMatrix vanishingForms(const isl::basic_set &set) {
  isl::basic_set hull = isl::manage(isl_basic_set_affine_hull(set.copy()));
  unsigned divs = dimension(hull, isl_dim_div);
  unsigned columns = 1 + dimension(hull, isl_dim_param) + dimension(hull, isl_dim_set);
  // Equalities that involve existentially quantified variables say nothing about
  // forms without them; those that do not remain after eliminating the former.
  IntMatrix reduced =
      rowReduce(equalitiesOf(hull, isl_dim_div, isl_dim_cst, isl_dim_param, isl_dim_set));
  IntMatrix span;
  for (const IntVector &row : reduced)
    if (isZero(IntVector(row.begin(), row.begin() + divs)))
      span.emplace_back(row.begin() + divs, row.end());
  return nullSpace(span, columns);
}

} // namespace gputile::hyperplane
