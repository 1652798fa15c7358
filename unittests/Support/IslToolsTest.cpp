//===- IslToolsTest.cpp - Small operations on isl values ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/IslTools.h"

#include <gtest/gtest.h>

using namespace gputile;

namespace {

class IslTools : public ::testing::Test {
protected:
  IslContext Ctx;

  isl::set set(const char *text) { return isl::set(Ctx.get(), text); }
  isl::map map(const char *text) { return isl::map(Ctx.get(), text); }
  void expect(const isl::set &found, const char *wanted) {
    EXPECT_TRUE(found.is_equal(set(wanted))) << found << " is not " << wanted;
  }
  void expect(const isl::map &found, const char *wanted) {
    EXPECT_TRUE(found.is_equal(map(wanted))) << found << " is not " << wanted;
  }
};

TEST_F(IslTools, CountsDimensions) {
  EXPECT_EQ(domainDims(map("[n] -> { S[i, j] -> A[i] }")), 2u);
  EXPECT_EQ(rangeDims(map("[n] -> { S[i, j] -> A[i] }")), 1u);
  EXPECT_EQ(setDims(set("[n] -> { S[i, j, k] }")), 3u);
}

TEST_F(IslTools, ReadsCoordinates) {
  expect(coordinateOn(set("[n] -> { S[i, j] }").space(), 1).as_map(), "[n] -> { S[i, j] -> [j] }");
}

TEST_F(IslTools, DropsDimensions) {
  expect(dropDims(set("{ A[i, j, k] : i < j < k }"), 1, 1), "{ [i, k] : i <= k - 2 }");
  expect(dropRangeDims(map("{ S[i] -> A[i, j, k] : i < j < k }"), 1, 1),
         "{ S[i] -> [i, k] : i <= k - 2 }");
  expect(onlyDim(set("{ A[i, j, k] : 0 <= i < j < k <= 5 }"), 1), "{ [j] : 1 <= j <= 4 }");
}

TEST_F(IslTools, InsertsFixedDimensions) {
  expect(insertFixed(map("{ S[i] -> [i, j] : i < j }"), 1, 7), "{ S[i] -> [i, 7, j] : i < j }");
  expect(insertFixed(map("{ S[i] -> [i] }"), 1, -1, 2), "{ S[i] -> [i, -1, -1] }");
  expect(insertFixed(map("{ S[i] -> [i] }"), 0, 1, 0), "{ S[i] -> [i] }");
}

TEST_F(IslTools, RestrictsDimensions) {
  expect(fixDim(set("{ A[i, j] : i < j }"), 1, -3), "{ A[i, -3] : i < -3 }");
  expect(boundBelow(set("{ A[i, j] : i < j }"), 0, 2), "{ A[i, j] : 2 <= i < j }");
  expect(freeDims(set("{ [i, j] : 0 <= i < j }"), 0, 1), "{ [i, j] : j > 0 }");
}

TEST_F(IslTools, FlattensTuples) {
  expect(flatRange(map("{ S[i] -> P[A[i] -> B[i + 1]] }")), "{ S[i] -> [i, i + 1] }");
  expect(flatRange(map("{ S[i] -> A[i] }")), "{ S[i] -> [i] }");
  expect(flatDomain(map("{ [A[i] -> B[j]] -> S[i] }")), "{ [i, j] -> S[i] }");
  expect(flatSet(set("{ P[A[i] -> B[j]] : i < j }")), "{ [i, j] : i < j }");
  expect(named(set("{ A[i] : i > 0 }"), "B"), "{ B[i] : i > 0 }");
}

TEST_F(IslTools, SelectsAndJoinsRanges) {
  const isl::map all = map("[n] -> { S[i] -> A[i, 2i, n] }");
  expect(selectRange(all, 1, 2), "[n] -> { S[i] -> [2i, n] }");
  expect(selectRange(all, 1, 0), "[n] -> { S[i] -> [] }");
  expect(pickRange(all, {2, 0}), "[n] -> { S[i] -> [n, i] }");
  expect(joinRanges(selectRange(all, 0, 1), selectRange(all, 2, 1)), "[n] -> { S[i] -> [i, n] }");
  expect(joinRanges(map("{ S[i] -> A[i] : i < 0; S[i] -> A[0] : i > 3 }"),
                    map("[n] -> { S[i] -> B[n] : i < 9 }")),
         "[n] -> { S[i] -> [i, n] : i < 0; S[i] -> [0, n] : 3 < i < 9 }");
  expect(projection(Ctx.get(), 3, 1, 2), "{ [a, b, c] -> [b, c] }");
}

TEST_F(IslTools, PairsElements) {
  expect(allPairs(set("{ A[i] : i > 0 }"), set("{ B[j] : j < 0 }")),
         "{ A[i] -> B[j] : i > 0 and j < 0 }");
  expect(domainMap(map("{ A[i] -> B[i + 1] }")), "{ [A[i] -> B[i + 1]] -> A[i] }");
  expect(rangeMap(map("{ A[i] -> B[i + 1] }")), "{ [A[i] -> B[i + 1]] -> B[i + 1] }");
  expect(equateDims(map("{ A[i] -> B[j, k] }"), 0, 1), "{ A[i] -> B[j, i] }");
  expect(identityLike(map("{ A[i, j] -> A[j, i] : i < j }")), "{ A[i, j] -> A[i, j] }");
}

TEST_F(IslTools, ComparesImages) {
  const isl::map a = map("{ S[i] -> [i, 0] : 0 <= i <= 1 }"),
                 b = map("{ T[j] -> [j, 1] : 0 <= j <= 1 }");
  expect(lexLess(a, b), "{ S[i] -> T[j] : 0 <= i <= j <= 1 }");
  expect(lexGreater(a, b), "{ S[1] -> T[0] }");
  expect(lexGreaterEqual(a, a), "{ S[i] -> S[j] : 0 <= j <= i <= 1 }");
  expect(sameImage(a, a), "{ S[i] -> S[i] : 0 <= i <= 1 }");
  EXPECT_TRUE(sameImage(a, b).is_empty());
  expect(differIn(a, b, 0), "{ S[0] -> T[1]; S[1] -> T[0] }");
}

TEST_F(IslTools, FindsSimplerSupersets) {
  const isl::set even = set("{ [i] : exists e : i = 2e and 0 <= i <= 8 }");
  EXPECT_TRUE(quantifies(even));
  EXPECT_FALSE(quantifies(set("[n] -> { [i] : 0 <= i < n }")));
  expect(withoutDivs(even), "{ [i] : 0 <= i <= 8 }");
  expect(withoutDivs(map("{ S[i] -> [j] : exists e : i = 2e and 0 <= j <= i <= 8 }")),
         "{ S[i] -> [j] : 0 <= j <= i <= 8 }");
  expect(simpleHull(set("{ [i] : 0 <= i <= 1 or 5 <= i <= 6 }")), "{ [i] : 0 <= i <= 6 }");
  expect(simpleHull(map("{ S[i] -> [0] : 0 <= i <= 1; S[i] -> [0] : 5 <= i <= 6 }")),
         "{ S[i] -> [0] : 0 <= i <= 6 }");
  expect(hullOf(even.unite(set("{ [10] }"))), "{ [i] : 0 <= i <= 10 }");
  expect(withoutParamConstraints(map("[n] -> { S[i] -> [j] : 0 <= j <= i < n }")),
         "{ S[i] -> [j] : 0 <= j <= i }");
}

TEST_F(IslTools, LeavesOutWhatEndsMeetAnyway) {
  const isl::map before = map("[n] -> { [i] -> [i - 1] : 0 < i < n }");
  const isl::set all = set("[n] -> { [i] : 0 <= i < n }");
  expect(gistDomain(before, all), "[n] -> { [i] -> [i - 1] : 0 < i }");
  expect(gistRange(before, all), "[n] -> { [i] -> [i - 1] : i < n }");
}

/// Of two unknown numbers isl does not see that they may be one.
TEST_F(IslTools, KnowsWhichNumbersAreQuantified) {
  const isl::set some = set("[n, c] -> { [i] : exists e : c <= 2e <= n }");
  const auto divs = [](const isl::set &s) {
    int most = 0;
    s.foreach_basic_set([&](const isl::basic_set &part) {
      most = std::max(most, static_cast<int>(isl_basic_set_dim(part.get(), isl_dim_div)));
    });
    return most;
  };
  ASSERT_EQ(divs(some.intersect(some.intersect(set("{ [i] : i >= 0 }")))), 2);
  const isl::set known = withKnownDivs(some);
  EXPECT_EQ(divs(known.intersect(known.intersect(set("{ [i] : i >= 0 }")))), 1);
  expect(known, "[n, c] -> { [i] : 2 * floor(n / 2) >= c }");
  expect(withKnownDivs(map("[n, c] -> { [i] -> [i] : exists e : c <= 2e <= n }")),
         "[n, c] -> { [i] -> [i] : 2 * floor(n / 2) >= c }");
}

TEST_F(IslTools, PlainAnswersAreRightWhereTheyAreGiven) {
  EXPECT_EQ(plainFixedDim(set("[n] -> { [i, 4] : i < n }"), 1), 4);
  EXPECT_EQ(plainFixedDim(set("[n] -> { [i, n] : i < n }"), 1), std::nullopt);
  EXPECT_EQ(plainFixedRangeDim(map("{ S[i] -> [i, -7] }"), 1), -7);
  EXPECT_EQ(plainFixedRangeDim(map("{ S[i] -> [i, -7] }"), 0), std::nullopt);
}

TEST_F(IslTools, AlignsParameters) {
  const isl::map aligned =
      alignParams(map("[m] -> { S[i] -> [m] }"), set("[n, m] -> { : }").space());
  EXPECT_EQ(isl_map_find_dim_by_name(aligned.get(), isl_dim_param, "m"), 1);
  expect(aligned, "[n, m] -> { S[i] -> [m] }");
}

TEST_F(IslTools, MakesBoxes) {
  expect(boxOf(Ctx.get(), {2, 3}), "{ [a, b] : 0 <= a <= 1 and 0 <= b <= 2 }");
  expect(windowOf(set("{ A[i, j] }").space(), {2, 3}),
         "{ A[o, p] -> A[a, b] : o <= a <= o + 1 and p <= b <= p + 2 }");
}

} // namespace
