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

TEST(Isl, coalescing_adds_nothing) {
  IslContext ctx;
  for (const char *text :
       {"{ [a] : 0 <= a <= 1; [a] : a mod 3 = 0 and 0 <= a <= 3 }",
        "[n] -> { [n, a] : 0 <= a <= 1; [n, a] : a mod 3 = 0 and 0 <= a <= 3 }"}) {
    const isl::set set(ctx.get(), text);
    EXPECT_TRUE(set.coalesce().is_equal(set)) << set.coalesce();
    const isl::union_set all(set);
    EXPECT_TRUE(all.coalesce().is_equal(all)) << all.coalesce();
    const isl::map map = isl::manage(isl_map_from_range(set.copy()));
    EXPECT_TRUE(map.coalesce().is_equal(map)) << map.coalesce();
  }
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

TEST(Isl, text_that_the_quota_keeps_from_being_read_is_no_wrong_text) {
  IslContext ctx;
  isl::map map = heavyInput(ctx.get());
  IslQuota quota(ctx.get(), 50);
  EXPECT_THROW(map.lexmax(), isl::exception_quota);
  EXPECT_THROW(isl::union_map(ctx.get(), "{ [t, i] -> A[i + 2] : 0 <= t < i }"), isl::exception);
  EXPECT_NE(isl_ctx_last_error(ctx.get().get()), isl_error_quota);
  EXPECT_TRUE(quotaWasExceeded(ctx.get()));
}

TEST(Isl, text_that_is_wrong_says_nothing_of_the_quota) {
  IslContext ctx;
  IslQuota quota(ctx.get(), 1000);
  EXPECT_THROW(isl::set(ctx.get(), "{ [i : }"), isl::exception);
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

TEST(Isl, map_of_is_what_a_union_says_of_one_statement) {
  IslContext ctx;
  isl::union_map maps(ctx.get(), "[n] -> { S[i] -> [i, n] : i < n; T[i] -> [i, 0]; S[i] -> [i] }");
  isl::set domain(ctx.get(), "[m] -> { S[i] : 0 <= i < m }");
  EXPECT_TRUE(mapOf(maps, domain, 2).is_equal(
      isl::map(ctx.get(), "[n, m] -> { S[i] -> [i, n] : 0 <= i < n and i < m }")));
}

TEST(Isl, map_of_is_empty_where_a_union_says_nothing) {
  IslContext ctx;
  isl::set domain(ctx.get(), "{ S[i] : 0 <= i < 9 }");
  isl::map none(ctx.get(), "{ S[i] -> [x] : false }");
  for (const char *text : {"{ }", "{ T[i] -> [i] }", "{ S[i] -> [i, i] }", "{ S[i] -> [i] : i < 0 }"}) {
    isl::map map = mapOf(isl::union_map(ctx.get(), text), domain, 1);
    EXPECT_TRUE(map.is_equal(none)) << text;
    EXPECT_TRUE(map.space().is_equal(none.space())) << text;
  }
}

TEST(Isl, map_of_without_dimensions_is_all_of_the_domain) {
  IslContext ctx;
  isl::set domain(ctx.get(), "{ S[i] : 0 <= i < 9 }");
  isl::map all(ctx.get(), "{ S[i] -> [] : 0 <= i < 9 }");
  EXPECT_TRUE(mapOf(isl::union_map(ctx.get(), "{ }"), domain, 0).is_equal(all));
  EXPECT_TRUE(mapOf(isl::union_map(ctx.get(), "{ S[i] -> [] }"), domain, 0).is_equal(all));
}

TEST(Isl, subtracting_a_range_may_leave_nothing) {
  IslContext ctx;
  isl::map map(ctx.get(), "{ [b] -> [x] : 4b <= x < 4b + 4 }");
  EXPECT_TRUE(subtractRange(map, isl::set(ctx.get(), "{ [x] : x > 1 }"))
                  .is_equal(isl::map(ctx.get(), "{ [b] -> [x] : 4b <= x < 4b + 4 and x <= 1 }")));
  isl::map none = subtractRange(map, isl::set(ctx.get(), "{ [x] }"));
  EXPECT_TRUE(none.is_equal(map.empty(map.space())));
}
