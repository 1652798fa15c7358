//===- Dependences.cpp - Exact dependence analysis ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/Dependences.h"

#include "Analysis/AccessFlow.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

using namespace gputile;
using namespace gputile::analysis;

/// Position k of the tag in a tagged space { [S[i] -> access_k[]] }.
static unsigned tagOf(const isl::space &tagged) {
  std::string name = isl::manage(isl_space_unwrap(tagged.copy())).range_tuple_id().name();
  return static_cast<unsigned>(std::strtoul(name.c_str() + name.rfind('_') + 1, nullptr, 10));
}

/// j - i when it is the same for all pairs of \p relation, { S[i] -> T[j] }.
static std::optional<std::vector<long>> uniformDistance(const isl::map &relation) {
  int depth = isl_map_dim(relation.get(), isl_dim_in);
  if (depth != isl_map_dim(relation.get(), isl_dim_out))
    return std::nullopt;
  isl::map anonymous = isl::manage(
      isl_map_reset_tuple_id(isl_map_reset_tuple_id(relation.copy(), isl_dim_in), isl_dim_out));
  isl::set deltas = anonymous.deltas();
  unsigned parameters = static_cast<unsigned>(isl_set_dim(deltas.get(), isl_dim_param));
  deltas = isl::manage(isl_set_project_out(deltas.copy(), isl_dim_param, 0, parameters));
  if (!deltas.is_singleton())
    return std::nullopt;
  isl::point point = deltas.sample_point();
  std::vector<long> distance;
  for (int d = 0; d < depth; ++d) {
    std::optional<long> component =
        asLong(isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, d)));
    if (!component)
      return std::nullopt;
    distance.push_back(*component);
  }
  return distance;
}

namespace {

/// Adds the edges of one kind on one array.
class EdgeCollector {
public:
  EdgeCollector(const Scop &scop, unsigned array, Ddg &ddg)
      : TheScop(scop), Array(array), Apart(apartIn(scop, array)), Known(knownOf(scop)),
        Accesses(withoutOrderOfUpdates(taggedAccesses(scop, array))), Result(ddg) {}

  void addFlow() { add(DependenceKind::Flow, readPositions(Accesses), Direction::Forward); }
  void addAnti() { add(DependenceKind::Anti, readPositions(Accesses), Direction::Backward); }
  void addOutput() { add(DependenceKind::Output, writePositions(Accesses), Direction::Forward); }

private:
  /// Of unordered updates any may be the last one: none hides another.
  static std::vector<TaggedAccess> withoutOrderOfUpdates(std::vector<TaggedAccess> accesses) {
    for (TaggedAccess &access : accesses)
      if (access.updates && access.kind == AccessKind::MustWrite)
        access.kind = AccessKind::MayWrite;
    return accesses;
  }

  /// Unordered updates do not depend on those that they commute with.
  void add(DependenceKind kind, const std::vector<unsigned> &sinks, Direction direction) {
    std::map<std::optional<UpdateClass>, std::vector<unsigned>> byClass;
    for (unsigned sink : sinks)
      byClass[Accesses[sink].updates].push_back(sink);
    for (const auto &[updates, members] : byClass)
      addOnto(kind, members, writesOtherThan(updates), direction);
  }

  std::vector<unsigned> writesOtherThan(std::optional<UpdateClass> updates) const {
    std::vector<unsigned> writes = writePositions(Accesses);
    if (updates)
      writes.erase(std::remove_if(
                       writes.begin(), writes.end(),
                       [&](unsigned write) { return Accesses[write].updates == updates; }),
                   writes.end());
    return writes;
  }

  void addOnto(DependenceKind kind, const std::vector<unsigned> &sinks,
               const std::vector<unsigned> &writes, Direction direction) {
    if (sinks.empty() || writes.empty())
      return;
    const AccessFlow flow = accessFlow(Accesses, sinks, writes, direction);
    if (kind == DependenceKind::Flow && !hasUpdates())
      Result.readUnwritten.emplace(Array, elementsWithoutSource(TheScop, Array, flow));
    isl::union_map relation = flow.dependence;
    if (direction == Direction::Backward)
      relation = relation.reverse();
    relation.foreach_map([&](isl::map tagged) { addEdges(kind, tagged, direction); });
  }

  bool hasUpdates() const {
    return std::any_of(Accesses.begin(), Accesses.end(),
                       [](const TaggedAccess &access) { return access.updates.has_value(); });
  }

  /// An edge for each sink that is like the one of \p tagged, if that is not united with others:
  /// { [S[i] -> access_k[]] -> [T[j] -> access_l[]] }.
  void addEdges(DependenceKind kind, const isl::map &tagged, Direction direction) {
    const unsigned source = tagOf(tagged.space().domain());
    const unsigned target = tagOf(tagged.space().range());
    isl::map relation = isl::manage(isl_map_factor_domain(tagged.copy()));
    if (Apart && !isAffine(source) && !isAffine(target))
      relation = without(relation, *Apart);
    relation = withKnownDivs(relation.gist_params(Known)).coalesce();
    if (relation.is_empty())
      return;
    const unsigned sink = direction == Direction::Forward ? target : source;
    Dependence edge{kind,
                    Accesses[source].statement,
                    Accesses[target].statement,
                    Accesses[source].access,
                    Accesses[target].access,
                    relation,
                    uniformDistance(relation)};
    edge.united = Accesses[source].united || Accesses[target].united;
    for (unsigned k = 0; k < Accesses.size(); ++k)
      if (const TaggedAccess &access = Accesses[k]; k == sink || (access.like == sink && !access.united)) {
        (direction == Direction::Forward ? edge.targetAccess : edge.sourceAccess) = access.access;
        Result.edges.push_back(edge);
      }
  }

