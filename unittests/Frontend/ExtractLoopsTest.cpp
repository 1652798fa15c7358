//===- ExtractLoopsTest.cpp - Loops to domains -----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// A region `for (<head>) A[i] = 0;` over a global array, with parameters n and m.
Extraction loop(const std::string &head, const std::string &parameters = "int n, int m") {
  return Extraction("extern double A[]; void f(" + parameters + ") { for (" + head +
                    ") A[i] = 0; }");
}

struct LoopCase {
  const char *head, *parameters, *domain, *guard;
};

class LoopDomains : public testing::TestWithParam<LoopCase> {};

TEST_P(LoopDomains, are_exact) {
  const LoopCase &c = GetParam();
  Extraction e = loop(c.head, c.parameters);
  EXPECT_TRUE(e.domainIs(0, c.domain)) << e.statement(0).domain;
  EXPECT_TRUE(e.guardIs(c.guard)) << e.scop().guard;
}

const char *const I = "int n, int m", *const U = "unsigned n, unsigned m";

INSTANTIATE_TEST_SUITE_P(
    Heads, LoopDomains,
    testing::Values(
        LoopCase{"int i = 0; i < n; i++", I, "[n] -> { S0[i] : 0 <= i < n }", "{ : }"},
        LoopCase{"int i = 0; i <= n; ++i", I, "[n] -> { S0[i] : 0 <= i <= n }", "{ : }"},
        LoopCase{"int i = n; i > 0; i--", I, "[n] -> { S0[i] : 0 < i <= n }", "{ : }"},
        LoopCase{"int i = n - 1; i >= 0; i -= 3", I,
                 "[n] -> { S0[i] : 0 <= i < n and (n - 1 - i) mod 3 = 0 }", "{ : }"},
        LoopCase{"int i = 1; n > i; i = i + 2", I, "[n] -> { S0[i] : 1 <= i < n and i mod 2 = 1 }",
                 "{ : }"},
        LoopCase{"int i = 1; n > i; i = 2 + i", I, "[n] -> { S0[i] : 1 <= i < n and i mod 2 = 1 }",
                 "{ : }"},
        LoopCase{"int i = n; i > m; i = i - 4", I,
                 "[n, m] -> { S0[i] : m < i <= n and (n - i) mod 4 = 0 }", "{ : }"},
        LoopCase{"int i = (n ^ m) & 1; i < 9; i += 2", I,
                 "[n, m] -> { S0[i] : 0 <= i < 9 and (i + n + m) mod 2 = 0 }", "{ : }"},
        LoopCase{"int i = 1 + ((n ^ (5 * m + 1) ^ 3) & 1); i < 9; i += 2", I,
                 "[n, m] -> { S0[i] : 1 <= i < 9 and (i + 1 + n + m) mod 2 = 0 }", "{ : }"},
        LoopCase{"int i = ((long)n ^ (unsigned char)m ^ ~n) & 1; i < 9; i += 2", I,
                 "[m] -> { S0[i] : 0 <= i < 9 and (i + 1 + m) mod 2 = 0 }", "{ : }"},
        LoopCase{"int i = 0; i != n; i++", I, "[n] -> { S0[i] : 0 <= i < n }",
                 "[n] -> { : n >= 0 }"},
        LoopCase{"int i = 0; i != n; i += 2", I, "[n] -> { S0[i] : 0 <= i < n and i mod 2 = 0 }",
                 "[n] -> { : n >= 0 and n mod 2 = 0 }"},
        LoopCase{"int i = 0; i < n && i < m; i++", I, "[n, m] -> { S0[i] : 0 <= i < n and i < m }",
                 "{ : }"},
        LoopCase{"int i = 0; i < (n < m ? n : m); i++", I,
                 "[n, m] -> { S0[i] : 0 <= i < n and i < m }", "{ : }"},
        LoopCase{"int i = (n > m ? n : m); i < 100; i++", I,
                 "[n, m] -> { S0[i] : i >= n and i >= m and i < 100 }", "{ : }"},
        LoopCase{"int i = 0; i < n / 2; i++", I, "[n] -> { S0[i] : 0 <= i and 2i + 2 <= n }",
                 "{ : }"},
        LoopCase{"int i = n / 4; i < 10; i++", I,
                 "[n] -> { S0[i] : i < 10 and ((n >= 0 and i >= floor(n/4)) or "
                 "(n < 0 and i >= -floor((-n)/4))) }",
                 "{ : }"},
        LoopCase{"int i = n % 4; i < 10; i++", I,
                 "[n] -> { S0[i] : i < 10 and ((n >= 0 and i >= n mod 4) or "
                 "(n < 0 and i >= -((-n) mod 4))) }",
                 "{ : }"},
        LoopCase{"int i = n >> 1; i < (1 << 4); i++", I, "[n] -> { S0[i] : floor(n/2) <= i < 16 }",
                 "{ : }"},
        LoopCase{"unsigned i = 0; i < n; i++", U, "[n] -> { S0[i] : 0 <= i < n }", "{ : }"},
        LoopCase{"unsigned i = 0; i <= n; i++", U, "[n] -> { S0[i] : 0 <= i <= n }",
                 "[n] -> { : n < 4294967295 }"},
        LoopCase{"unsigned i = 0; i < n - 1; i++", U, "[n] -> { S0[i] : 0 <= i < n - 1 }",
                 "[n] -> { : n >= 1 }"},
        LoopCase{"unsigned long i = 0; i < n; i++", I, "[n] -> { S0[i] : 0 <= i < n }",
                 "[n] -> { : n >= 0 }"},
        LoopCase{"unsigned long i = 0; i <= n; i++", "unsigned long n",
                 "[n] -> { S0[i] : 0 <= i <= n }", "{ : }"},
        LoopCase{"unsigned long i = 1; i + 1 < n; i++", "unsigned long n",
                 "[n] -> { S0[i] : 1 <= i < n - 1 }", "{ : }"},
        LoopCase{"unsigned i = n; i > 0; i--", U, "[n] -> { S0[i] : 0 < i <= n }", "{ : }"},
        LoopCase{"short i = 0; i < n; i++", I, "[n] -> { S0[i] : 0 <= i < n }",
                 "[n] -> { : n < 32768 }"},
        LoopCase{"signed char i = 0; i < 100; i++", I, "{ S0[i] : 0 <= i < 100 }", "{ : }"},
        LoopCase{"int i = (unsigned char)n; i < 300; i++", I, "[n] -> { S0[i] : n <= i < 300 }",
                 "[n] -> { : 0 <= n <= 255 }"},
        LoopCase{"int i = sizeof(double); i < n * m; i++", I, "[n_m] -> { S0[i] : 8 <= i < n_m }",
                 "{ : }"}));

