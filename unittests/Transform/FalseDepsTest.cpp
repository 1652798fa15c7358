//===- FalseDepsTest.cpp - Tests of the removal of false dependences ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/FalseDeps/Reads.h"
#include "Programs.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Transform/FalseDeps.h"
#include "gputile/Schedule/Scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::test;

namespace {

class FalseDepsTest : public ::testing::Test {
protected:
  IslContext Ctx;

  static Ddg marked(const Scop &scop) { return markHindering(scop, computeDependences(scop)); }

  static std::optional<Scop> remove(const Scop &scop) {
    EXPECT_EQ(checkScop(scop), "");
    std::optional<CopiedScop> result = removeFalseDependences(scop, marked(scop));
    if (!result)
      return std::nullopt;
    EXPECT_EQ(checkScop(result->scop), "");
    return result->scop;
  }

  static unsigned hinderingEdges(const Scop &scop) {
    unsigned count = 0;
    for (const Dependence &edge : marked(scop).edges)
      count += edge.hindering;
    return count;
  }

  bool isSet(const isl::set &set, const std::string &text) {
    return set.is_equal(isl::set(Ctx.get(), text));
  }
  bool isMap(const isl::map &map, const std::string &text) {
    return map.is_equal(isl::map(Ctx.get(), text));
  }

  /// "A0[a] = A[a];" as the names of the arrays: "A0 = A;".
  static std::string textOf(const Scop &scop, const Statement &s) {
    std::string text;
    for (const BodyPiece &piece : s.body)
      text += piece.kind == BodyPiece::Kind::Reference
                  ? scop.arrays[s.references[piece.index].array].name
                  : piece.text;
    return text;
  }

  static ScheduleNode planesOf(const Scop &scop) {
    SchedulerOptions options;
    options.outerCoincidence = false;
    return findSchedule(scop, marked(scop), options).tree;
  }

  static bool improves(const Scop &before, const Scop &after) {
    return improvesHyperplanes(before, planesOf(before), after, planesOf(after));
  }

  /// for t: B = sum of A at \p offsets (in two dimensions); A = B.
  Scop stencil(const std::vector<std::pair<int, int>> &offsets) {
    std::string bounds = " : 0 <= t < T and 1 <= i < n - 1 and 1 <= j < m - 1 }";
    TestScop scop(Ctx, "[T, n, m]");
    scop.array("A", 2).array("B", 2);
    scop.statement("{ S0[t, i, j]" + bounds, "{ S0[t, i, j] -> [t, 0, i, j] }");
    for (auto [di, dj] : offsets)
      scop.read("{ S0[t, i, j] -> A[i + " + std::to_string(di) + ", j + " + std::to_string(dj) +
                "] }");
    scop.write("{ S0[t, i, j] -> B[i, j] }");
    scop.statement("{ S1[t, i, j]" + bounds, "{ S1[t, i, j] -> [t, 1, i, j] }");
    scop.read("{ S1[t, i, j] -> B[i, j] }").write("{ S1[t, i, j] -> A[i, j] }");
    return scop.build();
  }
};

TEST_F(FalseDepsTest, figure_2_becomes_figure_7) {
  Scop before = figure2(Ctx);
  std::optional<Scop> after = remove(before);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->arrays.size(), 2u);
  const Array &copy = after->arrays[1];
  EXPECT_EQ(copy.name, "A0");
  EXPECT_EQ(copy.elementType, "double");
  EXPECT_EQ(copy.elementBytes, 8u);
  EXPECT_EQ(copy.rank, 1u);
  EXPECT_EQ(copy.storage, ArrayStorage::Private);
  EXPECT_TRUE(copy.baseExpr.empty());
  ASSERT_EQ(after->statements.size(), 3u);
  const Statement &compute = after->statements[0], &once = after->statements[1],
                  &loop = after->statements[2];
  EXPECT_TRUE(compute.domain.is_equal(before.statements[0].domain));
  EXPECT_EQ(textOf(*after, compute), "A = 1 + A + A0;");
  EXPECT_TRUE(isMap(compute.references[1].index,
                    "[T, I] -> { S0[t, i] -> A0[i + 1] : 1 <= t <= T and 1 <= i <= I }"));
  EXPECT_EQ(textOf(*after, once), "A0 = A;");
  EXPECT_TRUE(isSet(once.domain, "[T, I] -> { S1[I + 1] : T >= 1 and I >= 1 }"));
  EXPECT_EQ(textOf(*after, loop), "A0 = A;");
  EXPECT_TRUE(isSet(loop.domain, "[T, I] -> { S2[t, a] : 1 <= t <= T and 2 <= a <= I }"));
  // Before the loop over t; in it, the copies before the loop over i.
  EXPECT_TRUE(isMap(once.schedule,
                    "[T, I] -> { S1[a] -> [0, a, 0, 0] : a = I + 1 and T >= 1 and I >= 1 }"));
  EXPECT_TRUE(
      isMap(loop.schedule, "[T, I] -> { S2[t, a] -> [1, t, 0, a] : 1 <= t <= T and 2 <= a <= I }"));
  EXPECT_TRUE(isMap(compute.schedule,
                    "[T, I] -> { S0[t, i] -> [1, t, 1, i] : 1 <= t <= T and 1 <= i <= I }"));
}

