//===- FixedBoxTest.cpp - Boxes of constant size ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/FixedBox.h"

#include "gputile/Support/Isl.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::mapping;

namespace {

struct FixedBoxes : ::testing::Test {
  isl::map map(const std::string &text) const {
    return isl::map(Ctx.get(), "[n] -> { " + text + " }");
  }
  FixedBox box(const std::string &offset, std::vector<long> size) const {
    return {isl::multi_aff(Ctx.get(), "[n] -> { " + offset + " }"), std::move(size)};
  }
  static void expectBox(const std::optional<FixedBox> &found, const FixedBox &expected) {
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size, expected.size);
    EXPECT_TRUE(found->offset.plain_is_equal(expected.offset)) << found->offset;
  }

  IslContext Ctx;
};

TEST_F(FixedBoxes, are_those_of_the_block) {
  expectBox(fixedBox(map("[b] -> A[i] : 8b <= i <= 8b + 7 and 0 <= i < n")),
            box("[b] -> A[(8b)]", {8}));
}

/// The bounds without parameters leave eight rows.
TEST_F(FixedBoxes, have_parameters_in_their_offsets_where_these_make_them_smaller) {
  expectBox(
      fixedBox(map("[b] -> A[i, j] : 8b <= i <= 8b + 7 and n - 2 <= i < n and 8b <= j <= 8b + 7")),
      box("[b] -> A[(-2 + n), (8b)]", {2, 8}));
  expectBox(fixedBox(map("[b] -> A[n - 1, b]")), box("[b] -> A[(-1 + n), (b)]", {1, 1}));
}

TEST_F(FixedBoxes, hold_all_parts) {
  expectBox(
      fixedBox(map("[b] -> A[i, j] : 8b - 1 <= i <= 8b + 7 and 4b <= j <= 4b + 3 and 0 < i < n; "
                   "[b] -> A[i, j] : 8b <= i <= 8b + 7 and 4b <= j <= 4b + 4 and 0 < j < n")),
      box("[b] -> A[(-1 + 8b), (4b)]", {9, 5}));
}

TEST_F(FixedBoxes, are_none_where_bounds_are_not_constant) {
  EXPECT_FALSE(fixedBox(map("[b] -> A[i] : 0 <= i < n")));
  EXPECT_FALSE(fixedBox(map("[b] -> A[i] : 0 <= i <= b")));
}

/// Planes that take turns: { t mod 2 } is one value for each t.
TEST_F(FixedBoxes, of_functions_with_divisions_have_one_element) {
  expectBox(
      fixedBox(map("[t, b] -> A[i, j] : 0 <= i <= 1 and (t - i) mod 2 = 0 and 8b <= j <= 8b + 7")),
      box("[t, b] -> A[(t - 2*floor((t)/2)), (8b)]", {1, 8}));
  expectBox(
      fixedBox(map("[t, b] -> A[i, j] : 0 <= i <= 2 and (t - i) mod 2 = 0 and 8b <= j <= 8b + 7")),
      box("[t, b] -> A[(0), (8b)]", {3, 8}));
}

TEST_F(FixedBoxes, of_two_at_a_constant_distance_are_found_without_their_elements) {
  expectBox(
      boxOfBoth(box("[b] -> A[(8b), (b)]", {8, 2}), box("[b] -> A[(-1 + 8b), (5 + b)]", {8, 1})),
      box("[b] -> A[(-1 + 8b), (b)]", {9, 6}));
  EXPECT_FALSE(boxOfBoth(box("[b] -> A[(8b)]", {8}), box("[b] -> A[(9b)]", {8})));
  EXPECT_EQ(leastElementsOfBoth(box("[b] -> A[(8b), (b)]", {8, 2}),
                                box("[b] -> A[(9b), (5 + b)]", {9, 1})),
            54);
}

} // namespace
