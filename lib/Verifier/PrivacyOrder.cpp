//===- PrivacyOrder.cpp - Statements keep their order ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/PrivacyOrder.h"

#include <isl/map.h>

#include <vector>

using namespace gputile;
using namespace gputile::verifier;

/// The number that dimension \p d of all \p times is, if it is one.
static std::optional<long> constantTime(const std::vector<isl::map> &times, unsigned d) {
  std::optional<long> value;
  for (const isl::map &time : times) {
    const std::optional<long> here = plainFixedRangeDim(time, d);
    if (!here || (value && *value != *here))
      return std::nullopt;
    value = here;
  }
  return value;
}

/// The schedules of the first \p count statements without the dimensions that do
/// not tell their instances apart.
static std::vector<isl::map> orderOf(const Scop &scop, size_t count) {
  std::vector<isl::map> times;
  for (size_t s = 0; s < count; ++s)
    times.push_back(scop.statements[s].schedule.intersect_domain(scop.statements[s].domain));
  const unsigned dims = times.empty() ? 0 : rangeDims(times.front());
  for (const isl::map &time : times)
    if (rangeDims(time) != dims)
      return {};
  for (unsigned d = dims; d-- > 0;)
    if (constantTime(times, d))
      for (isl::map &time : times)
        time = dropRangeDims(time, d, 1);
  return times;
}

Outcome verifier::checkSameOrder(const Scop &a, const Scop &b) {
  std::vector<isl::map> before = orderOf(a, a.statements.size()),
                        after = orderOf(b, a.statements.size());
  for (size_t s = 0; s < a.statements.size(); ++s) {
    bool same = s < before.size() && s < after.size() && before[s].is_equal(after[s]);
    if (!same)
      return fail(Kind::Privacy, "statement " + a.statements[s].name +
                                     " is not the original one: it runs at other times");
  }
  return std::nullopt;
}
