//===- WaitsTest.cpp - Launches that run as one ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"

#include "TestScop.h"

using namespace gputile;
using namespace gputile::test;
using Kind = VerificationFailure::Kind;

static const char *const Launches = "{ K0[t] -> [t] : 0 <= t < T }";
static const char *const Elements = "{ X[t, i] : 0 <= t <= T and 0 <= i < 96 }";

/// X[t+1][i] = f(X[t][i-1], X[t][i], X[t][i+1]) in three blocks of 32 threads for
/// each t. \p middle is the access to X[t][i].
static Case sweep(IslContext &ctx, const std::string &middle = "{ S0[t, i] -> X[t, i] }") {
  Scop scop = TestScop(ctx, "[T]")
                  .array("X", 2)
                  .statement("{ S0[t, i] : 0 <= t < T and 0 <= i < 96 }", "{ S0[t, i] -> [t, i] }")
                  .read("{ S0[t, i] -> X[t, i - 1] : i > 0 }")
                  .read(middle)
                  .read("{ S0[t, i] -> X[t, i + 1] : i < 95 }")
                  .write("{ S0[t, i] -> X[t + 1, i] }")
                  .build();
  TestPlan plan(scop, "[T]", 1, "{ S0[t, i] -> [t] }");
  plan.kernel("K0", {0})
      .launches(Launches, {0})
      .host("{ S0[t, i] -> [t] }")
      .blocks(1, "{ S0[t, i] -> [floor(i/32)] }", "{ [t, b] : 0 <= t < T and 0 <= b < 3 }")
      .threads({32}, "{ S0[t, i] -> [i mod 32] }")
      .order({false}, "{ S0[t, i] -> [0] }");
  plan.inOut("X", Elements);
  return {scop, scop, plan.Plan, plan.Parse};
}

/// The same with a wait for each neighbour in the launch before.
static Case flags(IslContext &ctx, const std::string &middle = "{ S0[t, i] -> X[t, i] }") {
  Case c = sweep(ctx, middle);
  c.kernel().mode = LaunchMode::Flags;
  c.kernel().innerHostDims = 1;
  c.kernel().waits = c.parse.map("{ [t, b] -> [t - 1, c] : 1 <= t < T and 0 <= b < 3 and "
                                 "0 <= c < 3 and b - 1 <= c <= b + 1 }");
  return c;
}

TEST(VerifierWaits, proves_all_launch_modes) {
  IslContext ctx;
  Case c = sweep(ctx);
  EXPECT_TRUE(verifies(c));
  c.kernel().mode = LaunchMode::Cooperative;
  c.kernel().innerHostDims = 1;
  EXPECT_TRUE(verifies(c));
  EXPECT_TRUE(verifies(flags(ctx)));
}

TEST(VerifierWaits, refuses_a_missing_wait) {
  IslContext ctx;
  for (const char *missing : {"{ [t, b] -> [t - 1, b - 1] }", "{ [t, b] -> [t - 1, b] }",
                              "{ [t, b] -> [t - 1, b + 1] }", "{ [5, 1] -> [4, 2] }"}) {
    Case c = flags(ctx);
    c.kernel().waits = c.kernel().waits->subtract(c.parse.map(missing));
    EXPECT_TRUE(refuses(c, Kind::Order, "no chain of waits")) << missing;
  }
}

TEST(VerifierWaits, accepts_chains_of_waits_instead_of_a_wait) {
  IslContext ctx;
  Case c = flags(ctx, "{ S0[t, i] -> X[t - 1, i] : t > 0 }");
  EXPECT_TRUE(verifies(c));
}

TEST(VerifierWaits, refuses_waits_for_blocks_that_come_later) {
  IslContext ctx;
  for (const char *later : {"{ [t, b] -> [t, b - 1] : 0 <= t < T and 1 <= b < 3 }",
                            "{ [t, b] -> [t + 1, b] : 0 <= t < T - 1 and 0 <= b < 3 }"}) {
    Case c = flags(ctx);
    c.kernel().waits = c.kernel().waits->unite(c.parse.map(later));
    EXPECT_TRUE(refuses(c, Kind::Order, "which is not of an earlier launch")) << later;
  }
}

TEST(VerifierWaits, refuses_waits_for_blocks_that_are_not_run) {
  IslContext ctx;
  Case c = flags(ctx);
  c.kernel().waits = c.parse.map("{ [t, b] -> [t - 1, c] : 1 <= t < T and 0 <= b < 3 and "
                                 "b - 1 <= c <= b + 1 }");
  EXPECT_TRUE(refuses(c, Kind::Order, "a block that is not run"));
  // The block is in the plan, its launch is not.
  c = flags(ctx);
  c.kernel().blocks = c.parse.set("{ [t, b] : -1 <= t < T and 0 <= b < 3 }");
  c.kernel().waits =
      c.kernel().waits->unite(c.parse.map("{ [0, b] -> [-1, b] : T > 0 and 0 <= b < 3 }"));
  EXPECT_TRUE(refuses(c, Kind::Order, "a block that is not run"));
}

TEST(VerifierWaits, refuses_modes_that_do_not_fit) {
  IslContext ctx;
  Case c = sweep(ctx);
  c.kernel().mode = LaunchMode::Cooperative;
  EXPECT_TRUE(refuses(c, Kind::Order, "does not fit the number"));
  c = sweep(ctx);
  c.kernel().innerHostDims = 1;
  EXPECT_TRUE(refuses(c, Kind::Order, "does not fit the number"));
  c = flags(ctx);
  c.kernel().waits.reset();
  EXPECT_TRUE(refuses(c, Kind::Order, "does not fit its waits"));
}

TEST(VerifierWaits, refuses_a_kernel_between_launches_of_a_persistent_one) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.kernel(0).mode = LaunchMode::Cooperative;
  c.kernel(0).innerHostDims = 1;
  EXPECT_TRUE(
      refuses(c, Kind::Order, "kernel K1 launches between launches that kernel K0 runs in one"));
}

/// Both kernels in one launch.
static Case together(IslContext &ctx) {
  Case c = jacobi(ctx);
  for (size_t k = 0; k < 2; ++k) {
    c.kernel(k).mode = LaunchMode::Cooperative;
    c.kernel(k).innerHostDims = 1;
  }
  c.kernel(1).leader = 0;
  return c;
}

TEST(VerifierWaits, proves_kernels_of_one_launch) {
  IslContext ctx;
  EXPECT_TRUE(verifies(together(ctx)));
}

TEST(VerifierWaits, refuses_parts_that_do_not_fit_their_leader) {
  IslContext ctx;
  const auto refusedAfter = [&](auto damage) {
    Case c = together(ctx);
    damage(c);
    return refuses(c, Kind::Order, "cannot run in the launch of another one");
  };
  EXPECT_TRUE(refusedAfter([](Case &c) { c.kernel(1).blockSize.front() *= 2; }));
  EXPECT_TRUE(refusedAfter([](Case &c) { c.kernel(1).leader = 1; }));
  EXPECT_TRUE(refusedAfter([](Case &c) { c.kernel(1).leader = 7; }));
  EXPECT_TRUE(refusedAfter([](Case &c) { c.kernel(0).leader = 1; }));
  EXPECT_TRUE(refusedAfter([](Case &c) {
    c.kernel(0).mode = LaunchMode::Kernels;
    c.kernel(0).innerHostDims = 0;
  }));
}
