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
#include "Verifier/Updates.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::IndexSets, std::move(what)); }

namespace {

/// A statement and what it is said to be a part of.
class Part {
public:
  Part(const Statement &whole, const Statement &part) : Whole(whole), Mine(part) {}

  bool isPart() const {
    return setDims(Whole.domain) == setDims(Mine.domain) && Whole.iterators == Mine.iterators &&
           Whole.iteratorTypes == Mine.iteratorTypes && samePieces(Whole.body, Mine.body) &&
           sameMaps(Whole.schedule, Mine.schedule) && sameValues() &&
           std::equal(Whole.updates.begin(), Whole.updates.end(), Mine.updates.begin(),
                      Mine.updates.end(), sameUpdate) &&
           std::equal(
               Whole.references.begin(), Whole.references.end(), Mine.references.begin(),
               Mine.references.end(),
               [&](const Reference &a, const Reference &b) { return sameReference(a, b); }) &&
           std::equal(Whole.accesses.begin(), Whole.accesses.end(), Mine.accesses.begin(),
                      Mine.accesses.end(), [&](const Access &a, const Access &b) {
                        return a.reference == b.reference && a.kind == b.kind &&
                               sameMaps(a.relation, b.relation);
                      });
  }

  /// { S[i] }: its instances as those of the original statement.
  isl::set instances() const { return named(Mine.domain, Whole.name); }

private:
  /// Whether \p part is \p whole for the instances of the part.
  bool sameMaps(const isl::map &whole, const isl::map &part) const {
    return whole.intersect_domain(instances())
        .set_domain_tuple(Mine.name)
        .is_equal(part.intersect_domain(Mine.domain));
  }

  bool sameValues() const {
    return Whole.iteratorValues.has_value() == Mine.iteratorValues.has_value() &&
           (!Whole.iteratorValues ||
            sameMaps(Whole.iteratorValues->as_map(), Mine.iteratorValues->as_map()));
  }

  bool sameReference(const Reference &a, const Reference &b) const {
    return a.array == b.array && a.affine == b.affine && sameMaps(a.index, b.index) &&
           std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(),
                      b.subscripts.end(), samePieces);
  }

  const Statement &Whole, &Mine;
};

} // namespace

/// Whether each instance of \p original is one of one part.
static Outcome checkPartition(const Scop &original, const Scop &changed,
                              const std::vector<unsigned> &origins) {
  std::vector<isl::set> open;
  for (const Statement &s : original.statements)
    open.push_back(s.domain.intersect_params(original.context.intersect(original.guard)));
  for (unsigned s = 0; s < changed.statements.size(); ++s) {
    const Statement &whole = original.statements[origins[s]], &part = changed.statements[s];
    const isl::set instances =
        Part(whole, part).instances().intersect_params(original.context.intersect(original.guard));
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
    if (origins[s] >= original.statements.size() ||
        !Part(original.statements[origins[s]], part).isPart())
      return bad("statement " + part.name + " is not a part of an original one");
    const std::string &whole = original.statements[origins[s]].name;
    instances = instances.unite(isl::union_map(part.domain.identity().set_range_tuple(whole)));
  }
  if (Outcome failure = checkPartition(original, changed, origins))
    return failure;
  return checkIndependence(original, changed, instances);
}
