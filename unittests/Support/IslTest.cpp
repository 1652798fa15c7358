//===- IslTest.cpp - Tests of the isl context and quota -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/Isl.h"

#include <gtest/gtest.h>

using namespace gputile;

TEST(Isl, the_linked_isl_is_the_one_built_against) {
  EXPECT_TRUE(linkedIslIsExpected()) << linkedIslVersion();
  // Polly's is newer.
  EXPECT_EQ(linkedIslVersion().rfind("isl-0.25-", 0), 0u) << linkedIslVersion();
}

TEST(Isl, errors_are_exceptions) {
  IslContext ctx;
  EXPECT_THROW(isl::set(ctx.get(), "{ [i : }"), isl::exception);
}

static isl::map heavyInput(isl::ctx ctx) {
  return isl::map(ctx, "[n, m] -> { [i, j, k] -> [a, b, c] : 0 <= i, j, k < n and "
                       "0 <= a, b, c < m and 2a + 3b <= 5i + 7j and a + c >= k - b }");
}

/// Work that takes isl many operations, by its C functions.
static isl::map heavy(isl::ctx ctx) {
  return isl::manage(isl_map_lexmax(heavyInput(ctx).release()));
}

TEST(Isl, a_quota_stops_long_work_with_its_own_exception) {
  IslContext ctx;
  isl::map map = heavyInput(ctx.get());
  IslQuota quota(ctx.get(), 50);
  EXPECT_THROW(map.lexmax(), isl::exception_quota);
}

TEST(Isl, a_null_result_of_the_c_functions_is_known_to_come_from_the_quota) {
  IslContext ctx;
  isl::map map = heavyInput(ctx.get());
  {
    IslQuota quota(ctx.get(), 50);
    EXPECT_THROW(isl::manage(isl_map_lexmax(map.release())), isl::exception_invalid);
  }
  EXPECT_TRUE(quotaWasExceeded(ctx.get()));
  {
    IslQuota quota(ctx.get(), 100000000);
    EXPECT_THROW(isl::set(ctx.get(), "{ [i : }"), isl::exception);
  }
  EXPECT_FALSE(quotaWasExceeded(ctx.get()));
}

TEST(Isl, a_quota_ends_with_its_scope) {
  IslContext ctx;
  {
    IslQuota quota(ctx.get(), 50);
    EXPECT_THROW(heavy(ctx.get()), isl::exception);
  }
  EXPECT_FALSE(heavy(ctx.get()).is_empty());
  {
    IslQuota quota(ctx.get(), 0);
    EXPECT_FALSE(heavy(ctx.get()).is_empty());
  }
}

TEST(Isl, a_quota_counts_from_its_beginning) {
  IslContext ctx;
  isl::map expected = heavy(ctx.get());
  IslQuota quota(ctx.get(), 1000000);
  EXPECT_TRUE(heavy(ctx.get()).is_equal(expected));
}

TEST(Isl, as_long_refuses_what_a_long_cannot_hold) {
  IslContext ctx;
  EXPECT_EQ(asLong(isl::val(ctx.get(), -7)), -7);
  EXPECT_EQ(asLong(isl::val(ctx.get(), 9223372036854775807L)), 9223372036854775807L);
  EXPECT_EQ(asLong(isl::val(ctx.get(), "9223372036854775808")), std::nullopt);
  EXPECT_EQ(asLong(isl::val(ctx.get(), "1/2")), std::nullopt);
  EXPECT_EQ(asLong(isl::val::infty(ctx.get())), std::nullopt);
  EXPECT_EQ(asLong(isl::val::nan(ctx.get())), std::nullopt);
}
