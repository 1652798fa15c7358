//===- DependencesTest.cpp - Tests of dependence analysis -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "gputile/Analysis/Dependences.h"

#include <gtest/gtest.h>

#include <chrono>
#include <iostream>

using namespace gputile;
using namespace gputile::test;

namespace {

/// An expected edge. No distance: none.
struct Expected {
  DependenceKind kind;
  unsigned source, sourceAccess, target, targetAccess;
  std::optional<std::vector<long>> distance;
  const char *relation;
};

const DependenceKind Flow = DependenceKind::Flow, Anti = DependenceKind::Anti,
                     Output = DependenceKind::Output;

const Dependence *find(const Ddg &ddg, const Expected &e) {
  for (const Dependence &edge : ddg.edges)
    if (edge.kind == e.kind && edge.source == e.source && edge.target == e.target &&
        edge.sourceAccess == e.sourceAccess && edge.targetAccess == e.targetAccess)
      return &edge;
  return nullptr;
}

/// \p ddg consists of exactly the edges of \p table.
void expectEdges(IslContext &ctx, const Ddg &ddg, const std::vector<Expected> &table) {
  EXPECT_EQ(ddg.edges.size(), table.size()) << printDdg(ddg);
  for (const Expected &row : table) {
    const Dependence *edge = find(ddg, row);
    ASSERT_NE(edge, nullptr) << row.relation << "\n" << printDdg(ddg);
    EXPECT_TRUE(edge->relation.is_equal(isl::map(ctx.get(), row.relation))) << row.relation << "\n"
                                                                            << printDdg(ddg);
    EXPECT_EQ(edge->distance, row.distance) << row.relation;
  }
}

using D = std::vector<long>;

TEST(Dependences, figure_2_has_the_five_edges_of_table_1) {
  IslContext ctx;
  Scop scop = figure2(ctx);
  ASSERT_EQ(checkScop(scop), "");
  expectEdges(
      ctx, computeDependences(scop),
      {{Flow, 0, 2, 0, 0, D{1, 0},
        "[T, I] -> { S0[t, i] -> S0[t + 1, i] : 2 <= t + 1 <= T and 1 <= i <= I }"},
       {Flow, 0, 2, 0, 1, D{1, -1},
        "[T, I] -> { S0[t, i] -> S0[t + 1, i - 1] : 2 <= t + 1 <= T and 1 <= i - 1 <= I - 1 }"},
       {Anti, 0, 1, 0, 2, D{0, 1},
        "[T, I] -> { S0[t, i] -> S0[t, i + 1] : 1 <= t <= T and 2 <= i + 1 <= I }"},
       {Anti, 0, 0, 0, 2, D{1, 0},
        "[T, I] -> { S0[t, i] -> S0[t + 1, i] : 1 <= t < T and 1 <= i <= I }"},
       {Output, 0, 2, 0, 2, D{1, 0},
        "[T, I] -> { S0[t, i] -> S0[t + 1, i] : 1 <= t < T and 1 <= i <= I }"}});
}

TEST(Dependences, jacobi_with_copy_back_has_distances_between_its_statements) {
  IslContext ctx;
  Scop scop = jacobi1d(ctx);
  ASSERT_EQ(checkScop(scop), "");
  auto inside = [](const char *from, const char *to, const char *domain) {
    static std::vector<std::string> texts;
    texts.reserve(100);
    texts.push_back(std::string("[T, n] -> { ") + from + "[t, i] -> " + to + domain + " }");
    return texts.back().c_str();
  };
  expectEdges(
      ctx, computeDependences(scop),
      {{Flow, 0, 3, 1, 0, D{0, 0}, inside("S0", "S1", "[t, i] : 0 <= t < T and 1 <= i < n - 1")},
       {Flow, 1, 1, 0, 0, D{1, 1},
        inside("S1", "S0", "[t + 1, i + 1] : 0 <= t < T - 1 and 1 <= i < n - 2")},
       {Flow, 1, 1, 0, 1, D{1, 0},
        inside("S1", "S0", "[t + 1, i] : 0 <= t < T - 1 and 1 <= i < n - 1")},
       {Flow, 1, 1, 0, 2, D{1, -1},
        inside("S1", "S0", "[t + 1, i - 1] : 0 <= t < T - 1 and 2 <= i < n - 1")},
       {Anti, 0, 0, 1, 1, D{0, -1},
        inside("S0", "S1", "[t, i - 1] : 0 <= t < T and 2 <= i < n - 1")},
       {Anti, 0, 1, 1, 1, D{0, 0}, inside("S0", "S1", "[t, i] : 0 <= t < T and 1 <= i < n - 1")},
       {Anti, 0, 2, 1, 1, D{0, 1},
        inside("S0", "S1", "[t, i + 1] : 0 <= t < T and 1 <= i < n - 2")},
       {Anti, 1, 0, 0, 3, D{1, 0},
        inside("S1", "S0", "[t + 1, i] : 0 <= t < T - 1 and 1 <= i < n - 1")},
       {Output, 0, 3, 0, 3, D{1, 0},
        inside("S0", "S0", "[t + 1, i] : 0 <= t < T - 1 and 1 <= i < n - 1")},
       {Output, 1, 1, 1, 1, D{1, 0},
        inside("S1", "S1", "[t + 1, i] : 0 <= t < T - 1 and 1 <= i < n - 1")}});
}

TEST(Dependences, matmul_flows_along_k_from_its_initialisation) {
  IslContext ctx;
  Scop scop = gemm(ctx);
  ASSERT_EQ(checkScop(scop), "");
  const char *start =
      "[l, m, n] -> { S0[i, j] -> S1[i, j, 0] : 0 <= i < l and 0 <= j < m and n > 0 }";
  const char *step = "[l, m, n] -> { S1[i, j, k] -> S1[i, j, k + 1] : 0 <= i < l and 0 <= j < m "
                     "and 0 <= k < n - 1 }";
  expectEdges(ctx, computeDependences(scop),
              {{Flow, 0, 0, 1, 0, std::nullopt, start},
               {Output, 0, 0, 1, 1, std::nullopt, start},
               {Flow, 1, 1, 1, 0, D{0, 0, 1}, step},
               {Anti, 1, 0, 1, 1, D{0, 0, 1}, step},
               {Output, 1, 1, 1, 1, D{0, 0, 1}, step}});
}

/// for i < n { x[i] = b; for j < i: x[i] -= L[i][j] * x[j]; }
TEST(Dependences, a_triangular_solve_reads_final_values_of_earlier_rows) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("x", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0, 0] }")
                  .write("{ S0[i] -> x[i] }")
                  .statement("{ S1[i, j] : 0 <= j < i < n }", "{ S1[i, j] -> [i, 1, j] }")
                  .update("{ S1[i, j] -> x[i] }")
                  .read("{ S1[i, j] -> x[j] }")
                  .build();
  ASSERT_EQ(checkScop(scop), "");
  expectEdges(
      ctx, computeDependences(scop),
      {{Flow, 0, 0, 1, 0, std::nullopt, "[n] -> { S0[i] -> S1[i, 0] : 1 <= i < n }"},
       {Output, 0, 0, 1, 1, std::nullopt, "[n] -> { S0[i] -> S1[i, 0] : 1 <= i < n }"},
       // x[0] is final after S0, x[j] after the last S1 of row j.
       {Flow, 0, 0, 1, 2, std::nullopt, "[n] -> { S0[0] -> S1[i, 0] : 1 <= i < n }"},
       {Flow, 1, 1, 1, 2, std::nullopt, "[n] -> { S1[j, j - 1] -> S1[i, j] : 1 <= j < i < n }"},
       {Flow, 1, 1, 1, 0, D{0, 1},
        "[n] -> { S1[i, j] -> S1[i, j + 1] : 0 <= j < i - 1 and i < n }"},
       {Anti, 1, 0, 1, 1, D{0, 1},
        "[n] -> { S1[i, j] -> S1[i, j + 1] : 0 <= j < i - 1 and i < n }"},
       {Output, 1, 1, 1, 1, D{0, 1},
        "[n] -> { S1[i, j] -> S1[i, j + 1] : 0 <= j < i - 1 and i < n }"}});
}

