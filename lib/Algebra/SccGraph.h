//===- SccGraph.h - Components of a dependence graph ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_ALGEBRA_SCCGRAPH_H
#define GPUTILE_LIB_ALGEBRA_SCCGRAPH_H

#include <utility>
#include <vector>

namespace gputile::algebra {

/// A directed graph on the nodes 0 … size - 1.
struct Graph {
  unsigned size = 0;
  std::vector<std::pair<unsigned, unsigned>> edges;
};

using Components = std::vector<std::vector<unsigned>>;

/// The strongly connected components in a topological order in which, of those
/// that may come next, the one with the smallest node comes first. Nodes ascend
/// within a component.
Components stronglyConnected(const Graph &graph);

/// The weakly connected components, by smallest node.
Components weaklyConnected(const Graph &graph);

/// The graph between the groups of a partition of the nodes (no self edges).
Graph quotient(const Graph &graph, const Components &groups);

} // namespace gputile::algebra

#endif
