//===- PlanAt.cpp - Sets and functions at one sample -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/PlanAt.h"

#include "Reader/Memory.h"
#include "gputile/Support/IslTools.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>

namespace gputile::reader {

std::string describe(const Scop &scop, const Sample &sample) {
  std::string text;
  for (size_t p = 0; p < sample.size(); ++p)
    text += (p ? ", " : "") + scop.parameters[p].name + " = " + std::to_string(sample[p]);
  return text.empty() ? "no parameters" : text;
}

isl::set sampleSet(const Scop &scop, const Sample &sample) {
  isl_space *space = isl_space_params_alloc(scop.ctx().get(), static_cast<unsigned>(sample.size()));
  for (size_t p = 0; p < sample.size(); ++p)
    space = isl_space_set_dim_name(space, isl_dim_param, static_cast<unsigned>(p),
                                   scop.parameters[p].name.c_str());
  isl_set *set = isl_set_universe(space);
  for (size_t p = 0; p < sample.size(); ++p)
    set = isl_set_fix_val(set, isl_dim_param, static_cast<unsigned>(p),
                          isl_val_int_from_si(scop.ctx().get(), sample[p]));
  return isl::manage(set);
}

/// \p set with its parameters' values put in.
static isl::set fixedAt(const isl::set &set, const isl::set &at) {
  return set.intersect_params(at).project_out_all_params();
}

static int64_t integer(isl_val *value) {
  const isl::val owned = isl::manage(value);
  const auto result = asLong(owned);
  if (!result)
    throw NotFollowed{"a value of the plan that is no integer of 64 bits"};
  return *result;
}

std::optional<int64_t> valueAt(const isl::pw_aff &function, const isl::set &at) {
  const isl::pw_aff there = isl::manage(isl_pw_aff_intersect_params(function.copy(), at.copy()));
  const isl::set domain = there.domain();
  if (domain.is_empty())
    return std::nullopt;
  const isl::val value = isl::manage(isl_pw_aff_max_val(there.copy()));
  const auto result = asLong(value);
  if (!result)
    throw NotFollowed{"a bound of the plan that is no integer of 64 bits"};
  return *result;
}

bool IntBox::contains(const IntPoint &point) const {
  for (size_t d = 0; d < point.size(); ++d)
    if (point[d] < lower[d] || point[d] > upper[d])
      return false;
  return true;
}

std::optional<IntBox> boxAt(const Box &box, const isl::set &at) {
  IntBox result;
  for (size_t d = 0; d < box.lower.size(); ++d) {
    const auto lower = valueAt(box.lower[d], at), upper = valueAt(box.upper[d], at);
    if (!lower || !upper)
      return std::nullopt;
    result.lower.push_back(*lower);
    result.upper.push_back(*upper);
  }
  return result;
}

static std::optional<IntBox> boundingBoxOf(const isl::set &fixed) {
  if (fixed.is_empty())
    return std::nullopt;
  if (isl_set_is_bounded(fixed.get()) != isl_bool_true)
    throw NotFollowed{"a set without bounds"};
  IntBox box;
  const isl_size dims = isl_set_dim(fixed.get(), isl_dim_set);
  for (int d = 0; d < dims; ++d) {
    box.lower.push_back(integer(isl_set_dim_min_val(fixed.copy(), d)));
    box.upper.push_back(integer(isl_set_dim_max_val(fixed.copy(), d)));
  }
  return box;
}

std::optional<IntBox> boundingBoxAt(const isl::set &set, const isl::set &at) {
  return boundingBoxOf(fixedAt(set, at));
}

BasicSetAt::BasicSetAt(const isl::basic_set &set) {
  const isl_size dims = isl_basic_set_dim(set.get(), isl_dim_set), divs = isl_basic_set_dim(set.get(), isl_dim_div);
  for (int i = 0; i < divs; ++i) {
    const isl::aff division = isl::manage(isl_basic_set_get_div(set.get(), i));
    Row row{0, integer(isl_aff_get_denominator_val(division.get())), false, {}};
    const auto scaled = [&](isl_val *value) {
      return integer(isl_val_mul(value, isl_aff_get_denominator_val(division.get())));
    };
    row.constant = scaled(isl_aff_get_constant_val(division.get()));
    for (int d = 0; d < dims; ++d)
      row.coefficients.push_back(scaled(isl_aff_get_coefficient_val(division.get(), isl_dim_in, d)));
    for (int d = 0; d < i; ++d)
      row.coefficients.push_back(scaled(isl_aff_get_coefficient_val(division.get(), isl_dim_div, d)));
    Divisions.push_back(std::move(row));
  }
  isl_constraint_list *list = isl_basic_set_get_constraint_list(set.get());
  for (int c = 0; c < isl_constraint_list_n_constraint(list); ++c) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(list, c);
    Row row{integer(isl_constraint_get_constant_val(constraint)), 1,
            isl_constraint_is_equality(constraint) == isl_bool_true, {}};
    for (int d = 0; d < dims; ++d)
      row.coefficients.push_back(integer(isl_constraint_get_coefficient_val(constraint, isl_dim_set, d)));
    for (int d = 0; d < divs; ++d)
      row.coefficients.push_back(integer(isl_constraint_get_coefficient_val(constraint, isl_dim_div, d)));
    isl_constraint_free(constraint);
    Constraints.push_back(std::move(row));
  }
  isl_constraint_list_free(list);
}

