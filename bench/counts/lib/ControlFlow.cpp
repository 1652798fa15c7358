//===- ControlFlow.cpp - Where lanes meet again; loops ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include <algorithm>
#include <map>

namespace gputile::counts {

Graph reversed(const Graph &graph) {
  Graph result(graph.size());
  for (uint32_t node = 0; node < graph.size(); ++node)
    for (uint32_t next : graph[node])
      result[next].push_back(node);
  return result;
}

/// Nodes that the root leads to, each behind all that it leads to first (post-order).
static std::vector<uint32_t> postOrder(const Graph &graph, uint32_t root) {
  std::vector<uint32_t> order;
  std::vector<bool> seen(graph.size());
  std::vector<std::pair<uint32_t, size_t>> path = {{root, 0}};
  seen[root] = true;
  while (!path.empty()) {
    auto &[node, edge] = path.back();
    if (edge == graph[node].size()) {
      order.push_back(node);
      path.pop_back();
    } else if (const uint32_t next = graph[node][edge++]; !seen[next]) {
      seen[next] = true;
      path.push_back({next, 0});
    }
  }
  return order;
}

// Cooper, Harvey and Kennedy: A Simple, Fast Dominance Algorithm.
std::vector<uint32_t> immediateDominators(const Graph &graph, uint32_t root) {
  const std::vector<uint32_t> order = postOrder(graph, root);
  const Graph before = reversed(graph);
  constexpr uint32_t Unknown = ~uint32_t(0);
  std::vector<uint32_t> number(graph.size(), Unknown), result(graph.size(), Unknown);
  for (uint32_t place = 0; place < order.size(); ++place)
    number[order[place]] = place;
  const auto meet = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (number[a] < number[b])
        a = result[a];
      while (number[b] < number[a])
        b = result[b];
    }
    return a;
  };
  result[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      if (*node == root)
        continue;
      uint32_t found = Unknown;
      for (uint32_t previous : before[*node])
        if (result[previous] != Unknown)
          found = found == Unknown ? previous : meet(previous, found);
      changed |= result[*node] != found;
      result[*node] = found;
    }
  }
  for (uint32_t node = 0; node < graph.size(); ++node)
    if (result[node] == Unknown)
      result[node] = node;
  return result;
}

static bool dominates(const std::vector<uint32_t> &dominators, uint32_t above, uint32_t node) {
  while (node != above && dominators[node] != node)
    node = dominators[node];
  return node == above;
}

/// Adds the nodes that reach `node` without passing the header.
static void addBody(const Graph &before, uint32_t node, std::vector<bool> &body) {
  std::vector<uint32_t> pending = {node};
  while (!pending.empty()) {
    const uint32_t next = pending.back();
    pending.pop_back();
    if (body[next])
      continue;
    body[next] = true;
    pending.insert(pending.end(), before[next].begin(), before[next].end());
  }
}

std::vector<NaturalLoop> innermostLoops(const Graph &graph, uint32_t root) {
  const std::vector<uint32_t> dominators = immediateDominators(graph, root);
  const Graph before = reversed(graph);
  std::map<uint32_t, std::vector<bool>> bodies;
  for (uint32_t node = 0; node < graph.size(); ++node)
    for (uint32_t next : graph[node]) {
      if ((node != root && dominators[node] == node) || !dominates(dominators, next, node))
        continue; // No path leads here, or this edge leads into no loop.
      std::vector<bool> &body = bodies.try_emplace(next, graph.size()).first->second;
      body[next] = true;
      addBody(before, node, body);
    }
  std::vector<NaturalLoop> result;
  for (const auto &[header, body] : bodies) {
    const bool holdsOther = std::any_of(bodies.begin(), bodies.end(), [&](const auto &other) {
      return other.first != header && body[other.first];
    });
    if (holdsOther)
      continue;
    NaturalLoop loop{header, {}};
    for (uint32_t node = 0; node < graph.size(); ++node)
      if (body[node])
        loop.body.push_back(node);
    result.push_back(std::move(loop));
  }
  return result;
}

} // namespace gputile::counts
