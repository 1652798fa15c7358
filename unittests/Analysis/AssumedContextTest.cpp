//===- AssumedContextTest.cpp - Parameters without some dependences -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "gputile/Analysis/AssumedContext.h"
#include "gputile/Analysis/Dependences.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// for i in \p domain: A[i] = A[\p read]
Scop copies(IslContext &ctx, const char *parameters, const std::string &domain,
            const std::string &read) {
  return TestScop(ctx, parameters)
      .array("A", 1)
      .statement("{ S0[i] : " + domain + " }", "{ S0[i] -> [i] }")
      .read("{ S0[i] -> A[" + read + "] }")
      .write("{ S0[i] -> A[i] }")
      .build();
}

std::optional<isl::set> assumed(const Scop &scop) {
  EXPECT_EQ(checkScop(scop), "");
  return assumedContext(scop, computeDependences(scop), {0});
}

TEST(AssumedContext, keeps_a_distance_out_of_the_loop) {
  IslContext ctx;
  const auto context = assumed(copies(ctx, "[n, k]", "0 <= i < n", "i + k"));
  ASSERT_TRUE(context);
  EXPECT_TRUE(context->is_equal(isl::set(ctx.get(), "[n, k] -> { : k = 0 or k >= n or k <= -n }")));
}

TEST(AssumedContext, compares_the_places_of_two_rows) {
  IslContext ctx;
  const Scop scop = TestScop(ctx, "[n, p, q]")
                        .array("A", 1)
                        .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                        .read("{ S0[i] -> A[q + i] }")
                        .write("{ S0[i] -> A[p + i] }")
                        .build();
  const auto context = assumed(scop);
  ASSERT_TRUE(context);
  EXPECT_TRUE(context->is_equal(
      isl::set(ctx.get(), "[n, p, q] -> { : p = q or p >= q + n or q >= p + n }")));
}

TEST(AssumedContext, does_not_make_loops_short) {
  IslContext ctx;
  // Without dependences for n <= 3.
  EXPECT_FALSE(assumed(copies(ctx, "[n]", "0 <= i < n", "i - 3")));
  // For n <= k, in which the loop has at most 63 iterations.
  EXPECT_FALSE(assumed(copies(ctx, "[n, k]", "0 <= i < n and 0 < k < 64", "i - k")));
  EXPECT_TRUE(assumed(copies(ctx, "[n, k]", "0 <= i < n and 0 < k < 65", "i - k")));
  // The loop has no iterations where f is 0.
  EXPECT_FALSE(assumed(copies(ctx, "[n, f]", "0 <= i < n and f >= 1", "i - 1")));
  // A short loop is as long as it can be.
  EXPECT_TRUE(assumed(copies(ctx, "[k]", "0 <= i < 8", "i - k")));
}

TEST(AssumedContext, does_not_leave_arrays_without_elements) {
  IslContext ctx;
  // A[x[i]], one of s elements.
  Scop scop = TestScop(ctx, "[n, s]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[a] : 0 <= a < s }")
                  .mayWrite("{ S0[i] -> A[a] : 0 <= a < s }")
                  .build();
  for (Reference &reference : scop.statements[0].references) {
    reference.affine = false;
    reference.subscripts = {{BodyPiece::makeText("x")}};
  }
  EXPECT_FALSE(assumed(scop));
}

TEST(AssumedContext, does_not_repeat_what_is_known) {
  IslContext ctx;
  Scop scop = copies(ctx, "[n, k]", "0 <= i < n", "i + k");
  scop.guard = scop.guard.intersect(isl::set(ctx.get(), "[n, k] -> { : k > 0 }"));
  const auto context = assumed(scop);
  ASSERT_TRUE(context);
  EXPECT_TRUE(context->is_equal(isl::set(ctx.get(), "[n, k] -> { : k >= n }")));
}

TEST(AssumedContext, has_few_cases) {
  IslContext ctx;
  TestScop scop(ctx, "[n, a, b, c]");
  scop.array("A", 1).statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }");
  for (const char *distance : {"a", "b", "c"})
    scop.read(std::string("{ S0[i] -> A[i + ") + distance + "] }");
  EXPECT_FALSE(assumed(scop.write("{ S0[i] -> A[i] }").build()));
}

TEST(AssumedContext, is_about_the_given_statements) {
  IslContext ctx;
  const Scop scop = copies(ctx, "[n, k]", "0 <= i < n", "i + k");
  EXPECT_FALSE(assumedContext(scop, computeDependences(scop), {}));
}

} // namespace
