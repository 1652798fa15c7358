//===- FixedBox.cpp - Boxes of constant size --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/FixedBox.h"

#include "gputile/Support/IslTools.h"

#include <isl/map.h>

#include <algorithm>
#include <numeric>

namespace gputile::mapping {

double FixedBox::elements() const {
  return std::accumulate(size.begin(), size.end(), 1.0, std::multiplies<double>());
}

/// Whether some x has two values of dimension \p d of the range of \p footprint, { x -> A[a] }.
/// isl's own test eliminates x first, which costs far more.
static bool hasSeveralValues(const isl::map &footprint, unsigned d) {
  isl_map *twice = isl_map_flat_range_product(footprint.copy(), footprint.copy());
  const int first = static_cast<int>(d), second = static_cast<int>(rangeDims(footprint) + d);
  return !isl::manage(isl_map_order_lt(twice, isl_dim_out, first, isl_dim_out, second)).is_empty();
}

/// The same of a single part of it, which most often suffices.
static bool hasPartWithSeveralValues(const isl::map &footprint, unsigned d) {
  bool found = false;
  footprint.foreach_basic_map(
      [&](const isl::basic_map &part) { found = found || hasSeveralValues(isl::map(part), d); });
  return found;
}

/// The one function that dimension \p d of the range of \p footprint is, with divisions, if it is
/// one: { x -> [(t + 1) mod 2] }.
static std::optional<isl::aff> functionOf(const isl::map &footprint, unsigned d) {
  if (hasPartWithSeveralValues(footprint, d))
    return std::nullopt;
  const isl::map values = selectRange(footprint, d, 1).coalesce();
  if (!quantifies(values.wrap()) || hasSeveralValues(values, 0))
    return std::nullopt;
  const isl::pw_multi_aff function = isl::manage(isl_pw_multi_aff_from_map(values.copy()));
  if (isl_pw_multi_aff_n_piece(function.get()) != 1)
    return std::nullopt;
  std::optional<isl::aff> result;
  function.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) { result = piece.at(0); });
  return result;
}

/// What isl calls the simple fixed box hull.
static std::optional<FixedBox> boxHull(const isl::map &footprint) {
  const isl::fixed_box hull = footprint.range_simple_fixed_box_hull();
  if (!hull.is_valid())
    return std::nullopt;
  FixedBox box{hull.offset(), {}};
  const isl::multi_val size = hull.size();
  for (unsigned d = 0; d < size.size(); ++d) {
    if (!size.at(static_cast<int>(d)).is_int())
      return std::nullopt;
    box.size.push_back(size.at(static_cast<int>(d)).num_si());
  }
  return box;
}

/// Whether \p footprint has, for some x, elements at both ends of dimension \p d of \p box.
static bool reachesBothEnds(const isl::map &footprint, const FixedBox &box, unsigned d) {
  const auto touching = [&](long distance) {
    const isl::aff end = box.offset.at(static_cast<int>(d)).add_constant(distance);
    isl_map *corner = box.offset.set_at(static_cast<int>(d), end).as_map().release();
    return footprint.intersect(
        isl::manage(isl_map_drop_constraints_not_involving_dims(corner, isl_dim_out, d, 1)));
  };
  bool reached = false;
  const isl::map first = touching(0), last = touching(box.size[d] - 1);
  first.foreach_basic_map([&](const isl::basic_map &one) {
    last.foreach_basic_map([&](const isl::basic_map &other) {
      reached = reached || !isl::map(one).range_product(isl::map(other)).is_empty();
    });
  });
  return reached;
}

/// The box as bounds without parameters have it, when there is no smaller one. It costs far less.
static std::optional<FixedBox> boxWithoutParams(const isl::map &footprint) {
  const std::optional<FixedBox> box = boxHull(withoutParamConstraints(footprint));
  if (!box)
    return std::nullopt;
  for (unsigned d = 0; d < box->size.size(); ++d)
    if (box->size[d] > 1 && !reachesBothEnds(footprint, *box, d))
      return std::nullopt;
  return box;
}

std::optional<FixedBox> fixedBox(const isl::map &footprint) {
  std::optional<FixedBox> box = boxWithoutParams(footprint);
  if (!box)
    box = boxHull(footprint);
  if (!box)
    return std::nullopt;
  for (unsigned d = 0; d < box->size.size(); ++d) {
    if (box->size[d] == 1)
      continue;
    // The hull of values of such functions is wider than each of them.
    if (const auto only = functionOf(footprint, d)) {
      box->offset = box->offset.set_at(static_cast<int>(d), *only);
      box->size[d] = 1;
    }
  }
  return box;
}

/// Where dimension \p d of both boxes begins, from the offset of \p a on, and how far it reaches;
/// none when the offsets do not differ by a constant.
static std::optional<std::pair<long, long>> spanOfBoth(const FixedBox &a, const FixedBox &b,
                                                       unsigned d) {
  const isl::aff difference =
      b.offset.at(static_cast<int>(d)).sub(a.offset.at(static_cast<int>(d)));
  const std::optional<long> shift =
      difference.is_cst() ? asLong(difference.constant_val()) : std::nullopt;
  if (!shift)
    return std::nullopt;
  const long first = std::min(0L, *shift);
  return std::pair(first, std::max(a.size[d], *shift + b.size[d]) - first);
}

double leastElementsOfBoth(const FixedBox &a, const FixedBox &b) {
  double elements = 1;
  for (unsigned d = 0; d < a.size.size(); ++d) {
    const auto span = spanOfBoth(a, b, d);
    elements *= static_cast<double>(span ? span->second : std::max(a.size[d], b.size[d]));
  }
  return elements;
}

std::optional<FixedBox> boxOfBoth(const FixedBox &a, const FixedBox &b) {
  FixedBox box = a;
  for (unsigned d = 0; d < a.size.size(); ++d) {
    const auto span = spanOfBoth(a, b, d);
    if (!span)
      return std::nullopt;
    const int position = static_cast<int>(d);
    box.offset = box.offset.set_at(position, a.offset.at(position).add_constant(span->first));
    box.size[d] = span->second;
  }
  return box;
}

isl::map boxMap(const FixedBox &box) {
  isl::map result = isl::map::universe(box.offset.space());
  isl::multi_pw_aff lower = box.offset.to_multi_pw_aff();
  isl::multi_aff last = box.offset;
  for (unsigned d = 0; d < box.size.size(); ++d)
    last = last.set_at(static_cast<int>(d),
                       last.at(static_cast<int>(d)).add_constant(box.size[d] - 1));
  return result.lower_bound(lower).upper_bound(last.to_multi_pw_aff());
}

} // namespace gputile::mapping
