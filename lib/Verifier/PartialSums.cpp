//===- PartialSums.cpp - Sums of partial sums ------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values of floating-point sums may change where a clause says so. That nothing else
/// changes is shown without them: the program with partial sums adds the same summands, each
/// once, to the same elements, between the same other accesses to these. In arithmetic without
/// rounding, both programs compute the same.
///
//===----------------------------------------------------------------------===//

#include "Verifier/PartialSums.h"

#include "Verifier/Compare.h"
#include "Verifier/Independence.h"
#include "gputile/Verifier/Verifier.h"

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::PartialSums, std::move(what)); }

/// Finds SumPrograms::instances.
static Outcome takeInstances(SumPrograms &programs, const std::map<unsigned, isl::map> &given) {
  for (unsigned s = 0; s < programs.before.statements.size(); ++s) {
    const Statement &x = programs.before.statements[s], &y = programs.after.statements[s];
    const auto found = given.find(s);
    const isl::map pairs = found == given.end()
                               ? y.domain.identity()
                               : found->second.intersect_domain(y.domain);
    const bool spaces = pairs.space().range().is_equal(x.domain.space());
    if (!spaces || !pairs.domain().is_equal(y.domain) || !pairs.range().is_equal(x.domain) ||
        !pairs.is_single_valued() || !pairs.is_injective())
      return bad("the instances of " + x.name + " are not the original ones");
    programs.instances.push_back(pairs);
  }
  return std::nullopt;
}

std::optional<VerificationFailure>
gputile::verifyPartialSums(const Scop &original, const Scop &changed,
                           const std::map<unsigned, isl::map> &instances) {
  if (!sameSurroundings(original, changed) || !original.context.is_equal(changed.context) ||
      !original.guard.is_equal(changed.guard))
    return bad("the region's parameters, assumptions or the values after it have changed");
  if (original.statements.size() > changed.statements.size())
    return bad("statements have been removed");
  SumPrograms programs{original, changed, {}, original.context.intersect(original.guard)};
  SumParts parts;
  if (Outcome failure = checkNewArrays(original, changed, Kind::PartialSums))
    return failure;
  if (Outcome failure = takeInstances(programs, instances))
    return failure;
  isl::union_map instancesOf = isl::union_map::empty(original.ctx());
  for (const isl::map &pairs : programs.instances)
    instancesOf = instancesOf.unite(isl::union_map(pairs));
  if (Outcome failure = checkIndependence(original, changed, instancesOf))
    return failure;
  if (Outcome failure = compareOriginals(programs, parts))
    return failure;
  if (Outcome failure = readNewStatements(programs, parts))
    return failure;
  return checkContributions(programs, parts);
}