TEST_F(FalseDepsTest, figure_7_has_the_eight_dependences_of_figure_8) {
  std::optional<Scop> after = remove(figure2(Ctx));
  ASSERT_TRUE(after);
  std::vector<std::vector<long>> labels;
  unsigned fromOnce = 0;
  for (const Dependence &edge : computeDependences(*after).edges) {
    EXPECT_NE(edge.target, 1u);
    if (edge.source == 1)
      ++fromOnce; // The copy outside the loops is not in the figure.
    else
      labels.push_back(edge.distance.value_or(std::vector<long>{}));
  }
  std::sort(labels.begin(), labels.end());
  std::vector<std::vector<long>> expected = {{0, -1}, {0, 0}, {1, 0}, {1, 0},
                                             {1, 0},  {1, 0}, {1, 0}, {1, 1}};
  EXPECT_EQ(labels, expected);
  EXPECT_EQ(fromOnce, 1u);
}

TEST_F(FalseDepsTest, figure_7_has_the_hyperplanes_of_figure_9) {
  std::optional<Scop> after = remove(figure2(Ctx));
  ASSERT_TRUE(after);
  std::vector<StatementHyperplanes> planes = hyperplanesOf(*after, planesOf(*after));
  std::vector<std::vector<long>> matrix = {{1, 0}, {1, 1}};
  for (unsigned s : {0u, 2u})
    EXPECT_EQ(planes[s].matrix, matrix);
  EXPECT_EQ(planes[0].shift[0] - planes[2].shift[0], 0);
  EXPECT_EQ(planes[0].shift[1] - planes[2].shift[1], 1);
}

TEST_F(FalseDepsTest, both_directions_of_jacobi_get_a_copy_and_less_slanted_tiles) {
  Scop before = jacobi1d(Ctx);
  std::optional<Scop> after = remove(before);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->arrays.size(), 4u);
  EXPECT_EQ(textOf(*after, after->statements[0]), "B = 1 + A0 + A + A1;");
  EXPECT_EQ(textOf(*after, after->statements[1]), "A = 1 + B;");
  std::vector<std::vector<long>> slanted = {{1, 0}, {2, 1}}, regular = {{1, 0}, {1, 1}};
  EXPECT_EQ(hyperplanesOf(before, planesOf(before))[0].matrix, slanted);
  EXPECT_EQ(hyperplanesOf(*after, planesOf(*after))[0].matrix, regular);
  EXPECT_TRUE(improves(before, *after));
  EXPECT_FALSE(improves(before, before));
}

TEST_F(FalseDepsTest, hyperplanes_that_stay_as_they_were_are_no_improvement) {
  Scop before = figure2(Ctx);
  std::optional<Scop> after = remove(before);
  ASSERT_TRUE(after);
  // Without constraint (4) both have [[1, 0], [1, 1]].
  EXPECT_FALSE(improves(before, *after));
}

