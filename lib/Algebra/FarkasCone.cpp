//===- FarkasCone.cpp - Affine forms that hold on a polyhedron ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/FarkasCone.h"

#include "Algebra/Generators.h"

#include <isl/mat.h>
#include <isl/set.h>

#include <algorithm>
#include <memory>
#include <set>

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

/// The conditions on forms over the columns of \p set, whose rows are read by \p rows: that they
/// are non-negative on its vertices and rays, and vanish on its lines. None where it is empty.
FarkasCone coneOf(const isl::basic_set &set, Rows rows) {
  const unsigned columns = 1 + dimension(set, isl_dim_param) + dimension(set, isl_dim_set);
  const IntMatrix equalities =
      taken(isl_basic_set_equalities_matrix(set.get(), isl_dim_cst, isl_dim_param, isl_dim_set,
                                            isl_dim_div),
            rows);
  IntMatrix inequalities =
      taken(isl_basic_set_inequalities_matrix(set.get(), isl_dim_cst, isl_dim_param, isl_dim_set,
                                              isl_dim_div),
            rows);
  // A vertex is a ray of the cone over the set, whose points have the constant 1.
  inequalities.emplace_back(columns, 0).front() = 1;
  Generators generators = generatorsOf(equalities, inequalities, columns);
  if (std::all_of(generators.rays.begin(), generators.rays.end(),
                  [](const IntVector &ray) { return ray.front() == 0; }))
    return {};
  return {std::move(generators.lines), std::move(generators.rays)};
}

} // namespace

/// The first \p columns of \p rows, each once, without zeros.
static IntMatrix projected(const IntMatrix &rows, unsigned columns) {
  std::set<IntVector> result;
  for (IntVector row : rows) {
    row.resize(columns);
    normalize(row);
    if (!isZero(row))
      result.insert(std::move(row));
  }
  return {result.begin(), result.end()};
}

FarkasCone nonNegativeForms(const isl::basic_set &set) {
  const unsigned columns = 1 + dimension(set, isl_dim_param) + dimension(set, isl_dim_set);
  // The form must not depend on existentially quantified variables: lines and rays are projected.
  const FarkasCone cone =
      coneOf(isl::manage(isl_basic_set_flatten(isl_basic_set_lift(set.copy()))), fromIsl);
  return {projected(cone.equalities, columns), projected(cone.inequalities, columns)};
}

FarkasCone approximateForms(const isl::set &set) {
  std::set<IntVector> lines, rays;
  set.foreach_basic_set([&](const isl::basic_set &piece) {
    try {
      const FarkasCone cone = coneOf(piece, rowsThatFit);
      lines.insert(cone.equalities.begin(), cone.equalities.end());
      rays.insert(cone.inequalities.begin(), cone.inequalities.end());
    } catch (const NumbersTooLarge &) {
      // The piece demands nothing.
    }
  });
  return {{lines.begin(), lines.end()}, {rays.begin(), rays.end()}};
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