  bool isAffine(unsigned position) const {
    const TaggedAccess &access = Accesses[position];
    const Statement &statement = TheScop.statements[access.statement];
    return statement.references[statement.accesses[access.access].reference].affine;
  }

  /// The pairs of \p relation that are not in \p apart.
  static isl::map without(const isl::map &relation, const isl::union_map &apart) {
    isl::map rest = isl::map::empty(relation.space());
    isl::union_map(relation).subtract(apart).foreach_map(
        [&](const isl::map &map) { rest = rest.unite(map); });
    return rest;
  }

  const Scop &TheScop;
  unsigned Array;
  const isl::union_map *Apart; ///< What clause independent says of the array.
  isl::set Known;
  std::vector<TaggedAccess> Accesses;
  Ddg &Result;
};

} // namespace

/// isl hands out maps in the order of a hash table; ours must not depend on it.
static void sortEdges(Ddg &ddg) {
  auto key = [](const Dependence &e) {
    return std::tuple(e.source, e.target, e.kind, e.sourceAccess, e.targetAccess);
  };
  std::sort(ddg.edges.begin(), ddg.edges.end(),
            [&](const Dependence &a, const Dependence &b) { return key(a) < key(b); });
}

/// Adds those on \p array to \p ddg.
static void addDependences(const Scop &scop, unsigned array, Ddg &ddg) {
  EdgeCollector collector(scop, array, ddg);
  collector.addFlow();
  collector.addAnti();
  collector.addOutput();
}

Ddg gputile::computeDependences(const Scop &scop) {
  Ddg ddg;
  // Arrays never meet in a dependence: one small problem each is faster than
  // one large one.
  for (unsigned array = 0; array < scop.arrays.size(); ++array)
    addDependences(scop, array, ddg);
  sortEdges(ddg);
  return ddg;
}

static bool plainlyEqual(const isl::set &a, const isl::set &b) {
  return isl_set_plain_is_equal(a.get(), b.get()) == isl_bool_true;
}

/// The accesses of \p statement to \p array: their indices.
static std::vector<unsigned> accessesTo(const Statement &statement, unsigned array) {
  std::vector<unsigned> result;
  for (unsigned a = 0; a < statement.accesses.size(); ++a)
    if (statement.references[statement.accesses[a].reference].array == array)
      result.push_back(a);
  return result;
}

/// Whether two statements of the same number do the same to \p array, at the same time.
static bool doesTheSame(const Statement &x, const Statement &y, unsigned array) {
  const std::vector<unsigned> accesses = accessesTo(x, array);
  if (accesses != accessesTo(y, array))
    return false;
  if (accesses.empty())
    return true;
  return plainlyEqual(x.domain, y.domain) && plainlyEqual(x.schedule, y.schedule) &&
         x.references.size() == y.references.size() &&
         unorderedUpdates(x, array) == unorderedUpdates(y, array) &&
         std::all_of(accesses.begin(), accesses.end(), [&](unsigned a) {
           const Access &access = x.accesses[a], &other = y.accesses[a];
           return access.kind == other.kind && plainlyEqual(access.relation, other.relation) &&
                  x.references[access.reference].affine == y.references[other.reference].affine;
         });
}

/// Whether \p a and \p b do the same to \p array.
static bool accessAlike(const Scop &a, const Scop &b, unsigned array) {
  if (array >= a.arrays.size() || array >= b.arrays.size() || !plainlyEqual(a.context, b.context) ||
      !plainlyEqual(a.guard, b.guard))
    return false;
  const isl::union_map *apart = apartIn(a, array), *otherApart = apartIn(b, array);
  if (!apart != !otherApart || (apart && !apart->is_equal(*otherApart)))
    return false;
  for (size_t s = 0; s < std::max(a.statements.size(), b.statements.size()); ++s) {
    if (s < a.statements.size() && s < b.statements.size()) {
      if (!doesTheSame(a.statements[s], b.statements[s], array))
        return false;
      continue;
    }
    const Scop &longer = s < a.statements.size() ? a : b;
    if (!accessesTo(longer.statements[s], array).empty())
      return false;
  }
  return true;
}

/// Adds to \p ddg what \p known has on \p array.
static void takeOver(const Scop &scop, const Ddg &known, unsigned array, Ddg &ddg) {
  for (const Dependence &edge : known.edges) {
    const Statement &source = scop.statements[edge.source];
    if (source.references[source.accesses[edge.sourceAccess].reference].array == array)
      ddg.edges.push_back(edge);
  }
  if (const auto unwritten = known.readUnwritten.find(array);
      unwritten != known.readUnwritten.end())
    ddg.readUnwritten.insert(*unwritten);
}

Ddg DependenceAnalysis::of(const Scop &scop) {
  Ddg ddg;
  for (unsigned array = 0; array < scop.arrays.size(); ++array) {
    const auto form = std::find_if(Forms.rbegin(), Forms.rend(), [&](const Form &known) {
      return accessAlike(known.scop, scop, array);
    });
    if (form == Forms.rend())
      addDependences(scop, array, ddg);
    else
      takeOver(form->scop, form->ddg, array, ddg);
  }
  sortEdges(ddg);
  Forms.push_back({scop, ddg});
  return ddg;
}

Ddg gputile::computeFlow(const Scop &scop, unsigned array) {
  Ddg ddg;
  EdgeCollector(scop, array, ddg).addFlow();
  sortEdges(ddg);
  return ddg;
}
