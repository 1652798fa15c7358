//===- Check.cpp - Does a schedule tree keep all dependences? -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Check.h"

#include "Algebra/SccGraph.h"
#include "gputile/Schedule/Scheduler.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>
#include <cassert>
#include <map>

namespace gputile::schedule {
namespace {

/// Dependences from one statement to another that nothing above orders.
struct Unordered {
  unsigned source, target;
  isl::map relation; ///< { S[i] -> T[j] }
};
using Pending = std::vector<Unordered>;

/// { S[i] -> T[j] : (phi_S(i), phi_T(j)) in order }, with \p order made from the
/// space of the values.
isl::map comparison(const BandRow &row, const Unordered &edge,
                    __isl_give isl_map *order(__isl_take isl_space *)) {
  isl::map source = row.functions.at(edge.source).as_map();
  isl::map target = row.functions.at(edge.target).as_map();
  isl::space values = source.get_space().range();
  isl::map compared = isl::manage(order(values.release()));
  return source.apply_range(compared).apply_range(target.reverse());
}

__isl_give isl_map *valuesEqual(__isl_take isl_space *space) {
  return isl_map_identity(isl_space_map_from_set(space));
}

/// Checks the band's rows on \p pending and leaves what the band does not carry.
bool throughBand(const ScheduleNode &band, Pending &pending) {
  Pending rest;
  for (const Unordered &edge : pending) {
    isl::map left = edge.relation;
    for (const BandRow &row : band.rows) {
      if (!edge.relation.intersect(comparison(row, edge, isl_map_lex_gt)).is_empty())
        return false;
      isl::map equal = comparison(row, edge, valuesEqual);
      if (row.coincident && !edge.relation.is_subset(equal))
        return false;
      if (!row.coincident)
        left = left.intersect(equal);
    }
    if (!left.is_empty())
      rest.push_back({edge.source, edge.target, left});
  }
  pending = std::move(rest);
  return true;
}

bool keepsOrder(const ScheduleNode &node, Pending pending);

/// Those of \p pending within each child of the sequence \p node; none when one leads from
/// a child to an earlier one.
std::optional<std::vector<Pending>> withinChildren(const ScheduleNode &node,
                                                   const Pending &pending) {
  std::map<unsigned, size_t> childOf;
  for (size_t c = 0; c < node.children.size(); ++c)
    for (unsigned s : node.children[c].statements)
      childOf[s] = c;
  std::vector<Pending> within(node.children.size());
  for (const Unordered &edge : pending) {
    size_t from = childOf.at(edge.source), to = childOf.at(edge.target);
    if (from > to)
      return std::nullopt;
    if (from == to)
      within[from].push_back(edge);
  }
  return within;
}

bool throughSequence(const ScheduleNode &node, const Pending &pending) {
  auto within = withinChildren(node, pending);
  if (!within)
    return false;
  for (size_t c = 0; c < node.children.size(); ++c)
    if (!keepsOrder(node.children[c], std::move((*within)[c])))
      return false;
  return true;
}

bool keepsOrder(const ScheduleNode &node, Pending pending) {
  switch (node.kind) {
  case ScheduleNode::Kind::Band:
    return throughBand(node, pending) && keepsOrder(node.children.front(), std::move(pending));
  case ScheduleNode::Kind::Sequence:
    return throughSequence(node, pending);
  case ScheduleNode::Kind::Leaf:
    return std::all_of(pending.begin(), pending.end(),
                       [](const Unordered &edge) { return edge.source < edge.target; });
  }
  return false;
}

/// The dependences of \p ddg, one relation per ordered pair of statements.
Pending allDependences(const Scop &scop, const Ddg &ddg) {
  // They say nothing of other parameters.
  const isl::set known = scop.context.intersect(scop.guard);
  std::map<std::pair<unsigned, unsigned>, isl::map> relations;
  for (const Dependence &dependence : ddg.edges) {
    isl::map relation = dependence.relation.intersect_params(known);
    auto [entry, isNew] = relations.try_emplace({dependence.source, dependence.target}, relation);
    if (!isNew)
      entry->second = entry->second.unite(relation);
  }
  Pending pending;
  for (const auto &[pair, relation] : relations)
    if (!relation.is_empty())
      pending.push_back({pair.first, pair.second, relation});
  return pending;
}

bool hasOnlyCoincidentRows(const ScheduleNode &node) {
  return node.kind == ScheduleNode::Kind::Band &&
         std::all_of(node.rows.begin(), node.rows.end(),
                     [](const BandRow &row) { return row.coincident; });
}

/// Two bands of coincident rows are one: no row carries anything.
void joinWithChild(ScheduleNode &band) {
  if (!hasOnlyCoincidentRows(band) || !hasOnlyCoincidentRows(band.children.front()))
    return;
  ScheduleNode child = std::move(band.children.front());
  band.rows.insert(band.rows.end(), child.rows.begin(), child.rows.end());
  band.children = std::move(child.children);
}

void markRows(ScheduleNode &node, Pending pending, const std::vector<unsigned> &statements) {
  const bool isKept =
      std::binary_search(statements.begin(), statements.end(), node.statements.front());
  if (node.kind == ScheduleNode::Kind::Band) {
    for (BandRow &row : node.rows)
      row.coincident |= isKept && std::all_of(pending.begin(), pending.end(), [&](const Unordered &edge) {
        return edge.relation.is_subset(comparison(row, edge, valuesEqual));
      });
    throughBand(node, pending);
    markRows(node.children.front(), std::move(pending), statements);
    if (isKept)
      joinWithChild(node);
  } else if (node.kind == ScheduleNode::Kind::Sequence) {
    if (auto within = withinChildren(node, pending))
      for (size_t c = 0; c < node.children.size(); ++c)
        markRows(node.children[c], std::move((*within)[c]), statements);
  }
}

/// Goes down from \p node to \p band and takes from \p pending, whose statements are
/// all of \p band's, what the bands before it carry. \returns whether it met \p band.
bool descend(const ScheduleNode &node, const ScheduleNode &band, Pending &pending) {
  if (&node == &band)
    return true;
  for (const ScheduleNode &child : node.children)
    if (descend(child, band, pending)) {
      for (Unordered &edge : pending)
        for (const BandRow &row : node.rows)
          edge.relation = edge.relation.intersect(comparison(row, edge, valuesEqual));
      return true;
    }
  return false;
}

} // namespace

void markCoincidentRows(const Scop &scop, const Ddg &ddg,
                        const std::vector<unsigned> &statements, ScheduleNode &root) {
  if (!statements.empty())
    markRows(root, allDependences(scop, ddg), statements);
}

bool keepsDependences(const Scop &scop, const Ddg &ddg, const ScheduleNode &root) {
  return keepsOrder(root, allDependences(scop, ddg));
}

} // namespace gputile::schedule

