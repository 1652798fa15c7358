//===- RowsTest.cpp - Floors that are seen in coefficients ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Relations.h"
#include "Verifier/Rows.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::verifier;

namespace {

class Rows : public testing::Test {
protected:
  isl::map map(const std::string &text) { return isl::map(Ctx.get(), "[n] -> " + text); }
  bool hasDivs(const isl::map &m) { return quantifies(m.wrap()); }
  IslContext Ctx;
};

TEST_F(Rows, SingleValuedByFloorsAndEquations) {
  EXPECT_TRUE(plainIsSingleValued(map("{ S[i, j] -> [b, p, i - j] : 10b <= i <= 10b + 9 and "
                                      "4p <= i - 10b <= 4p + 3 and i < n }")));
  EXPECT_TRUE(plainIsSingleValued(map("{ S[i] -> [i mod 4, floor((i - 3)/7)] }")));
  // An instance that its place tells apart.
  isl::map place = map("{ S[i] -> [b, t] : 8b <= i <= 8b + 7 and t = i - 8b }");
  EXPECT_TRUE(plainIsSingleValued(place.reverse()));
}

TEST_F(Rows, NotSingleValuedWhereSomethingIsOpen) {
  EXPECT_FALSE(plainIsSingleValued(map("{ S[i] -> [b] : 10b <= i <= 10b + 10 }")));
  EXPECT_FALSE(plainIsSingleValued(map("{ S[i] -> [b, p] : 4p <= i - 10b <= 4p + 3 }")));
  EXPECT_FALSE(plainIsSingleValued(map("{ S[i] -> [b] : 2b = i or 3b = i }")));
  EXPECT_FALSE(plainIsSingleValued(map("{ S[i] -> [b, c] : b + c = i }")));
  EXPECT_FALSE(plainIsSingleValued(map("{ S[i, j] -> [b] : 10b <= i and 10b >= j - 9 }")));
}

TEST_F(Rows, FloorsAreTheSameCoordinate) {
  for (const char *text :
       {"{ S[i] -> [b] : 16b <= i <= 16b + 15 and 2*floor(i/16) < n - i }",
        // The other one, plus 1.
        "{ S[i] -> [b] : 12b <= i - 6 <= 12b + 11 and i - 3 < 12*floor((i + 6)/12) <= i }",
        // A floor of what is left of another one.
        "{ S[i] -> [b, p, (i - 10*floor(i/10)) mod 4] : 10b <= i <= 10b + 9 and "
        "4p <= i - 10b <= 4p + 3 }"}) {
    isl::map with = map(text), without = withoutKnownFloors(with);
    EXPECT_TRUE(hasDivs(with)) << text;
    EXPECT_FALSE(hasDivs(without)) << text;
    EXPECT_TRUE(without.is_equal(with)) << text;
  }
}

TEST_F(Rows, OtherFloorsStay) {
  for (const char *text : {"{ S[i] -> [b] : 12b <= i - 5 <= 12b + 11 and i mod 12 < 7 }",
                           "{ S[i] -> [b] : 12b <= i <= 12b + 12 and i mod 12 < 7 }",
                           "{ S[i] -> [b] : 6b <= i <= 6b + 5 and i mod 12 < 7 }",
                           "{ S[i] -> [i] : i mod 3 < 2 or i mod 5 < 3 }"}) {
    isl::map with = map(text);
    EXPECT_TRUE(withoutKnownFloors(with).is_equal(with)) << text;
    EXPECT_TRUE(hasDivs(withoutKnownFloors(with))) << text;
  }
}

} // namespace
