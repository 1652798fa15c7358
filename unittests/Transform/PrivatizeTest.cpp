//===- PrivatizeTest.cpp - Tests of scalar expansion ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Analysis/LiveSets.h"
#include "gputile/Transform/Privatize.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

class Privatize : public ::testing::Test {
protected:
  IslContext Ctx;

  /// for i < n for j < m { s = A[i][j]; for k < l: s += B[k]; C[i][j] = s; }
  TestScop accumulation(ArrayStorage storage) {
    TestScop scop(Ctx, "[n, m, l]");
    scop.array("A", 2).array("B", 1).array("C", 2).array("s", 0, "double", storage);
    scop.statement("{ S0[i, j] : 0 <= i < n and 0 <= j < m }", "{ S0[i, j] -> [0, i, 0, j, 0, 0] }")
        .read("{ S0[i, j] -> A[i, j] }")
        .write("{ S0[i, j] -> s[] }");
    scop.statement("{ S1[i, j, k] : 0 <= i < n and 0 <= j < m and 0 <= k < l }",
                   "{ S1[i, j, k] -> [0, i, 0, j, 1, k] }")
        .update("{ S1[i, j, k] -> s[] }")
        .read("{ S1[i, j, k] -> B[k] }");
    scop.statement("{ S2[i, j] : 0 <= i < n and 0 <= j < m }", "{ S2[i, j] -> [0, i, 0, j, 2, 0] }")
        .read("{ S2[i, j] -> s[] }")
        .write("{ S2[i, j] -> C[i, j] }");
    return scop;
  }

  static const Array &arrayOf(const Scop &scop, const std::string &name) {
    return scop.arrays[arrayIndex(scop, name)];
  }

  /// Number of anti and output dependences on \p array between different
  /// iterations of the outermost loop.
  static unsigned carriedFalseEdges(const Scop &scop, const std::string &array) {
    unsigned count = 0;
    for (const Dependence &edge : computeDependences(scop).edges) {
      const Statement &s = scop.statements[edge.source];
      unsigned index = s.references[s.accesses[edge.sourceAccess].reference].array;
      bool sameOuter = edge.relation.is_subset(isl::manage(isl_map_equate(
          isl_map_universe(edge.relation.space().release()), isl_dim_in, 0, isl_dim_out, 0)));
      count += scop.arrays[index].name == array && edge.kind != DependenceKind::Flow && !sameOuter;
    }
    return count;
  }

  void expectUnchanged(const Scop &scop, const std::string &array) {
    ASSERT_EQ(checkScop(scop), "");
    Scop result = privatize(scop);
    EXPECT_EQ(arrayOf(result, array).rank, arrayOf(scop, array).rank);
    EXPECT_EQ(printScop(result), printScop(scop));
  }
};

TEST_F(Privatize, loops_that_were_split_count_as_they_were) {
  // for i < n: { t = A[i]; B[i] = t; } with i = 8 c + k for the second statement.
  Scop scop =
      TestScop(Ctx, "[n]")
          .array("A", 1)
          .array("B", 1)
          .array("t", 0, "double", ArrayStorage::Private)
          .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
          .read("{ S0[i] -> A[i] }")
          .write("{ S0[i] -> t[] }")
          .statement("{ S1[c, k] : 0 <= k < 8 and 0 <= 8c + k < n }", "{ S1[c, k] -> [8c + k, 1] }")
          .read("{ S1[c, k] -> t[] }")
          .write("{ S1[c, k] -> B[8c + k] }")
          .build();
  expectUnchanged(scop, "t");
  scop.statements[1].unsplit = isl::pw_multi_aff(scop.ctx(), "{ S1[c, k] -> [8c + k] }");
  ASSERT_EQ(checkScop(scop), "");
  const Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  EXPECT_EQ(arrayOf(result, "t").rank, 1u);
  const isl::map read = result.statements[1].accesses[0].relation;
  const isl::map own = isl::map(scop.ctx(), "{ S1[c, k] -> t[8c + k] }");
  EXPECT_TRUE(read.is_equal(own.intersect_domain(scop.statements[1].domain))) << read;
  EXPECT_EQ(carriedFalseEdges(result, "t"), 0u);
}

