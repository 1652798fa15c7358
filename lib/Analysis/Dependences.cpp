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
    relation = relation.gist_params(Known).coalesce();
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

Ddg gputile::computeDependences(const Scop &scop) {
  Ddg ddg;
  // Arrays never meet in a dependence: one small problem each is faster than
  // one large one.
  for (unsigned array = 0; array < scop.arrays.size(); ++array) {
    EdgeCollector collector(scop, array, ddg);
    collector.addFlow();
    collector.addAnti();
    collector.addOutput();
  }
  sortEdges(ddg);
  return ddg;
}

Ddg gputile::computeFlow(const Scop &scop, unsigned array) {
  Ddg ddg;
  EdgeCollector(scop, array, ddg).addFlow();
  sortEdges(ddg);
  return ddg;
}
