//===- SizesTest.cpp - Tests of parameters for sizes ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/Sizes.h"

#include <isl/map.h>

#include <gtest/gtest.h>

using namespace gputile;

namespace {

using SizeList = std::vector<long>;

SizeList sizesIn(IslContext &ctx, const char *relation) {
  Ddg ddg;
  ddg.edges.push_back(
      {DependenceKind::Flow, 0, 0, 0, 0, isl::map(ctx.get(), relation), std::nullopt});
  return sizesOf(ddg);
}

/// \p relation with the values \p sizes for its last parameters, which then are gone.
isl::map withValues(const isl::map &relation, const SizeList &sizes) {
  isl_map *map = relation.copy();
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    const auto last = static_cast<unsigned>(isl_map_dim(map, isl_dim_param)) - 1;
    map = isl_map_fix_si(map, isl_dim_param, last, static_cast<int>(*size));
    map = isl_map_project_out(map, isl_dim_param, last, 1);
  }
  return isl::manage(map);
}

TEST(Sizes, are_constants_in_bounds_of_iterators) {
  IslContext ctx;
  EXPECT_EQ(sizesIn(ctx, "{ S[t, i] -> S[t + 1, i] : 0 <= t < 99 and 1 <= i < 1000 }"),
            (SizeList{98, 999}));
  EXPECT_EQ(sizesIn(ctx, "{ S[i] -> S[50 - i] : 0 <= i <= 20 }"), (SizeList{20, 50}));
}

TEST(Sizes, stand_for_neighbouring_values) {
  IslContext ctx;
  EXPECT_EQ(sizesIn(ctx, "{ S[i, j] -> S[i, j + 1] : -64 <= i < 66 and 0 <= j < 67 }"),
            (SizeList{64}));
}

TEST(Sizes, are_not_small_numbers_distances_or_relative_to_parameters) {
  IslContext ctx;
  EXPECT_EQ(sizesIn(ctx, "{ S[i] -> S[i + 1] : 0 <= i < 7 }"), SizeList{});
  EXPECT_EQ(sizesIn(ctx, "{ S[t, i] -> S[t + 1, i + 500] : 0 <= t <= 2 and 0 <= i <= 3 }"),
            SizeList{});
  EXPECT_EQ(sizesIn(ctx, "[n] -> { S[i] -> S[i + 1] : 0 <= i < n - 100 and n >= 200 }"),
            SizeList{});
}

TEST(Sizes, become_parameters_after_those_of_the_program) {
  IslContext ctx;
  const isl::map map(ctx.get(), "[n] -> { S[i, j] -> S[i + 1, j + 30] : 0 <= i <= 1001 and "
                                "n <= j <= 40 }");
  isl_map *wide = withSizes(map, {40, 1000}).release();
  wide = isl_map_set_dim_name(wide, isl_dim_param, 1, "p");
  wide = isl_map_set_dim_name(wide, isl_dim_param, 2, "q");
  EXPECT_TRUE(isl::manage(wide).is_equal(
      isl::map(ctx.get(), "[n, p, q] -> { S[i, j] -> S[i + 1, j + 30] : 0 <= i <= q + 1 and "
                          "n <= j <= p }")));
}

TEST(Sizes, give_the_relation_again_at_their_values) {
  IslContext ctx;
  for (const char *text :
       {"{ S[t, i] -> T[t + 1, i] : 0 <= t < 99 and 1 <= i < 1000 }",
        "[n] -> { S[i] -> T[j] : 20 <= i <= j < 24 or (i = 39 and 12 <= j < n) }",
        "{ S[i] -> T[j] : exists (e : i = 3e and j <= 100 and 2i + 3j = 78 and i >= -9) }",
        "{ S[i] -> T[i + 1024] : 0 <= i < 1024 }"}) {
    const isl::map relation(ctx.get(), text);
    Ddg ddg;
    ddg.edges.push_back({DependenceKind::Anti, 0, 1, 0, 0, relation, std::nullopt});
    const SizeList sizes = sizesOf(ddg);
    EXPECT_FALSE(sizes.empty()) << text;
    EXPECT_TRUE(withValues(withSizes(relation, sizes), sizes).is_equal(relation)) << text;
  }
}

} // namespace
