//===- ExtractAccessesTest.cpp - Subscripts to access relations ------------===//
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

TEST(ExtractAccesses, of_a_seidel_sweep) {
  Extraction e("void f(int T, int n, double *A) { for (int t = 0; t < T; t++)"
               " for (int i = 1; i < n - 1; i++) A[i] = (A[i - 1] + A[i] + A[i + 1]) / 3; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[t, i] -> A[i] }"));
  EXPECT_TRUE(
      e.accessIs(0, AccessKind::Read, "{ S0[t, i] -> A[a] : i - 1 <= a <= i + 1 }"));
  EXPECT_EQ(e.statement(0).references.size(), 4u);
  const Array &a = e.scop().arrays.at(0);
  EXPECT_EQ(a.storage, ArrayStorage::Pointer);
  EXPECT_EQ(a.baseExpr, "A");
  EXPECT_EQ(a.elementType, "double");
  EXPECT_FALSE(a.noAlias);
}

TEST(ExtractAccesses, know_strides_of_variable_length_arrays) {
  Extraction e("void f(int n, int m, const float A[restrict n][m], float (*B)[m][4]) {"
               " for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) B[i][j][1] = A[i][j]; }");
  const Array &b = e.scop().arrays.at(0), &a = e.scop().arrays.at(1);
  EXPECT_TRUE(a.noAlias);
  EXPECT_EQ(a.elementType, "float");
  EXPECT_EQ(a.baseExpr, "&A[0][0]");
  EXPECT_EQ(a.strideExprs, (std::vector<std::string>{"sizeof(A[0]) / sizeof(A[0][0])", "1"}));
  EXPECT_EQ(a.strideConstants, (std::vector<int64_t>{-1, 1}));
  EXPECT_EQ(b.strideExprs[0], "sizeof(B[0]) / sizeof(B[0][0][0])");
  EXPECT_EQ(b.strideConstants, (std::vector<int64_t>{-1, 4, 1}));
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> B[i, j, 1] }"));
}

TEST(ExtractAccesses, through_every_spelling_of_pointers) {
  Extraction e("double G[4][5]; void f(int n, double *p, double (*q)[7]) {"
               " for (int i = 1; i < n; i++) *(p + i - 1) = *p + 2[p] + (*q)[i] + *q[i] +"
               " (&p[i])[3] + *(*(G + 1) + i); }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i] -> p[i - 1] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "{ S0[i] -> p[0]; S0[i] -> p[2]; S0[i] -> q[0, i]; S0[i] -> q[i, 0];"
                         " S0[i] -> p[i + 3]; S0[i] -> G[1, i] }"));
}

TEST(ExtractAccesses, read_the_whole_array_behind_indirect_subscripts) {
  Extraction e("void f(int n, int m, double A[n], int idx[n]) { double T[m];"
               " for (int i = 0; i < n; i++) A[i] = T[idx[i]]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[T_size0] -> { S0[i] -> T[a] : 0 <= a < T_size0; S0[i] -> idx[i] }"));
  const Reference &read = e.statement(0).references.at(2);
  EXPECT_FALSE(read.affine);
  EXPECT_EQ(read.subscripts.size(), 1u);
  EXPECT_EQ(e.scop().parameters.back().callExpr, "sizeof(T) / sizeof(T[0])");
  EXPECT_EQ(e.scop().parameters.back().type, "unsigned long");
}

TEST(ExtractAccesses, of_conditional_reads_stay_inside) {
  Extraction e("void f(int n, double *A, double *B) { for (int i = 0; i < n; i++)"
               " B[i] = i > 0 ? A[i - 1] : 0; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i] -> A[i - 1] : i > 0 }"));
}