/// Of constant and coefficients at \p values.
template <typename Row> static int64_t valueOf(const Row &row, const IntPoint &values) {
  int64_t sum = row.constant;
  for (size_t i = 0; i < row.coefficients.size(); ++i)
    sum += row.coefficients[i] * values[i];
  return sum;
}

bool BasicSetAt::contains(const IntPoint &point) const {
  IntPoint values = point;
  for (const Row &division : Divisions) {
    const int64_t sum = valueOf(division, values), quotient = sum / division.denominator;
    values.push_back(quotient - (sum % division.denominator < 0));
  }
  return std::all_of(Constraints.begin(), Constraints.end(), [&](const Row &row) {
    const int64_t sum = valueOf(row, values);
    return row.isEquality ? sum == 0 : sum >= 0;
  });
}

SetAt::SetAt(const isl::set &set, const isl::set &at) {
  const isl::set fixed = withKnownDivs(fixedAt(set, at));
  fixed.foreach_basic_set([&](const isl::basic_set &part) { Parts.emplace_back(part); });
}

bool SetAt::contains(const IntPoint &point) const {
  return std::any_of(Parts.begin(), Parts.end(),
                     [&](const BasicSetAt &part) { return part.contains(point); });
}

/// A bounding box has at most so many points for each that is looked for.
constexpr size_t BoundingBoxPoints = 64;

/// Whether \p box has more than \p limit points.
static bool isLarger(const IntBox &box, size_t limit) {
  __int128 count = 1;
  for (size_t d = 0; d < box.lower.size() && count <= limit; ++d)
    count *= __int128(box.upper[d]) - box.lower[d] + 1;
  return count > limit;
}

std::optional<std::vector<IntPoint>> pointsAt(const isl::set &set, const isl::set &at, size_t limit) {
  std::vector<IntPoint> points;
  const auto box = boundingBoxAt(set, at);
  if (!box)
    return points;
  if (isLarger(*box, BoundingBoxPoints * (limit + 1)))
    return std::nullopt;
  const SetAt there(set, at);
  forPoints(*box, [&](const IntPoint &point) {
    if (points.size() <= limit && there.contains(point))
      points.push_back(point);
  });
  if (points.size() > limit)
    return std::nullopt;
  return points;
}

FunctionAt::FunctionAt(const isl::map &map, const isl::set &points, const isl::set &at) {
  if (!points.intersect_params(at).is_subset(map.domain()))
    Domain.emplace(map.domain(), at);
  const isl::map fixed = map.intersect_params(at).project_out_all_params().detect_equalities();
  const isl_size outs = isl_map_dim(fixed.get(), isl_dim_out), ins = isl_map_dim(fixed.get(), isl_dim_in);
  if (fixed.is_empty())
    return;
  const isl::pw_multi_aff function = fixed.as_pw_multi_aff();
  for (int d = 0; d < outs; ++d)
    Pieces.push_back(function.at(d));
  if (isl_pw_multi_aff_n_piece(function.get()) != 1)
    return;
  isl::multi_aff total;
  function.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) { total = piece; });
  std::vector<Row> rows;
  for (int d = 0; d < outs; ++d) {
    const isl::aff aff = total.at(d);
    if (isl_aff_dim(aff.get(), isl_dim_div) != 0)
      return;
    Row row{integer(isl_aff_get_constant_val(aff.get())), {}};
    for (int i = 0; i < ins; ++i)
      row.coefficients.push_back(integer(isl_aff_get_coefficient_val(aff.get(), isl_dim_in, i)));
    rows.push_back(std::move(row));
  }
  Rows = std::move(rows);
}

IntPoint FunctionAt::operator()(const IntPoint &point) const {
  if (Domain && !Domain->contains(point))
    throw Fault{"has a subscript that leaves its array"};
  IntPoint result;
  if (!Rows.empty()) {
    for (const Row &row : Rows) {
      int64_t sum = row.constant;
      for (size_t i = 0; i < point.size(); ++i)
        sum += row.coefficients[i] * point[i];
      result.push_back(sum);
    }
    return result;
  }
  for (const isl::pw_aff &piece : Pieces) {
    isl_point *at = isl_point_zero(isl_space_domain(isl_pw_aff_get_space(piece.get())));
    for (size_t i = 0; i < point.size(); ++i)
      at = isl_point_set_coordinate_val(at, isl_dim_set, static_cast<int>(i),
                                        isl_val_int_from_si(piece.ctx().get(), point[i]));
    const isl::val value = isl::manage(isl_pw_aff_eval(piece.copy(), at));
    if (value.is_nan())
      throw NotFollowed{"a function without a value"};
    result.push_back(integer(value.copy()));
  }
  return result;
}

} // namespace gputile::reader
