//===- AccessFlow.cpp - Last writers, per array and access ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/AccessFlow.h"

#include "gputile/Support/IslTools.h"
#include "gputile/Support/LastAccesses.h"
#include "gputile/Support/UniteElements.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

using namespace gputile;
using namespace gputile::analysis;

isl::set analysis::knownOf(const Scop &scop) { return scop.context.intersect(scop.guard); }

/// { [S[i] -> access_k[]] -> S[i] } for the statement of \p domain.
static isl::map untag(const isl::set &domain, unsigned position) {
  isl::space tag = isl::manage(isl_space_params_alloc(domain.ctx().get(), 0))
                       .add_named_tuple("access_" + std::to_string(position), 0);
  isl::map tagged =
      isl::manage(isl_map_from_domain_and_range(domain.copy(), isl_set_universe(tag.copy())));
  return domainMap(tagged);
}

bool analysis::plainlyEqual(const isl::map &a, const isl::map &b) {
  return isl_map_plain_is_equal(a.get(), b.get()) == isl_bool_true;
}

/// The first access of \p statement that does to its elements what access \p number does.
static unsigned firstLike(const Statement &statement, unsigned number) {
  const Access &access = statement.accesses[number];
  const unsigned array = statement.references[access.reference].array;
  for (unsigned a = 0; a < number; ++a) {
    const Access &other = statement.accesses[a];
    const Reference &reference = statement.references[other.reference];
    if (other.kind == access.kind && reference.array == array &&
        reference.affine == statement.references[access.reference].affine &&
        plainlyEqual(other.relation, access.relation))
      return a;
  }
  return number;
}

/// Statements with more references are long: there the number of elements decides on the time.
static constexpr size_t ManyReferences = 32;

namespace {

/// Accesses of one statement for which the first stands.
struct United {
  unsigned first;
  isl::map relation; ///< Of all.
};

} // namespace

/// By access of \p statement to \p array, with whom it is united. None in statements that are not long.
static std::map<unsigned, United> unitedAccesses(const Statement &statement, unsigned array) {
  std::map<unsigned, United> result;
  if (statement.references.size() <= ManyReferences)
    return result;
  std::map<std::pair<AccessKind, bool>, std::vector<unsigned>> byKind;
  for (unsigned a = 0; a < statement.accesses.size(); ++a) {
    const Access &access = statement.accesses[a];
    const Reference &reference = statement.references[access.reference];
    if (reference.array == array)
      byKind[{access.kind, reference.affine}].push_back(a);
  }
  for (const auto &[kind, accesses] : byKind) {
    std::vector<isl::map> relations;
    for (unsigned a : accesses)
      relations.push_back(statement.accesses[a].relation);
    for (const std::vector<size_t> &group : groupsOfElements(relations)) {
      std::vector<isl::map> members;
      for (size_t k : group)
        members.push_back(relations[k]);
      const bool differ = std::any_of(members.begin(), members.end(), [&](const isl::map &member) {
        return !plainlyEqual(member, members.front());
      });
      if (!differ)
        continue;
      const United united{accesses[group.front()], uniteElements(members)};
      for (size_t k : group)
        result.emplace(accesses[k], united);
    }
  }
  return result;
}

std::vector<TaggedAccess> analysis::taggedAccesses(const Scop &scop, unsigned array) {
  std::vector<TaggedAccess> result;
  isl::set known = knownOf(scop);
  for (unsigned s = 0; s < scop.statements.size(); ++s) {
    const Statement &statement = scop.statements[s];
    const std::optional<UpdateClass> updates = unorderedUpdates(statement, array);
    const std::map<unsigned, United> united = unitedAccesses(statement, array);
    std::map<unsigned, unsigned> positions; // By access.
    for (unsigned a = 0; a < statement.accesses.size(); ++a) {
      const Access &access = statement.accesses[a];
      if (statement.references[access.reference].array != array)
        continue;
      const unsigned position = static_cast<unsigned>(result.size());
      positions[a] = position;
      const auto others = united.find(a);
      const bool isUnited = others != united.end();
      const unsigned like = positions.at(isUnited ? others->second.first : firstLike(statement, a));
      if (like != position) {
        result.push_back(result[like]);
        result.back().access = a;
        continue;
      }
      const isl::map &elements = isUnited ? others->second.relation : access.relation;
      isl::map tag = untag(statement.domain, position);
      result.push_back({s, a, access.kind, updates,
                        tag.apply_range(elements.intersect_params(known)),
                        tag.apply_range(statement.schedule), FixedRange(elements), elements, like,
                        isUnited});
    }
  }
  return result;
}