TEST_F(Privatize, a_local_accumulator_gets_a_copy_per_iteration_of_the_shared_loops) {
  Scop scop = accumulation(ArrayStorage::Private).build();
  ASSERT_EQ(checkScop(scop), "");
  ASSERT_GT(carriedFalseEdges(scop, "s"), 0u);
  Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  EXPECT_EQ(arrayOf(result, "s").rank, 2u);
  EXPECT_EQ(arrayOf(result, "s").storage, ArrayStorage::Private);
  EXPECT_EQ(carriedFalseEdges(result, "s"), 0u);
  EXPECT_TRUE(result.statements[1].accesses[0].relation.is_equal(
      isl::map(Ctx.get(), "[n, m, l] -> { S1[i, j, k] -> s[i, j] : 0 <= i < n and 0 <= j < m and "
                          "0 <= k < l }")));
  EXPECT_TRUE(result.statements[2].references[0].index.is_equal(
      isl::map(Ctx.get(), "[n, m, l] -> { S2[i, j] -> s[i, j] : 0 <= i < n and 0 <= j < m }")));
}

TEST_F(Privatize, a_variable_dead_after_the_region_is_expanded_too) {
  TestScop builder = accumulation(ArrayStorage::Object);
  builder.lastArray().deadAfter = true;
  Scop scop = builder.build();
  Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  const Array &s = arrayOf(result, "s");
  EXPECT_EQ(s.rank, 2u);
  EXPECT_EQ(s.storage, ArrayStorage::Private);
  EXPECT_TRUE(s.baseExpr.empty());
  ArrayTransfer transfer = planTransfers(result, computeLiveness(result))[arrayIndex(result, "s")];
  EXPECT_FALSE(transfer.copyIn);
  EXPECT_FALSE(transfer.copyOut);
  ASSERT_EQ(transfer.box.lower.size(), 2u);
}

TEST_F(Privatize, a_variable_read_after_the_region_is_left_alone) {
  expectUnchanged(accumulation(ArrayStorage::Object).build(), "s");
}

TEST_F(Privatize, expansion_is_done_once) {
  Scop once = privatize(accumulation(ArrayStorage::Private).build());
  EXPECT_EQ(printScop(privatize(once)), printScop(once));
}

TEST_F(Privatize, other_arrays_and_dependences_stay_as_they_were) {
  Scop scop = accumulation(ArrayStorage::Private).build();
  Scop result = privatize(scop);
  for (unsigned s = 0; s < scop.statements.size(); ++s) {
    EXPECT_TRUE(result.statements[s].domain.is_equal(scop.statements[s].domain));
    EXPECT_TRUE(result.statements[s].schedule.is_equal(scop.statements[s].schedule));
  }
  EXPECT_TRUE(
      result.statements[1].accesses[2].relation.is_equal(scop.statements[1].accesses[2].relation));
}

/// A value carried from one iteration to the next.
TEST_F(Privatize, a_sum_over_the_loop_is_left_alone) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("A", 1)
                  .array("s", 0, "double", ArrayStorage::Private)
                  .statement("{ S0[] }", "{ S0[] -> [0, 0] }")
                  .write("{ S0[] -> s[] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i] }")
                  .update("{ S1[i] -> s[] }")
                  .read("{ S1[i] -> A[i] }")
                  .build();
  expectUnchanged(scop, "s");
}

