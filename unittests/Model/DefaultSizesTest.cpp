//===- DefaultSizesTest.cpp - Sizes of rows with few values -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/Sizes.h"

#include <gtest/gtest.h>

namespace gputile {
namespace {

using Longs = std::vector<long>;
using Extents = std::vector<std::optional<long>>;
constexpr std::nullopt_t any = std::nullopt;

void expectSizes(const Extents &extents, const Longs &tile, const Longs &block) {
  const DefaultSizes sizes = parallelDefaults(extents, /*spread=*/false, /*hasComponents=*/false);
  EXPECT_EQ(sizes.tile, tile);
  EXPECT_EQ(sizes.block, block);
}

TEST(DefaultSizes, rows_of_unknown_length_have_those_of_long_ones) {
  expectSizes({any}, {256}, {256});
  expectSizes({any, any}, {32, 32}, {8, 32});
  expectSizes({any, any, any}, {4, 8, 32}, {2, 4, 32});
  expectSizes({1000, 1000, 64}, {4, 8, 32}, {2, 4, 32});
}

// u[i][j][m] with m < 5: 5 threads in x, and 48 of j beside them instead of 8.
TEST(DefaultSizes, threads_that_few_values_of_x_leave_go_to_the_next_row) {
  expectSizes({any, 5}, {192, 5}, {48, 5});
  expectSizes({any, any, 5}, {1, 192, 5}, {1, 48, 5});
  expectSizes({any, 9}, {112, 9}, {28, 9});
  expectSizes({any, 45}, {16, 45}, {4, 45});
}

// u[m][i][j] with m < 5: each thread has all five, and so no further points.
TEST(DefaultSizes, few_values_of_another_row_are_points_of_a_thread) {
  expectSizes({5, any}, {5, 256}, {1, 256});
  expectSizes({5, any, any}, {5, 8, 32}, {1, 8, 32});
  expectSizes({any, 3, any}, {8, 3, 32}, {8, 1, 32});
  expectSizes({2, any, any}, {2, 16, 32}, {1, 8, 32});
}

// No tile is half empty.
TEST(DefaultSizes, short_rows_beside_a_long_x_are_divided) {
  expectSizes({20, any}, {20, 32}, {5, 32});
  expectSizes({3, 5, any}, {3, 5, 256}, {1, 1, 256});
  expectSizes({any, 11, any}, {32, 1, 32}, {8, 1, 32});
}

TEST(DefaultSizes, one_row_has_as_many_blocks_as_before) {
  expectSizes({200}, {200}, {200});
  expectSizes({300}, {256}, {256});
}

TEST(DefaultSizes, rows_that_fill_their_tiles_are_long) {
  expectSizes({4, any, any}, {4, 8, 32}, {2, 4, 32});
  expectSizes({any, 8, 32}, {4, 8, 32}, {2, 4, 32});
}

TEST(DefaultSizes, blocks_have_no_more_threads_than_there_are_values) {
  expectSizes({10}, {10}, {10});
  expectSizes({3, 5, 7}, {3, 5, 7}, {3, 5, 7});
  expectSizes({45, 45}, {15, 45}, {5, 45});
}

TEST(DefaultSizes, threads_with_loops_over_components_have_one_point) {
  const DefaultSizes sizes =
      parallelDefaults({any, any, any}, /*spread=*/false, /*hasComponents=*/true);
  EXPECT_EQ(sizes.tile, (Longs{2, 4, 32}));
  EXPECT_EQ(sizes.block, (Longs{2, 4, 32}));
}

TEST(DefaultSizes, few_threads_are_spread_over_many_blocks) {
  const auto expectSpread = [](const Extents &extents, const Longs &tile, const Longs &block) {
    const DefaultSizes chosen = parallelDefaults(extents, /*spread=*/true, /*hasComponents=*/false);
    EXPECT_EQ(chosen.tile, tile);
    EXPECT_EQ(chosen.block, block);
  };
  expectSpread({any}, {64}, {64});
  expectSpread({any, any}, {2, 32}, {2, 32});
  expectSpread({any, 5}, {12, 5}, {12, 5});
  expectSpread({3, any, any}, {1, 2, 32}, {1, 2, 32});
}

} // namespace
} // namespace gputile
