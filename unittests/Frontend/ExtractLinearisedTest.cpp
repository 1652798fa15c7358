//===- ExtractLinearisedTest.cpp - Rows behind linearised subscripts -------===//
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

#define LOOPS "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) "

TEST(ExtractLinearised, of_rows_with_a_variable_length) {
  Extraction e("void f(int n, int m, double *A) { " LOOPS "A[i * m + j] = A[(i + 1) * m + m - 1 - j]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "[m] -> { S0[i, j] -> A[i + 1, m - 1 - j] }"));
  const Array &a = e.scop().arrays.at(0);
  EXPECT_EQ(a.rank, 2u);
  EXPECT_EQ(a.baseExpr, "A");
  EXPECT_EQ(a.strideExprs, (Texts{"m", "1"}));
  EXPECT_EQ(a.strideConstants, (std::vector<int64_t>{-1, 1}));
}

TEST(ExtractLinearised, of_rows_with_lower_bounds_and_halos) {
  Extraction e("#define AT(i, j) ((m + 4) * ((j) - (n - 2)) + (i) - (k - 2))\n"
               "void f(int n, int m, int k, double *A, double *B) {"
               " for (int j = n; j <= 2 * n; j++) for (int i = k; i <= m; i++)"
               " A[AT(i, j)] = B[AT(i + 1, j - 1)]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite,
                         "[n, k] -> { S0[j, i] -> A[j - n + 2, i - k + 2] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[n, k] -> { S0[j, i] -> B[j - n + 1, i - k + 3] }"));
  EXPECT_EQ(e.scop().arrays.at(0).strideExprs[0], "(long long)((unsigned long long)(m) + 4ULL)");
}

TEST(ExtractLinearised, of_halos_at_the_ends_of_rows) {
  // n - h + j is in this row for h >= 1, and -h + j in the next one for h <= 0.
  Extraction e("void f(int n, int m, int h, int d, double *A, double *B) {"
               " for (int i = 0; i < m; i++) for (int j = 0; j < d; j++)"
               " A[i * n + n - h + j] = A[i * n + n - h - 1 - j] + B[i * n + h + j]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[n, h] -> { S0[i, j] -> A[i, n - h + j] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[n, h] -> { S0[i, j] -> A[i, n - h - 1 - j]; S0[i, j] -> B[i, h + j] }"));
}

TEST(ExtractLinearised, of_planes) {
  Extraction e("void f(int n, int m, int l, float *A) { " LOOPS "for (int k = 0; k < l; k++)"
               " A[i + n * (j + m * k)] = A[n * m * (l - 1) + n * (m - 1 - j) + n - 1 - i]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j, k] -> A[k, j, i] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[n, m, l] -> { S0[i, j, k] -> A[l - 1, m - 1 - j, n - 1 - i] }"));
  EXPECT_EQ(e.scop().arrays.at(0).strideExprs,
            (Texts{"(long long)((unsigned long long)(n) * (unsigned long long)(m))", "n", "1"}));
}

TEST(ExtractLinearised, of_strides_in_two_variables) {
  Extraction e("void f(int n, int m, int plane, int row, float *A) { " LOOPS
               "for (int k = 0; k < row; k++) A[i * plane + j * row + k] = 0; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j, k] -> A[i, j, k] }"));
  EXPECT_EQ(e.scop().arrays.at(0).strideExprs, (Texts{"plane", "row", "1"}));
}

TEST(ExtractLinearised, of_either_order_of_loops) {
  Extraction e("void f(int n, int m, double *A, double *B) { " LOOPS "A[j * n + i] = B[i * m + j]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[j, i] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i, j] -> B[i, j] }"));
}

TEST(ExtractLinearised, of_diagonals_and_single_rows) {
  Extraction e("void f(int n, double *A) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++)"
               " A[i * n + i] = A[i * n + j] + A[j] + A[(n - 1) * n + i]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, i] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[n] -> { S0[i, j] -> A[i, j]; S0[i, j] -> A[0, j];"
                         " S0[i, j] -> A[n - 1, i] }"));
}

TEST(ExtractLinearised, through_locals_and_pointer_arithmetic) {
  Extraction e("void f(int n, int m, double *A) { for (int i = 0; i < n; i++) { const int row = i * m;"
               " for (int j = 0; j < m; j++) { int at = row + j; *(A + at) = A[at] + *(A + i * m + j); } } }");
  ASSERT_EQ(e.scop().statements.size(), 1u);
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i, j] -> A[i, j] }"));
}

TEST(ExtractLinearised, through_assigned_variables) {
  Extraction e("void f(int n, int m, double *A) { int row, up, at; for (int i = 0; i < n; i++) {"
               " up = i + 1; row = i * m; for (int j = 0; j < m; j++) {"
               " at = row + j; A[at] = A[at + m] + A[up * m + m + j]; } } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "{ S0[i, j] -> A[i + 1, j]; S0[i, j] -> A[i + 2, j] }"));
  EXPECT_TRUE(e.scop().exitValues.empty());
}

TEST(ExtractLinearised, through_variables_of_several_values) {
  Extraction e("void f(int n, int m, double *A, double *B) { int at; " LOOPS
               "{ at = i * m + j; A[at] = 0; at = (i + 1) * m + j; B[at] = A[i * m + j]; } }");
  ASSERT_EQ(e.scop().statements.size(), 2u);
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j] }"));
  EXPECT_TRUE(e.accessIs(1, AccessKind::MustWrite, "{ S1[i, j] -> B[i + 1, j] }"));
}

