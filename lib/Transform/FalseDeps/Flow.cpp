//===- Flow.cpp - Values that pass through copies -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/FalseDeps/Reads.h"

#include <map>
#include <tuple>

using namespace gputile;
using namespace gputile::transform;

namespace {

/// (source statement, access, target statement, access)
using Key = std::tuple<unsigned, unsigned, unsigned, unsigned>;
using Flow = std::map<Key, isl::map>; ///< { S[i] -> T[j] }

Flow flowOf(const Ddg &ddg) {
  Flow flow;
  for (const Dependence &e : ddg.edges)
    if (e.kind == DependenceKind::Flow)
      flow.emplace(Key(e.source, e.sourceAccess, e.target, e.targetAccess), e.relation);
  return flow;
}

void add(Flow &flow, const Key &key, const isl::map &relation) {
  if (relation.is_empty())
    return;
  auto [entry, isNew] = flow.emplace(key, relation);
  if (!isNew)
    entry->second = entry->second.unite(relation);
}

/// Compares the flow of two Scops, of which the second has copies.
class FlowComparison {
public:
  FlowComparison(const Scop &before, const Scop &after, const Ddg &ddgAfter)
      : Before(before), After(after), Known(before.context.intersect(before.guard)),
        Edges(flowOf(ddgAfter)) {}

  bool same(const Ddg &ddgBefore) {
    for (unsigned s = 0; s < Before.statements.size(); ++s)
      for (unsigned k = 0; k < Before.statements[s].accesses.size(); ++k)
        if (isRedirected(s, k) && !readsOneCopy(s, k))
          return false;
    Flow direct;
    for (const auto &[key, relation] : Edges)
      addOrigins(direct, key, relation);
    Flow original = flowOf(ddgBefore);
    for (const auto &[key, relation] : original)
      if (!direct.count(key) || !sameRelation(relation, direct.at(key)))
        return false;
    return original.size() == direct.size();
  }

private:
  bool isCopy(unsigned statement) const { return statement >= Before.statements.size(); }

  bool isRedirected(unsigned s, unsigned k) const {
    unsigned reference = Before.statements[s].accesses[k].reference;
    return Before.statements[s].references[reference].array !=
           After.statements[s].references[reference].array;
  }

  bool sameRelation(const isl::map &a, const isl::map &b) const {
    return a.intersect_params(Known).is_equal(b.intersect_params(Known));
  }

  /// Every instance of the redirected read (s, k) sees what exactly one instance
  /// of a copy wrote, and that copied the element which the original reads.
  bool readsOneCopy(unsigned s, unsigned k) const {
    const isl::map &wanted = Before.statements[s].accesses[k].relation;
    isl::map seen = isl::map::empty(wanted.space());
    for (const auto &[key, relation] : Edges) {
      auto [source, sourceAccess, target, targetAccess] = key;
      if (target != s || targetAccess != k)
        continue;
      if (!isCopy(source))
        return false;
      isl::map writer = relation.reverse().intersect_params(Known);
      isl::map element = writer.apply_range(After.statements[source].accesses[1].relation);
      if (!writer.is_single_valued() || !seen.domain().is_disjoint(element.domain()))
        return false;
      seen = seen.unite(element);
    }
    return sameRelation(seen, wanted);
  }

  /// Adds \p relation with copies replaced by where they have their values from.
  void addOrigins(Flow &flow, const Key &key, const isl::map &relation) const {
    auto [source, sourceAccess, target, targetAccess] = key;
    if (isCopy(target))
      return;
    if (!isCopy(source)) {
      add(flow, key, relation);
      return;
    }
    for (const auto &[into, values] : Edges)
      if (std::get<2>(into) == source)
        add(flow, Key(std::get<0>(into), std::get<1>(into), target, targetAccess),
            values.apply_range(relation));
  }

  const Scop &Before, &After;
  isl::set Known; ///< { : … }
  Flow Edges;     ///< Of After.
};

} // namespace

bool transform::keepsFlow(const Scop &before, const Ddg &flowBefore, const Scop &after,
                          const Ddg &flowAfter) {
  return FlowComparison(before, after, flowAfter).same(flowBefore);
}