/// s = 0; if (…) s = 1 (may); use s — in each iteration.
TEST(Dependences, a_may_write_does_not_hide_the_write_before_it) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[]")
                  .array("s", 0)
                  .statement("{ S0[] }", "{ S0[] -> [0] }")
                  .write("{ S0[] -> s[] }")
                  .statement("{ S1[] }", "{ S1[] -> [1] }")
                  .mayWrite("{ S1[] -> s[] }")
                  .statement("{ S2[] }", "{ S2[] -> [2] }")
                  .read("{ S2[] -> s[] }")
                  .statement("{ S3[] }", "{ S3[] -> [3] }")
                  .mayWrite("{ S3[] -> s[] }")
                  .statement("{ S4[] }", "{ S4[] -> [4] }")
                  .write("{ S4[] -> s[] }")
                  .build();
  expectEdges(ctx, computeDependences(scop),
              {{Flow, 0, 0, 2, 0, D{}, "{ S0[] -> S2[] }"},
               {Flow, 1, 0, 2, 0, D{}, "{ S1[] -> S2[] }"},
               {Anti, 2, 0, 3, 0, D{}, "{ S2[] -> S3[] }"},
               {Anti, 2, 0, 4, 0, D{}, "{ S2[] -> S4[] }"},
               {Output, 0, 0, 1, 0, D{}, "{ S0[] -> S1[] }"},
               {Output, 0, 0, 3, 0, D{}, "{ S0[] -> S3[] }"},
               {Output, 1, 0, 3, 0, D{}, "{ S1[] -> S3[] }"},
               {Output, 0, 0, 4, 0, D{}, "{ S0[] -> S4[] }"},
               {Output, 1, 0, 4, 0, D{}, "{ S1[] -> S4[] }"},
               {Output, 3, 0, 4, 0, D{}, "{ S3[] -> S4[] }"}});
}

