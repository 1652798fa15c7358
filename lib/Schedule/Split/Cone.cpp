//===- Cone.cpp - The dependence cone of a program --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steepest distance is found by Newton's method: from a slope n / m to that of the
/// distance with the largest m dx - n dtau, until that is not positive. Distances far
/// in time are only checked against the result.
///
//===----------------------------------------------------------------------===//

#include "Schedule/Split/Cone.h"

#include "gputile/Support/IslTools.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>

#include <numeric>
#include <vector>

namespace gputile::schedule {
namespace {

/// Steeper slopes, and finer ones, are no tiles that anyone could use.
constexpr long mostExtreme = 1L << 16;
/// Distances up to here in time are looked for exactly.
constexpr int farInTime = 64;

/// { [x…] -> [f…] }
isl::map functions(const isl::space &domain, const std::vector<isl::aff> &values) {
  isl::aff_list list(domain.ctx(), static_cast<int>(values.size()));
  for (const isl::aff &value : values)
    list = list.add(value);
  return isl::multi_aff(domain.add_unnamed_tuple(static_cast<unsigned>(values.size())), list)
      .as_map();
}

/// { [dtau, dx] -> [m dx - n dtau, dtau, dx] }
isl::map excess(const isl::space &plane, const Slope &slope) {
  const isl::aff dtau = coordinateOn(plane, 0), dx = coordinateOn(plane, 1);
  const isl::aff by = dx.scale(isl::val(plane.ctx(), slope.den))
                          .sub(dtau.scale(isl::val(plane.ctx(), slope.num)));
  return functions(plane, {by, dtau, dx});
}

/// { [dtau, dx_d] } or { [dtau, -dx_d] } of { [dtau, dx_0, …] : dtau >= 1 }, and perhaps
/// more.
isl::set planeOf(const isl::set &distances, unsigned d, bool upwards) {
  const isl::set later = boundBelow(distances, 0, 1);
  const isl::set all = later.project_out_all_params();
  const isl::aff dx = coordinateOn(all.space(), 1 + d);
  const isl::map plane =
      functions(all.space(), {coordinateOn(all.space(), 0), upwards ? dx : dx.neg()});
  // Bounds are looked for among constraints without quantified variables.
  return withoutDivs(all.apply(plane));
}

std::optional<long> coordinate(const isl::point &point, unsigned d) {
  return asLong(
      isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(d))));
}

/// The distance that exceeds \p slope the most, as a slope; \p slope itself when none
/// does, and none when there is no bound.
std::optional<Slope> steeper(const isl::set &plane, const Slope &slope) {
  const isl::set excesses = plane.apply(excess(plane.space(), slope));
  if (!excesses.dim_max_val(0).is_int())
    return std::nullopt;
  const isl::point most = excesses.lexmax().sample_point();
  const std::optional<long> by = coordinate(most, 0), dtau = coordinate(most, 1),
                            dx = coordinate(most, 2);
  if (!by || !dtau || !dx || *dx > mostExtreme)
    return std::nullopt;
  if (*by <= 0)
    return slope;
  const long divisor = std::gcd(*dx, *dtau);
  return Slope{*dx / divisor, *dtau / divisor};
}

} // namespace

Slope larger(const Slope &a, const Slope &b) { return a.num * b.den < b.num * a.den ? b : a; }

std::optional<Slope> steepest(const isl::set &distances, unsigned d, bool upwards) {
  const isl::set plane = planeOf(distances, d, upwards);
  const isl::set near =
      isl::manage(isl_set_upper_bound_si(plane.copy(), isl_dim_set, 0, farInTime));
  Slope slope;
  if (!near.is_empty())
    for (bool more = true; more;) {
      const std::optional<Slope> next = steeper(near, slope);
      if (!next)
        return std::nullopt;
      more = next->num != slope.num || next->den != slope.den;
      slope = *next;
    }
  const isl::set above = boundBelow(plane.apply(excess(plane.space(), slope)), 0, 1);
  if (!above.is_empty())
    return std::nullopt;
  return slope;
}

} // namespace gputile::schedule