TEST(ExtractLinearised, not_through_variables_that_are_read_after_the_region) {
  Extraction e("int f(int n, int m, double *A) { int at = 0; " LOOPS
               "{ at = i * m + j; A[at] = 0; } return at; }");
  EXPECT_EQ(e.refusal(), "bound-modified");
}

TEST(ExtractLinearised, in_64_bits_with_and_without_sign) {
  Extraction e("#include <stddef.h>\n"
               "void f(int n, int m, size_t l, double *A, double *B) { " LOOPS
               "{ const size_t at = (size_t)i * m + j; A[at] = A[(long)(i * m) + j] + B[j + l * i]; } }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "{ S0[i, j] -> A[i, j] }"));
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read, "{ S0[i, j] -> A[i, j]; S0[i, j] -> B[i, j] }"));
}

TEST(ExtractLinearised, keep_arrays_without_rows_as_they_are) {
  Extraction e("void f(int n, int m, double *A) { for (int i = 0; i < n; i++) A[n * m + i] = A[2 * i]; }");
  EXPECT_EQ(e.scop().arrays.at(0).rank, 1u);
}

TEST(ExtractLinearised, not_of_locals_of_which_an_operand_changes) {
  Extraction e("void f(int n, int m, int j, double *A) { for (int i = 0; i < n; i++) { const int row = j * m;"
               " for (j = 0; j < m; j++) A[row + j] = i * m; } }");
  EXPECT_EQ(e.refusal(), "unsupported-expression");
}

/// The refusal of a region with the reference \p subscript and others.
std::string refusalOf(const std::string &subscript) {
  return Extraction("void f(int n, int m, unsigned u, double *A, int *C) { " LOOPS
                    "A[i * m + j] = A[" + subscript + "]; }").refusal();
}

TEST(ExtractLinearised, not_of_rows_of_different_lengths) {
  EXPECT_EQ(refusalOf("i * n + j"), "rows-disagree");
  EXPECT_EQ(refusalOf("i * (m + 1) + j"), "rows-disagree");
  EXPECT_EQ(refusalOf("i * m + m + j + m"), "accepted"); // Row i + 2.
  EXPECT_EQ(refusalOf("i * m - j - 1 - 2 * m"), "accepted"); // Row i - 3, from its end.
  EXPECT_EQ(refusalOf("(i + 1) * m + j - 1"), "rows-disagree"); // The row before where j = 0.
}

/// The refusal of a region that writes the reference \p subscript. Reads find their elements.
std::string refusalOfWrite(const std::string &subscript) {
  return Extraction("void f(int n, int m, unsigned u, double *A, int *C) { " LOOPS
                    "A[" + subscript + "] = A[i * m + j]; }").refusal();
}

TEST(ExtractLinearised, not_of_arithmetic_of_few_bits) {
  EXPECT_EQ(refusalOfWrite("(unsigned short)i * m + j"), "accepted"); // The factor is affine.
  EXPECT_EQ(refusalOfWrite("(unsigned short)(i * m) + j"), "linearised-subscript");
  EXPECT_EQ(refusalOfWrite("(short)(i * m + j)"), "linearised-subscript");
}

/// Where arithmetic of 32 bits may wrap around, numbers of elements are tested.
TEST(ExtractLinearised, of_arithmetic_that_may_wrap_around) {
  const auto counted = [](const std::string &subscript) {
    Extraction e("void f(int n, int m, unsigned u, long l, double *A) { " LOOPS "A[" + subscript +
                 "] = 0; }");
    return e.refusal() == "accepted" && e.scop().arrays.at(0).countedIn32Bits;
  };
  EXPECT_TRUE(counted("i * u + j"));
  EXPECT_TRUE(counted("(unsigned)i * m + j"));
  EXPECT_TRUE(counted("(unsigned long)(i * u) + j"));
  EXPECT_TRUE(counted("(int)(i * l + j)"));
  EXPECT_TRUE(counted("j + 1 + (unsigned long)(i * u + j)"));
  EXPECT_FALSE(counted("i * m + j"));
  EXPECT_FALSE(counted("(unsigned long)i * u + j"));
  EXPECT_FALSE(counted("i * l + j"));
}

/// A part that is computed in 32 bits is from 0 to the element's number.
TEST(ExtractLinearised, parts_that_may_wrap_around) {
  const auto refusal = [](const std::string &subscript) {
    Extraction e("void f(int n, int m, unsigned u, double *A) { " LOOPS "A[" + subscript +
                 "] = 0; }");
    if (e.refusal() != "accepted")
      return e.refusal();
    const isl::set large(e.scop().guard.ctx(), "[n, m, u] -> { : n = 10 and m = 20 and u = 30 }");
    return std::string(large.is_subset(e.scop().guard) ? "accepted" : "guarded");
  };
  EXPECT_EQ(refusal("(unsigned long)(i * u) + j"), "accepted");
  EXPECT_EQ(refusal("(unsigned long)(i * u + j + 1) + 1"), "accepted");
  EXPECT_EQ(refusal("(unsigned long)(i * u + j + m - 21) + 21"), "guarded");
  EXPECT_EQ(refusal("(unsigned long)(i * u + j - 1) + 1"), "always-wraps"); // It begins with -1.
  EXPECT_EQ(refusal("(unsigned long)(i * u + j + 1) - 1"), "always-wraps"); // It is greater.
}

TEST(ExtractLinearised, not_of_products_of_iterators_and_of_data) {
  EXPECT_EQ(refusalOfWrite("i * j"), "indirect-write");
  EXPECT_EQ(refusalOfWrite("C[i] * m + j"), "indirect-write");
}

} // namespace
