//===- ExtractStatementsTest.cpp - Blocks, locals and conditions to statements -===//
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

TEST(ExtractStatements, tie_statements_with_their_locals) {
  Extraction e("void f(int n, double *A, double *B, double *C) { for (int i = 0; i < n; i++) {"
               " C[i] = 1; double t = A[i]; if (t > 0) t = t + 1; B[i] = t; C[i] = 2; } }");
  ASSERT_EQ(e.scop().statements.size(), 3u);
  EXPECT_EQ(e.body(1), "{ double t = $0; if (t > 0.0) { t = t + 1.0; } $1 = t; }");
  EXPECT_TRUE(e.accessIs(1, AccessKind::MustWrite, "{ S1[i] -> B[i] }"));
}

TEST(ExtractStatements, make_locals_private_that_live_across_a_loop) {
  Extraction e("void f(int n, double *A, double *B) { for (int i = 0; i < n; i++) {"
               " double s = A[i]; for (int j = 0; j < n; j++) s += A[j]; B[i] = s; } }");
  ASSERT_EQ(e.scop().statements.size(), 3u);
  EXPECT_EQ(e.body(0), "$0 = $1;");
  EXPECT_EQ(e.body(1), "$0 += $1;");
  EXPECT_EQ(e.scop().arrays.at(0).storage, ArrayStorage::Private);
  EXPECT_EQ(e.scop().arrays.at(0).baseExpr, "");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i] -> s[] }"));
  EXPECT_TRUE(e.accessIs(1, AccessKind::Read, "{ S1[i, j] -> s[]; S1[i, j] -> A[j] }"));
}

TEST(ExtractStatements, replace_affine_locals_by_their_value) {
  Extraction e("void f(int n, double *A) { for (int i = 0; i < n; i++) {"
               " int k = i + 1; A[k] = k; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i] -> A[i + 1] }"));
  EXPECT_EQ(e.body(0), "$0 = (double)((int)(#0 + 1));");
}

TEST(ExtractStatements, evaluate_a_data_condition_around_loops_once) {
  Extraction e("void f(int n, double *A, double *B) { for (int i = 0; i < n; i++)"
               " if (A[i] > 0) for (int j = 0; j < n; j++) B[j] = 1; else B[i] = 2; }");
  ASSERT_EQ(e.scop().statements.size(), 3u);
  EXPECT_EQ(e.body(0), "$0 = ($1 > 0.0) ? true : false;");
  EXPECT_EQ(e.body(1), "if ($0) { $1 = 1.0; }");
  EXPECT_EQ(e.body(2), "if (!$0) { $1 = 2.0; }");
  EXPECT_TRUE(e.accessIs(1, AccessKind::MayWrite, "{ S1[i, j] -> B[j] }"));
}

TEST(ExtractStatements, write_locals_under_a_data_condition_with_certainty) {
  Extraction e("void f(int n, double A[n], double B[n]) { for (int i = 0; i < n; i++)"
               " if (A[i] > 0) { double s = 0, w[2] = {1}; for (int j = 0; j < 2; j++)"
               " s += w[j]; B[i] = s; } }");
  ASSERT_EQ(e.scop().statements.size(), 5u);
  EXPECT_TRUE(e.accessIs(1, AccessKind::MustWrite, "{ S1[i] -> s[] }"));
  EXPECT_EQ(e.body(2), "if ($0) { $1 = 1.0; $2 = 0;  }");
  EXPECT_TRUE(e.accessIs(2, AccessKind::MustWrite, "{ S2[i] -> w[k] : 0 <= k < 2 }"));
  EXPECT_TRUE(e.accessIs(4, AccessKind::MayWrite, "{ S4[i] -> B[i] }"));
}

TEST(ExtractStatements, update_scalars_as_arrays_of_rank_0) {
  Extraction e("double f(int n, double *A) { double s = 0; for (int i = 0; i < n; i++)"
               " s += A[i]; return s; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i] -> s[] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i] -> s[]; S0[i] -> A[i] }"));
  EXPECT_EQ(e.scop().arrays.at(0).baseExpr, "&s");
}

TEST(ExtractStatements, take_several_writes) {
  Extraction e("double A[9], B[9]; void f(void) { for (int i = 0; i < 9; i++) A[i] = B[i] = i; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i] -> A[i]; S0[i] -> B[i] }"));
}

TEST(ExtractStatements, of_a_block_region_run_in_sequence) {
  Extraction e("double A[9], B[9]; void f(int n) { { for (int i = 0; i < n; i++) A[i] = 0;"
               " for (int i = 0; i < n; i++) B[i] = A[i]; } }");
  EXPECT_TRUE(e.scheduleIs(0, "{ S0[i] -> [0, i, 0] }"));
  EXPECT_TRUE(e.scheduleIs(1, "{ S1[i] -> [1, i, 0] }"));
}