TEST_F(Privatize, a_carried_value_in_the_inner_loop_keeps_the_outer_copies) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("s", 0, "double", ArrayStorage::Private)
                  .statement("{ S0[i, j] : 0 <= i, j < n and j = 0 }", "{ S0[i, j] -> [i, j, 0] }")
                  .write("{ S0[i, j] -> s[] }")
                  .statement("{ S1[i, j] : 0 <= i, j < n }", "{ S1[i, j] -> [i, j, 1] }")
                  .update("{ S1[i, j] -> s[] }")
                  .build();
  ASSERT_EQ(checkScop(scop), "");
  Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  EXPECT_EQ(arrayOf(result, "s").rank, 1u);
  EXPECT_EQ(carriedFalseEdges(result, "s"), 0u);
}

TEST_F(Privatize, a_value_from_before_the_region_is_left_alone) {
  TestScop builder(Ctx, "[n]");
  builder.array("s", 0).array("A", 1);
  builder.statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
      .read("{ S0[i] -> s[] }")
      .write("{ S0[i] -> A[i] }");
  builder.statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }").write("{ S1[i] -> s[] }");
  Scop scop = builder.build();
  scop.arrays[0].deadAfter = true;
  expectUnchanged(scop, "s");
}

TEST_F(Privatize, a_may_write_does_not_define_a_value) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("s", 0, "double", ArrayStorage::Private)
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
                  .mayWrite("{ S0[i] -> s[] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }")
                  .read("{ S1[i] -> s[] }")
                  .write("{ S1[i] -> A[i] }")
                  .build();
  expectUnchanged(scop, "s");
}

TEST_F(Privatize, a_may_write_behind_a_certain_one_does_no_harm) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("s", 0, "double", ArrayStorage::Private)
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
                  .write("{ S0[i] -> s[] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }")
                  .mayWrite("{ S1[i] -> s[] }")
                  .statement("{ S2[i] : 0 <= i < n }", "{ S2[i] -> [i, 2] }")
                  .read("{ S2[i] -> s[] }")
                  .write("{ S2[i] -> A[i] }")
                  .build();
  Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  EXPECT_EQ(arrayOf(result, "s").rank, 1u);
  EXPECT_EQ(carriedFalseEdges(result, "s"), 0u);
}

/// for i downwards: the values of iterators may be negative.
TEST_F(Privatize, copies_are_numbered_by_any_integers) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("s", 0, "int", ArrayStorage::Private)
                  .statement("{ S0[i] : -n < i < 3 }", "{ S0[i] -> [-i, 0] }")
                  .write("{ S0[i] -> s[] }")
                  .statement("{ S1[i] : -n < i < 3 }", "{ S1[i] -> [-i, 1] }")
                  .read("{ S1[i] -> s[] }")
                  .build();
  ASSERT_EQ(checkScop(scop), "");
  Scop result = privatize(scop);
  isl::set footprint = computeLiveness(result).at(0).footprint;
  EXPECT_TRUE(footprint.is_equal(isl::set(Ctx.get(), "[n] -> { s[i] : -n < i < 3 }"))) << footprint;
}

/// double tmp[3] in a loop body.
/// for i < m { for k < n: t[k][0 … 2] = A[i][k]; for k < n: B[i][k] = t[k][0]; }
static Scop variableArray(IslContext &isl, ArrayStorage storage) {
  return TestScop(isl, "[n, m]")
      .array("A", 2)
      .array("B", 2)
      .array("t", 2, "double", storage)
      .statement("{ S0[i, k, c] : 0 <= i < m and 0 <= k < n and 0 <= c < 3 }", "{ S0[i, k, c] -> [i, 0, k, c] }")
      .write("{ S0[i, k, c] -> t[k, c] }")
      .read("{ S0[i, k, c] -> A[i, k] }")
      .statement("{ S1[i, k] : 0 <= i < m and 0 <= k < n }", "{ S1[i, k] -> [i, 1, k, 0] }")
      .read("{ S1[i, k] -> t[k, 0] }")
      .write("{ S1[i, k] -> B[i, k] }")
      .build();
}

