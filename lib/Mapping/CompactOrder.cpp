//===- CompactOrder.cpp - Positions of the order that are needed ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/CompactOrder.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

std::vector<long> scalarValues(const Coordinate &c) {
  std::vector<long> values;
  for (const auto &[s, f] : c)
    values.push_back(f.constant_val().num_si());
  return values;
}

bool isNeeded(const KernelSpace &space, unsigned position,
              const std::map<unsigned, ScalarUse> &uses) {
  if (space.orderIsLoop[position] || uses.count(position))
    return true;
  std::vector<long> values = scalarValues(space.order[position]);
  return std::any_of(values.begin(), values.end(), [&](long v) { return v != values.front(); });
}

Coordinate shifted(const Coordinate &c, long firstValue) {
  std::vector<long> values = scalarValues(c);
  long by = firstValue - *std::min_element(values.begin(), values.end());
  Coordinate result;
  for (const auto &[s, f] : c)
    result.emplace(s, f.add_constant(by));
  return result;
}

} // namespace

KernelSpace compactOrder(const KernelSpace &space, const std::map<unsigned, ScalarUse> &uses) {
  KernelSpace result = space;
  result.order.clear();
  result.orderIsLoop.clear();
  std::vector<unsigned> newPosition; // Of each old position: kept ones before it.
  unsigned last = static_cast<unsigned>(space.order.size()) - 1;
  for (unsigned e = 0; e <= last; ++e) {
    newPosition.push_back(static_cast<unsigned>(result.order.size()));
    bool onlyOne = e == last && result.order.empty();
    if (!onlyOne && !isNeeded(space, e, uses))
      continue;
    auto use = uses.find(e);
    long before = use == uses.end() ? 0 : use->second.before;
    result.order.push_back(space.orderIsLoop[e] ? space.order[e]
                                                : shifted(space.order[e], before));
    result.orderIsLoop.push_back(space.orderIsLoop[e]);
  }
  for (unsigned &position : result.unrolled)
    position = newPosition[position];
  for (TileLevel &level : result.levels)
    level.prefix = newPosition[level.prefix];
  return result;
}

} // namespace gputile::mapping
