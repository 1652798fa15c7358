//===- VerifierDistanceTest.cpp - Order proved from distances ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierDistance.h"
#include "Plans.h"

using namespace gputile;
using namespace gputile::test;
using namespace gputile::verifier;

namespace {

/// Whether the distances alone prove the order inside the only kernel of \p c.
bool provedByDistances(const Case &c) {
  Program program = makeProgram(c.scop, c.plan);
  EXPECT_FALSE(mapKernels(program));
  Conflicts conflicts(program);
  return DistanceProof(program, conflicts).proves(0, 0);
}

/// The position of the barrier between slices in the actions of both plans.
const unsigned Step = 2;

} // namespace

TEST(VerifierDistance, proves_the_order_of_wavefronts) {
  IslContext ctx;
  EXPECT_TRUE(provedByDistances(sor1d(ctx)));
  EXPECT_TRUE(provedByDistances(sor2d(ctx)));
}

TEST(VerifierDistance, needs_the_barrier_between_slices) {
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