TEST_F(Privatize, an_array_of_variable_size_is_expanded_where_its_size_is_small) {
  const Scop scop = variableArray(Ctx, ArrayStorage::Private);
  expectUnchanged(scop, "t");
  const auto small = withSmallTemporaries(scop);
  ASSERT_TRUE(small);
  // Three of 2048 elements for each k.
  EXPECT_TRUE(small->guard.is_equal(scop.guard.intersect(isl::set(Ctx.get(), "[n, m] -> { : n <= 682 or m <= 0 }"))));
  EXPECT_EQ(arrayOf(privatize(*small), "t").rank, 3u) << "a copy for each i: t[k, c] tells the iterations of k apart";
}

TEST_F(Privatize, no_size_is_limited_of_what_is_not_expanded) {
  EXPECT_FALSE(withSmallTemporaries(variableArray(Ctx, ArrayStorage::Object)));
  EXPECT_FALSE(withSmallTemporaries(accumulation(ArrayStorage::Private).build()));
}

TEST_F(Privatize, a_small_local_array_is_expanded) {
  Scop scop =
      TestScop(Ctx, "[n]")
          .array("tmp", 1, "double", ArrayStorage::Private)
          .array("A", 1)
          .statement("{ S0[i, k] : 0 <= i < n and 0 <= k < 3 }", "{ S0[i, k] -> [i, 0, k] }")
          .write("{ S0[i, k] -> tmp[k] }")
          .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1, 0] }")
          .read("{ S1[i] -> tmp[0] }")
          .read("{ S1[i] -> tmp[2] }")
          .write("{ S1[i] -> A[i] }")
          .build();
  Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  EXPECT_EQ(arrayOf(result, "tmp").rank, 2u);
  EXPECT_TRUE(result.statements[1].accesses[1].relation.is_equal(
      isl::map(Ctx.get(), "[n] -> { S1[i] -> tmp[i, 2] : 0 <= i < n }")));
}

TEST_F(Privatize, an_array_read_through_an_unknown_subscript_is_left_alone) {
  TestScop builder(Ctx, "[n]");
  builder.array("tmp", 1, "double", ArrayStorage::Private).array("A", 1);
  builder.statement("{ S0[i, k] : 0 <= i < n and 0 <= k < 3 }", "{ S0[i, k] -> [i, 0, k] }")
      .write("{ S0[i, k] -> tmp[k] }");
  builder.statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1, 0] }")
      .read("{ S1[i] -> tmp[a] : 0 <= a < 3 }")
      .write("{ S1[i] -> A[i] }");
  Scop scop = builder.build();
  Reference &reference = scop.statements[1].references[0];
  reference.affine = false;
  reference.subscripts = {{BodyPiece::makeIterator(0, "long"), BodyPiece::makeText(" * 7 % 3")}};
  expectUnchanged(scop, "tmp");
}

TEST_F(Privatize, memory_that_may_have_other_names_is_left_alone) {
  TestScop builder = accumulation(ArrayStorage::Pointer);
  builder.lastArray().deadAfter = true;
  expectUnchanged(builder.build(), "s");
  builder.lastArray().noAlias = true;
  EXPECT_EQ(arrayOf(privatize(builder.build()), "s").rank, 2u);
}

/// s = …; then in one statement: read s, write s for a shallower use. Both
/// references of the statement must go on meeting in every instance.
TEST_F(Privatize, references_of_one_statement_stay_together) {
  TestScop builder(Ctx, "[n]");
  builder.array("s", 0, "double", ArrayStorage::Private).array("A", 1);
  builder.statement("{ S0[i, j] : 0 <= i, j < n }", "{ S0[i, j] -> [i, 0, j, 0] }")
      .write("{ S0[i, j] -> s[] }");
  builder.statement("{ S1[i, j] : 0 <= i, j < n }", "{ S1[i, j] -> [i, 0, j, 1] }")
      .read("{ S1[i, j] -> s[] }")
      .write("{ S1[i, j] -> s[] }");
  builder.statement("{ S2[i] : 0 <= i < n }", "{ S2[i] -> [i, 1, 0, 0] }")
      .read("{ S2[i] -> s[] }")
      .write("{ S2[i] -> A[i] }");
  Scop scop = builder.build();
  ASSERT_EQ(checkScop(scop), "");
  Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  EXPECT_EQ(arrayOf(result, "s").rank, 1u);
  const Statement &s1 = result.statements[1];
  EXPECT_TRUE(s1.references[0].index.is_equal(s1.references[1].index));
  EXPECT_EQ(carriedFalseEdges(result, "s"), 0u);
}

