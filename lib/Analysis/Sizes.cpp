//===- Sizes.cpp - Constants that stand for sizes -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/Sizes.h"

#include <isl/constraint.h>
#include <isl/map.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

namespace gputile {
namespace {

/// Constants that exceed a size by no more than this differ from it by the reach of a stencil.
constexpr long Nearby = 4;
/// Constants from here on are limits of types, or would make numbers too large.
constexpr long MostSize = 1L << 40;

bool involves(isl_constraint *constraint, isl_dim_type type) {
  return isl_constraint_involves_dims(
      constraint, type, 0, static_cast<unsigned>(isl_constraint_dim(constraint, type)));
}

/// The sum of the coefficients of the iterators.
isl::val sumOfCoefficients(isl_constraint *constraint) {
  isl::val sum = isl::val::zero(isl::ctx(isl_constraint_get_ctx(constraint)));
  for (isl_dim_type type : {isl_dim_in, isl_dim_out})
    for (int d = 0; d < isl_constraint_dim(constraint, type); ++d)
      sum = sum.add(isl::manage(isl_constraint_get_coefficient_val(constraint, type, d)));
  return sum;
}

/// The constant of \p constraint where a size may stand for it: it bounds iterators, and is
/// neither a distance between them nor relative to a parameter.
std::optional<long> boundOf(isl_constraint *constraint) {
  if (involves(constraint, isl_dim_param) || involves(constraint, isl_dim_div) ||
      !(involves(constraint, isl_dim_in) || involves(constraint, isl_dim_out)) ||
      (isl_constraint_is_equality(constraint) && sumOfCoefficients(constraint).is_zero()))
    return std::nullopt;
  std::optional<long> bound = asLong(isl::manage(isl_constraint_get_constant_val(constraint)));
  if (!bound || *bound <= -MostSize || *bound >= MostSize || std::abs(*bound) < LeastSize)
    return std::nullopt;
  return bound;
}

template <typename F> void forEachConstraint(const isl::basic_map &map, F &&work) {
  isl_constraint_list *list = isl_basic_map_get_constraint_list(map.get());
  for (isl_size c = 0; c < isl_constraint_list_n_constraint(list); ++c)
    work(isl_constraint_list_get_constraint(list, c));
  isl_constraint_list_free(list);
}

/// \p constraint with the parameter of a size in the place of most of its constant, \p bound.
isl_constraint *withSize(isl_constraint *constraint, long bound, const std::vector<long> &sizes) {
  const auto above = std::upper_bound(sizes.begin(), sizes.end(), std::abs(bound));
  if (above == sizes.begin())
    return constraint;
  const long size = *std::prev(above), sign = bound < 0 ? -1 : 1;
  const auto parameters = isl_constraint_dim(constraint, isl_dim_param);
  const auto place = static_cast<int>(parameters - (sizes.end() - std::prev(above)));
  isl_ctx *ctx = isl_constraint_get_ctx(constraint);
  constraint = isl_constraint_set_coefficient_si(constraint, isl_dim_param, place,
                                                 static_cast<int>(sign));
  return isl_constraint_set_constant_val(constraint,
                                         isl_val_int_from_si(ctx, bound - sign * size));
}

/// \p map with a parameter more for each size.
isl::basic_map withParameters(const isl::basic_map &map, size_t sizes) {
  isl_basic_map *wide = map.copy();
  for (size_t k = 0; k < sizes; ++k) {
    const auto place = static_cast<unsigned>(isl_basic_map_dim(wide, isl_dim_param));
    wide = isl_basic_map_add_dims(wide, isl_dim_param, 1);
    wide = isl_basic_map_set_dim_name(wide, isl_dim_param, place, sizeName(k).c_str());
  }
  return isl::manage(wide);
}

} // namespace

std::vector<long> sizesOf(const Ddg &ddg) {
  std::set<long> bounds;
  for (const Dependence &dependence : ddg.edges)
    dependence.relation.foreach_basic_map([&](const isl::basic_map &piece) {
      forEachConstraint(piece, [&](isl_constraint *constraint) {
        if (std::optional<long> bound = boundOf(constraint))
          bounds.insert(std::abs(*bound));
        isl_constraint_free(constraint);
      });
    });
  std::vector<long> sizes;
  for (long bound : bounds)
    if (sizes.empty() || bound > sizes.back() + Nearby)
      sizes.push_back(bound);
  return sizes;
}

std::string sizeName(size_t k) { return "size " + std::to_string(k); }

isl::basic_map withSizes(const isl::basic_map &relation, const std::vector<long> &sizes) {
  if (sizes.empty())
    return relation;
  const isl::basic_map wide = withParameters(relation, sizes.size());
  isl::basic_map result =
      isl::manage(isl_basic_map_universe(isl_basic_map_get_space(wide.get())));
  forEachConstraint(wide, [&](isl_constraint *constraint) {
    if (std::optional<long> bound = boundOf(constraint))
      constraint = withSize(constraint, *bound, sizes);
    result = isl::manage(isl_basic_map_add_constraint(result.release(), constraint));
  });
  return result;
}

isl::map withSizes(const isl::map &relation, const std::vector<long> &sizes) {
  const isl::basic_map any =
      isl::manage(isl_basic_map_universe(isl_map_get_space(relation.get())));
  isl::map result = isl::map::empty(isl::map(withParameters(any, sizes.size())).space());
  relation.foreach_basic_map(
      [&](const isl::basic_map &piece) { result = result.unite(isl::map(withSizes(piece, sizes))); });
  return result;
}

} // namespace gputile