TEST(ExtractStatements, of_plain_c_in_cpp_are_accepted) {
  Extraction e("void f(int n, double *A, bool *b) { for (int i = 0; i < n; ++i) {"
               " A[i] = b[i] ? A[i] : static_cast<double>(i); b[i] = !b[i]; } }",
               {"-std=c++17"}, FpMode::Exact, "test.cpp");
  EXPECT_EQ(e.body(0), "$0 = ($1) ? $2 : ((double)#0);");
  EXPECT_EQ(e.body(1), "$0 = !($1);");
}

TEST(ExtractStatements, that_never_run_are_left_out) {
  Extraction e("void f(int n, unsigned u, double *A) { for (int i = 0; i < n; i++) {"
               " if (i != i) A[i] = 1; if (n > 5 && n < 3) A[i] = 2; if (u < 0) A[i] = 3;"
               " for (int j = 5; j < 3; j++) A[j] = 4; if (0) { while (n) g(); } A[i] = 5; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_EQ(e.body(0), "$0 = 5.0;");
}

TEST(ExtractStatements, that_a_later_guard_excludes_are_left_out) {
  Extraction e("void f(unsigned n, double *restrict A, double *restrict B) { { for (int i = 0; i < 9; i++)"
               " if (n < 5) A[i] = 1; for (unsigned i = 0; i < n - 5; i++) B[i] = 2; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_EQ(e.scop().arrays.size(), 1u);
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[n] -> { S1[i] -> B[i] }"));
}

TEST(ExtractStatements, have_no_text_of_branches_that_are_never_taken) {
  Extraction e("void f(int n, double *A, double *B) { for (int i = 0; i < n; i++) {"
               " double t = i < 0 ? B[i] : A[i]; if (i < 0 && B[i] > 0) t = 1;"
               " if (i >= 0) t = t + 1; else t = B[1]; if (i >= 0 || B[i] > 0) t = t + 2;"
               " A[i] = t; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_EQ(e.body(0), "{ double t = $0; ; { t = t + 1.0; } if (true) "
                       "{ t = t + 2.0; } $1 = t; }");
  EXPECT_EQ(e.scop().arrays.size(), 1u);
}

/// `if (i % 2 != 0) if (i % 3 != 0) … A[i] = 1;`
std::string moduloGuards(unsigned count) {
  std::string text = "void f(int n, double A[n]) { for (int i = 0; i < n; i++) ";
  for (unsigned k = 2; k < count + 2; ++k)
    text += "if (i % " + std::to_string(k) + " != 0) ";
  return text + "A[i] = 1; }";
}

TEST(ExtractStatements, keep_conditions_in_the_text_that_would_scatter_their_domain) {
  Extraction few(moduloGuards(2)), many(moduloGuards(40));
  EXPECT_EQ(few.body(0), "$0 = 1.0;");
  EXPECT_TRUE(few.accessIs(0, AccessKind::MustWrite,
                           "[n] -> { S0[i] -> A[i] : 0 <= i < n and i mod 2 > 0 and i mod 3 > 0 }"));
  EXPECT_NE(many.body(0).find("if ((#0 % 41) != 0)"), std::string::npos) << many.body(0);
  EXPECT_TRUE(many.accessIs(0, AccessKind::MustWrite, "{ }"));
  EXPECT_TRUE(many.map("[n] -> { S0[1] -> A[1] : 1 < n < 100 }")
                  .is_subset(many.statement(0).accesses[0].relation));
}

TEST(ExtractStatements, do_not_access_values_of_their_own) {
  Extraction e("void f(int n, double A[n][3], double B[n]) { for (int i = 0; i < n; i++) {"
               " A[i][0] = B[i] * 2; A[i][1] = A[i][0] + A[i][2]; A[i][0] = A[i][0] - A[i][1];"
               " A[i][2] = A[i][2] + A[i][0]; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_EQ(e.body(0), "{ $0 = gpt_mul($1, 2.0); $2 = $0 + $3; $0 = $0 - $2; $4 = $5 + $0; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "[n] -> { S0[i] -> A[i, 2] : 0 <= i < n; S0[i] -> B[i] : 0 <= i < n }"));
}

TEST(ExtractStatements, access_what_the_expression_that_writes_it_reads) {
  Extraction e("void f(int n, double A[n][3], double B[n]) { for (int i = 0; i < n; i++) { double t = B[i];"
               " A[i][0] = A[i][0] + t; A[i][1] = (A[i][2] = t) + B[i]; A[i][0] += A[i][2] * t; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_EQ(e.body(0), "{ double t = $0; $1 = $2 + t; $3 = ($4 = t) + $0; $1 += gpt_mul($4, t); }");
}

TEST(ExtractStatements, have_no_values_of_their_own_where_data_says_whether_they_write) {
  Extraction e("void f(int n, double A[n][3], double B[n]) { for (int i = 0; i < n; i++) { double t = B[i];"
               " if (t > 0) { A[i][0] = t; A[i][1] = A[i][0]; } A[i][2] = A[i][0] + t; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_EQ(e.body(0), "{ double t = $0; if (t > 0.0) { $1 = t; $2 = $1; } $3 = $4 + t; }");
}

TEST(ExtractStatements, have_values_of_their_own_where_they_write_at_least) {
  Extraction e("void f(int n, double A[n][3], double B[n]) { for (int i = 0; i < n; i++) { double t = B[i];"
               " if (i < 7) A[i][0] = t; if (i < 5) A[i][1] = A[i][0]; if (i < 9) A[i][2] = A[i][0] + t; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_EQ(e.body(0), "{ double t = $0; if (#0 < 7) { $1 = t; } if (#0 < 5) { $2 = $1; } if (#0 < 9) { $3 = $4 + t; } }");
}

TEST(ExtractStatements, have_no_values_of_their_own_behind_loops_that_may_not_run) {
  Extraction e("void f(int n, double A[n][3], double B[n]) { for (int i = 0; i < n; i++) { double t = B[i];"
               " while (t > 1) { A[i][0] = t; t = t * 0.5 + A[i][0] * 0.1; } A[i][1] = A[i][0]; } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_TRUE(e.map("[n] -> { S0[i] -> A[i, 0] : 0 <= i < n }").is_subset(e.statement(0).accesses.back().relation))
      << e.body(0);
}

TEST(ExtractStatements, are_one_that_carry_values_along_the_same_loops) {
  Extraction e("void f(int n, double A[n][2], double B[n][2][2]) { for (int i = 1; i < n; i++) {"
               " A[i][0] = A[i][0] - B[i][0][0] * A[i-1][0] - B[i][0][1] * A[i-1][1];"
               " A[i][1] = A[i][1] - B[i][1][0] * A[i-1][0] - B[i][1][1] * A[i-1][1];"
               " A[i][0] = A[i][0] * A[i-1][0] + A[i-1][1]; A[i][1] = A[i][1] + A[i-1][1]; } }");
  EXPECT_EQ(e.scop().statements.size(), 1u);
}

TEST(ExtractStatements, are_several_where_one_may_be_parallel_alone) {
  Extraction e("void f(int n, double A[n][5], double B[n]) { for (int i = 1; i < n; i++) {"
               " A[i][0] = A[i-1][1]; A[i][1] = B[i]; A[i][2] = A[i][1] * 2; A[i][3] = A[i][2]; } }");
  EXPECT_EQ(e.scop().statements.size(), 4u);
}

TEST(ExtractStatements, know_the_values_of_variables_of_called_functions) {
  Extraction e("static void g(int m, double *a) { int k; k = m + 1; a[k] = 1; }"
               "void f(int n, double *A) { for (int i = 0; i < n; i++) g(i, A); }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[n] -> { S0[i] -> A[i + 1] : 0 <= i < n }"));
}

TEST(ExtractStatements, do_not_know_variables_of_called_functions_with_other_names) {
  Extraction pointer("static void h(int *p, int m) { *p = m + 2; }"
                     "static void g(int m, double *a) { int k; k = m + 1; h(&k, m); a[k] = 1; }"
                     "void f(int n, double *A) { for (int i = 0; i < n; i++) g(i, A); }");
  if (pointer.accepted())
    EXPECT_TRUE(pointer.map("[n] -> { S0[i] -> A[i + 2] : 0 <= i < n }")
                    .is_subset(pointer.scop().statements.back().accesses.back().relation.set_domain_tuple("S0")));
  Extraction reference("static void g(int m, double *a) { int k; int &r = k; k = m + 1; r = m + 2; a[k] = 1; }"
                       "void f(int n, double *A) { for (int i = 0; i < n; i++) g(i, A); }",
                       {"-std=c++17"}, FpMode::Exact, "test.cpp");
  if (reference.accepted())
    EXPECT_TRUE(reference.map("[n] -> { S0[i] -> A[i + 2] : 0 <= i < n }")
                    .is_subset(reference.scop().statements.back().accesses.back().relation.set_domain_tuple("S0")));
}

} // namespace
