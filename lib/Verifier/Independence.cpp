//===- Independence.cpp - What clause independent says --------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clause independent is the one thing that the proof takes from the user. It is taken from the
/// original program: transformations cannot add to it.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Independence.h"

namespace gputile::verifier {

Outcome checkIndependence(const Scop &before, const Scop &after,
                          const isl::union_map &instances) {
  for (const Independence &claim : after.independent) {
    const isl::union_map *said = apartIn(before, claim.array);
    const isl::union_map claimed = claim.apart.intersect_domain(domainOf(after))
                                       .intersect_range(domainOf(after))
                                       .apply_domain(instances)
                                       .apply_range(instances);
    if (!(said ? claimed.is_subset(*said) : claimed.is_empty()))
      return fail(Kind::Order, "instances are kept apart in " + after.arrays[claim.array].name +
                                   " of which clause independent does not say so");
  }
  return std::nullopt;
}

isl::union_map ownInstances(const Scop &scop) {
  isl::union_map own = isl::union_map::empty(scop.ctx());
  for (const Statement &statement : scop.statements)
    own = own.unite(isl::union_map(statement.domain.identity()));
  return own;
}

} // namespace gputile::verifier
