//===- DistanceTest.cpp - Order proved from distances ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Distance.h"
#include "Plans.h"
#include "TestScop.h"

using namespace gputile;
using namespace gputile::test;
using namespace gputile::verifier;

namespace {

/// Whether the distances alone prove the order of all kernels of \p c.
bool provedByDistances(const Case &c) {
  Program program = makeProgram(c.scop, c.plan);
  EXPECT_FALSE(mapKernels(program));
  Conflicts conflicts(program);
  DistanceProof proof(program, conflicts);
  for (size_t k = 0; k < program.kernels.size(); ++k)
    for (size_t l = 0; l < program.kernels.size(); ++l)
      if (!proof.proves(k, l))
        return false;
  return true;
}

/// A[t + 1, i, j] = f(A[t, i', j']) with neighbours at a distance of \p reach in i and of
/// 1 in j, in bands of 4 steps and split tiles of 16 x 32 whose sides have slope 1. Upright
/// tiles along both dimensions run in launches \p order[0] of their band, then \p order[1]
/// those along i only, \p order[2] those along j only and \p order[3] all others.
Case splitTiles(IslContext &ctx, int reach, std::vector<int> order) {
  const std::string r = std::to_string(reach);
  const std::string all = "0 <= t < T and 2 <= i <= n - 3 and 2 <= j <= n - 3";
  Scop scop = TestScop(ctx, "[T, n]")
                  .array("A", 3)
                  .statement("{ S0[t, i, j] : " + all + " }", "{ S0[t, i, j] -> [t, i, j] }")
                  .write("{ S0[t, i, j] -> A[t + 1, i, j] }")
                  .read("{ S0[t, i, j] -> A[t, i - " + r + ", j - 1] }")
                  .read("{ S0[t, i, j] -> A[t, i + " + r + ", j + 1] }")
                  .build();
  const std::string step = "(t mod 4)";
  const auto interval = [&](bool inverted, const std::string &x, int period, int width) {
    const std::string half = inverted ? std::to_string(period / 2) : "0";
    const std::string z = half + " + (" + x + " - " + half + ") mod " + std::to_string(period),
                      p = step;
    return inverted ? std::to_string(width) + " - " + p + " <= " + z + " < " +
                          std::to_string(period) + " + " + p
                    : p + " <= " + z + " < " + std::to_string(width) + " - " + p;
  };
  std::string launch;
  std::vector<std::string> instances;
  for (int colour = 0; colour < 4; ++colour) {
    const bool i = colour / 2, j = colour % 2; // Inverted?
    const std::string where =
        all + " and " + interval(i, "i", 16, 11) + " and " + interval(j, "j", 32, 19);
    instances.push_back(" : " + where);
    launch += (colour ? "; " : "{ ") + std::string("S0[t, i, j] -> [floor(t/4), ") +
              std::to_string(order[static_cast<size_t>(colour)]) + "] : " + where;
  }
  TestPlan plan(scop, "[T, n]", 2, launch + " }");
  for (int colour = 0; colour < 4; ++colour) {
    const bool i = colour / 2, j = colour % 2;
    const std::string name = "K" + std::to_string(colour);
    const std::string in = instances[static_cast<size_t>(colour)] + " }";
    plan.kernel(name, {0})
        .launches("{ " + name + "[h] -> [h, " + std::to_string(order[static_cast<size_t>(colour)]) +
                      "] : 0 <= 4h < T and n >= 5 }",
                  {0})
        .host("{ S0[t, i, j] -> [floor(t/4)]" + in)
        .blocks(2,
                std::string("{ S0[t, i, j] -> [floor((i") + (i ? " - 8" : "") + ")/16), floor((j" +
                    (j ? " - 16" : "") + ")/32)]" + in,
                "{ [h, b, c] : 0 <= 4h < T and -1 <= b and 16b < n and -1 <= c and 32c < n }")
        .threads({1}, "{ S0[t, i, j] -> [0]" + in)
        .order({true, true, true}, "{ S0[t, i, j] -> [t, i, j]" + in);
  }
  plan.inOut("A", "{ A[t, i, j] : 0 <= t <= T and 0 <= i < n and 0 <= j < n }");
  return {scop, scop, plan.Plan, plan.Parse};
}

/// The position of the barrier between inner wavefronts in the actions of both plans.
const unsigned Step = 2;

} // namespace

