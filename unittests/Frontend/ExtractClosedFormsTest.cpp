//===- ExtractClosedFormsTest.cpp - Integers that nests of loops count ----===//
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

#define HEAD "void f(int n, int m, int w, double *A) { "
#define LOOPS "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) "

TEST(ExtractClosedForms, of_an_index) {
  Extraction e(HEAD "int k = 0; " LOOPS "A[k++] = i; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[k] -> { S0[i, j] -> A[i, k + j] }"));
  EXPECT_EQ(e.scop().arrays.at(0).strideExprs[0], "m");
}

TEST(ExtractClosedForms, of_steps_at_several_levels) {
  // 3 + i * (2 * 4 + 1) + 2 * j, and one more.
  Extraction e(HEAD "for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) { A[w] = i; w++;"
                    " A[w] = j; w += 1; } w++; } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[w] -> { S0[i, j] -> A[w + 9i + 2j] }"));
  EXPECT_TRUE(e.accessIs(1, AccessKind::MustWrite, "[w] -> { S1[i, j] -> A[w + 9i + 2j + 1] }"));
}

TEST(ExtractClosedForms, of_loops_that_go_down_and_include_their_ends) {
  Extraction e(HEAD "for (int i = 5; i >= 1; i--) for (int j = 2; j <= 7; ++j) { A[w] = i; w -= 2; } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite,
                         "[w] -> { S0[i, j] -> A[w - 12 * (5 - i) - 2 * (j - 2)] }"));
}

TEST(ExtractClosedForms, begin_where_the_variable_is_declared_or_assigned) {
  Extraction e(HEAD "for (int t = 0; t < n; t++) { int k = 1; for (int i = 0; i < 3; i++)"
                    " for (int j = 0; j < 9; j++) A[k++] += t; } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[t, i, j] -> A[1 + 9i + j] }"));
  Extraction again(HEAD "for (int t = 0; t < n; t++) { w = 2; for (int i = 0; i < 3; i++)"
                        " for (int j = 0; j < 9; j++) A[w++] += t; } }");
  EXPECT_TRUE(again.accessIs(0, AccessKind::MustWrite, "{ S0[t, i, j] -> A[2 + 9i + j] }"));
}

TEST(ExtractClosedForms, go_on_from_one_nest_to_the_next) {
  Extraction e(HEAD "for (int t = 0; t < n; t++) { w = 0;"
                    " for (int i = 0; i < 3; i++) for (int j = 0; j < 9; j++) A[w++] = t;"
                    " for (int i = 0; i < 2; i++) for (int j = 0; j < 5; j++) A[w++] = -t; } }");
  EXPECT_TRUE(e.accessIs(1, AccessKind::MustWrite, "{ S1[t, i, j] -> A[27 + 5i + j] }"));
}

TEST(ExtractClosedForms, are_not_of_sums) {
  Extraction e(HEAD
               "int s = 0; for (int i = 0; i < n; i++) { int b = i * w; for (int j = 0; j < m; j++)"
               " s += b; } A[0] = s; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> s[] }")) << e.refusal();
}

TEST(ExtractClosedForms, of_loops_with_attributes) {
  Extraction e(HEAD "for (int i = 0; i < n; i++) {\n#pragma unroll\n"
                    "for (int j = 0; j < 9; j++) A[w++] = i; } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[w] -> { S0[i, j] -> A[w + 9i + j] }"));
}

std::string refusal(const std::string &nest) {
  return Extraction(
             "struct S { int w; }; void f(int n, int w, double *A, struct S *s) { int k = 0; " +
             nest + " }")
      .refusal();
}

TEST(ExtractClosedForms, are_not_where_loops_run_as_data_or_iterators_say) {
  EXPECT_EQ(refusal("for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) { A[k++] = i; }"), "accepted");
  for (const char *nest :
       {"for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) A[k++] = i;",
        "for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) if (A[j] > 0) A[k++] = i;",
        "for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) { if (A[j] > 0) break; A[k++] = "
        "i; }",
        "for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) { if (A[j] > 0) continue; A[k++] "
        "= i; }",
        "for (int i = 0; i < n; i++) { for (int j = 0; j < w; j++) A[k++] = i; w++; }",
        "for (int i = 0; i < n; i++) { int s = i; for (int j = 0; j < 8; j++) { A[k] = i; k += s; "
        "} }",
        "for (int i = 0; i < n; i++) { for (int j = 0; j < 8; j++) A[k++] = i; k = 2 * k; }",
        "for (int i = 0; i < n; i++) { for (int j = 0; j < 8; j++) A[k + j] = i; k += s->w; "
        "s->w++; }",
        "for (int i = 0; i < n; i++) { for (int j = 0; j < 8; j++) A[k + j] = i; k += s->w++; }",
        "int *p = &k; for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) { A[k++] = *p; }"})
    EXPECT_NE(refusal(nest), "accepted") << nest;
}

} // namespace
