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

/// The neighbours of a point: offsets per dimension.
using Offsets = std::vector<std::vector<int>>;

/// "[i0 + 1, i1]"
std::string subscripts(const std::vector<int> &offset) {
  std::string text;
  for (size_t d = 0; d < offset.size(); ++d)
    text += (d ? ", i" : "[i") + std::to_string(d) + " + " + std::to_string(offset[d]);
  return text + "]";
}

/// for t: target = sum of A over \p offsets, in place (A) or in B with a copy back.
Scop stencil(IslContext &ctx, const Offsets &offsets, bool inPlace) {
  const size_t rank = offsets.front().size();
  std::string iterators = "t", bounds = " : 0 <= t < T";
  for (size_t d = 0; d < rank; ++d) {
    std::string i = "i" + std::to_string(d);
    iterators += ", " + i;
    bounds += " and 1 <= " + i + " < n" + std::to_string(d) + " - 1";
  }
  auto instance = [&](unsigned s) { return "{ S" + std::to_string(s) + "[" + iterators + "]"; };
  std::string inner = iterators.substr(3), centre = subscripts(std::vector<int>(rank, 0));
  TestScop scop(ctx, "[T, n0, n1, n2]");
  scop.array("A", static_cast<unsigned>(rank)).array("B", static_cast<unsigned>(rank));
  scop.statement(instance(0) + bounds + " }", instance(0) + " -> [t, 0, " + inner + "] }");
  for (const std::vector<int> &offset : offsets)
    scop.read(instance(0) + " -> A" + subscripts(offset) + " }");
  scop.write(instance(0) + " -> " + (inPlace ? "A" : "B") + centre + " }");
  if (inPlace)
    return scop.build();
  scop.statement(instance(1) + bounds + " }", instance(1) + " -> [t, 1, " + inner + "] }");
  scop.read(instance(1) + " -> B" + centre + " }");
  return scop.write(instance(1) + " -> A" + centre + " }").build();
}

Scop fdtd2d(IslContext &ctx) {
  TestScop scop(ctx, "[T, n, m]");
  scop.array("ex", 2).array("ey", 2).array("hz", 2).array("source", 1);
  return scop.statement("{ S0[t, j] : 0 <= t < T and 0 <= j < m }", "{ S0[t, j] -> [t, 0, j, 0] }")
      .read("{ S0[t, j] -> source[t] }")
      .write("{ S0[t, j] -> ey[0, j] }")
      .statement("{ S1[t, i, j] : 0 <= t < T and 1 <= i < n and 0 <= j < m }",
                 "{ S1[t, i, j] -> [t, 1, i, j] }")
      .update("{ S1[t, i, j] -> ey[i, j] }")
      .read("{ S1[t, i, j] -> hz[i, j] }")
      .read("{ S1[t, i, j] -> hz[i - 1, j] }")
      .statement("{ S2[t, i, j] : 0 <= t < T and 0 <= i < n and 1 <= j < m }",
                 "{ S2[t, i, j] -> [t, 2, i, j] }")
      .update("{ S2[t, i, j] -> ex[i, j] }")
      .read("{ S2[t, i, j] -> hz[i, j] }")
      .read("{ S2[t, i, j] -> hz[i, j - 1] }")
      .statement("{ S3[t, i, j] : 0 <= t < T and 0 <= i < n - 1 and 0 <= j < m - 1 }",
                 "{ S3[t, i, j] -> [t, 3, i, j] }")
      .update("{ S3[t, i, j] -> hz[i, j] }")
      .read("{ S3[t, i, j] -> ex[i, j + 1] }")
      .read("{ S3[t, i, j] -> ex[i, j] }")
      .read("{ S3[t, i, j] -> ey[i + 1, j] }")
      .read("{ S3[t, i, j] -> ey[i, j] }")
      .build();
}

/// Table II: six of the eight benchmarks have false dependences to eliminate.
TEST(Hindering, table_2) {
  IslContext ctx;
  const Offsets points3 = {{-1}, {0}, {1}}, points5 = {{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}},
                points7 = {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0},
                           {0, 1, 0}, {0, 0, -1}, {0, 0, 1}},
                heat = {{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, 1}};
  EXPECT_EQ(hinderingOf(stencil(ctx, points3, false)).size(), 2u);
  EXPECT_EQ(hinderingOf(stencil(ctx, points5, false)).size(), 4u);
  EXPECT_EQ(hinderingOf(stencil(ctx, points7, false)).size(), 6u);
  EXPECT_EQ(hinderingOf(jacobi27(ctx)).size(), 8u); // The corners imply the others.
  EXPECT_EQ(hinderingOf(stencil(ctx, points3, true)), Edges{});
  EXPECT_EQ(hinderingOf(stencil(ctx, points5, true)), Edges{});
  // Only at the border: elsewhere the fields' values flow where their reads do.
  EXPECT_EQ(hinderingOf(fdtd2d(ctx)).size(), 1u);
  EXPECT_EQ(hinderingOf(stencil(ctx, heat, false)).size(), 6u);
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
