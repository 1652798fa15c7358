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

/// The schedules of \p statements without the dimensions that do not tell their
/// instances apart.
static std::vector<isl::map> orderOf(const std::vector<const Statement *> &statements) {
  std::vector<isl::map> times;
  for (const Statement *s : statements)
    times.push_back(s->schedule.intersect_domain(s->domain));
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

Outcome verifier::checkSameOrder(const StatementPairs &pairs) {
  std::vector<const Statement *> first, second;
  for (const auto &[a, b] : pairs) {
    first.push_back(a);
    second.push_back(b);
  }
  const std::vector<isl::map> before = orderOf(first), after = orderOf(second);
  for (size_t s = 0; s < pairs.size(); ++s) {
    const bool same = s < before.size() && s < after.size() && before[s].is_equal(after[s]);
    if (!same)
      return fail(Kind::Privacy, "statement " + first[s]->name +
                                     " is not the original one: it runs at other times");
  }
  return std::nullopt;
}

Outcome verifier::checkSameOrder(const Scop &a, const Scop &b) {
  StatementPairs pairs;
  for (size_t s = 0; s < a.statements.size(); ++s)
    pairs.emplace_back(&a.statements[s], &b.statements[s]);
  return checkSameOrder(pairs);
}
