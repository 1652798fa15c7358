//===- PolynomialTest.cpp - Polynomials of linearised subscripts -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Extract/Polynomial.h"

#include <gtest/gtest.h>

using gputile::frontend::Polynomial;

namespace {

const Polynomial X = Polynomial::variable(0), Y = Polynomial::variable(1);

TEST(Polynomials, form_a_ring) {
  EXPECT_EQ((X + 4) * (Y - 2), X * Y - X * 2 + Y * 4 - 8);
  EXPECT_EQ((X + Y) * (X - Y), X * X - Y * Y);
  EXPECT_TRUE((X * Y - Y * X).isZero());
  EXPECT_EQ((X * Y * Y + X).degree(), 3u);
  EXPECT_EQ((X * 3 + 7).leadingCoefficient(), 3);
}

TEST(Polynomials, know_which_are_constant) {
  EXPECT_EQ((X + 5 - X).constant(), 5);
  EXPECT_EQ(Polynomial().constant(), 0);
  EXPECT_FALSE(X.constant());
}

TEST(Polynomials, divide_with_remainder) {
  const Polynomial row = X + 4;
  auto [quotient, remainder] = (row * (Y - 2) + Y - 3).dividedBy(row);
  EXPECT_EQ(quotient, Y - 2);
  EXPECT_EQ(remainder, Y - 3);
  auto [rows, rest] = (X * Y).dividedBy(X * X);
  EXPECT_TRUE(rows.isZero());
  EXPECT_EQ(rest, X * Y);
}

TEST(Polynomials, divide_by_multiples_only_where_they_divide) {
  auto [quotient, remainder] = (X * 5).dividedBy(X * 2);
  EXPECT_TRUE(quotient.isZero());
  EXPECT_EQ(remainder, X * 5);
  EXPECT_EQ((X * 6).dividedBy(X * 2).first.constant(), 3);
}

TEST(Polynomials, are_unknown_where_numbers_get_too_large) {
  EXPECT_FALSE((X * INT64_MAX + X).known());
  EXPECT_FALSE((Polynomial(INT64_MAX) * 2).known());
  EXPECT_FALSE(((X * INT64_MAX + X) - X).known());
  EXPECT_TRUE((X * INT64_MAX).known());
}

TEST(Polynomials, are_unknown_where_terms_get_too_many) {
  Polynomial sum(1);
  for (unsigned v = 0; v < 7; ++v)
    sum = sum * (Polynomial::variable(v) + 1);
  EXPECT_FALSE(sum.known());
}

} // namespace