TEST(Dependences, a_certain_write_hides_the_writes_before_it) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }")
                  .write("{ S0[i] -> A[i] }")
                  .statement("{ S1[i] : 3 <= i < n }", "{ S1[i] -> [1, i] }")
                  .write("{ S1[i] -> A[i] }")
                  .statement("{ S2[i] : 0 <= i < n }", "{ S2[i] -> [2, i] }")
                  .read("{ S2[i] -> A[i] }")
                  .build();
  expectEdges(ctx, computeDependences(scop),
              {{Flow, 0, 0, 2, 0, D{0}, "[n] -> { S0[i] -> S2[i] : 0 <= i < 3 and i < n }"},
               {Flow, 1, 0, 2, 0, D{0}, "[n] -> { S1[i] -> S2[i] : 3 <= i < n }"},
               {Output, 0, 0, 1, 0, D{0}, "[n] -> { S0[i] -> S1[i] : 3 <= i < n }"}});
}

TEST(Dependences, an_empty_domain_has_none) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n and n < 0 }", "{ S0[i] -> [i] }")
                  .update("{ S0[i] -> A[0] }")
                  .build();
  EXPECT_TRUE(computeDependences(scop).edges.empty());
}

TEST(Dependences, parameters_that_the_context_or_guard_excludes_give_no_edges) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < 100 }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[i + n] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  EXPECT_EQ(computeDependences(scop).edges.size(), 2u); // flow for n < 0, anti for n > 0
  scop.context = isl::set(ctx.get(), "[n] -> { : n >= 0 }");
  Ddg ddg = computeDependences(scop);
  ASSERT_EQ(ddg.edges.size(), 1u);
  EXPECT_EQ(ddg.edges[0].kind, Anti);
  EXPECT_EQ(ddg.edges[0].distance, std::nullopt);
  scop.guard = isl::set(ctx.get(), "[n] -> { : n >= 100 }");
  EXPECT_TRUE(computeDependences(scop).edges.empty());
}

TEST(Dependences, a_read_through_an_unknown_subscript_meets_every_write) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[a] : 0 <= a < n }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  expectEdges(ctx, computeDependences(scop),
              {{Flow, 0, 1, 0, 0, std::nullopt, "[n] -> { S0[i] -> S0[j] : 0 <= i < j < n }"},
               {Anti, 0, 0, 0, 1, std::nullopt, "[n] -> { S0[i] -> S0[j] : 0 <= i < j < n }"}});
}

TEST(Dependences, edges_come_in_one_order) {
  IslContext ctx;
  Scop scop = jacobi27(ctx);
  std::string first = printDdg(computeDependences(scop));
  EXPECT_EQ(first, printDdg(computeDependences(scop)));
}

TEST(Dependences, jacobi_with_27_points_has_all_of_its_edges) {
  IslContext ctx;
  Scop scop = jacobi27(ctx);
  auto start = std::chrono::steady_clock::now();
  Ddg ddg = computeDependences(scop);
  auto computed = std::chrono::steady_clock::now();
  ddg = markHindering(scop, ddg);
  auto marked = std::chrono::steady_clock::now();
  using Seconds = std::chrono::duration<double>;
  std::cout << "[ TIMING   ] 27-point Jacobi: dependences " << Seconds(computed - start).count()
            << " s, hindering " << Seconds(marked - computed).count() << " s\n";
  // 27 flow and 27 anti for A, one flow and one anti for B, one output each.
  EXPECT_EQ(ddg.edges.size(), 58u);
  unsigned hindering = 0;
  for (const Dependence &edge : ddg.edges) {
    EXPECT_TRUE(edge.distance.has_value());
    hindering += edge.hindering;
  }
  EXPECT_EQ(hindering, 8u); // The corners of the cube of anti dependences imply the rest.
}

