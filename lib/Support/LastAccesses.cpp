//===- LastAccesses.cpp - Accesses before others ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/LastAccesses.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace gputile;

/// By dimension of the time its number, where it is plainly fixed.
using FixedTime = std::vector<std::optional<long>>;

/// Adds what isl sees of the time of each map in \p accesses.
static void addTimes(const isl::union_map &accesses, const isl::union_map &schedule,
                     std::set<FixedTime> &times) {
  accesses.foreach_map([&](const isl::map &access) {
    schedule.intersect_domain(isl::union_set(access.domain()))
        .foreach_map([&](const isl::map &time) {
          const isl::map both = access.range_product(time);
          const unsigned elements = rangeDims(access);
          FixedTime fixed;
          for (unsigned d = 0; d < rangeDims(time); ++d)
            fixed.push_back(plainFixedRangeDim(both, elements + d));
          times.insert(std::move(fixed));
        });
  });
}

/// Whether no dimension before \p d says which of \p a and \p b comes first.
static bool mayShareLoop(const FixedTime &a, const FixedTime &b, size_t d) {
  for (size_t before = 0; before < d; ++before)
    if (a[before] && b[before] && a[before] != b[before])
      return false;
  return true;
}

/// The dimensions that some accesses run through and others in the same loop do not.
static std::set<size_t> mixedDimensions(std::vector<FixedTime> times) {
  std::set<size_t> mixed;
  for (size_t d = 0; !times.empty() && d < times.front().size(); ++d) {
    const bool isMixed = std::any_of(times.begin(), times.end(), [&](const FixedTime &fixed) {
      return fixed[d] && std::any_of(times.begin(), times.end(), [&](const FixedTime &other) {
               return !other[d] && mayShareLoop(fixed, other, d);
             });
    });
    if (!isMixed)
      continue;
    mixed.insert(d);
    for (FixedTime &fixed : times)
      fixed[d].reset(); // isl will see none.
  }
  return mixed;
}

/// An unknown number that is added to times: no order changes, and nothing is fixed.
static const char *const Shift = "gputile_shift";

/// { [t…] -> [t…] }, with the unknown number added to \p dimensions.
static isl::union_map shifted(isl::ctx ctx, size_t size, const std::set<size_t> &dimensions) {
  std::string from, to;
  for (size_t d = 0; d < size; ++d) {
    const std::string name = (d == 0 ? "t" : ", t") + std::to_string(d);
    from += name;
    to += name + (dimensions.count(d) ? std::string(" + ") + Shift : "");
  }
  return isl::union_map(ctx, std::string("[") + Shift + "] -> { [" + from + "] -> [" + to + "] }");
}

static isl::union_map withoutShift(const isl::union_map &map) {
  const int position = isl_union_map_find_dim_by_name(map.get(), isl_dim_param, Shift);
  if (position < 0)
    return map;
  return isl::manage(
      isl_union_map_project_out(map.copy(), isl_dim_param, static_cast<unsigned>(position), 1));
}

LastAccesses gputile::lastAccesses(const isl::union_map &sinks, const isl::union_map &must,
                                   const isl::union_map &may, const isl::union_map &schedule) {
  std::set<FixedTime> times;
  for (const isl::union_map &accesses : {sinks, must, may})
    addTimes(accesses, schedule, times);
  const std::set<size_t> mixed = mixedDimensions({times.begin(), times.end()});
  const isl::union_map order =
      mixed.empty() ? schedule
                    : schedule.apply_range(shifted(sinks.ctx(), times.begin()->size(), mixed));
  const isl::union_flow flow = isl::union_access_info(sinks)
                                   .set_must_source(must)
                                   .set_may_source(may)
                                   .set_schedule_map(order)
                                   .compute_flow();
  return {withoutShift(flow.must_dependence()), withoutShift(flow.may_dependence()),
          withoutShift(flow.must_no_source()), withoutShift(flow.may_no_source())};
}
