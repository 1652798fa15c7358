//===- Room.cpp - Room for actions in the order of a tile -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/KernelSpace.h"
#include "Mapping/Room.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

std::vector<long> scalarValues(const Coordinate &c) {
  std::vector<long> values;
  for (const auto &[s, f] : c)
    values.push_back(f.constant_val().num_si());
  return values;
}

bool areDifferent(const std::vector<long> &values) {
  return std::any_of(values.begin(), values.end(), [&](long v) { return v != values.front(); });
}

/// Makes the smallest value \p first.
Coordinate startingAt(const Coordinate &c, long first) {
  const std::vector<long> values = scalarValues(c);
  const long by = first - *std::min_element(values.begin(), values.end());
  Coordinate result;
  for (const auto &[s, f] : c)
    result.emplace(s, f.add_constant(by));
  return result;
}

/// Steps 0, 1, 2, … at \p first, first + 2, first + 4, …
Coordinate spread(const Coordinate &steps, long first) {
  Coordinate result;
  for (const auto &[s, f] : steps)
    result.emplace(s, f.add(f).add_constant(first));
  return result;
}

} // namespace

TiledSchedule withRoom(const TiledSchedule &tiled, const std::map<unsigned, long> &actionsBefore) {
  TiledSchedule result = tiled;
  result.order.clear();
  std::vector<unsigned> newPosition; // Of each old one: kept ones before it.
  for (unsigned e = 0; e < tiled.order.size(); ++e) {
    newPosition.push_back(static_cast<unsigned>(result.order.size()));
    const Coordinate &position = tiled.order[e];
    const bool hasSteps = tiled.steps > 0;
    const auto use = actionsBefore.find(e);
    const long before = use == actionsBefore.end() ? 0 : use->second;
    if (isLoop(position))
      result.order.push_back(position);
    else if (hasSteps && e + 1 == tiled.order.size())
      result.order.push_back(spread(position, before));
    else if (hasSteps || use != actionsBefore.end() || areDifferent(scalarValues(position)))
      result.order.push_back(startingAt(position, before));
  }
  for (TileLevel &level : result.levels)
    level.prefix = newPosition[level.prefix];
  return result;
}

} // namespace gputile::mapping
