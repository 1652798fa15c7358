//===- SmallTemporaries.cpp - Copies of arrays of variable size --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/SmallTemporaries.h"

#include "Driver/Trial.h"

#include "gputile/Transform/Privatize.h"

#include <algorithm>
#include <map>

namespace gputile::driver {

static bool isTemporary(const Array &array) {
  return array.rank > 0 && (array.storage == ArrayStorage::Private || array.deadAfter);
}

std::optional<Scop> withSmallTemporaries(const Scop &original, PhaseRunner &run) {
  if (std::none_of(original.arrays.begin(), original.arrays.end(), isTemporary))
    return std::nullopt;
  const auto optional = run.within(Optional);
  std::optional<Scop> small;
  bool helps = false;
  try {
    small = run(Phase::Privatize, [&] { return gputile::withSmallTemporaries(original); });
    auto before = small ? trialOf(original, run).rows : std::map<unsigned, unsigned>();
    for (const auto &[statement, rows] : small ? trialOf(*small, run).rows : before)
      helps = helps || rows > before[statement];
  } catch (const Refused &) {
    // Finding out costs too much.
  }
  return helps ? std::move(small) : std::nullopt;
}

} // namespace gputile::driver
