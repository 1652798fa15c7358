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
#include <numeric>
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

/// The conditions on forms over \p columns that they are non-negative on the vertices and rays of
/// a polyhedron, and vanish on its lines. None where it is empty.
FarkasCone coneOver(const IntMatrix &equalities, IntMatrix inequalities, unsigned columns) {
  // A vertex is a ray of the cone over the polyhedron, whose points have the constant 1.
  inequalities.emplace_back(columns, 0).front() = 1;
  Generators generators = generatorsOf(equalities, inequalities, columns);
  if (std::all_of(generators.rays.begin(), generators.rays.end(),
                  [](const IntVector &ray) { return ray.front() == 0; }))
    return {};
  return {std::move(generators.lines), std::move(generators.rays)};
}

/// The same for \p set, whose constraints are read by \p rows.
FarkasCone coneOf(const isl::basic_set &set, Rows rows) {
  const unsigned columns = 1 + dimension(set, isl_dim_param) + dimension(set, isl_dim_set);
  const IntMatrix equalities =
      taken(isl_basic_set_equalities_matrix(set.get(), isl_dim_cst, isl_dim_param, isl_dim_set,
                                            isl_dim_div),
            rows);
  const IntMatrix inequalities =
      taken(isl_basic_set_inequalities_matrix(set.get(), isl_dim_cst, isl_dim_param, isl_dim_set,
                                              isl_dim_div),
            rows);
  return coneOver(equalities, inequalities, columns);
}

/// { [x…, e…] } with the quantified variables e of \p set.
isl::basic_set lifted(const isl::basic_set &set) {
  return isl::manage(isl_basic_set_flatten(isl_basic_set_lift(set.copy())));
}

/// \p face without points between it and the next one that holds an integer point.
void tighten(IntVector &face) {
  long common = 0;
  for (size_t c = 1; c < face.size(); ++c)
    common = std::gcd(common, face[c]);
  if (common < 2)
    return;
  const long quotient = face.front() / common;
  face.front() = quotient - (face.front() % common < 0 ? 1 : 0);
  for (size_t c = 1; c < face.size(); ++c)
    face[c] /= common;
}

/// The conditions of \p cone after the map \p image of its lines and rays to \p columns columns.
/// Only integer points of the image count, as far as its faces show them.
template <typename Map> FarkasCone imageOf(const FarkasCone &cone, unsigned columns, Map &&image) {
  const auto images = [&](const IntMatrix &rows) {
    std::set<IntVector> result;
    for (const IntVector &row : rows) {
      IntVector vector = image(row);
      normalize(vector);
      if (!isZero(vector))
        result.insert(std::move(vector));
    }
    return IntMatrix(result.begin(), result.end());
  };
  Generators faces = generatorsOf(images(cone.equalities), images(cone.inequalities), columns);
  for (IntVector &face : faces.rays)
    tighten(face);
  return coneOver(faces.lines, std::move(faces.rays), columns);
}

} // namespace

FarkasCone nonNegativeForms(const isl::basic_set &set) {
  if (dimension(set, isl_dim_div) == 0)
    return coneOf(set, fromIsl);
  // The form must not depend on existentially quantified variables.
  const unsigned columns = 1 + dimension(set, isl_dim_param) + dimension(set, isl_dim_set);
  return imageOf(coneOf(lifted(set), fromIsl), columns, [&](const IntVector &row) {
    return IntVector(row.begin(), row.begin() + columns);
  });
}

FarkasCone nonNegativeFormsOfDistances(const isl::basic_map &map) {
  const isl::basic_set pairs = isl::manage(isl_basic_map_wrap(map.copy()));
  const unsigned depth = dimension(pairs, isl_dim_set) / 2;
  const unsigned first = 1 + dimension(pairs, isl_dim_param);
  return imageOf(coneOf(lifted(pairs), fromIsl), first + depth, [&](const IntVector &row) {
    IntVector distance(row.begin(), row.begin() + first);
    for (unsigned d = 0; d < depth; ++d)
      distance.push_back(combine(row[first + depth + d], 1, -row[first + d], 1));
    return distance;
  });
}

FarkasCone approximateForms(const isl::set &set) {
  std::set<IntVector> lines, rays;
  set.foreach_basic_set([&](const isl::basic_set &piece) {
    try {
      const FarkasCone cone = coneOf(piece, rowsThatFit);
      lines.insert(cone.equalities.begin(), cone.equalities.end());
      rays.insert(cone.inequalities.begin(), cone.inequalities.end());
    } catch (const SearchFailure &) {
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