/// One variable in two nests: each use is expanded as far as it can be.
TEST_F(Privatize, separate_uses_of_one_variable_have_their_own_depth) {
  TestScop builder(Ctx, "[n]");
  builder.array("s", 0, "double", ArrayStorage::Private).array("A", 2).array("B", 1);
  builder.statement("{ S0[i, j] : 0 <= i, j < n }", "{ S0[i, j] -> [0, i, j, 0] }")
      .write("{ S0[i, j] -> s[] }");
  builder.statement("{ S1[i, j] : 0 <= i, j < n }", "{ S1[i, j] -> [0, i, j, 1] }")
      .read("{ S1[i, j] -> s[] }")
      .write("{ S1[i, j] -> A[i, j] }");
  builder.statement("{ S2[i] : 0 <= i < n }", "{ S2[i] -> [1, i, 0, 0] }")
      .write("{ S2[i] -> s[] }");
  builder.statement("{ S3[i] : 0 <= i < n }", "{ S3[i] -> [1, i, 1, 0] }")
      .read("{ S3[i] -> s[] }")
      .write("{ S3[i] -> B[i] }");
  Scop scop = builder.build();
  ASSERT_EQ(checkScop(scop), "");
  Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  EXPECT_TRUE(result.statements[1].accesses[0].relation.is_equal(
      isl::map(Ctx.get(), "[n] -> { S1[i, j] -> s[i, j] : 0 <= i, j < n }")));
  EXPECT_TRUE(result.statements[3].accesses[0].relation.is_equal(
      isl::map(Ctx.get(), "[n] -> { S3[i] -> s[i, 0] : 0 <= i < n }")));
  for (const Dependence &edge : computeDependences(result).edges) {
    bool inOneNest = (edge.source < 2) == (edge.target < 2);
    EXPECT_EQ(edge.kind == DependenceKind::Flow, inOneNest) << edge.relation;
  }
  EXPECT_EQ(printScop(privatize(result)), printScop(result));
}

/// A use that carries values between iterations does not stop another use.
TEST_F(Privatize, a_carried_use_stays_in_one_place) {
  TestScop builder(Ctx, "[n]");
  builder.array("s", 0, "double", ArrayStorage::Private).array("A", 1);
  builder.statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i, 0] }").write("{ S0[i] -> s[] }");
  builder.statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [0, i, 1] }")
      .read("{ S1[i] -> s[] }")
      .write("{ S1[i] -> A[i] }");
  builder.statement("{ S2[] }", "{ S2[] -> [1, 0, 0] }").write("{ S2[] -> s[] }");
  builder.statement("{ S3[i] : 0 <= i < n }", "{ S3[i] -> [2, i, 0] }").update("{ S3[i] -> s[] }");
  Scop scop = builder.build();
  ASSERT_EQ(checkScop(scop), "");
  Scop result = privatize(scop);
  EXPECT_EQ(checkScop(result), "");
  EXPECT_TRUE(result.statements[1].accesses[0].relation.is_equal(
      isl::map(Ctx.get(), "[n] -> { S1[i] -> s[i] : 0 <= i < n }")));
  EXPECT_TRUE(result.statements[3].accesses[0].relation.is_equal(
      isl::map(Ctx.get(), "[n] -> { S3[i] -> s[0] : 0 <= i < n }")));
}

