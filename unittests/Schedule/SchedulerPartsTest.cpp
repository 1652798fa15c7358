//===- SchedulerPartsTest.cpp - Parts of the hyperplane search ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/FarkasCone.h"
#include "Algebra/Generators.h"
#include "Algebra/Lexmin.h"
#include "Algebra/SccGraph.h"
#include "Algebra/Substitution.h"
#include "Schedule/Functions.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <random>

using namespace gputile;
using namespace gputile::algebra;
using namespace gputile::schedule;

namespace {

/// True when \p form satisfies all conditions of \p cone.
bool holds(const FarkasCone &cone, const IntVector &form) {
  for (const IntVector &row : cone.equalities)
    if (dot(row, form) != 0)
      return false;
  for (const IntVector &row : cone.inequalities)
    if (dot(row, form) < 0)
      return false;
  return true;
}

isl::basic_set basicSet(IslContext &ctx, const char *text) {
  return isl::basic_set(ctx.get(), text);
}

TEST(HyperplaneMatrix, NullSpaceIsOrthogonalAndComplete) {
  IntMatrix rows = {{2, 4, 0}, {1, 2, 0}};
  IntMatrix basis = nullSpace(rows, 3);
  EXPECT_EQ(rankOf(rows), 1u);
  EXPECT_EQ(rankOf(basis), 2u);
  for (const IntVector &v : basis)
    EXPECT_EQ(dot(rows[0], v), 0);
  EXPECT_EQ(nullSpace({}, 2), (IntMatrix{{1, 0}, {0, 1}}));
}

TEST(HyperplaneMatrix, RefusesNumbersItCannotHold) {
  EXPECT_THROW(combine(1L << 39, 4, 0, 0), NumbersTooLarge);
  EXPECT_EQ(combine(3, 4, 5, -6), -18);
}

TEST(FarkasCone, FindsFormsOfAParametricInterval) {
  IslContext ctx;
  // (constant, n, i)
  FarkasCone cone = nonNegativeForms(basicSet(ctx, "[n] -> { [i] : 0 <= i < n }"));
  EXPECT_TRUE(holds(cone, {0, 0, 1}));   // i
  EXPECT_TRUE(holds(cone, {-1, 1, -1})); // n - 1 - i
  EXPECT_TRUE(holds(cone, {0, 1, -1}));  // n - i
  EXPECT_FALSE(holds(cone, {0, 0, -1})); // -i
  EXPECT_FALSE(holds(cone, {-1, 0, 1})); // i - 1
  EXPECT_FALSE(holds(cone, {-2, 1, -1}));
}

TEST(FarkasCone, LooksThroughExistentiallyQuantifiedVariables) {
  IslContext ctx;
  FarkasCone cone = nonNegativeForms(basicSet(ctx, "{ [i] : exists e : i = 2e and 0 <= i <= 10 }"));
  EXPECT_TRUE(holds(cone, {0, 1}));
  EXPECT_TRUE(holds(cone, {10, -1}));
  EXPECT_FALSE(holds(cone, {9, -1}));
}

/// Nested remainders, as where every second element of a row is dealt out to 256 partial sums.
TEST(FarkasCone, ProjectsNestedRemaindersOut) {
  IslContext ctx;
  // (constant, n, a, b, c): a and b are the parts of 256 a + b.
  const FarkasCone cone = nonNegativeForms(basicSet(
      ctx, "[n] -> { [a, b, c] : (1 + b + c) mod 2 = 0 and 0 <= b <= 255 and 0 <= c <= 255 and "
           "256a <= n - b and 256 * floor((1 + b - c - 2 * floor(b / 2)) / 256) >= -253 + b - c - "
           "2 * floor(b / 2) and 2 * floor((1 + b - c - 2 * floor(b / 2)) / 256) <= 511 + b - 2c - "
           "2 * floor(b / 2) and c >= 3 - 256a }"));
  EXPECT_TRUE(holds(cone, {0, 0, 0, 1, 0}));
  EXPECT_TRUE(holds(cone, {0, 1, -256, -1, 0}));
  EXPECT_TRUE(holds(cone, {-3, 0, 256, 0, 1}));
  EXPECT_FALSE(holds(cone, {-1, 0, 0, 1, 0}));
  EXPECT_FALSE(holds(cone, {0, 0, -1, 0, 0}));
}

IntMatrix fromIslAndFree(isl_mat *matrix) {
  IntMatrix rows = fromIsl(matrix);
  isl_mat_free(matrix);
  return rows;
}

/// The forms of \p cone, over \p columns.
isl::set formsOf(IslContext &ctx, const FarkasCone &cone, unsigned columns) {
  const auto matrix = [&](IntMatrix rows) {
    for (IntVector &row : rows)
      row.insert(row.begin(), 0);
    return toIsl(ctx.get(), rows, 1 + columns);
  };
  return isl::manage(isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      isl_space_set_alloc(isl::ctx(ctx.get()).get(), 0, columns), matrix(cone.equalities),
      matrix(cone.inequalities), isl_dim_cst, isl_dim_set, isl_dim_param, isl_dim_div)));
}

