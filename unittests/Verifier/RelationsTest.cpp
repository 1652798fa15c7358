//===- RelationsTest.cpp - Subsets with quantified variables --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Relations.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::verifier;

namespace {

class Subsets : public testing::Test {
protected:
  isl::set set(const char *text) { return isl::set(Ctx.get(), text); }
  IslContext Ctx;
  // { [b, a] : some t of 16 in the tile b touches a }
  const char *Tile = "{ [b, a] : exists t : 0 <= t <= b + 9 and 16b <= 2t + a <= 16b + 15 }";
  const char *Less = "{ [b, a] : exists t : 0 <= t <= b + 9 and 16b < 2t + a <= 16b + 15 }";
};

TEST_F(Subsets, ForACommonWitness) {
  EXPECT_TRUE(isSubset(set(Less), set(Tile)));
}

TEST_F(Subsets, NeverForALargerSet) {
  EXPECT_FALSE(plainIsSubset(set(Tile), set(Less)));
  EXPECT_FALSE(isSubset(set(Tile), set(Less)));
}

TEST_F(Subsets, DisjunctByDisjunct) {
  isl::set whole = set("{ [x] : 0 <= x <= 6 or 6 <= x <= 20 }");
  EXPECT_TRUE(plainIsSubset(set("{ [x] : 1 <= x <= 5 or 10 <= x <= 12 }"), whole));
  EXPECT_FALSE(plainIsSubset(set("{ [x] : 1 <= x <= 5 or 10 <= x <= 21 }"), whole));
  // Found only by taking disjuncts from one another.
  EXPECT_FALSE(plainIsSubset(set("{ [x] : 5 <= x <= 7 }"), whole));
  EXPECT_TRUE(isSubset(set("{ [x] : 5 <= x <= 7 }"), whole));
}

TEST_F(Subsets, ExactlyForDifferentWitnesses) {
  isl::set sixth = set("{ [x] : exists e : x = 6e }"), half = set("{ [x] : exists e : x = 2e }");
  EXPECT_TRUE(isSubset(sixth, half));
  EXPECT_FALSE(isSubset(half, sixth));
}

TEST_F(Subsets, MeetWhereSomeDisjunctsDo) {
  const auto map = [&](const char *text) { return isl::map(Ctx.get(), text); };
  isl::map steps = map("{ [x] -> [x + 1] : x < 5 or x > 9 }");
  EXPECT_TRUE(meet(steps, map("{ [x] -> [2x - 9] }")));
  EXPECT_FALSE(meet(steps, map("{ [x] -> [2x - 7] }")));
  // There is no such integer.
  EXPECT_FALSE(meet(steps, map("{ [x] -> [y] : y = 3x }")));
}

} // namespace
