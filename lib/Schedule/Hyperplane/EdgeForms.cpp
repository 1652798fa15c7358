//===- EdgeForms.cpp - Farkas constraints of an edge ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Hyperplane/Edge.h"

#include "gputile/Support/IslTools.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/set.h>

#include <algorithm>
#include <set>

namespace gputile::schedule {
namespace {

/// Turns a row over (constant, parameters…, x…) into one over the distance's
/// columns, for pairs (x, x + distance): there the form at x has the constant
/// constant + b . distance and the coefficients a + b.
IntVector shiftedRow(const IntVector &row, size_t parameters, const IntVector &distance) {
  IntVector result = row;
  for (size_t i = 0; i < distance.size(); ++i)
    result.push_back(combine(row[1 + parameters + i], 1, row[0], distance[i]));
  return result;
}

IntMatrix shiftedRows(const IntMatrix &rows, size_t parameters, const IntVector &distance) {
  IntMatrix result;
  for (const IntVector &row : rows)
    result.push_back(shiftedRow(row, parameters, distance));
  return result;
}

/// Drops vectors that lie halfway between two others: a condition that is linear
/// in the vector and holds for those holds for them. (Removal never loses a
/// corner, so what is dropped stays in the hull of what is kept.)
std::vector<IntVector> corners(const std::set<IntVector> &vectors) {
  std::vector<IntVector> result;
  for (const IntVector &v : vectors) {
    bool inner = std::any_of(vectors.begin(), vectors.end(), [&](const IntVector &other) {
      if (other == v)
        return false;
      IntVector mirrored(v.size());
      for (size_t i = 0; i < v.size(); ++i)
        mirrored[i] = 2 * v[i] - other[i];
      return vectors.count(mirrored) != 0;
    });
    if (!inner)
      result.push_back(v);
  }
  return result;
}

/// The normals of all constraints of \p set, sorted: equal for polyhedra that
/// differ only in how far out each face lies.
IntMatrix normalsOf(const isl::basic_set &set) {
  isl_mat *inequalities = isl_basic_set_inequalities_matrix(set.get(), isl_dim_cst, isl_dim_param,
                                                            isl_dim_set, isl_dim_div);
  isl_mat *equalities = isl_basic_set_equalities_matrix(set.get(), isl_dim_cst, isl_dim_param,
                                                        isl_dim_set, isl_dim_div);
  IntMatrix rows = fromIsl(inequalities), more = fromIsl(equalities);
  isl_mat_free(inequalities);
  isl_mat_free(equalities);
  rows.insert(rows.end(), more.begin(), more.end());
  for (IntVector &row : rows)
    row[0] = 0;
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Sources of several distances under one polyhedron that holds them all.
struct SourceGroup {
  isl::set sources;
  std::set<IntVector> distances;
};

/// Groups pieces with parallel polyhedra, so that one Farkas computation serves
/// all of them (a stencil's 27 neighbours differ by one at the borders only).
std::vector<SourceGroup> groupBySources(const std::vector<UniformPiece> &pieces) {
  std::map<IntMatrix, SourceGroup> groups;
  for (const UniformPiece &piece : pieces) {
    isl::basic_set hull = simpleHull(piece.sources);
    auto [entry, isNew] = groups.try_emplace(normalsOf(hull), SourceGroup{isl::set(hull), {}});
    if (!isNew)
      entry->second.sources = entry->second.sources.unite(isl::set(hull));
    entry->second.distances.insert(piece.distance);
  }
  std::vector<SourceGroup> result;
  for (auto &[normals, group] : groups)
    result.push_back(std::move(group));
  return result;
}

/// Conditions within one statement: there the distance is c . (j - i), whatever i.
std::vector<FarkasCone> selfUniform(const std::vector<UniformPiece> &pieces, size_t parameters) {
  std::set<IntVector> distances;
  for (const UniformPiece &piece : pieces)
    distances.insert(piece.distance);
  std::vector<FarkasCone> cones;
  for (const IntVector &distance : corners(distances)) {
    IntVector row(1 + parameters + distance.size(), 0);
    row[0] = 1;
    row.insert(row.end(), distance.begin(), distance.end());
    cones.push_back({{}, {row}});
  }
  return cones;
}

/// Constant bounds from here on are taken for "large" like a symbolic size.
constexpr long LargeBound = 32;

/// \p set without its inequalities that are far away from the origin.
isl::basic_set withoutLargeBounds(const isl::basic_set &set) {
  isl::basic_set result = isl::manage(isl_basic_set_universe(isl_basic_set_get_space(set.get())));
  isl_constraint_list *constraints = isl_basic_set_get_constraint_list(set.get());
  for (isl_size c = 0; c < isl_constraint_list_n_constraint(constraints); ++c) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(constraints, c);
    isl::val constant = isl::manage(isl_constraint_get_constant_val(constraint));
    if (isl_constraint_is_equality(constraint) ||
        isl_val_cmp_si(constant.abs().get(), LargeBound) < 0)
      result = isl::manage(isl_basic_set_add_constraint(result.release(), constraint));
    else
      isl_constraint_free(constraint);
  }
  isl_constraint_list_free(constraints);
  return result;
}

enum class LargeBounds { Keep, Ignore };

std::vector<FarkasCone> crossUniform(const std::vector<UniformPiece> &pieces, size_t parameters,
                                     LargeBounds large) {
  std::vector<FarkasCone> cones;
  for (const SourceGroup &group : groupBySources(pieces)) {
    isl::basic_set hull = isl::manage(isl_set_unshifted_simple_hull(group.sources.copy()));
    if (large == LargeBounds::Ignore)
      hull = withoutLargeBounds(hull);
    FarkasCone forms = nonNegativeForms(hull);
    for (const IntVector &distance : corners(group.distances))
      cones.push_back({shiftedRows(forms.equalities, parameters, distance),
                       shiftedRows(forms.inequalities, parameters, distance)});
  }
  return cones;
}

/// Moves the columns of j - i to the place of b, with zeros for a.
void spreadSelfColumns(IntMatrix &rows, size_t parameters, size_t depth) {
  for (IntVector &row : rows)
    row.insert(row.begin() + static_cast<long>(1 + parameters), depth, 0);
}

std::vector<FarkasCone> selfGeneral(const isl::map &relation, size_t parameters) {
  std::set<FarkasCone> different;
  relation.foreach_basic_map([&](const isl::basic_map &piece) {
    FarkasCone cone = nonNegativeFormsOfDistances(piece);
    const size_t depth = static_cast<size_t>(isl_basic_map_dim(piece.get(), isl_dim_in));
    spreadSelfColumns(cone.equalities, parameters, depth);
    spreadSelfColumns(cone.inequalities, parameters, depth);
    different.insert(std::move(cone));
  });
  return {different.begin(), different.end()};
}

std::vector<FarkasCone> crossGeneral(const isl::map &relation) {
  std::vector<FarkasCone> cones;
  relation.wrap().foreach_basic_set(
      [&](isl::basic_set piece) { cones.push_back(nonNegativeForms(piece)); });
  return cones;
}

void append(std::vector<FarkasCone> &to, std::vector<FarkasCone> from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

size_t parameterCount(const isl::space &space) {
  return static_cast<size_t>(isl_space_dim(space.get(), isl_dim_param));
}

} // namespace

const IntMatrix &Edge::vanishing() const {
  if (Vanishing)
    return *Vanishing;
  std::set<IntVector> rows;
  for (const UniformPiece &piece : Uniform) {
    size_t parameters = parameterCount(piece.sources.get_space());
    piece.sources.foreach_basic_set([&](isl::basic_set set) {
      for (IntVector &row : shiftedRows(vanishingForms(set), parameters, piece.distance))
        rows.insert(std::move(row));
    });
  }
  if (General)
    General->wrap().foreach_basic_set([&](isl::basic_set set) {
      for (IntVector &row : vanishingForms(set))
        rows.insert(std::move(row));
    });
  Vanishing = rowReduce(IntMatrix(rows.begin(), rows.end()));
  return *Vanishing;
}

std::vector<FarkasCone> Edge::generalCones() const {
  if (!General)
    return {};
  return Source == Target ? selfGeneral(*General, parameterCount(General->get_space()))
                          : crossGeneral(*General);
}

const std::vector<FarkasCone> &Edge::nonNegative() const {
  if (NonNegative)
    return *NonNegative;
  NonNegative = generalCones();
  if (Uniform.empty())
    return *NonNegative;
  size_t parameters = parameterCount(Uniform.front().sources.get_space());
  append(*NonNegative, Source == Target ? selfUniform(Uniform, parameters)
                                        : crossUniform(Uniform, parameters, LargeBounds::Ignore));
  return *NonNegative;
}

const std::vector<FarkasCone> &Edge::bounding() const {
  if (Uniform.empty() || Source == Target)
    return nonNegative();
  if (Bounding)
    return *Bounding;
  size_t parameters = parameterCount(Uniform.front().sources.get_space());
  Bounding = generalCones();
  append(*Bounding, crossUniform(Uniform, parameters, LargeBounds::Keep));
  return *Bounding;
}

} // namespace gputile::schedule
