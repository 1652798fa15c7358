//===- ExtractConstantRowsTest.cpp - Rows of constant length --------------===//
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

using Texts = std::vector<std::string>;
using Strides = std::vector<int64_t>;

#define LOOPS "for (int i = 1; i < 29; i++) for (int j = 1; j < 39; j++) "

/// The dimensions of the first array of a region.
unsigned rankOf(const std::string &region) {
  const Extraction e("void f(int n, double *A, double *B, int *C) { " + region + " }");
  return e.scop().arrays.at(0).rank;
}

TEST(ExtractConstantRows, of_a_pointer) {
  Extraction e(
      "void f(double *A, double *B) { " LOOPS
      "B[i * 40 + j] = A[40 * (i + 1) + j] + A[i * 40 + j - 1] + A[(i - 1) * 40 + j + 1]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> B[i, j] }"));
  EXPECT_TRUE(e.accessIs(
      0, AccessKind::Read,
      "{ S0[i, j] -> A[i + 1, j]; S0[i, j] -> A[i, j - 1]; S0[i, j] -> A[i - 1, j + 1] }"));
  for (const Array &array : e.scop().arrays) {
    EXPECT_EQ(array.rank, 2u);
    EXPECT_EQ(array.strideExprs, (Texts{"40", "1"}));
    EXPECT_EQ(array.strideConstants, (Strides{40, 1}));
    EXPECT_EQ(array.storage, ArrayStorage::Pointer);
  }
  EXPECT_TRUE(e.guardIs("{ : }"));
}

TEST(ExtractConstantRows, of_an_object_that_stays_one) {
  Extraction e("static double A[30 * 40]; void f(void) { " LOOPS
               "A[i * 40 + j] = 0.5 * A[i * 40 + j - 1]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j] }"));
  EXPECT_EQ(e.scop().arrays.at(0).storage, ArrayStorage::Object);
  EXPECT_EQ(e.scop().arrays.at(0).baseExpr, "A");
}

TEST(ExtractConstantRows, of_planes_with_the_innermost_dimension_first) {
  Extraction e("enum { nx = 40, ny = 30 }; void f(int n, double *A) {"
               " for (int k = 0; k < n; k++) " LOOPS
               "A[j + nx * (i + ny * k)] = A[(k * ny + i - 1) * nx + j]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[k, i, j] -> A[k, i, j] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[k, i, j] -> A[k, i - 1, j] }"));
  EXPECT_EQ(e.scop().arrays.at(0).strideConstants, (Strides{1200, 40, 1}));
}

TEST(ExtractConstantRows, in_two_buffers_that_take_turns) {
  Extraction e("void f(int n, double *A) { for (int t = 0; t < n; t++) " LOOPS
               "A[(t + 1) % 2 * 1200 + i * 40 + j] = A[t % 2 * 1200 + i * 40 + j + 1]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[t, i, j] -> A[(t + 1) mod 2, i, j] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[t, i, j] -> A[t mod 2, i, j + 1] }"));
}

TEST(ExtractConstantRows, in_dimensions_of_arrays_and_structures) {
  Extraction e(
      "struct Cell { double p, q; }; void f(double (*A)[1200], struct Cell *B, int t) { " LOOPS
      "{ A[t][i * 40 + j] = 1; B[i * 40 + j].q = 2; } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[t] -> { S0[i, j] -> A[t, i, j] }"));
  EXPECT_TRUE(e.accessIs(1, AccessKind::MustWrite, "{ S1[i, j] -> B[i, j, 1] }"));
  EXPECT_EQ(e.scop().arrays.at(0).strideConstants, (Strides{1200, 40, 1}));
  EXPECT_EQ(e.scop().arrays.at(1).strideConstants, (Strides{80, 2, 1}));
}

TEST(ExtractConstantRows, in_rows_of_variable_length) {
  Extraction e("void f(int m, double *A) { for (int k = 0; k < 4; k++) " LOOPS
               "if (m > 1200) A[k * m + i * 40 + j] = 0; }");
  EXPECT_TRUE(
      e.accessIs(0, AccessKind::MustWrite, "[m] -> { S0[k, i, j] -> A[k, i, j] : m > 1200 }"));
  EXPECT_EQ(e.scop().arrays.at(0).strideExprs, (Texts{"m", "40", "1"}));
}

TEST(ExtractConstantRows, not_in_tables_of_pointers) {
  EXPECT_EQ(Extraction("void f(double **A) { for (int k = 0; k < 4; k++) " LOOPS
                       "A[k][i * 40 + j] = 0; }")
                .scop()
                .arrays.at(0)
                .rank,
            2u);
}

TEST(ExtractConstantRows, along_diagonals_and_from_the_end) {
  Extraction e(
      "void f(double *A, double *B) { for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++)"
      " B[i * 40 + j] = A[41 * i] + A[39 * (i + 1)] + A[1599 - i * 40 - j]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> B[i, j] }"));
  EXPECT_TRUE(e.accessIs(
      0, AccessKind::Read,
      "{ S0[i, j] -> A[i, i]; S0[i, j] -> A[i, 39 - i]; S0[i, j] -> A[39 - i, 39 - j] }"));
}

TEST(ExtractConstantRows, with_steps_downwards_and_of_several_rows) {
  Extraction e("void f(double *A) { for (int i = 28; i > 0; i -= 2) for (int j = 1; j < 39; j++)"
               " A[i * 40 + j] = A[(i + 1) * 40 + j]; }");
  EXPECT_EQ(e.scop().arrays.at(0).rank, 2u);
  EXPECT_EQ(e.scop().arrays.at(0).strideConstants, (Strides{80, 1}));
}

TEST(ExtractConstantRows, not_where_a_reference_leaves_its_row) {
  EXPECT_EQ(rankOf(LOOPS "A[i * 40 + j] = A[i * 40 + j - 2];"), 1u);
  EXPECT_EQ(rankOf(LOOPS "A[i * 40 + j] = A[i * 40 + j + 1];"), 2u);
  EXPECT_EQ(rankOf(LOOPS "A[i * 40 + j] = A[i * 40 + j + 2];"), 1u);
  EXPECT_EQ(rankOf(LOOPS "A[i * 30 + j] = 0;"), 1u);
  EXPECT_EQ(rankOf("{ " LOOPS "A[i * 40 + j] = 0; for (int k = 0; k < 1200; k++) A[k] = 1; }"), 1u);
}

TEST(ExtractConstantRows, not_where_it_may_leave_its_row_for_some_parameters) {
  EXPECT_EQ(rankOf("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i * 40 + j] = 0;"),
            1u);
  EXPECT_EQ(rankOf("{ if (n <= 40) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i * "
                   "40 + j] = 0; }"),
            2u);
}

TEST(ExtractConstantRows, not_of_steps_and_members) {
  EXPECT_EQ(rankOf("for (int i = 0; i < n; i++) A[40 * i] = A[40 * i + 1];"), 1u);
  EXPECT_EQ(rankOf("for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) A[3 * i + j] = 0;"),
            1u);
}

TEST(ExtractConstantRows, not_of_arrays_with_subscripts_that_data_gives) {
  Extraction e("void f(double *A, double *B, int *C) { " LOOPS
               "B[i * 40 + j] = A[C[i * 40 + j]] + A[i * 40 + j]; }");
  for (const Array &array : e.scop().arrays)
    EXPECT_EQ(array.rank, array.sourceName == "A" ? 1u : 2u) << array.sourceName;
}

} // namespace
