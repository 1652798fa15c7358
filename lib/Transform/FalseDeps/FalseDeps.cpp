//===- FalseDeps.cpp - Removal of hindering false dependences -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/FalseDeps.h"

#include "Transform/FalseDeps/Reads.h"
#include "gputile/Analysis/Dependences.h"

#include <cassert>
#include <map>

using namespace gputile;

std::optional<CopiedScop> gputile::removeFalseDependences(const Scop &scop, const Ddg &ddg,
                                                          unsigned maxCopies) {
  std::vector<transform::CopyGroup> groups = transform::findCopyGroups(scop, ddg);
  if (groups.empty())
    return std::nullopt;
  std::map<unsigned, unsigned> copiesOf; // By array.
  for (const transform::CopyGroup &group : groups)
    if (++copiesOf[group.array] > maxCopies)
      return std::nullopt;
  Scop copied = transform::insertCopies(scop, groups);
  assert(checkScop(copied).empty() && "the copies broke an invariant");
  Ddg copiedDdg = computeDependences(copied);
  if (!transform::keepsFlow(scop, ddg, copied, copiedDdg))
    return std::nullopt;
  return CopiedScop{copied, copiedDdg};
}
