//===- SplitReach.cpp - How far dependences reach in space --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steepest direction among distances is that of the cone that they span. With
/// lambda = 1 / dtau and y = dx / dtau a constraint c + a dtau + b dx >= 0 becomes
/// c lambda + a + b y >= 0, so that it is found by a linear program, also where
/// distances are unbounded.
///
//===----------------------------------------------------------------------===//

#include "SplitReach.h"

#include <isl/constraint.h>
#include <isl/lp.h>
#include <isl/map.h>
#include <isl/set.h>

namespace gputile {
namespace {

/// Steeper slopes, and finer ones, are no tiles that anyone could use.
constexpr long mostExtreme = 1L << 16;

/// { [lambda, y] } of { [dtau, dx] }.
isl::basic_set spannedSlopes(const isl::basic_set &distances) {
  isl::basic_set slopes(distances.ctx(), "{ [lambda, y] : lambda >= 0 }");
  isl_basic_set_foreach_constraint(
      distances.get(),
      [](isl_constraint *from, void *user) {
        auto &result = *static_cast<isl::basic_set *>(user);
        isl_local_space *space = isl_local_space_from_space(isl_basic_set_get_space(result.get()));
        isl_constraint *to = isl_constraint_is_equality(from) == isl_bool_true
                                 ? isl_constraint_alloc_equality(space)
                                 : isl_constraint_alloc_inequality(space);
        to = isl_constraint_set_coefficient_val(to, isl_dim_set, 0,
                                                isl_constraint_get_constant_val(from));
        to = isl_constraint_set_constant_val(
            to, isl_constraint_get_coefficient_val(from, isl_dim_set, 0));
        to = isl_constraint_set_coefficient_val(
            to, isl_dim_set, 1, isl_constraint_get_coefficient_val(from, isl_dim_set, 1));
        isl_constraint_free(from);
        result = isl::manage(isl_basic_set_add_constraint(result.release(), to));
        return isl_stat_ok;
      },
      &slopes);
  return slopes;
}

/// The largest y of { [lambda, y] }.
isl::val largestSlope(const isl::basic_set &slopes) {
  isl::aff y = isl::manage(isl_aff_var_on_domain(
      isl_local_space_from_space(isl_basic_set_get_space(slopes.get())), isl_dim_set, 1));
  return isl::manage(isl_basic_set_max_lp_val(slopes.get(), y.get()));
}

} // namespace

Slope larger(const Slope &a, const Slope &b) { return a.num * b.den < b.num * a.den ? b : a; }

std::optional<Slope> steepest(const isl::set &distances, unsigned d, bool upwards) {
  const unsigned dims = static_cast<unsigned>(isl_set_dim(distances.get(), isl_dim_set));
  const std::string project = "{ [dtau" +
                              [&] {
                                std::string names;
                                for (unsigned e = 0; e + 1 < dims; ++e)
                                  names += ", x" + std::to_string(e);
                                return names;
                              }() +
                              "] -> [dtau, " + (upwards ? "" : "-") + "x" + std::to_string(d) +
                              "] : dtau >= 1 }";
  isl::set plane = distances.apply(isl::map(distances.ctx(), project)).project_out_all_params();
  plane = isl::manage(isl_set_remove_divs(plane.release()));
  Slope result;
  bool bounded = true;
  plane.foreach_basic_set([&](isl::basic_set part) {
    isl::val y = largestSlope(spannedSlopes(part));
    if (y.is_nan() || y.is_neg()) // None, or none upwards.
      return;
    const std::optional<long> den = asLong(isl::manage(isl_val_get_den_val(y.get())));
    bounded &=
        y.is_rat() && den && *den <= mostExtreme && isl_val_cmp_si(y.get(), mostExtreme) <= 0;
    if (bounded)
      result = larger(result, {y.num_si(), *den});
  });
  if (!bounded)
    return std::nullopt;
  return result;
}

} // namespace gputile
