//===- ExtractStructuresTest.cpp - Members of elements as arrays -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include "gputile/IR/Members.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

using Texts = std::vector<std::string>;
using Strides = std::vector<int64_t>;

#define LOOP "for (int i = 0; i < n; i++) "
#define COMPLEX "struct c { double re, im; }; "
#define PARTICLE "struct p { double x, v[3]; int id[2]; }; "

TEST(ExtractStructures, of_one_type_are_one_array) {
  Extraction e(COMPLEX "void f(int n, struct c (*A)[20]) { " LOOP "A[i][n].im = A[n][i].re; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[n] -> { S0[i] -> A[i, n, 1] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "[n] -> { S0[i] -> A[n, i, 0] }"));
  ASSERT_EQ(e.scop().arrays.size(), 1u);
  const Array &a = e.scop().arrays.at(0);
  EXPECT_EQ(a.elementType, "double");
  EXPECT_EQ(a.baseExpr, "&A[0][0]");
  EXPECT_EQ(a.strideConstants, (Strides{40, 2, 1}));
  EXPECT_EQ(a.strideExprs, (Texts{"sizeof(A[0]) / sizeof(A[0][0]) * 2", "2", "1"}));
}

TEST(ExtractStructures, of_several_types_are_arrays_that_alternate) {
  Extraction e(PARTICLE "void f(int n, struct p *A) { " LOOP "A[i].id[1] = A[i].v[2] > A[i].x; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i] -> A[i, 9] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i] -> A_1[i, 0]; S0[i] -> A_1[i, 3] }"));
  ASSERT_EQ(e.scop().arrays.size(), 2u);
  const Array &ids = e.scop().arrays.at(0), &numbers = e.scop().arrays.at(1);
  EXPECT_EQ(ids.elementType, "int");
  EXPECT_EQ(ids.strideConstants, (Strides{10, 1}));
  EXPECT_EQ(numbers.elementType, "double");
  EXPECT_EQ(numbers.strideConstants, (Strides{5, 1}));
  EXPECT_TRUE(areMembersOfOne(ids, numbers));
}

TEST(ExtractStructures, of_different_arrays_may_overlap) {
  Extraction e(COMPLEX "void f(int n, struct c *A, struct c *B, double *C) { " LOOP
                       "A[i].re = B[i].re + C[i]; }");
  const std::vector<Array> &arrays = e.scop().arrays;
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_FALSE(areMembersOfOne(arrays[0], arrays[1]));
  EXPECT_FALSE(areMembersOfOne(arrays[0], arrays[2]));
}

TEST(ExtractStructures, keep_subscripts_in_their_arrays) {
  Extraction e(PARTICLE "void f(int n, int m, struct p *A) { " LOOP
                        "for (int k = 0; k < m; k++) A[i].v[k] = 0; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, k] -> A[i, k + 1] }"));
  EXPECT_TRUE(e.guardIs("[n, m] -> { : m <= 3 or n <= 0 }"));
}

TEST(ExtractStructures, of_nested_structures) {
  Extraction e("struct a { int s; struct { int t[2], u; } in[3]; }; void f(int n, struct a *A) { " LOOP
               "for (int j = 0; j < 3; j++) for (int k = 0; k < 2; k++) A[i].in[j].t[k] = A[i].in[j].u; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j, k] -> A[i, 1 + 3j + k] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i, j, k] -> A[i, 3 + 3j] }"));
}

TEST(ExtractStructures, behind_flat_pointers_have_rows) {
  Extraction e(COMPLEX "void f(int n, int m, struct c *A) { " LOOP
                       "for (int j = 0; j < m; j++) A[i * m + j].im = 0; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j, 1] }"));
  const Array &a = e.scop().arrays.at(0);
  EXPECT_EQ(a.strideExprs, (Texts{"(m) * 2", "2", "1"}));
  EXPECT_EQ(a.strideConstants, (Strides{-1, 2, 1}));
}

TEST(ExtractStructures, read_where_data_says_are_members_of_one_kind) {
  Extraction e(PARTICLE "struct p A[50]; void f(int n, int *r, double *B) { " LOOP "B[i] = A[r[i]].v[r[i]]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "{ S0[i] -> r[i]; S0[i] -> A[a, k] : 0 <= a < 50 and 1 <= k <= 3 }"));
}

TEST(ExtractStructures, are_copied_member_by_member) {
  Extraction e(COMPLEX "struct c A[50], B[50]; void f(int n) { " LOOP "A[i] = B[n - i]; }");
  ASSERT_EQ(e.scop().statements.size(), 2u);
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i] -> A[i, 0] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "[n] -> { S0[i] -> B[n - i, 0] }"));
  EXPECT_TRUE(e.accessIs(1, AccessKind::MustWrite, "{ S1[i] -> A[i, 1] }"));
  EXPECT_TRUE(e.accessIs(1, AccessKind::Read, "[n] -> { S1[i] -> B[n - i, 1] }"));
}

TEST(ExtractStructures, of_one_iteration_need_no_memory) {
  Extraction e(COMPLEX "struct c A[50]; void f(int n) { " LOOP
                       "{ struct c t = A[i]; t.re += 1; A[i].im = t.re * t.im; } }");
  ASSERT_EQ(e.scop().arrays.size(), 1u);
  EXPECT_EQ(e.scop().statements.size(), 1u);
}

} // namespace
