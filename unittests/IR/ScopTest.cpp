//===- ScopTest.cpp - Tests of queries on a Scop --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

Scop twoStatements(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 1)
      .array("s", 0)
      .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
      .read("{ S0[i] -> A[i + 1] }")
      .write("{ S0[i] -> A[i] }")
      .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }")
      .mayWrite("{ S1[i] -> s[] }")
      .update("{ S1[i] -> A[i] }")
      .build();
}

TEST(Scop, unions_hold_the_accesses_of_their_kind) {
  IslContext ctx;
  Scop scop = twoStatements(ctx);
  EXPECT_TRUE(readsOf(scop).is_equal(isl::union_map(
      ctx.get(), "[n] -> { S0[i] -> A[i + 1] : 0 <= i < n; S1[i] -> A[i] : 0 <= i < n }")));
  EXPECT_TRUE(mustWritesOf(scop).is_equal(isl::union_map(
      ctx.get(), "[n] -> { S0[i] -> A[i] : 0 <= i < n; S1[i] -> A[i] : 0 <= i < n }")));
  EXPECT_TRUE(mayWritesOf(scop).is_equal(
      isl::union_map(ctx.get(), "[n] -> { S0[i] -> A[i] : 0 <= i < n; S1[i] -> A[i] : 0 <= i < n; "
                                "S1[i] -> s[] : 0 <= i < n }")));
}

TEST(Scop, domain_and_schedule_cover_all_statements) {
  IslContext ctx;
  Scop scop = twoStatements(ctx);
  EXPECT_TRUE(domainOf(scop).is_equal(
      isl::union_set(ctx.get(), "[n] -> { S0[i] : 0 <= i < n; S1[i] : 0 <= i < n }")));
  EXPECT_TRUE(scheduleOf(scop).is_equal(isl::union_map(
      ctx.get(), "[n] -> { S0[i] -> [i, 0] : 0 <= i < n; S1[i] -> [i, 1] : 0 <= i < n }")));
}

TEST(Scop, names_lead_to_indices) {
  IslContext ctx;
  Scop scop = twoStatements(ctx);
  EXPECT_EQ(statementIndex(scop, "S1"), 1u);
  EXPECT_EQ(arrayIndex(scop, "s"), 1u);
}

TEST(Clauses, enumerators_have_the_names_that_users_write) {
  EXPECT_STREQ(schemeName(Scheme::Wavefront), "wavefront");
  EXPECT_STREQ(falseDepsName(FalseDeps::Remove), "remove");
  EXPECT_STREQ(balanceName(Balance::Off), "off");
  EXPECT_STREQ(fuseName(Fuse::Max), "max");
  EXPECT_STREQ(fpModeName(FpMode::Contract), "contract");
  EXPECT_STREQ(originName(Origin::Clause), "clause");
}

} // namespace
