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
static std::optional<long> constantTime(const std::vector<isl::map> &times, int d) {
  std::optional<long> value;
  for (const isl::map &time : times) {
    isl::val fixed = isl::manage(
        isl_map_plain_get_val_if_fixed(time.get(), isl_dim_out, static_cast<unsigned>(d)));
    std::optional<long> here = fixed.is_int() ? asLong(fixed) : std::nullopt;
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
  int dims = times.empty() ? 0 : static_cast<int>(rangeDims(times.front()));
  for (const isl::map &time : times)
    if (static_cast<int>(rangeDims(time)) != dims)
      return {};
  for (int d = dims - 1; d >= 0; --d)
    if (constantTime(times, d))
      for (isl::map &time : times)
        time = isl::manage(
            isl_map_project_out(time.release(), isl_dim_out, static_cast<unsigned>(d), 1));
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
