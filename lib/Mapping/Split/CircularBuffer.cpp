//===- CircularBuffer.cpp - Slots for time slices -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Split/CircularBuffer.h"

#include <algorithm>
#include <tuple>

namespace gputile::mapping {
namespace {

/// The one value of \p f, if it has one.
std::optional<long> constantValue(const isl::pw_aff &f) {
  const isl::set values = f.as_map().range();
  if (values.is_empty())
    return std::nullopt;
  const isl::val low = isl::manage(isl_set_dim_min_val(values.copy(), 0));
  const isl::val high = isl::manage(isl_set_dim_max_val(values.copy(), 0));
  if (!low.is_int() || !low.eq(high))
    return std::nullopt;
  return low.num_si();
}

/// The lead of a reference along dimension \p d of its array.
std::optional<long> leadOf(const SplitRegion &region, unsigned statement,
                           const Reference &reference, unsigned d, bool backwards) {
  if (!reference.affine || !reference.index.is_single_valued())
    return std::nullopt;
  isl::pw_aff index = reference.index.as_pw_multi_aff().at(static_cast<int>(d));
  if (backwards)
    index = index.neg();
  return constantValue(index.sub(isl::pw_aff(region.band.time.at(statement))));
}

std::optional<TimeSlices> slicesAlong(const SplitRegion &region, unsigned array, unsigned d,
                                      bool backwards) {
  TimeSlices result;
  result.dim = d;
  result.backwards = backwards;
  std::optional<long> written;
  for (unsigned s : region.band.statements) {
    const Statement &statement = region.scop.statements[s];
    for (const Access &access : statement.accesses) {
      const Reference &reference = statement.references[access.reference];
      if (reference.array != array)
        continue;
      const std::optional<long> lead = leadOf(region, s, reference, d, backwards);
      const bool isWrite = access.kind != AccessKind::Read;
      if (!lead || (isWrite && written && *written != *lead))
        return std::nullopt;
      if (isWrite)
        written = lead;
      result.uses.push_back({s, &access, *lead});
    }
  }
  if (!written)
    return std::nullopt;
  const auto byLead = [](const SliceUse &a, const SliceUse &b) { return a.lead < b.lead; };
  const auto [least, most] = std::minmax_element(result.uses.begin(), result.uses.end(), byLead);
  result.least = least->lead;
  result.most = most->lead;
  result.written = *written;
  return result;
}

/// The order of uses of an element: the larger the lead, the earlier.
std::tuple<long, unsigned, unsigned> placeOf(const SplitBand &band, const SliceUse &use) {
  return {-use.lead, band.step.at(use.statement), band.leaf.at(use.statement)};
}

} // namespace

bool TimeSlices::writesFirst(const SplitBand &band, const SliceUse &use) const {
  if (use.access->kind != AccessKind::MustWrite)
    return false;
  return std::all_of(uses.begin(), uses.end(), [&](const SliceUse &other) {
    return other.access->kind != AccessKind::Read || placeOf(band, use) < placeOf(band, other);
  });
}

bool TimeSlices::isEarly(const SplitRegion &region, const SliceUse &use) const {
  // A band of whole iterations has the barriers of all their steps.
  const bool whole = region.shape.height % region.band.steps == 0;
  return use.lead == most && (!whole || region.band.step.at(use.statement) == 0);
}

long TimeSlices::slots(long ahead) const {
  return ahead + 1 + std::max(most - least, most - written + 1);
}

std::optional<TimeSlices> findTimeSlices(const SplitRegion &region, unsigned array) {
  // Slices along the last dimension would not be copied in whole segments of memory.
  for (unsigned d = 0; d + 1 < region.scop.arrays[array].rank; ++d)
    for (bool backwards : {false, true})
      if (auto slices = slicesAlong(region, array, d, backwards))
        return slices;
  return std::nullopt;
}

} // namespace gputile::mapping
