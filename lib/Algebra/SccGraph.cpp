//===- SccGraph.cpp - Components of a dependence graph --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/SccGraph.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>

namespace gputile::algebra {
namespace {

/// reach[a][b]: b can be reached from a by at least one edge. The graphs have
/// as many nodes as a region has statements, so the cubic closure is fine.
std::vector<std::vector<bool>> transitiveClosure(const Graph &graph) {
  std::vector<std::vector<bool>> reach(graph.size, std::vector<bool>(graph.size, false));
  for (auto [from, to] : graph.edges)
    reach[from][to] = true;
  for (unsigned via = 0; via < graph.size; ++via)
    for (unsigned from = 0; from < graph.size; ++from)
      if (reach[from][via])
        for (unsigned to = 0; to < graph.size; ++to)
          if (reach[via][to])
            reach[from][to] = true;
  return reach;
}

/// Orders the groups topologically; the group graph must be acyclic.
Components topologicalOrder(const Graph &graph, const Components &groups) {
  Graph order = quotient(graph, groups);
  std::vector<unsigned> blocked(groups.size(), 0);
  for (auto [from, to] : order.edges)
    ++blocked[to];
  std::set<std::pair<unsigned, unsigned>> ready; // (smallest node, group)
  for (unsigned g = 0; g < groups.size(); ++g)
    if (blocked[g] == 0)
      ready.insert({groups[g].front(), g});
  Components result;
  while (!ready.empty()) {
    unsigned next = ready.begin()->second;
    ready.erase(ready.begin());
    result.push_back(groups[next]);
    for (auto [from, to] : order.edges)
      if (from == next && --blocked[to] == 0)
        ready.insert({groups[to].front(), to});
  }
  assert(result.size() == groups.size() && "cycle between strongly connected components");
  return result;
}

} // namespace

Components stronglyConnected(const Graph &graph) {
  auto reach = transitiveClosure(graph);
  std::vector<bool> done(graph.size, false);
  Components groups;
  for (unsigned node = 0; node < graph.size; ++node) {
    if (done[node])
      continue;
    groups.push_back({node});
    for (unsigned other = node + 1; other < graph.size; ++other) {
      if (!reach[node][other] || !reach[other][node])
        continue;
      groups.back().push_back(other);
      done[other] = true;
    }
  }
  return topologicalOrder(graph, groups);
}

Components weaklyConnected(const Graph &graph) {
  std::vector<unsigned> label(graph.size);
  std::iota(label.begin(), label.end(), 0u);
  for (auto [from, to] : graph.edges) {
    unsigned low = std::min(label[from], label[to]), high = std::max(label[from], label[to]);
    std::replace(label.begin(), label.end(), high, low);
  }
  std::map<unsigned, std::vector<unsigned>> byLabel;
  for (unsigned node = 0; node < graph.size; ++node)
    byLabel[label[node]].push_back(node);
  Components groups;
  for (auto &[smallest, group] : byLabel)
    groups.push_back(std::move(group));
  return groups;
}

Graph quotient(const Graph &graph, const Components &groups) {
  std::vector<unsigned> groupOf(graph.size, 0);
  for (unsigned g = 0; g < groups.size(); ++g)
    for (unsigned node : groups[g])
      groupOf[node] = g;
  std::set<std::pair<unsigned, unsigned>> edges;
  for (auto [from, to] : graph.edges)
    if (groupOf[from] != groupOf[to])
      edges.insert({groupOf[from], groupOf[to]});
  return {static_cast<unsigned>(groups.size()), {edges.begin(), edges.end()}};
}

} // namespace gputile::algebra
