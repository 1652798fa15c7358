//===- IndexSets.cpp - Statements in parts --------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The same instances with the same text and accesses run at the same times: only the statement
/// that each of them belongs to has changed. So both programs are the same list of instances.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"
#include "Verifier/Independence.h"
#include "Verifier/SameInstances.h"

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::IndexSets, std::move(what)); }

/// { P[i] -> S[i] }: the instances of a part as those of the original statement.
static isl::map instancesOf(const Statement &whole, const Statement &part) {
  return part.domain.identity().set_range_tuple(whole.name);
}

static bool isPart(const Statement &whole, const Statement &part) {
  if (setDims(whole.domain) != setDims(part.domain))
    return false;
  const SameInstances same(whole, part, instancesOf(whole, part));
  return same.haveSameText() && same.haveSameAccesses() && same.haveSameTimes();
}

/// Whether each instance of \p original is one of one part.
static Outcome checkPartition(const Scop &original, const Scop &changed,
                              const std::vector<unsigned> &origins) {
  std::vector<isl::set> open;
  for (const Statement &s : original.statements)
    open.push_back(s.domain.intersect_params(original.context.intersect(original.guard)));
  for (unsigned s = 0; s < changed.statements.size(); ++s) {
    const Statement &whole = original.statements[origins[s]], &part = changed.statements[s];
    const isl::set instances = instancesOf(whole, part)
                                   .range()
                                   .intersect_params(original.context.intersect(original.guard));
    if (!instances.is_subset(open[origins[s]]))
      return bad("statement " + part.name + " has instances that " + whole.name +
                 " has not, or those of another part");
    open[origins[s]] = open[origins[s]].subtract(instances);
  }
  for (unsigned s = 0; s < open.size(); ++s)
    if (!open[s].is_empty())
      return bad("instances of statement " + original.statements[s].name + " belong to no part");
  return std::nullopt;
}

std::optional<VerificationFailure> gputile::verifyIndexSets(const Scop &original,
                                                            const Scop &changed,
                                                            const std::vector<unsigned> &origins) {
  if (!sameSurroundings(original, changed) || !original.context.is_equal(changed.context) ||
      !original.guard.is_equal(changed.guard))
    return bad("the region's parameters, assumptions or the values after it have changed");
  if (Outcome failure = checkNewArrays(original, changed, Kind::IndexSets))
    return failure;
  if (original.arrays.size() != changed.arrays.size() ||
      origins.size() != changed.statements.size())
    return bad("there are new arrays, or statements that are parts of none");
  isl::union_map instances = isl::union_map::empty(original.ctx());
  for (unsigned s = 0; s < changed.statements.size(); ++s) {
    const Statement &part = changed.statements[s];
    if (origins[s] >= original.statements.size() || !isPart(original.statements[origins[s]], part))
      return bad("statement " + part.name + " is not a part of an original one");
    instances = instances.unite(isl::union_map(instancesOf(original.statements[origins[s]], part)));
  }
  if (Outcome failure = checkPartition(original, changed, origins))
    return failure;
  return checkIndependence(original, changed, instances);
}
