//===- ControlFlowTest.cpp - Dominators and loops ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "gtest/gtest.h"

using namespace gputile::counts;
using Nodes = std::vector<uint32_t>;

TEST(Dominators, of_a_diamond_are_its_begin) {
  const Graph graph = {{1, 2}, {3}, {3}, {}};
  EXPECT_EQ(immediateDominators(graph, 0), (Nodes{0, 0, 0, 0}));
  EXPECT_EQ(immediateDominators(reversed(graph), 3), (Nodes{3, 3, 3, 3}));
}

TEST(Dominators, of_nested_branches_nest) {
  // 0 -> 1 | 6; 1 -> 2 | 3; both -> 4; 4 -> 5; 5 -> 6
  const Graph graph = {{1, 6}, {2, 3}, {4}, {4}, {5}, {6}, {}};
  EXPECT_EQ(immediateDominators(reversed(graph), 6), (Nodes{6, 4, 4, 4, 5, 6, 6}));
}

TEST(Dominators, of_nodes_without_a_path_are_themselves) {
  const Graph graph = {{2}, {1}, {}}; // 1 goes round forever.
  EXPECT_EQ(immediateDominators(reversed(graph), 2), (Nodes{2, 1, 2}));
}

TEST(Loops, that_hold_another_are_not_innermost) {
  // 1 … 4 with 2 … 3 inside, then 5 alone.
  const Graph graph = {{1}, {2}, {3}, {2, 4}, {1, 5}, {5, 6}, {}};
  const std::vector<NaturalLoop> loops = innermostLoops(graph, 0);
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(loops[0].header, 2u);
  EXPECT_EQ(loops[0].body, (Nodes{2, 3}));
  EXPECT_EQ(loops[1].body, (Nodes{5}));
}

TEST(Loops, with_two_ways_back_are_one) {
  const Graph graph = {{1}, {2, 3}, {1}, {1, 4}, {}};
  const std::vector<NaturalLoop> loops = innermostLoops(graph, 0);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].body, (Nodes{1, 2, 3}));
}
