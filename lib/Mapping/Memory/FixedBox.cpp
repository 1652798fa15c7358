//===- FixedBox.cpp - Boxes of constant size --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/FixedBox.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <numeric>

namespace gputile::mapping {

double FixedBox::elements() const {
  return std::accumulate(size.begin(), size.end(), 1.0, std::multiplies<double>());
}

/// The one function that dimension \p d of the range of \p footprint is, with divisions, if it is
/// one: { x -> [(t + 1) mod 2] }.
static std::optional<isl::aff> functionOf(const isl::map &footprint, unsigned d) {
  const isl::map values = selectRange(footprint, d, 1).coalesce();
  if (!quantifies(values.wrap()) || !values.is_single_valued())
    return std::nullopt;
  const isl::pw_multi_aff function = isl::manage(isl_pw_multi_aff_from_map(values.copy()));
  if (isl_pw_multi_aff_n_piece(function.get()) != 1)
    return std::nullopt;
  std::optional<isl::aff> result;
  function.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) { result = piece.at(0); });
  return result;
}

std::optional<FixedBox> fixedBox(const isl::map &footprint) {
  isl::fixed_box hull = footprint.range_simple_fixed_box_hull();
  if (!hull.is_valid())
    return std::nullopt;
  FixedBox box{hull.offset(), {}};
  isl::multi_val size = hull.size();
  for (unsigned d = 0; d < size.size(); ++d) {
    if (!size.at(static_cast<int>(d)).is_int())
      return std::nullopt;
    box.size.push_back(size.at(static_cast<int>(d)).num_si());
    if (box.size.back() == 1)
      continue;
    // The hull of values of such functions is wider than each of them.
    if (const auto only = functionOf(footprint, d)) {
      box.offset = box.offset.set_at(static_cast<int>(d), *only);
      box.size.back() = 1;
    }
  }
  return box;
}

double leastElementsOfBoth(const FixedBox &a, const FixedBox &b) {
  double elements = 1;
  for (unsigned d = 0; d < a.size.size(); ++d) {
    long size = std::max(a.size[d], b.size[d]);
    const isl::aff difference =
        b.offset.at(static_cast<int>(d)).sub(a.offset.at(static_cast<int>(d)));
    if (difference.is_cst())
      if (auto shift = asLong(difference.constant_val()))
        size = std::max(a.size[d], *shift + b.size[d]) - std::min(0L, *shift);
    elements *= static_cast<double>(size);
  }
  return elements;
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
