//===- HinderingTest.cpp - Tests of Definition 2 --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "gputile/Analysis/Dependences.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::test;

namespace {

/// Kind and distance of the edges that hinder, sorted.
std::vector<std::pair<DependenceKind, std::vector<long>>> hinderingOf(const Scop &scop) {
  std::vector<std::pair<DependenceKind, std::vector<long>>> result;
  for (const Dependence &edge : markHindering(scop, computeDependences(scop)).edges)
    if (edge.hindering)
      result.push_back({edge.kind, edge.distance.value_or(std::vector<long>{})});
  std::sort(result.begin(), result.end());
  return result;
}

using Edges = std::vector<std::pair<DependenceKind, std::vector<long>>>;
const DependenceKind Anti = DependenceKind::Anti, Output = DependenceKind::Output;

TEST(Hindering, in_figure_2_only_the_anti_dependence_0_1_hinders) {
  IslContext ctx;
  EXPECT_EQ(hinderingOf(figure2(ctx)), (Edges{{Anti, {0, 1}}}));
}

TEST(Hindering, matmul_has_none) {
  IslContext ctx;
  EXPECT_EQ(hinderingOf(gemm(ctx)), Edges{});
}

/// Seidel: every false dependence is also a flow dependence, or a sum of two.
TEST(Hindering, successive_over_relaxation_has_none) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[T, n]")
                  .array("A", 1)
                  .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n }", "{ S0[t, i] -> [t, i] }")
                  .read("{ S0[t, i] -> A[i - 1] }")
                  .read("{ S0[t, i] -> A[i] }")
                  .read("{ S0[t, i] -> A[i + 1] }")
                  .write("{ S0[t, i] -> A[i] }")
                  .build();
  EXPECT_EQ(hinderingOf(scop), Edges{});
}

TEST(Hindering, the_copy_back_of_jacobi_hinders_at_both_ends) {
  IslContext ctx;
  EXPECT_EQ(hinderingOf(jacobi1d(ctx)), (Edges{{Anti, {0, -1}}, {Anti, {0, 1}}}));
}

TEST(Hindering, false_edges_that_imply_each_other_are_not_both_dropped) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[T, I]")
                  .array("A", 1)
                  .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> [t, i] }")
                  .read("{ S0[t, i] -> A[i + 1] }")
                  .read("{ S0[t, i] -> A[i + 1] }")
                  .write("{ S0[t, i] -> A[i] }")
                  .build();
  EXPECT_EQ(hinderingOf(scop), (Edges{{Anti, {0, 1}}, {Anti, {0, 1}}}));
}

TEST(Hindering, parallel_distances_are_one_class) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[I]")
                  .array("A", 1)
                  .statement("{ S0[i] : 1 <= i <= I }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[i + 1] }")
                  .read("{ S0[i] -> A[i + 2] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  // c.1 >= 0 and c.2 >= 0 say the same.
  EXPECT_EQ(hinderingOf(scop), (Edges{{Anti, {1}}, {Anti, {2}}}));
}

/// for i, j: s = 0 … : the reuse of a scalar orders all iterations.
TEST(Hindering, the_reuse_of_a_scalar_hinders) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("s", 0)
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
                  .write("{ S0[i] -> s[] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }")
                  .read("{ S1[i] -> s[] }")
                  .write("{ S1[i] -> A[i] }")
                  .build();
  // The output dependence follows from flow S0 -> S1 and anti S1 -> S0.
  EXPECT_EQ(hinderingOf(scop), (Edges{{Anti, {1}}}));
}

TEST(Hindering, an_output_dependence_alone_hinders) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("s", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> s[] }")
                  .build();
  EXPECT_EQ(hinderingOf(scop), (Edges{{Output, {1}}}));
}

/// Distances j - i that grow with i, and parameters in the relation.
TEST(Hindering, edges_without_constant_distance_are_compared_too) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[a] : 0 <= a < n }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  Ddg ddg = computeDependences(scop);
  ASSERT_EQ(ddg.edges.size(), 2u);
  EXPECT_EQ(hinderingOf(scop), Edges{});
}

} // namespace