TEST(ExtractLoops, run_on_our_own_isl) { EXPECT_TRUE(linkedIslIsExpected()) << linkedIslVersion(); }

TEST(ExtractLoops, gives_the_2d_plus_1_schedule) {
  Extraction e("extern double A[], B[]; void f(int n) { for (int i = 0; i < n; i++) { A[i] = 1;"
               " for (int j = n; j > i; j--) B[j] = 2; A[i] = 3; } }");
  ASSERT_EQ(e.scop().statements.size(), 3u);
  EXPECT_TRUE(e.scheduleIs(0, "{ S0[i] -> [0, i, 0, 0, 0] }")) << e.statement(0).schedule;
  EXPECT_TRUE(e.scheduleIs(1, "{ S1[i, j] -> [0, i, 1, -j, 0] }")) << e.statement(1).schedule;
  EXPECT_TRUE(e.scheduleIs(2, "{ S2[i] -> [0, i, 2, 0, 0] }")) << e.statement(2).schedule;
  EXPECT_TRUE(e.domainIs(1, "[n] -> { S1[i, j] : 0 <= i < n and i < j <= n }"));
}

TEST(ExtractLoops, keeps_true_values_of_shadowing_iterators) {
  Extraction e("extern double A[9][9]; void f(int n) { for (int i = 0; i < n; i++) {"
               " for (int i = 0; i < 3; i++) A[i][i] = 0; A[i][0] = 1; } }");
  EXPECT_TRUE(e.domainIs(0, "[n] -> { S0[i, k] : 0 <= i < n and 0 <= k < 3 }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, k] -> A[k, k] }"));
  EXPECT_TRUE(e.accessIs(1, AccessKind::MustWrite, "{ S1[i] -> A[i, 0] }"));
}

TEST(ExtractLoops, follows_affine_locals_into_bounds) {
  Extraction e("extern double A[]; void f(int n) { for (int t = 0; t < n; t++) {"
               " int last = t + 32 < n ? t + 32 : n; for (int i = t; i < last; i++) A[i] = 0; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_TRUE(
      e.domainIs(0, "[n] -> { S0[t, i] : 0 <= t < n and t <= i < t + 32 and i < n }"));
}

TEST(ExtractLoops, splits_domains_at_affine_conditions) {
  Extraction e("extern double A[], B[]; void f(int n, int k) { for (int i = 0; i < n; i++)"
               " if (i < k || (i > 2 * k && !(i == 9))) A[i] = 0; else B[i] = 1; }");
  const char *yes = "[n, k] -> { S0[i] : 0 <= i < n and (i < k or (i > 2k and i != 9)) }";
  EXPECT_TRUE(e.domainIs(0, yes)) << e.statement(0).domain;
  EXPECT_TRUE(e.domainIs(1, "[n, k] -> { S1[i] : 0 <= i < n and i >= k and (i <= 2k or i = 9) }"));
}