TEST_F(Privatize, a_large_temporary_is_left_alone) {
  TestScop builder(Ctx, "[n, m]");
  builder.array("tmp", 1, "double", ArrayStorage::Private).array("A", 1);
  builder.statement("{ S0[i, k] : 0 <= i < n and 0 <= k < m }", "{ S0[i, k] -> [i, 0, k] }")
      .write("{ S0[i, k] -> tmp[k] }");
  builder.statement("{ S1[i, k] : 0 <= i < n and 0 <= k < m }", "{ S1[i, k] -> [i, 1, k] }")
      .read("{ S1[i, k] -> tmp[k] }")
      .write("{ S1[i, k] -> A[i] }");
  expectUnchanged(builder.build(), "tmp");
}

/// for i < n { for k < m: t[k] = A[i][k]; for k < m: A[i][k] = t[m - 1 - k]; }, A with the rows \p rows.
static Scop rowsTurned(IslContext &isl, const std::string &rows) {
  return TestScop(isl, "[n, m]")
      .array("t", 1, "double", ArrayStorage::Private)
      .array("A", 2)
      .statement("{ S0[i, k] : 0 <= i < n and 0 <= k < m }", "{ S0[i, k] -> [i, 0, k] }")
      .read("{ S0[i, k] -> A[" + rows + ", k] }")
      .write("{ S0[i, k] -> t[k] }")
      .statement("{ S1[i, k] : 0 <= i < n and 0 <= k < m }", "{ S1[i, k] -> [i, 1, k] }")
      .read("{ S1[i, k] -> t[m - 1 - k] }")
      .write("{ S1[i, k] -> A[" + rows + ", k] }")
      .build();
}

TEST_F(Privatize, a_temporary_of_any_size_is_expanded_to_the_size_of_another_array) {
  const Scop result = privatize(rowsTurned(Ctx, "i"));
  EXPECT_EQ(arrayOf(result, "t").rank, 2u);
  expectUnchanged(rowsTurned(Ctx, "0"), "t"); // A has one row.
}

// for t { for i: s = A[i]; B[i] = s; … }: by t and i, or by i alone.
TEST_F(Privatize, LeavesOutLoopsWhoseIterationsShareCopies) {
  TestScop scop(Ctx, "[T, n]");
  scop.array("A", 1).array("B", 1).array("s", 0, "double", ArrayStorage::Private);
  scop.statement("{ S0[t, i] : 0 <= t < T and 0 <= i < n }", "{ S0[t, i] -> [t, i, 0] }")
      .read("{ S0[t, i] -> A[i] }")
      .write("{ S0[t, i] -> s[] }");
  scop.statement("{ S1[t, i] : 0 <= t < T and 0 <= i < n }", "{ S1[t, i] -> [t, i, 1] }")
      .read("{ S1[t, i] -> s[] }")
      .write("{ S1[t, i] -> B[i] }");
  const Scop before = scop.build();
  const unsigned s = arrayIndex(before, "s");
  const auto reads = [&](const Scop &after, const char *elements) {
    const Statement &reader = after.statements[1];
    return reader.accesses[0].relation.is_equal(
        isl::map(Ctx.get(), elements).intersect_domain(reader.domain));
  };
  const Scop all = privatize(before), shared = privatize(before, {{s, 1}}),
             none = privatize(before, {{s, 2}});
  EXPECT_TRUE(reads(all, "{ S1[t, i] -> s[t, i] }"));
  EXPECT_TRUE(reads(shared, "{ S1[t, i] -> s[i] }"));
  EXPECT_EQ(arrayOf(none, "s").rank, 0u);
  EXPECT_EQ(carriedFalseEdges(all, "s"), 0u);
  EXPECT_GT(carriedFalseEdges(shared, "s"), 0u);
}

} // namespace
