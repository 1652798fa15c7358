//===- Origins.cpp - Where values were computed ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/CopyPropagation/Origins.h"

#include "gputile/Analysis/Dependences.h"

using namespace gputile;
using namespace gputile::transform;

static void unite(std::map<unsigned, isl::map> &maps, unsigned key, const isl::map &map) {
  const auto [entry, isNew] = maps.try_emplace(key, map);
  if (!isNew)
    entry->second = entry->second.unite(map);
}

const Ddg &ValueOrigins::flowOf(unsigned array) {
  auto found = Flows.find(array);
  if (found == Flows.end())
    found = Flows.emplace(array, computeFlow(TheScop, array)).first;
  return found->second;
}

/// Adds the origins of what \p edge brings.
bool ValueOrigins::addFrom(const Dependence &edge, Origins &result) {
  if (!Copies.count(edge.source)) {
    unite(result.computed, edge.source, edge.relation);
    return true;
  }
  if (!Open.insert(edge.source).second)
    return false;
  const auto copied = into(edge.source, 1);
  Open.erase(edge.source);
  if (!copied)
    return false;
  for (const auto &[statement, relation] : copied->computed)
    if (const isl::map through = relation.apply_range(edge.relation); !through.is_empty())
      unite(result.computed, statement, through);
  for (const auto &[array, relation] : copied->before)
    if (const isl::map through = edge.relation.reverse().apply_range(relation); !through.is_empty())
      unite(result.before, array, through);
  return true;
}

std::optional<Origins> ValueOrigins::into(unsigned statement, unsigned access) {
  const Statement &s = TheScop.statements[statement];
  const Access &read = s.accesses[access];
  const unsigned array = s.references[read.reference].array;
  const isl::set known = TheScop.context.intersect(TheScop.guard);
  Origins result;
  isl::map open = read.relation.intersect_domain(s.domain).intersect_params(known);
  for (const Dependence &edge : flowOf(array).edges) {
    if (edge.target != statement || edge.targetAccess != access)
      continue;
    if (!addFrom(edge, result))
      return std::nullopt;
    open = open.intersect_domain(open.domain().subtract(edge.relation.range()));
  }
  if (!open.is_empty())
    unite(result.before, array, open);
  return result;
}
