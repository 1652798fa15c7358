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
static isl::map conflictsOf(const isl::map &reads, const isl::map &writes,
                            const isl::map &theirReads, const isl::map &theirWrites) {
  isl::map result = isl::map::empty(sameImage(reads, theirReads).space());
  if (!writes.is_empty())
    result = result.unite(sameImage(writes, theirReads.unite(theirWrites).coalesce()));
  if (!theirWrites.is_empty())
    result = result.unite(sameImage(reads, theirWrites));
  return result;
}

/// Those pairs of \p conflicts that are not in \p apart.
static isl::map without(const isl::map &conflicts, const isl::union_map &apart) {
  isl::map result = isl::map::empty(conflicts.space());
  isl::union_map(conflicts).subtract(apart).foreach_map(
      [&](const isl::map &part) { result = result.unite(part); });
  return result;
}

/// The conflicts in an array of clause independent: those of two accesses through subscripts that are
/// not affine are not where the clause says so.
static isl::map claimedConflicts(const ArrayAccesses::Split &mine,
                                 const ArrayAccesses::Split &theirs, const isl::union_map &apart) {
  const isl::map reads = theirs.affineReads.unite(theirs.otherReads),
                 writes = theirs.affineWrites.unite(theirs.otherWrites);
  const isl::map others =
      conflictsOf(mine.otherReads, mine.otherWrites, theirs.otherReads, theirs.otherWrites);
  return conflictsOf(mine.affineReads, mine.affineWrites, reads, writes)
      .unite(conflictsOf(mine.otherReads, mine.otherWrites, theirs.affineReads,
                         theirs.affineWrites))
      .unite(without(others, apart));
}

/// { S[i] -> T[j] : they conflict }.
isl::map Conflicts::conflicts(unsigned s, unsigned t) const {
  isl::map result = isl::map::empty(sameImage(P.schedules[s], P.schedules[t]).space());
  for (const auto &[array, mine] : P.accesses[s]) {
    auto found = P.accesses[t].find(array);
    if (found == P.accesses[t].end() || P.commute(s, t, array))
      continue;
    const ArrayAccesses &theirs = found->second;
    result = result.unite(
        mine.split ? claimedConflicts(*mine.split, *theirs.split, *apartIn(P.scop, array))
                   : conflictsOf(mine.reads, mine.mayWrites, theirs.reads, theirs.mayWrites));
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
