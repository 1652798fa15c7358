//===- FarkasCone.cpp - Affine forms that hold on a polyhedron ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/FarkasCone.h"

#include <isl/mat.h>
#include <isl/set.h>

#include <memory>

namespace gputile::algebra {
namespace {

unsigned dimension(const isl::basic_set &set, isl_dim_type type) {
  return static_cast<unsigned>(isl_basic_set_dim(set.get(), type));
}

using Rows = IntMatrix (*)(isl_mat *);

/// The entries of \p matrix, which is freed.
IntMatrix taken(isl_mat *matrix, Rows rows) {
  const std::unique_ptr<isl_mat, decltype(&isl_mat_free)> owner(matrix, isl_mat_free);
  return rows(matrix);
}

/// The conditions of \p forms, a set of isl's coefficients, on the first \p columns of them.
FarkasCone coneOf(const isl::basic_set &forms, unsigned columns, Rows rows) {
  FarkasCone cone{taken(isl_basic_set_equalities_matrix(forms.get(), isl_dim_set, isl_dim_param,
                                                        isl_dim_div, isl_dim_cst),
                        rows),
                  taken(isl_basic_set_inequalities_matrix(forms.get(), isl_dim_set, isl_dim_param,
                                                          isl_dim_div, isl_dim_cst),
                        rows)};
  for (IntMatrix *matrix : {&cone.equalities, &cone.inequalities})
    for (IntVector &row : *matrix)
      row.resize(columns);
  return cone;
}

} // namespace

FarkasCone nonNegativeForms(const isl::basic_set &set) {
  unsigned columns = 1 + dimension(set, isl_dim_param) + dimension(set, isl_dim_set);
  // The form must not depend on existentially quantified variables. To project them out, over the
  // rationals, is less work than to find the forms with them, and those whose coefficients are
  // zero there.
  isl::basic_set projected = isl::manage(isl_basic_set_remove_divs(set.copy()));
  isl::basic_set forms = isl::manage(isl_basic_set_coefficients(projected.release()));
  return coneOf(forms, columns, fromIsl);
}

FarkasCone approximateForms(const isl::set &set) {
  const isl::basic_set forms = isl::manage(isl_set_coefficients(set.copy()));
  return coneOf(forms, dimension(forms, isl_dim_set), rowsThatFit);
}

IntMatrix vanishingForms(const isl::basic_set &set) {
  isl::basic_set hull = isl::manage(isl_basic_set_affine_hull(set.copy()));
  unsigned divs = dimension(hull, isl_dim_div);
  unsigned columns = 1 + dimension(hull, isl_dim_param) + dimension(hull, isl_dim_set);
  // Equalities that involve existentially quantified variables say nothing about
  // forms without them; those that do not remain after eliminating the former.
  IntMatrix reduced =
      rowReduce(taken(isl_basic_set_equalities_matrix(hull.get(), isl_dim_div, isl_dim_cst,
                                                      isl_dim_param, isl_dim_set),
                      fromIsl));
  IntMatrix span;
  for (const IntVector &row : reduced)
    if (isZero(IntVector(row.begin(), row.begin() + divs)))
      span.emplace_back(row.begin() + divs, row.end());
  return nullSpace(span, columns);
}

} // namespace gputile::algebra