/// What isl finds by Fourier and Motzkin's elimination of the multipliers.
TEST(FarkasCone, HasTheFormsOfEliminatedMultipliers) {
  IslContext ctx;
  std::mt19937 random(7);
  const auto number = [&](int least, int most) {
    return std::to_string(std::uniform_int_distribution<int>(least, most)(random));
  };
  unsigned checked = 0;
  for (int round = 0; round < 400; ++round) {
    std::string text = "[n] -> { [i, j, k] : ";
    for (int c = 0; c < 1 + round % 7; ++c)
      text += (c ? " and " : "") + number(-3, 3) + " n + " + number(-2, 2) + " i + " +
              number(-2, 2) + " j + " + number(-1, 2) + " k " + (c == 3 ? "= " : ">= ") +
              number(-9, 9);
    const isl::basic_set set = basicSet(ctx, (text + " }").c_str());
    if (set.is_empty())
      continue;
    const isl::basic_set forms = isl::manage(isl_basic_set_coefficients(set.copy()));
    const FarkasCone expected{
        fromIslAndFree(isl_basic_set_equalities_matrix(forms.get(), isl_dim_set, isl_dim_cst,
                                                       isl_dim_param, isl_dim_div)),
        fromIslAndFree(isl_basic_set_inequalities_matrix(forms.get(), isl_dim_set, isl_dim_cst,
                                                         isl_dim_param, isl_dim_div))};
    EXPECT_TRUE(formsOf(ctx, nonNegativeForms(set), 5).is_equal(formsOf(ctx, expected, 5))) << text;
    ++checked;
  }
  EXPECT_GT(checked, 200u);
}

/// 256 a + b < 256 a' + b' for equal b: a' - a is an integer.
TEST(FarkasCone, HasTheFormsOfDistances) {
  IslContext ctx;
  const FarkasCone cone = nonNegativeFormsOfDistances(isl::basic_map(
      ctx.get(), "[n] -> { S[a, b] -> S[c, b] : exists e : 256a + 2 <= 256c <= n and b = 2e }"));
  EXPECT_TRUE(holds(cone, {-1, 0, 1, 0})); // c - a >= 1
  EXPECT_TRUE(holds(cone, {0, 0, 0, 1}));  // b - b
  EXPECT_TRUE(holds(cone, {0, 0, 0, -1}));
  EXPECT_FALSE(holds(cone, {-2, 0, 1, 0}));
  EXPECT_FALSE(holds(cone, {0, 0, -1, 0}));
}

TEST(FarkasCone, HasNoConditionsOfEmptySets) {
  IslContext ctx;
  const FarkasCone cone = nonNegativeForms(basicSet(ctx, "{ [i] : i >= 1 and i <= 0 }"));
  EXPECT_TRUE(cone.equalities.empty() && cone.inequalities.empty());
}