TEST(VerifierDistance, proves_the_order_of_wavefronts) {
  IslContext ctx;
  EXPECT_TRUE(provedByDistances(sor1d(ctx)));
  EXPECT_TRUE(provedByDistances(sor2d(ctx)));
}

TEST(VerifierDistance, needs_the_barrier_between_inner_wavefronts) {
  IslContext ctx;
  for (Case c : {sor1d(ctx), sor2d(ctx)}) {
    c.kernel().actions.erase(c.kernel().actions.begin() + Step);
    EXPECT_FALSE(provedByDistances(c));
  }
}

TEST(VerifierDistance, needs_each_barrier_of_the_loop) {
  IslContext ctx;
  Case c = sor1d(ctx);
  c.kernel().actions[Step].order =
      c.parse.map("{ step[h, b, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= 10 and e != 5 }");
  EXPECT_FALSE(provedByDistances(c));
}

TEST(VerifierDistance, needs_barriers_that_all_statements_pass) {
  IslContext ctx;
  Case c = sor1d(ctx);
  // Only in the blocks of even launches.
  c.kernel().actions[Step].order =
      c.parse.map("{ step[h, b, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= 10 and h mod 2 = 0 }");
  EXPECT_FALSE(provedByDistances(c));
}

TEST(VerifierDistance, tells_blocks_of_one_launch_apart) {
  IslContext ctx;
  Case c = sor1d(ctx);
  // Without the skew, blocks of one launch depend on each other.
  c.plan.launch = c.parse.maps("{ S0[t, i] -> [floor(t/4) + floor(i/8)] }");
  c.kernel().host = c.plan.launch;
  c.kernel().block = c.parse.maps("{ S0[t, i] -> [floor(i/8)] }");
  c.kernel().thread = c.parse.maps("{ S0[t, i] -> [i mod 8] }");
  EXPECT_FALSE(provedByDistances(c));
}

TEST(VerifierDistance, tells_launches_apart) {
  IslContext ctx;
  Case c = sor1d(ctx);
  isl::map backwards = c.parse.map("{ [h] -> [l] : l = -h }");
  c.kernel().launch = c.kernel().launch.apply_range(backwards);
  EXPECT_FALSE(provedByDistances(c));
}

TEST(VerifierDistance, proves_the_order_of_split_tiles) {
  IslContext ctx;
  EXPECT_TRUE(provedByDistances(splitTiles(ctx, 1, {0, 1, 2, 3})));
  EXPECT_TRUE(provedByDistances(splitTiles(ctx, 1, {0, 2, 1, 3})));
  EXPECT_TRUE(verifies(splitTiles(ctx, 1, {0, 1, 2, 3})));
}

TEST(VerifierDistance, needs_split_tiles_that_are_as_slanted_as_dependences) {
  IslContext ctx;
  EXPECT_FALSE(provedByDistances(splitTiles(ctx, 2, {0, 1, 2, 3})));
  EXPECT_TRUE(refuses(splitTiles(ctx, 2, {0, 1, 2, 3}), VerificationFailure::Kind::Order));
}

TEST(VerifierDistance, needs_upright_tiles_before_inverted_ones) {
  IslContext ctx;
  EXPECT_FALSE(provedByDistances(splitTiles(ctx, 1, {1, 0, 2, 3})));
  EXPECT_FALSE(provedByDistances(splitTiles(ctx, 1, {0, 1, 3, 2})));
}
