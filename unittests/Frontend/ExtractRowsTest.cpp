//===- ExtractRowsTest.cpp - Rows behind pointers -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include "gputile/IR/PointerRows.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

using Texts = std::vector<std::string>;

#define LOOPS "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) "

TEST(ExtractRows, of_tables_of_pointers) {
  Extraction e("void f(int n, double *restrict *restrict A) { " LOOPS "A[i][j] = *(A[i + 1] + j); }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i, j] -> A[i + 1, j] }"));
  const Array &a = e.scop().arrays.at(0);
  EXPECT_EQ(pointerLevels(a), 1u);
  EXPECT_EQ(a.baseExpr, "A");
  EXPECT_EQ(a.strideExprs, (Texts{"", "1"}));
  EXPECT_EQ(a.storage, ArrayStorage::Pointer);
  EXPECT_FALSE(a.noAlias); // Another pointer to A[0] makes no other path to A.
}

TEST(ExtractRows, of_tables_of_tables) {
  Extraction e("static float ***u; void f(int n) { " LOOPS "u[i][j][0] = 1; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> u[i, j, 0] }"));
  EXPECT_EQ(pointerLevels(e.scop().arrays.at(0)), 2u);
}

TEST(ExtractRows, of_arrays_of_pointers) {
  Extraction e("static int *rows[9]; void f(int n) { " LOOPS "rows[i][j] = j; }");
  const Array &a = e.scop().arrays.at(0);
  EXPECT_EQ(pointerLevels(a), 1u);
  EXPECT_EQ(a.storage, ArrayStorage::Pointer);
  EXPECT_EQ(a.baseExpr, "rows");
}

TEST(ExtractRows, through_pointers_of_the_region) {
  Extraction e("void f(int n, double **A) { for (int i = 0; i < n; i++) {"
               " double *row = A[i] + 1; for (int j = 0; j < n; j++) row[j] = j; } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j + 1] }"));
}

TEST(ExtractRows, behind_fixed_pointers) {
  Extraction e("struct g { double ***levels; }; void f(int n, struct g *g, int lt) { " LOOPS
               "g->levels[lt][i][j] = 1; }");
  const Array &a = e.scop().arrays.at(0);
  EXPECT_EQ(a.rank, 2u);
  EXPECT_EQ(pointerLevels(a), 1u);
  EXPECT_NE(a.baseExpr.find("g->levels[lt]"), std::string::npos) << a.baseExpr;
}

TEST(ExtractRows, of_one_table_are_one_array) {
  Extraction e("void f(int n, double **A) { " LOOPS "A[i][j] = A[0][j]; }");
  EXPECT_EQ(e.scop().arrays.size(), 1u);
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i, j] -> A[0, j] }"));
}

TEST(ExtractRows, that_are_accessed_in_any_case_may_depend_on_data) {
  Extraction e("void f(int n, double **A) { " LOOPS "if (A[i][j] > 0) A[i][j] = 1; }");
  EXPECT_FALSE(e.scop().arrays.at(0).assumedExtent);
}

TEST(ExtractRows, that_data_chooses_may_not_exist) {
  Extraction e("void f(int n, double **A, double **B) { " LOOPS "if (A[i][j] > 0) B[i][j] = 1; }");
  for (const Array &array : e.scop().arrays)
    EXPECT_EQ(array.assumedExtent, array.name == "B");
}

} // namespace