/// Whatever the bound: either the whole result or an exception that the quota owns up to.
TEST(Dependences, a_quota_never_leaves_half_a_result) {
  IslContext ctx;
  Scop scop = jacobi1d(ctx);
  std::string expected = printDdg(markHindering(scop, computeDependences(scop)));
  unsigned stopped = 0, finished = 0;
  for (unsigned long bound = 20; finished == 0; bound *= 2) {
    ASSERT_LT(bound, 100000000u);
    try {
      IslQuota quota(ctx.get(), bound);
      EXPECT_EQ(printDdg(markHindering(scop, computeDependences(scop))), expected);
      ++finished;
    } catch (const isl::exception_quota &) {
      ++stopped;
    } catch (const isl::exception &) {
      EXPECT_TRUE(quotaWasExceeded(ctx.get()));
      ++stopped;
    }
  }
  EXPECT_GT(stopped, 5u);
}

TEST(Dependences, meet_only_where_constant_subscripts_do) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 2)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0, 0] }")
                  .write("{ S0[i] -> A[i, 0] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1, 0] }")
                  .write("{ S1[i] -> A[i, 1] }")
                  .statement("{ S2[i, m] : 0 <= i < n and 0 <= m < 2 }", "{ S2[i, m] -> [i, 2, m] }")
                  .read("{ S2[i, m] -> A[i, m] }")
                  .statement("{ S3[i] : 0 <= i < n }", "{ S3[i] -> [i, 3, 0] }")
                  .write("{ S3[i] -> A[i, 1] }")
                  .build();
  expectEdges(ctx, computeDependences(scop),
              {{Flow, 0, 0, 2, 0, std::nullopt, "[n] -> { S0[i] -> S2[i, 0] : 0 <= i < n }"},
               {Flow, 1, 0, 2, 0, std::nullopt, "[n] -> { S1[i] -> S2[i, 1] : 0 <= i < n }"},
               {Anti, 2, 0, 3, 0, std::nullopt, "[n] -> { S2[i, 1] -> S3[i] : 0 <= i < n }"},
               {Output, 1, 0, 3, 0, D{0}, "[n] -> { S1[i] -> S3[i] : 0 <= i < n }"}});
}

/// for i: A[i][0]++; A[i][1]++; … with so many statements.
Scop unrolled(IslContext &ctx, int statements) {
  TestScop scop(ctx, "[n]");
  scop.array("A", 2);
  for (int s = 0; s < statements; ++s) {
    const std::string name = "S" + std::to_string(s), number = std::to_string(s);
    scop.statement(("{ " + name + "[i] : 0 <= i < n }").c_str(),
                   ("{ " + name + "[i] -> [i, " + number + "] }").c_str())
        .update(("{ " + name + "[i] -> A[i, " + number + "] }").c_str());
  }
  return scop.build();
}

/// The first power of two of isl's operations that suffices.
unsigned long operationsFor(IslContext &ctx, const Scop &scop) {
  for (unsigned long bound = 16;; bound *= 2)
    try {
      IslQuota quota(ctx.get(), bound);
      computeDependences(scop);
      return bound;
    } catch (const isl::exception &) {
    }
}

TEST(Dependences, of_different_elements_cost_as_much_as_there_are_accesses) {
  IslContext ctx;
  EXPECT_LE(operationsFor(ctx, unrolled(ctx, 40)), 16 * operationsFor(ctx, unrolled(ctx, 5)));
}

/// for i: { B[i] = A[i]; C[i] = A[i] + A[i]; A[i] = …; } as one statement that reads A so often.
Scop readsOften(IslContext &ctx, int reads) {
  TestScop scop(ctx, "[n]");
  scop.array("A", 1).statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }");
  scop.write("{ S0[i] -> A[i] }");
  scop.statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i] }");
  for (int r = 0; r < reads; ++r)
    scop.read("{ S1[i] -> A[i] }");
  return scop.write("{ S1[i] -> A[i] }").build();
}

