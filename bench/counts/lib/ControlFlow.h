//===- ControlFlow.h - Where lanes meet again; loops ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include <cstdint>
#include <vector>

namespace gputile::counts {

/// Successors of each node.
using Graph = std::vector<std::vector<uint32_t>>;

Graph reversed(const Graph &graph);

/// The immediate dominator of each node on paths from the root; the root's is itself, and so is
/// that of nodes that no path leads to. On the reversed graph with the exit as root these are
/// the immediate post-dominators.
/// Example: 0 -> 1, 0 -> 2, 1 -> 3, 2 -> 3 gives 0 0 0 0.
std::vector<uint32_t> immediateDominators(const Graph &graph, uint32_t root);

struct NaturalLoop {
  uint32_t header;
  std::vector<uint32_t> body; ///< Sorted; holds the header.
};

/// The loops that contain no other loop. Edges to one header are one loop.
std::vector<NaturalLoop> innermostLoops(const Graph &graph, uint32_t root);

} // namespace gputile::counts