TEST_F(FalseDepsTest, deeper_or_more_parallel_bands_are_an_improvement) {
  Scop scop = figure2(Ctx);
  auto row = [&](const std::string &function, bool coincident) {
    BandRow result;
    result.functions.emplace(0,
                             isl::aff(Ctx.get(), "[T, I] -> { S0[t, i] -> [" + function + "] }"));
    result.coincident = coincident;
    return result;
  };
  auto band = [&](std::vector<BandRow> rows) {
    ScheduleNode node, leaf;
    node.kind = ScheduleNode::Kind::Band;
    node.statements = leaf.statements = {0};
    node.rows = rows;
    node.children = {leaf};
    return node;
  };
  ScheduleNode one = band({row("t", false)}), two = band({row("t", false), row("2t + i", false)}),
               parallel = band({row("3t", false), row("2t + i", true)}),
               regular = band({row("t", false), row("i", false)});
  EXPECT_TRUE(improvesHyperplanes(scop, one, scop, two));
  EXPECT_FALSE(improvesHyperplanes(scop, two, scop, one));
  EXPECT_TRUE(improvesHyperplanes(scop, two, scop, parallel));
  EXPECT_TRUE(improvesHyperplanes(scop, two, scop, regular));
  EXPECT_FALSE(improvesHyperplanes(scop, parallel, scop, regular));
}

TEST_F(FalseDepsTest, reads_of_one_orthant_share_a_copy) {
  std::optional<Scop> star = remove(stencil({{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}}));
  ASSERT_TRUE(star);
  EXPECT_EQ(star->arrays.size(), 4u);
  EXPECT_EQ(textOf(*star, star->statements[0]), "B = 1 + A + A0 + A1 + A0 + A1;");
}

TEST_F(FalseDepsTest, dependences_that_hinder_once_others_are_gone_are_removed_too) {
  std::vector<std::pair<int, int>> offsets;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      offsets.push_back({i, j});
  Scop before = stencil(offsets);
  EXPECT_EQ(hinderingEdges(before), 4u); // The corners imply the edges.
  std::optional<Scop> after = remove(before);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->arrays.size(), 6u);
  unsigned left = 0;
  for (const Reference &reference : after->statements[0].references)
    left += after->arrays[reference.array].name == "A";
  EXPECT_EQ(left, 1u); // A[i][j]
}

TEST_F(FalseDepsTest, no_array_is_copied_more_often_than_allowed) {
  Scop star = stencil({{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}});
  EXPECT_TRUE(removeFalseDependences(star, marked(star), 2));
  EXPECT_FALSE(removeFalseDependences(star, marked(star), 1));
}

TEST_F(FalseDepsTest, shifted_boxes_are_copied_as_one_box) {
  std::optional<Scop> star = remove(stencil({{0, -1}, {0, 1}, {-1, 0}, {1, 0}}));
  ASSERT_TRUE(star);
  // The corner (n - 2, m - 2) is not read through this copy.
  EXPECT_TRUE(
      isSet(star->statements[3].domain,
            "[T, n, m] -> { S3[t, a, b] : 0 <= t < T and 1 <= a < n - 1 and 1 <= b < m - 1 }"));
}

/// for i: A[i] = A[i+1] + A[i+2], no loop around it.
TEST_F(FalseDepsTest, outside_all_loops_one_statement_copies_everything) {
  Scop scop = TestScop(Ctx, "[I]")
                  .array("A", 1)
                  .statement("{ S0[i] : 1 <= i <= I }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[i + 1] }")
                  .read("{ S0[i] -> A[i + 2] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  std::optional<Scop> after = remove(scop);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->statements.size(), 2u);
  EXPECT_TRUE(isSet(after->statements[1].domain, "[I] -> { S1[a] : 2 <= a <= I + 2 and I >= 1 }"));
  for (const Dependence &edge : computeDependences(*after).edges)
    EXPECT_EQ(edge.source, 1u);
}

TEST_F(FalseDepsTest, names_in_use_are_avoided) {
  Scop scop = TestScop(Ctx, "[A0]")
                  .array("A", 1)
                  .array("A1", 1)
                  .statement("{ S0[i] : 1 <= i <= A0 }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[i + 1] }")
                  .read("{ S0[i] -> A1[i] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  std::optional<Scop> after = remove(scop);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->arrays[2].name, "A2");
}

/// for t downwards { for i downwards: A[i] = A[i-1] + A[i]; for j, k: B[j][k] = B[j][k+1] +
/// B[j+1][k]; }
TEST_F(FalseDepsTest, several_arrays_nests_and_directions) {
  Scop scop =
      TestScop(Ctx, "[T, n]")
          .array("A", 1)
          .array("B", 2)
          .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n }", "{ S0[t, i] -> [-t, 0, -i, 0] }")
          .read("{ S0[t, i] -> A[i - 1] }")
          .read("{ S0[t, i] -> A[i] }")
          .write("{ S0[t, i] -> A[i] }")
          .statement("{ S1[t, j, k] : 0 <= t < T and 0 <= j, k < n - 1 }",
                     "{ S1[t, j, k] -> [-t, 1, j, k] }")
          .read("{ S1[t, j, k] -> B[j, k + 1] }")
          .read("{ S1[t, j, k] -> B[j + 1, k] }")
          .write("{ S1[t, j, k] -> B[j, k] }")
          .build();
  std::optional<Scop> after = remove(scop);
  ASSERT_TRUE(after);
  EXPECT_EQ(textOf(*after, after->statements[0]), "A = 1 + A0 + A;");
  // Two copies of B: before the loop over k for one read, before that over j for the other.
  EXPECT_EQ(textOf(*after, after->statements[1]), "B = 1 + B0 + B1;");
  EXPECT_EQ(after->arrays[arrayIndex(*after, "B1")].rank, 2u);
}

TEST_F(FalseDepsTest, without_hindering_dependences_nothing_is_done) {
  EXPECT_FALSE(remove(gemm(Ctx)));
  Scop sor = TestScop(Ctx, "[T, n]")
                 .array("A", 1)
                 .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n }", "{ S0[t, i] -> [t, i] }")
                 .read("{ S0[t, i] -> A[i - 1] }")
                 .read("{ S0[t, i] -> A[i] }")
                 .read("{ S0[t, i] -> A[i + 1] }")
                 .write("{ S0[t, i] -> A[i] }")
                 .build();
  EXPECT_FALSE(remove(sor));
}