TEST(Dependences, of_reads_of_one_element_are_alike) {
  IslContext ctx;
  const char *same = "[n] -> { S0[i] -> S1[i] : 0 <= i < n }";
  expectEdges(ctx, computeDependences(readsOften(ctx, 3)),
              {{Flow, 0, 0, 1, 0, D{0}, same},
               {Flow, 0, 0, 1, 1, D{0}, same},
               {Flow, 0, 0, 1, 2, D{0}, same},
               {Output, 0, 0, 1, 3, D{0}, same}});
}

TEST(Dependences, of_alike_reads_are_found_once) {
  IslContext ctx;
  EXPECT_LE(operationsFor(ctx, readsOften(ctx, 40)), 2 * operationsFor(ctx, readsOften(ctx, 1)));
}

/// for i: A[i][0] = …; for i: A[i][1] = …; and for i, as one statement: … = A[i][0] + A[i][1] +
/// … + A[i - 1][0], and more reads of B.
Scop longStatement(IslContext &ctx) {
  TestScop scop(ctx, "[n]");
  scop.array("A", 2).array("B", 2);
  scop.statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }").write("{ S0[i] -> A[i, 0] }");
  scop.statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i] }").write("{ S1[i] -> A[i, 1] }");
  scop.statement("{ S2[i] : 0 < i < n }", "{ S2[i] -> [2, i] }");
  scop.read("{ S2[i] -> A[i, 0] }").read("{ S2[i] -> A[i, 1] }").read("{ S2[i] -> A[i - 1, 0] }");
  for (int r = 0; r < 40; ++r)
    scop.read(("{ S2[i] -> B[i, " + std::to_string(r) + "] }").c_str());
  return scop.build();
}

TEST(Dependences, of_long_statements_unite_elements_that_differ_in_numbers) {
  IslContext ctx;
  const Ddg ddg = computeDependences(longStatement(ctx));
  expectEdges(ctx, ddg,
              {{Flow, 0, 0, 2, 0, D{0}, "[n] -> { S0[i] -> S2[i] : 0 < i < n }"},
               {Flow, 1, 0, 2, 0, D{0}, "[n] -> { S1[i] -> S2[i] : 0 < i < n }"},
               {Flow, 0, 0, 2, 2, D{1}, "[n] -> { S0[i] -> S2[i + 1] : 0 <= i < n - 1 }"}});
  for (const Dependence &edge : ddg.edges)
    EXPECT_EQ(edge.united, edge.targetAccess == 0);
}

/// s = 0; for i: s += A[i]; B = s;
Scop sumBetween(IslContext &ctx) {
  return TestScop(ctx, "[]")
      .array("s", 0, "int")
      .array("A", 1, "int")
      .array("B", 0, "int")
      .statement("{ S0[] }", "{ S0[] -> [0, 0] }")
      .write("{ S0[] -> s[] }")
      .statement("{ S1[i] : 0 <= i < 9 }", "{ S1[i] -> [1, i] }")
      .update("{ S1[i] -> s[] }")
      .read("{ S1[i] -> A[i] }")
      .statement("{ S2[] }", "{ S2[] -> [2, 0] }")
      .write("{ S2[] -> B[] }")
      .read("{ S2[] -> s[] }")
      .build();
}

TEST(Dependences, unordered_updates_depend_on_what_comes_before_and_after_all) {
  IslContext ctx;
  Scop scop = sumBetween(ctx);
  scop.statements[1].updates = {{UpdateOperator::Add, 0, 0, 1, {}, "int", true}};
  const char *before = "{ S0[] -> S1[i] : 0 <= i < 9 }", *after = "{ S1[i] -> S2[] : 0 <= i < 9 }";
  expectEdges(ctx, computeDependences(scop),
              {{Flow, 0, 0, 1, 0, std::nullopt, before},
               {Output, 0, 0, 1, 1, std::nullopt, before},
               {Flow, 1, 1, 2, 1, std::nullopt, after},
               {Flow, 0, 0, 2, 1, D{}, "{ S0[] -> S2[] }"}});
}

/// for t < 4, i < 9: A[p[i]] += A[i], where A[p[i]] is any element, but differs for different i.
Scop scatter(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[]")
                  .array("A", 1)
                  .statement("{ S0[t, i] : 0 <= t < 4 and 0 <= i < 9 }", "{ S0[t, i] -> [t, i] }")
                  .read("{ S0[t, i] -> A[a] : 0 <= a < 9 }")
                  .mayWrite("{ S0[t, i] -> A[a] : 0 <= a < 9 }")
                  .build();
  for (Reference &reference : scop.statements[0].references) {
    reference.affine = false;
    reference.subscripts = {{BodyPiece::makeText("p")}};
  }
  scop.independent = {
      {0, isl::union_map(ctx.get(), "{ S0[t, i] -> S0[t, j] : i < j or i > j }")}};
  return scop;
}