TEST(Generators, OfACubeInAPlane) {
  // (y, a, b, c) with 0 <= a, b <= y and c = y: four rays. Lines where nothing bounds a column.
  const IntMatrix sides{{0, 1, 0, 0}, {0, 0, 1, 0}, {1, -1, 0, 0}, {1, 0, -1, 0}};
  const Generators square = generatorsOf({{1, 0, 0, -1}}, sides, 4);
  EXPECT_TRUE(square.lines.empty());
  IntMatrix rays = square.rays;
  std::sort(rays.begin(), rays.end());
  EXPECT_EQ(rays, (IntMatrix{{1, 0, 0, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 1}}));
  const Generators open = generatorsOf({}, {{1, 1, 0, 0}, {1, -1, 0, 0}, {2, 0, 0, 0}}, 4);
  EXPECT_EQ(rankOf(open.lines), 2u);
  EXPECT_EQ(open.rays.size(), 2u);
  EXPECT_TRUE(generatorsOf({}, {{1, 0}, {-1, -1}, {0, 1}}, 2).rays.empty());
  // (y, x…) with 0 <= x <= y: 2^n rays.
  const auto cube = [](unsigned n) {
    IntMatrix rows;
    for (unsigned d = 1; d <= n; ++d)
      for (long side : {1, -1}) {
        rows.emplace_back(1 + n, 0)[d] = side;
        rows.back().front() = side < 0;
      }
    return generatorsOf({}, rows, 1 + n).rays.size();
  };
  EXPECT_EQ(cube(6), 64u);
  EXPECT_THROW(cube(12), TooManyRays);
  // The line is (1, -2^40, 2^80).
  EXPECT_THROW(generatorsOf({{1L << 40, 1, 0}, {0, 1L << 40, 1}}, {}, 3), NumbersTooLarge);
}

TEST(FarkasCone, ApproximateFormsHoldOnAllPieces) {
  IslContext ctx;
  FarkasCone cone = approximateForms(isl::set(ctx.get(), "{ [i] : 0 <= i <= 3 or 7 <= i <= 10 }"));
  EXPECT_TRUE(holds(cone, {0, 1}));
  EXPECT_TRUE(holds(cone, {10, -1}));
  EXPECT_FALSE(holds(cone, {-7, 1}));
  EXPECT_FALSE(holds(cone, {3, -1}));
}

TEST(FarkasCone, ApproximateFormsLeaveLargeNumbersOut) {
  IslContext ctx;
  isl::set far(ctx.get(), "{ [i] : 0 <= i <= 4611686018427387904 }");
  EXPECT_THROW(nonNegativeForms(basicSet(ctx, "{ [i] : 0 <= i <= 4611686018427387904 }")),
               NumbersTooLarge);
  EXPECT_TRUE(holds(approximateForms(far), {0, 1}));
  EXPECT_FALSE(holds(approximateForms(far), {-1, 1})); // The lower bound is still there.
}

TEST(AffineFunctions, ReadsOneFunctionThroughPieces) {
  IslContext ctx;
  auto functions = affineFunctions(isl::map(
      ctx.get(), "[n] -> { S[i, j] -> [i + j, 3] : i >= 0; S[i, j] -> [i + j, 3] : i < -5 }"));
  ASSERT_TRUE(functions);
  ASSERT_EQ(functions->size(), 2u);
  EXPECT_TRUE(functions->at(0).as_map().is_equal(isl::map(ctx.get(), "[n] -> { S[i, j] -> [i + j] }")));
  EXPECT_TRUE(functions->at(1).as_map().is_equal(isl::map(ctx.get(), "[n] -> { S[i, j] -> [3] }")));
}

TEST(AffineFunctions, RefusesSeveralFunctionsAndRelations) {
  IslContext ctx;
  EXPECT_FALSE(affineFunctions(
      isl::map(ctx.get(), "{ S[i] -> [i] : i >= 0; S[i] -> [-i] : i < 0 }")));
  EXPECT_FALSE(affineFunctions(isl::map(ctx.get(), "{ S[i] -> [j] : i <= j <= i + 1 }")));
}

TEST(FarkasCone, VanishingFormsAreTheEqualities) {
  IslContext ctx;
  IntMatrix rows = vanishingForms(basicSet(ctx, "[n] -> { [i, j] : j = i + n + 1 }"));
  auto vanishes = [&](const IntVector &form) {
    for (const IntVector &row : rows)
      if (dot(row, form) != 0)
        return false;
    return true;
  };
  EXPECT_TRUE(vanishes({1, 1, 1, -1}));
  EXPECT_TRUE(vanishes({-2, -2, -2, 2}));
  EXPECT_FALSE(vanishes({1, 0, 1, -1}));
  EXPECT_FALSE(vanishes({0, 0, 0, 1}));
}

