//===- TimedFootprintTest.cpp - Elements of skewed tiles -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/TimedFootprint.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::mapping;

namespace {

/// A time loop around two others, in tiles that are skewed by two.
struct Skewed : ::testing::Test {
  isl::map map(const std::string &text) {
    return isl::map(Ctx.get(), "[n, T] -> { " + text + " }");
  }
  isl::map access(const std::vector<std::string> &elements) {
    isl::map result;
    for (const std::string &element : elements) {
      isl::map one = map("S[t, i, j] -> A[" + element + "] : 0 <= t < T and 1 <= i, j < n - 1");
      result = result.is_null() ? one : result.unite(one);
    }
    return result;
  }
  isl::map tile() {
    return map("S[t, i, j] -> [h, b, c] : 4h - 4b - 4c <= t < 4h - 4b - 4c + 4 and "
               "8b <= 2t + i < 8b + 8 and 16c <= 2t + j < 16c + 16");
  }
  isl::map time() { return map("S[t, i, j] -> [t]"); }

  /// The number of convex parts, after comparing the elements with what they should be.
  int partsOf(const isl::map &accesses) {
    isl::map timed = timedFootprint(accesses, tile(), time());
    isl::map expected = accesses.range_product(time()).apply_domain(tile());
    EXPECT_TRUE(timed.is_equal(expected));
    timed.foreach_basic_map([](const isl::basic_map &part) {
      EXPECT_EQ(isl_basic_map_dim(part.get(), isl_dim_div), 0);
    });
    return isl_map_n_basic_map(timed.get());
  }
  IslContext Ctx;
};

TEST_F(Skewed, one_reference_is_convex) { EXPECT_EQ(partsOf(access({"i, j"})), 1); }

TEST_F(Skewed, a_star_has_two_beams) {
  EXPECT_EQ(partsOf(access({"i, j", "i - 1, j", "i + 1, j", "i, j - 1", "i, j + 1"})), 2);
}

TEST_F(Skewed, a_box_is_one_part) {
  EXPECT_EQ(partsOf(access({"i - 1, j - 1", "i - 1, j", "i - 1, j + 1", "i, j - 1", "i, j",
                            "i, j + 1", "i + 1, j - 1", "i + 1, j", "i + 1, j + 1"})),
            1);
}

TEST_F(Skewed, parts_inside_others_are_dropped) {
  isl::map left = dropSubsets(map("[x] -> [y] : 0 <= y <= 3; [x] -> [y] : 1 <= y <= 2"));
  EXPECT_EQ(isl_map_n_basic_map(left.get()), 1);
  EXPECT_TRUE(left.is_equal(map("[x] -> [y] : 0 <= y <= 3")));
}

} // namespace