TEST_F(FalseDepsTest, output_dependences_stay) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("s", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> s[] }")
                  .build();
  ASSERT_GT(hinderingEdges(scop), 0u);
  EXPECT_FALSE(remove(scop));
}

/// The read of s follows a write of each iteration: no earlier copy has its value.
TEST_F(FalseDepsTest, a_value_written_behind_the_place_of_the_copy_stays) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("s", 0)
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
                  .write("{ S0[i] -> s[] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }")
                  .read("{ S1[i] -> s[] }")
                  .write("{ S1[i] -> A[i] }")
                  .build();
  ASSERT_GT(hinderingEdges(scop), 0u);
  EXPECT_FALSE(remove(scop));
}

/// 2-D FDTD: the border of ey is written anew in each step and read in the same step.
/// The last read before the next write hinders, but slants no tile.
TEST_F(FalseDepsTest, the_border_of_fdtd_stays) {
  const Scop scop = fdtd2d(Ctx);
  Ddg ddg = marked(scop);
  const auto isHindering = [](const Dependence &edge) { return edge.hindering; };
  const auto border = std::find_if(ddg.edges.begin(), ddg.edges.end(), isHindering);
  ASSERT_EQ(hinderingEdges(scop), 1u);
  EXPECT_EQ(border->kind, DependenceKind::Anti);
  EXPECT_EQ(std::pair(border->source, border->target), std::pair(3u, 0u));
  EXPECT_FALSE(remove(scop));

  SchedulerOptions options;
  options.outerCoincidence = false;
  options.balanced = true;
  const auto planes = hyperplanesOf(scop, findSchedule(scop, ddg, options).tree);
  std::erase_if(ddg.edges, isHindering);
  const auto without = hyperplanesOf(scop, findSchedule(scop, ddg, options).tree);
  // Only the border itself, of one dimension less, could run by itself, ahead of time.
  for (unsigned s = 1; s < 4; ++s)
    EXPECT_EQ(planes[s].matrix, without[s].matrix) << s;
}

/// A copy of ey made in each step, behind its writes, is used again in the next step as
/// ey itself is, and hinders in its place.
TEST_F(FalseDepsTest, a_copy_behind_the_border_of_fdtd_hinders_too) {
  const Scop scop =
      TestScop(Ctx, "[T, n]")
          .array("ey", 1)
          .array("copy", 1)
          .array("hz", 1)
          .statement("{ S0[t, j] : 0 <= t < T and 0 <= j < n }", "{ S0[t, j] -> [t, 0, j] }")
          .write("{ S0[t, j] -> ey[j] }")
          .statement("{ C[t, j] : 0 <= t < T and 0 <= j < n }", "{ C[t, j] -> [t, 1, j] }")
          .read("{ C[t, j] -> ey[j] }")
          .write("{ C[t, j] -> copy[j] }")
          .statement("{ S3[t, j] : 0 <= t < T and 0 <= j < n }", "{ S3[t, j] -> [t, 2, j] }")
          .update("{ S3[t, j] -> hz[j] }")
          .read("{ S3[t, j] -> copy[j] }")
          .build();
  const Ddg ddg = marked(scop);
  EXPECT_TRUE(std::any_of(ddg.edges.begin(), ddg.edges.end(), [](const Dependence &edge) {
    return edge.hindering && edge.kind == DependenceKind::Anti && edge.source == 2 &&
           edge.target == 1;
  }));
}

