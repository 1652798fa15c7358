//===- Conflicts.cpp - Pairs that must stay in order ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Conflicts.h"

using namespace gputile;
using namespace gputile::verifier;

/// { S[i] -> T[j] : both access an element and one of them writes it }.
isl::map Conflicts::conflicts(unsigned s, unsigned t) const {
  isl::map result = isl::map::empty(sameImage(P.schedules[s], P.schedules[t]).space());
  for (const auto &[array, mine] : P.accesses[s]) {
    auto found = P.accesses[t].find(array);
    if (found == P.accesses[t].end() || P.commute(s, t, array))
      continue;
    const ArrayAccesses &theirs = found->second;
    if (!mine.mayWrites.is_empty())
      result = result.unite(sameImage(mine.mayWrites, theirs.all().coalesce()));
    if (!theirs.mayWrites.is_empty())
      result = result.unite(sameImage(mine.reads, theirs.mayWrites));
  }
  return result.coalesce();
}

const isl::map &Conflicts::ordered(unsigned s, unsigned t) {
  auto found = Ordered.find({s, t});
  if (found != Ordered.end())
    return found->second;
  isl::map pairs = conflicts(s, t);
  if (!pairs.is_empty())
    pairs = pairs.intersect(lexLess(P.schedules[s], P.schedules[t]));
  return Ordered.emplace(std::pair(s, t), pairs).first->second;
}