TEST(Dependences, clause_independent_keeps_iterations_apart) {
  IslContext ctx;
  Scop scop = scatter(ctx);
  ASSERT_EQ(checkScop(scop), "");
  const char *const between = "{ S0[t, i] -> S0[u, j] : 0 <= t < u < 4 and 0 <= i, j < 9 }";
  expectEdges(ctx, computeDependences(scop),
              {{Flow, 0, 1, 0, 0, std::nullopt, between},
               {Anti, 0, 0, 0, 1, std::nullopt, between},
               {Output, 0, 1, 0, 1, std::nullopt, between}});
}

TEST(Dependences, clause_independent_says_nothing_of_affine_subscripts) {
  IslContext ctx;
  Scop scop = scatter(ctx);
  Statement &s = scop.statements[0];
  s.references[0].affine = true;
  s.references[0].subscripts.clear();
  s.references[0].index = isl::map(ctx.get(), "{ S0[t, i] -> A[i] }").intersect_domain(s.domain);
  s.accesses[0].relation = s.references[0].index;
  ASSERT_EQ(checkScop(scop), "");
  const Ddg ddg = computeDependences(scop);
  const Dependence *flow = find(ddg, {Flow, 0, 1, 0, 0, std::nullopt, ""});
  ASSERT_NE(flow, nullptr);
  EXPECT_TRUE(isl::map(ctx.get(), "{ S0[0, 0] -> S0[0, 1] }").is_subset(flow->relation));
}

TEST(Dependences, updates_are_in_order_unless_they_are_freed) {
  IslContext ctx;
  Scop scop = sumBetween(ctx);
  scop.statements[1].updates = {{UpdateOperator::Add, 0, 0, 1, {}, "int", false}};
  EXPECT_NE(find(computeDependences(scop), {Flow, 1, 1, 1, 0, std::nullopt, ""}), nullptr);
}

// What a form of the program shares with an earlier one is taken from there: the result is that of
// the whole analysis.
TEST(DependenceAnalysis, FindsTheSameForEachForm) {
  IslContext ctx;
  const auto form = [&](const char *readsB, const char *writesC, const char *domain) {
    return TestScop(ctx, "[n]")
        .array("A", 1)
        .array("B", 1)
        .array("C", 1)
        .statement(domain, "{ S0[t, i] -> [t, 0, i] }")
        .read("{ S0[t, i] -> A[i - 1] }")
        .read(readsB)
        .write("{ S0[t, i] -> A[i] }")
        .statement("{ S1[t, i] : 0 <= t < n and 0 < i < n }", "{ S1[t, i] -> [t, 1, i] }")
        .read("{ S1[t, i] -> A[i] }")
        .write("{ S1[t, i] -> B[i] }")
        .write(writesC)
        .build();
  };
  const char *const domain = "{ S0[t, i] : 0 <= t < n and 0 < i < n }";
  const Scop first = form("{ S0[t, i] -> B[i] }", "{ S1[t, i] -> C[i] }", domain);
  const Scop second = form("{ S0[t, i] -> B[i + 1] }", "{ S1[t, i] -> C[i] }", domain);
  const Scop third = form("{ S0[t, i] -> B[i] }", "{ S1[t, i] -> C[0] }",
                          "{ S0[t, i] : 0 <= t < n and 0 < i < n - 1 }");
  Scop longer = first;
  longer.statements.push_back(longer.statements[1]);
  longer.statements.back().accesses.pop_back(); // A third statement, which leaves C alone.
  DependenceAnalysis analysis;
  for (const Scop &scop : {first, second, third, first, longer, second}) {
    const Ddg found = analysis.of(scop), expected = computeDependences(scop);
    EXPECT_EQ(printDdg(found), printDdg(expected));
    ASSERT_EQ(found.readUnwritten.size(), expected.readUnwritten.size());
    for (const auto &[array, elements] : expected.readUnwritten)
      EXPECT_TRUE(found.readUnwritten.at(array).is_equal(elements));
  }
  EXPECT_NE(printDdg(analysis.of(first)), printDdg(analysis.of(second)));
}

} // namespace