TEST(ExtractLoops, knows_the_lowest_bit_of_exclusive_ors) {
  const auto under = [](const std::string &condition) {
    return Extraction("extern double A[64][64]; void f(int n, int c) { for (int j = 0; j < n; j++)"
                      " for (int i = 0; i < n; i++) if (" +
                      condition + ") A[j][i] = 0; }");
  };
  for (const char *condition :
       {"(i ^ j ^ c) & 1", "((i ^ j) & 1) != (c & 1)", "((unsigned)(i ^ (j + c)) & 1u) == 1"}) {
    const Extraction e = under(condition);
    EXPECT_TRUE(e.domainIs(0, "[n, c] -> { S0[j, i] : 0 <= i < n and 0 <= j < n and "
                              "(i + j + c) mod 2 = 1 }"))
        << condition << e.refusal();
  }
  // Other bits, and all of them, depend on more than a sum.
  for (const char *condition :
       {"(i ^ j) & 2", "(i ^ j) & 3", "i ^ j", "(_Bool)(i ^ j) & 1", "(i * j ^ c) & 1"}) {
    const Extraction e = under(condition);
    EXPECT_TRUE(e.refusal() != "accepted" ||
                !e.scop().statements[0].domain.is_equal(e.set(
                    "[n, c] -> { S0[j, i] : 0 <= i < n and 0 <= j < n and (i + j) mod 2 = 1 }")))
        << condition;
  }
}

TEST(ExtractLoops, refuses_an_unsigned_iterator_that_is_never_negative) {
  Extraction e = loop("unsigned i = n; i >= 0; i--", U);
  EXPECT_EQ(e.refusal(), "always-wraps");
}

TEST(ExtractLoops, count_the_iterations_of_steps) {
  Extraction e("extern int Y[100][100]; void f(int n, int m) { for (int a = 0; a < n; a += 3)"
               " for (int b = a; b < m; b += 2) Y[a][b] = b; }");
  const Statement &s = e.statement(0);
  EXPECT_TRUE(s.domain.is_equal(
      e.set("[n, m] -> { S0[k, l] : 0 <= k and 3k < n and 0 <= l and 3k + 2l < m }")))
      << s.domain;
  EXPECT_TRUE(e.domainIs(0, "[n, m] -> { S0[a, b] : 0 <= a < n and a mod 3 = 0 and a <= b < m and "
                            "(b - a) mod 2 = 0 }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[n, m] -> { S0[k, l] -> Y[3k, 3k + 2l] }"));
  EXPECT_TRUE(e.scheduleIs(0, "[n, m] -> { S0[k, l] -> [0, k, 0, l, 0] }"));
}

TEST(ExtractLoops, count_upwards_when_the_step_is_negative) {
  Extraction e = loop("int i = n; i > m; i -= 4");
  EXPECT_TRUE(e.statement(0).domain.is_equal(e.set("[n, m] -> { S0[k] : 0 <= k and n - 4k > m }")));
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[n, m] -> { S0[k] -> A[n - 4k] }"));
  EXPECT_TRUE(e.scheduleIs(0, "[n, m] -> { S0[k] -> [0, k, 0] }"));
}

TEST(ExtractLoops, count_nothing_from_a_start_with_divisions_or_cases) {
  EXPECT_FALSE(loop("int i = n % 4; i < m; i += 2").statement(0).iteratorValues);
  EXPECT_FALSE(loop("int i = n > m ? n : m; i < 99; i += 2").statement(0).iteratorValues);
  EXPECT_FALSE(loop("int i = 0; i < n; i++").statement(0).iteratorValues);
}

TEST(ExtractLoops, start_where_the_iterator_stands) {
  Extraction e("void f(int n, int i, int *A) { for (; i < n; i++) A[i] = 0; }");
  EXPECT_TRUE(e.domainIs(0, "[n, i] -> { S0[v] : i <= v < n }"));
  EXPECT_TRUE(e.guardIs("{ : }"));
}

TEST(ExtractLoops, step_in_the_condition) {
  Extraction e("void f(unsigned n, int *A) { for (unsigned i = n; i-- > 0;) A[i] = 0; }");
  EXPECT_TRUE(e.domainIs(0, "[n] -> { S0[i] : 0 <= i < n }"));
  EXPECT_TRUE(e.scheduleIs(0, "[n] -> { S0[i] -> [0, -i, 0] : 0 <= i < n }"));
}

TEST(ExtractLoops, change_other_integers_by_constants) {
  Extraction e("void f(int n, int k, int *A) { int i, j;"
               " for (i = 1, j = k; i < n; i += 2, j -= 3) { A[j] = 0; k++; } A[k] = 1; }");
  EXPECT_TRUE(e.accepted());
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[n, k] -> { S0[q] -> A[k - 3q] : q >= 0 and 1 + 2q < n }"));
}

} // namespace