TEST(ExtractAccesses, under_data_conditions_are_may_writes) {
  Extraction e("double A[10], B[10]; void f(int n) { for (int i = 0; i < n; i++)"
               " if (i > 2 && A[i] > 0) { B[i] = A[i + 1]; } }");
  EXPECT_TRUE(e.domainIs(0, "[n] -> { S0[i] : 2 < i < n }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::MayWrite, "{ S0[i] -> B[i] : i < 10 }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ }"));
  EXPECT_TRUE(
      e.accessIs(0, AccessKind::Read, "{ S0[i] -> A[i]; S0[i] -> A[i + 1] : i < 9 }"));
}

TEST(ExtractAccesses, guard_unsigned_subscripts_that_could_wrap) {
  Extraction e("void f(unsigned n, unsigned k, double *A) { for (unsigned i = 0; i < n; i++)"
               " A[i - k] = 0; }");
  EXPECT_TRUE(e.guardIs("[n, k] -> { : n <= 0 or k <= 0 }")) << e.scop().guard;
  Extraction ring("void f(unsigned n, double *A) { for (unsigned i = 0; i < n; i++)"
                  " A[n - 1 - i] = 0; }");
  EXPECT_TRUE(ring.guardIs("{ : }")) << ring.scop().guard;
}

TEST(ExtractAccesses, know_which_objects_are_dead_afterwards) {
  Extraction e("double g; double f(int n, double *A) { double s = 0, t = 0, u = 0; double *p = &u;"
               " for (int i = 0; i < n; i++) { s = A[i]; t += s; u = s; g = s; } return t + *p; }");
  for (const Array &a : e.scop().arrays)
    EXPECT_EQ(a.deadAfter, a.name == "s") << a.name;
}

TEST(ExtractAccesses, of_scalars_in_an_enclosing_loop_are_not_dead) {
  Extraction e("void f(int n, double *A) { double s = 0; while (n > 0) {"
               " for (int i = 0; i < n; i++) { s += A[i]; } n--; } }");
  EXPECT_FALSE(e.scop().arrays.at(0).deadAfter);
}

TEST(ExtractAccesses, test_global_bounds_against_pointer_writes) {
  Extraction e("int n; void f(int *A) { for (int i = 0; i < n; i++) A[i] = 0; }");
  EXPECT_EQ(e.scop().arrays.size(), 2u);
  EXPECT_EQ(e.scop().arrays.at(1).baseExpr, "&n");
  Extraction local("void f(int n, int *A) { for (int i = 0; i < n; i++) A[i] = 0; }");
  EXPECT_EQ(local.scop().arrays.size(), 1u);
}

TEST(ExtractAccesses, test_global_pointers_against_character_writes) {
  Extraction e("unsigned char *p; void f(int n) { for (int i = 0; i < n; i++) p[i] = 0; }");
  ASSERT_EQ(e.scop().arrays.size(), 2u);
  EXPECT_EQ(e.scop().arrays.at(1).baseExpr, "(const unsigned char *)&p");
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i] -> p_bytes[k] : 0 <= k < 8 }"));
  Extraction local("void f(int n, unsigned char *p) { for (int i = 0; i < n; i++) p[i] = 0; }");
  EXPECT_EQ(local.scop().arrays.size(), 1u);
  Extraction typed("double *p; void f(int n) { for (int i = 0; i < n; i++) p[i] = 0; }");
  EXPECT_EQ(typed.scop().arrays.size(), 1u);
}

TEST(ExtractAccesses, see_uses_after_the_region_in_the_same_macro) {
  Extraction e("#define BODY for (int i = 0; i < n; i++) s += A[i]; return s;\n"
               "double f(int n, double *A) { double s = 0; BODY }");
  EXPECT_FALSE(e.scop().arrays.at(0).deadAfter);
}

TEST(ExtractAccesses, do_not_warn_where_certain_accesses_cover_uncertain_ones) {
  Extraction e("void f(int n, float *A) { for (int i = 0; i < n; i++) if (A[i] > 0) A[i] = 1; }");
  EXPECT_TRUE(e.remarks().empty());
  EXPECT_FALSE(e.scop().arrays.at(0).assumedExtent);
}

TEST(ExtractAccesses, warn_when_extents_are_only_assumed) {
  Extraction e("void f(int n, float *A, float *B) { for (int i = 0; i < n; i++)"
               " if (A[i] > 0) B[i] = 1; }");
  EXPECT_EQ(e.remarks(), std::vector<std::string>{"conditional-extent: B"});
  const std::vector<Array> &arrays = e.scop().arrays;
  for (const Array &array : arrays)
    EXPECT_EQ(array.assumedExtent, array.name == "B") << array.name;
}

/// The references of the statement \p text.
size_t referencesOf(const std::string &text) {
  Extraction e("void f(int n, double *A, double *B) { for (int i = 0; i < n; i++) " + text + " }");
  return e.statement(0).references.size();
}

TEST(ExtractAccesses, has_one_reference_for_reads_of_the_same_elements) {
  EXPECT_EQ(referencesOf("B[i] = A[i] + A[i] + A[i + 1] + A[i] + A[1 + i];"), 3u);
  EXPECT_EQ(referencesOf("A[i] = A[i] + A[i];"), 2u);
  // The instance has written what it reads again.
  EXPECT_EQ(referencesOf("{ double t = A[i]; A[i] = 1; B[i] = t + A[i]; }"), 3u);
  // One of them is perhaps not executed.
  EXPECT_EQ(referencesOf("B[i] = A[i] > 0 ? A[i] : 0;"), 3u);
}

TEST(ExtractAccesses, of_all_elements_that_data_may_choose) {
  Extraction e("void f(int n, int m, double *A, double *B, int *c) { for (int i = 1; i < n; i++)"
               " for (int j = 0; j < m; j++) { int k, l;"
               "  if (c[i] > 0) { k = i; l = j; } else { k = i - 1; l = m - 1 - j; }"
               "  B[i * m + j] = A[k * m + l]; } }");
  const std::string reads = "A[a, b] : (a = i or a = i - 1) and (b = j or b = m - 1 - j)";
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[m] -> { S0[i, j] -> c[i]; S0[i, j] -> " + reads + " }"));
  const std::vector<Reference> &references = e.statement(0).references;
  const Reference &chosen = references.back();
  EXPECT_FALSE(chosen.affine);
  ASSERT_EQ(chosen.subscripts.size(), 2u); // Elements of the innermost dimension are counted.
  EXPECT_EQ(chosen.subscripts[0].at(0).text, "0");
}

TEST(ExtractAccesses, of_values_where_they_may_be_assigned) {
  Extraction e("void f(int n, double A[100], double B[100], int *c) { for (int i = 0; i < n; i++) {"
               " int k; if (i < 10) k = i; else k = c[i] ? i - 10 : i; B[i] = A[k]; } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "{ S0[i] -> c[i] : i >= 10; S0[i] -> A[i] : i < 100; S0[i] -> A[i - 10] : 10 <= i < 110 }"));
}

} // namespace