TEST(NonTrivialLexmin, BranchesToTheSmallestPointThatIsNotTrivial) {
  IslContext ctx;
  // Minimise x0 = x1 + x2 with x1 <= 5, x2 >= 2 x1 and x1 != 0 or x2 != 0.
  LinearSystem system{3, {{0, -1, 1, 1}}, {{5, 0, -1, 0}, {0, 0, -2, 1}}};
  auto point = nonTrivialLexmin(ctx.get(), system, {{{0, 0, 1, 0}, {0, 0, 0, 1}}});
  ASSERT_TRUE(point);
  EXPECT_EQ(*point, (IntVector{1, 0, 1}));
  point = nonTrivialLexmin(ctx.get(), system, {{{0, 0, 1, 0}}});
  ASSERT_TRUE(point);
  EXPECT_EQ(*point, (IntVector{3, 1, 2}));
}

TEST(NonTrivialLexmin, SaysWhenOnlyTheTrivialPointExists) {
  IslContext ctx;
  LinearSystem system{2, {{0, 1, -1}}, {{0, -1, 0}}}; // x0 = x1 <= 0
  EXPECT_FALSE(nonTrivialLexmin(ctx.get(), system, {{{0, 1, 0}}}));
  EXPECT_TRUE(nonTrivialLexmin(ctx.get(), system, {}));
}

TEST(NonTrivialLexmin, LeavesOutVariablesThatAreZeroOrEqual) {
  // x0 = x1 + x3, x1 = x2, x4 = 0, x2 + 2 x3 >= 3, and x2 and x3 not zero.
  LinearSystem system{5,
                      {{0, -1, 1, 0, 1, 0}, {0, 0, 2, -2, 0, 0}, {0, 0, 0, 0, 0, 3}},
                      {{-3, 0, 0, 1, 2, 0}, {9, 0, -1, 0, 0, 0}, {9, 0, 0, -1, 0, 0}}};
  const Substitution substitution(system);
  const LinearSystem smaller = substitution.apply(system);
  EXPECT_EQ(smaller.variables, 3U);
  EXPECT_EQ(smaller.equalities, (IntMatrix{{0, -1, 1, 1}}));
  EXPECT_EQ(smaller.inequalities, (IntMatrix{{-3, 0, 1, 2}, {9, 0, -1, 0}}));
  EXPECT_EQ(substitution.expand({5, 2, 3}), (IntVector{5, 2, 2, 3, 0}));
  IslContext ctx;
  auto point = nonTrivialLexmin(ctx.get(), system, {{{0, 0, 0, 1, 0, 0}}, {{0, 0, 0, 0, 1, 0}}});
  ASSERT_TRUE(point);
  EXPECT_EQ(*point, (IntVector{2, 1, 1, 1, 0}));
}

TEST(NonTrivialLexmin, KeepsWhatNoPointFulfils) {
  IslContext ctx;
  LinearSystem system{2, {{0, 1, -1}, {0, 0, 1}}, {{-1, 1, 0}}}; // x0 = x1 = 0, x0 >= 1
  EXPECT_FALSE(nonTrivialLexmin(ctx.get(), system, {}));
}

TEST(SccGraph, OrdersComponentsAndPrefersTheText) {
  Graph graph{5, {{0, 1}, {1, 0}, {3, 2}, {1, 4}}};
  EXPECT_EQ(stronglyConnected(graph), (Components{{0, 1}, {3}, {2}, {4}}));
  EXPECT_EQ(weaklyConnected(graph), (Components{{0, 1, 4}, {2, 3}}));
}

TEST(SccGraph, QuotientHasNoSelfEdges) {
  Graph order = quotient({3, {{0, 1}, {1, 2}, {0, 2}}}, {{0, 1}, {2}});
  EXPECT_EQ(order.size, 2u);
  EXPECT_EQ(order.edges, (std::vector<std::pair<unsigned, unsigned>>{{0, 1}}));
}

} // namespace