/// A[i] = A[n - i]: half of the reads are of values that the loop has written.
TEST_F(FalseDepsTest, a_read_of_old_and_new_values_stays) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i <= n }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[n - i] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  EXPECT_FALSE(remove(scop));
}

TEST_F(FalseDepsTest, an_element_that_the_instance_writes_stays) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[i + 1] }")
                  .mayWrite("{ S0[i] -> A[i + 1] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  EXPECT_FALSE(remove(scop));
}

TEST_F(FalseDepsTest, a_reference_that_is_read_and_written_stays) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .update("{ S0[i] -> A[i + 1] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  EXPECT_FALSE(remove(scop));
}

TEST_F(FalseDepsTest, a_subscript_that_is_not_affine_stays) {
  TestScop builder(Ctx, "[n]");
  builder.array("A", 1);
  builder.statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
      .read("{ S0[i] -> A[a] : i < a < n }")
      .write("{ S0[i] -> A[i] }");
  Scop scop = builder.build();
  scop.statements[0].references[0].affine = false;
  scop.statements[0].references[0].subscripts = {{BodyPiece::makeText("f()")}};
  ASSERT_GT(hinderingEdges(scop), 0u);
  EXPECT_FALSE(remove(scop));
}

TEST_F(FalseDepsTest, data_dependent_writes_do_no_harm) {
  Scop scop = TestScop(Ctx, "[T, I]")
                  .array("A", 1)
                  .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> [t, i] }")
                  .read("{ S0[t, i] -> A[i + 1] }")
                  .read("{ S0[t, i] -> A[i] }")
                  .mayWrite("{ S0[t, i] -> A[i] }")
                  .build();
  std::optional<Scop> after = remove(scop);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->statements[2].accesses[0].kind, AccessKind::MustWrite);
}

TEST_F(FalseDepsTest, the_check_finds_damaged_copies) {
  Scop before = figure2(Ctx);
  Ddg ddg = marked(before);
  const Scop good = transform::insertCopies(before, transform::findCopyGroups(before, ddg));
  auto keepsFlow = [&](const Scop &after) {
    return transform::keepsFlow(before, ddg, after, computeDependences(after));
  };
  EXPECT_TRUE(keepsFlow(good));
  auto change = [&](unsigned s, const std::string &domain) {
    Scop scop = good;
    isl::set kept = isl::set(Ctx.get(), domain);
    for (Access &access : scop.statements[s].accesses)
      access.relation = access.relation.intersect_domain(kept);
    return scop;
  };
  EXPECT_FALSE(keepsFlow(change(1, "[T, I] -> { S1[a] : I > 1 }")));
  EXPECT_FALSE(keepsFlow(change(2, "[T, I] -> { S2[t, a] : a < I }")));
  EXPECT_FALSE(keepsFlow(change(2, "[T, I] -> { S2[t, a] : t > 1 }")));
  Scop late = good;
  late.statements[2].schedule = isl::map(Ctx.get(), "[T, I] -> { S2[t, a] -> [1, t, 2, a] }")
                                    .intersect_domain(late.statements[2].domain);
  EXPECT_FALSE(keepsFlow(late));
  Scop other = good;
  other.statements[2].accesses[1].relation =
      isl::map(Ctx.get(), "[T, I] -> { S2[t, a] -> A[a - 1] }")
          .intersect_domain(other.statements[2].domain);
  EXPECT_FALSE(keepsFlow(other));
  Scop elsewhere = good;
  elsewhere.statements[0].accesses[1].relation =
      isl::map(Ctx.get(), "[T, I] -> { S0[t, i] -> A0[I + 2 - i] }")
          .intersect_domain(elsewhere.statements[0].domain);
  EXPECT_FALSE(keepsFlow(elsewhere));
}

} // namespace