namespace gputile {

using namespace algebra;
using namespace schedule;

namespace {

/// The dependences between \p band's statements that no band above it carries.
Pending pendingAt(const Scop &scop, const Ddg &ddg, const ScheduleNode &root,
                  const ScheduleNode &band) {
  Pending pending;
  auto isHere = [&](unsigned s) {
    return std::binary_search(band.statements.begin(), band.statements.end(), s);
  };
  for (Unordered &edge : allDependences(scop, ddg))
    if (isHere(edge.source) && isHere(edge.target))
      pending.push_back(std::move(edge));
  [[maybe_unused]] bool met = descend(root, band, pending);
  assert(met && band.kind == ScheduleNode::Kind::Band && "not a band of this tree");
  return pending;
}

} // namespace

bool isBalanced(const Scop &scop, const Ddg &ddg, const ScheduleNode &root,
                const ScheduleNode &band) {
  for (const Unordered &edge : pendingAt(scop, ddg, root, band))
    if (edge.source == edge.target &&
        !edge.relation.is_subset(comparison(band.rows.front(), edge, isl_map_lex_lt)))
      return false;
  return true;
}

std::optional<std::vector<unsigned>> wavefrontOrder(const Scop &scop, const Ddg &ddg,
                                                    const ScheduleNode &root,
                                                    const ScheduleNode &band, size_t rows) {
  assert(rows >= 1 && rows <= band.rows.size() && "not that many rows");
  Graph graph;
  graph.size = static_cast<unsigned>(band.statements.size());
  auto position = [&](unsigned s) {
    return static_cast<unsigned>(
        std::lower_bound(band.statements.begin(), band.statements.end(), s) -
        band.statements.begin());
  };
  for (const Unordered &edge : pendingAt(scop, ddg, root, band)) {
    isl::map within = edge.relation;
    for (size_t r = 0; r < rows; ++r)
      within = within.intersect(comparison(band.rows[r], edge, valuesEqual));
    if (within.is_empty())
      continue;
    if (edge.source == edge.target)
      return std::nullopt;
    graph.edges.push_back({position(edge.source), position(edge.target)});
  }
  std::vector<unsigned> order;
  for (const std::vector<unsigned> &component : stronglyConnected(graph)) {
    if (component.size() > 1)
      return std::nullopt;
    order.push_back(band.statements[component.front()]);
  }
  return order;
}

} // namespace gputile