/// { [t…] -> [-t…] }
static isl::map reversal(const isl::map &schedule) {
  isl::space space = schedule.space().range();
  isl::multi_aff identity = isl::manage(isl_multi_aff_identity(space.map_from_set().release()));
  return identity.neg().as_map();
}

static bool isInjective(const TaggedAccess &access) {
  if (!access.injective)
    access.injective = access.elements.is_injective();
  return *access.injective;
}

/// Whether no element is in reach of two instances, one of \p a and one of \p b.
static bool neverMeet(const TaggedAccess &a, const TaggedAccess &b) {
  return a.fixed.differsFrom(b.fixed) ||
         (a.statement == b.statement && plainlyEqual(a.elements, b.elements) && isInjective(a));
}

/// The last \p sources before all \p sinks.
static LastAccesses flowBetween(const std::vector<TaggedAccess> &accesses,
                                const std::vector<unsigned> &sinks,
                                const std::vector<unsigned> &sources, Direction direction) {
  isl::ctx ctx = accesses.front().relation.ctx();
  isl::union_map sink = isl::union_map::empty(ctx), must = sink, may = sink, schedule = sink;
  for (unsigned k : sinks)
    sink = sink.unite(isl::union_map(accesses[k].relation));
  for (unsigned k : sources) {
    isl::union_map &kind = accesses[k].kind == AccessKind::MustWrite ? must : may;
    kind = kind.unite(isl::union_map(accesses[k].relation));
  }
  std::set<unsigned> either(sinks.begin(), sinks.end());
  either.insert(sources.begin(), sources.end());
  for (unsigned k : either)
    schedule = schedule.unite(isl::union_map(accesses[k].schedule));
  if (direction == Direction::Backward)
    schedule = schedule.apply_range(isl::union_map(reversal(accesses.front().schedule)));
  return lastAccesses(sink, must, may, schedule);
}

/// Those of \p positions that stand for others.
static std::vector<unsigned> distinct(const std::vector<TaggedAccess> &accesses,
                                      std::vector<unsigned> positions) {
  std::erase_if(positions, [&](unsigned k) { return accesses[k].like != k; });
  return positions;
}

AccessFlow analysis::accessFlow(const std::vector<TaggedAccess> &accesses,
                                const std::vector<unsigned> &allSinks,
                                const std::vector<unsigned> &allSources, Direction direction) {
  const std::vector<unsigned> sources = distinct(accesses, allSources);
  std::map<std::vector<unsigned>, std::vector<unsigned>> sinksBySources;
  for (unsigned sink : distinct(accesses, allSinks)) {
    std::vector<unsigned> met;
    std::copy_if(sources.begin(), sources.end(), std::back_inserter(met), [&](unsigned source) {
      return !neverMeet(accesses[sink], accesses[source]);
    });
    sinksBySources[met].push_back(sink);
  }
  const isl::union_map none = isl::union_map::empty(accesses.front().relation.ctx());
  AccessFlow result{none, none};
  for (const auto &[met, members] : sinksBySources) {
    const LastAccesses flow = flowBetween(accesses, members, met, direction);
    result.dependence = result.dependence.unite(flow.may);
    result.noSource = result.noSource.unite(flow.mayNoSource);
  }
  return result;
}

isl::set analysis::elementsWithoutSource(const Scop &scop, unsigned index, const AccessFlow &flow) {
  const Array &array = scop.arrays[index];
  isl::set result =
      isl::set::empty(isl::space::unit(scop.ctx()).add_named_tuple(array.name, array.rank));
  flow.noSource.range().foreach_set([&](isl::set set) { result = result.unite(set); });
  return result;
}

std::vector<unsigned> analysis::readPositions(const std::vector<TaggedAccess> &accesses) {
  std::vector<unsigned> positions;
  for (unsigned k = 0; k < accesses.size(); ++k)
    if (accesses[k].kind == AccessKind::Read)
      positions.push_back(k);
  return positions;
}

std::vector<unsigned> analysis::writePositions(const std::vector<TaggedAccess> &accesses) {
  std::vector<unsigned> positions;
  for (unsigned k = 0; k < accesses.size(); ++k)
    if (accesses[k].kind != AccessKind::Read)
      positions.push_back(k);
  return positions;
}
