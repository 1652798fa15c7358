//===- ScheduleTest.cpp - Coverage and order ------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"

using namespace gputile;
using namespace gputile::test;
using Kind = VerificationFailure::Kind;

TEST(Verifier, proves_correct_plans) {
  IslContext ctx;
  EXPECT_TRUE(verifies(vectorAdd(ctx)));
  EXPECT_TRUE(verifies(matmul(ctx)));
  EXPECT_TRUE(verifies(jacobi(ctx)));
  EXPECT_TRUE(verifies(scan(ctx)));
  EXPECT_TRUE(verifies(reversal(ctx)));
  EXPECT_TRUE(verifies(accumulate(ctx)));
  EXPECT_TRUE(verifies(expandedScalar(ctx)));
}

// --- Coverage ------------------------------------------------------------------

TEST(VerifierCoverage, refuses_a_kernel_that_skips_the_last_point) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.kernel().order = c.parse.maps("{ S0[i] -> [0] : i < 63 }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "different instances"));
  for (isl::union_map *map :
       {&c.kernel().host, &c.kernel().block, &c.kernel().thread, &c.kernel().order})
    *map = map->intersect_domain(isl::union_set(ctx.get(), "{ S0[i] : i < 63 }"));
  EXPECT_TRUE(refuses(c, Kind::Coverage, "S0[63] is run by no kernel"));
}

TEST(VerifierCoverage, refuses_blocks_that_are_not_run) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.kernel().blocks = c.kernel().fullBlocks = c.parse.set("{ [b] : b = 0 }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "not among the blocks"));
}

TEST(VerifierCoverage, refuses_launches_that_are_not_made) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.kernel(1).launch = c.parse.map("{ K1[t] -> [t, 1] : 0 <= t < T - 1 and n >= 3 }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "is not in the launch"));
}

TEST(VerifierCoverage, refuses_a_statement_in_two_kernels) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.plan.kernels.push_back(c.kernel());
  c.kernel(1).name = "K1";
  EXPECT_TRUE(refuses(c, Kind::Coverage, "two kernels share the launch"));
  c.plan.launchDims = 1;
  c.plan.launch = c.parse.maps("{ S0[i] -> [0] }");
  c.kernel(0).launch = c.parse.map("{ K0[] -> [0] }");
  c.kernel(1).launch = c.parse.map("{ K1[] -> [1] }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "is run by two kernels"));
}

TEST(VerifierCoverage, refuses_two_instances_at_one_place) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.kernel().thread = c.parse.maps("{ S0[i] -> [(i mod 32) - (i mod 2)] }");
  c.kernel().fullBlocks = c.kernel().blocks.subtract(c.kernel().blocks);
  EXPECT_TRUE(refuses(c, Kind::Coverage, "share a thread and a point in time"));
}

TEST(VerifierCoverage, refuses_two_statements_at_one_place) {
  IslContext ctx;
  Case c = reversal(ctx);
  c.kernel().order = c.parse.maps("{ S0[i] -> [2]; S1[i] -> [2] }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "share a thread and a point in time"));
}

TEST(VerifierCoverage, refuses_an_instance_with_two_places) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.kernel().order = c.parse.maps("{ S0[i] -> [e] : 0 <= e <= 1 }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "several points in time"));
  c = vectorAdd(ctx);
  c.plan.launchDims = 1;
  c.plan.launch = c.parse.maps("{ S0[i] -> [l] : 0 <= l <= 1 }");
  c.kernel().launch = c.parse.map("{ K0[] -> [0] }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "several launches"));
}

TEST(VerifierCoverage, refuses_threads_outside_the_block) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.kernel().blockSize = {31};
  EXPECT_TRUE(refuses(c, Kind::Coverage, "outside the block size"));
  c = vectorAdd(ctx);
  c.kernel().thread = c.parse.maps("{ S0[i] -> [(i mod 32) - 1] }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "outside the block size"));
}

TEST(VerifierCoverage, refuses_full_blocks_that_are_not_full) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().fullBlocks =
      c.parse.set("{ [a, b] : 0 <= a and 8a + 6 < n and 0 <= b and 8b + 7 < n }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "counts as full"));
  c = matmul(ctx);
  c.kernel().fullBlocks =
      c.parse.set("{ [a, b] : 0 <= a and 8a + 7 < n and 0 <= b and 8b + 3 < n }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "counts as full"));
  c = matmul(ctx);
  c.kernel().fullBlocks =
      c.parse.set("{ [a, b] : -1 <= a and 8a + 7 < n and 0 <= b and 8b + 7 < n }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "has no work"));
}

TEST(VerifierCoverage, refuses_host_values_that_are_not_launch_positions) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.plan.launch = c.parse.maps("{ S0[t, i] -> [2t, 0]; S1[t, i] -> [2t, 1] }");
  c.kernel(0).launch = c.parse.map("{ K0[t] -> [2t, 0] : 0 <= t < T and n >= 3 }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "not the positions of the launch vector"));
}

TEST(VerifierCoverage, refuses_actions_at_the_moment_of_a_statement) {
  IslContext ctx;
  Case c = reversal(ctx);
  c.kernel().actions[0].order = c.parse.map("{ between[] -> [2] }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "shares a point in time with statement S1"));
  c.kernel().actions[0].order = c.parse.map("{ between[] -> [e] : 3 <= e <= 4 }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "one point in time"));
}

TEST(VerifierCoverage, refuses_maps_of_the_wrong_dimension) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.kernel().order = c.parse.maps("{ S0[i] -> [0, i] }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "wrong number of dimensions"));
  c = vectorAdd(ctx);
  c.plan.launch = c.parse.maps("{ S0[i] -> [0] }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "wrong number of dimensions"));
  c = reversal(ctx);
  c.kernel().actions[0].order = c.parse.map("{ between[] -> [1, 0] }");
  EXPECT_TRUE(refuses(c, Kind::Coverage, "wrong number of dimensions"));
}

// --- Order ---------------------------------------------------------------------

TEST(VerifierOrder, refuses_dependent_instances_in_different_blocks) {
  IslContext ctx;
  Case c = scan(ctx);
  c.kernel().block = c.parse.maps("{ S0[i] -> [floor(i/32)] }");
  c.kernel().blocks = c.kernel().fullBlocks = c.parse.set("{ [b] : 0 <= 32b < n and n >= 2 }");
  EXPECT_TRUE(refuses(c, Kind::Order, "in one launch in different blocks"));
}

TEST(VerifierOrder, refuses_dependent_instances_on_different_threads) {
  IslContext ctx;
  Case c = scan(ctx);
  c.kernel().blockSize = {2};
  c.kernel().thread = c.parse.maps("{ S0[i] -> [i mod 2] }");
  c.kernel().fullBlocks = c.kernel().blocks.subtract(c.kernel().blocks);
  EXPECT_TRUE(refuses(c, Kind::Order, "without a barrier"));
}

TEST(VerifierOrder, proves_dependent_instances_with_a_barrier_after_each) {
  IslContext ctx;
  Case c = scan(ctx);
  c.kernel().blockSize = {2};
  c.kernel().thread = c.parse.maps("{ S0[i] -> [i mod 2] }");
  c.kernel().fullBlocks = c.kernel().blocks.subtract(c.kernel().blocks);
  c.kernel().orderIsLoop = {true, false};
  c.kernel().order = c.parse.maps("{ S0[i] -> [i, 0] }");
  c.kernel().actions.push_back({KernelAction::Kind::Barrier, "step", 0,
                                c.parse.map("{ step[b, i] -> [i, 1] : 1 <= i < n }")});
  EXPECT_TRUE(verifies(c));
  c.kernel().actions[0].order = c.parse.map("{ step[b, i] -> [i, 1] : 1 <= i < n and i != 7 }");
  EXPECT_TRUE(refuses(c, Kind::Order, "S0[7] must run before S0[8]"));
}

TEST(VerifierOrder, refuses_a_missing_barrier) {
  IslContext ctx;
  Case c = reversal(ctx);
  c.kernel().actions.clear();
  EXPECT_TRUE(refuses(c, Kind::Order, "without a barrier"));
  c = reversal(ctx);
  c.kernel().actions[0].order = c.parse.map("{ between[] -> [3] }");
  EXPECT_TRUE(refuses(c, Kind::Order, "without a barrier"));
  c.kernel().actions[0].order = c.parse.map("{ between[] -> [-1] }");
  EXPECT_TRUE(refuses(c, Kind::Order, "without a barrier"));
}

TEST(VerifierOrder, refuses_reversed_order_in_a_thread) {
  IslContext ctx;
  Case c = scan(ctx);
  c.kernel().order = c.parse.maps("{ S0[i] -> [-i] }");
  EXPECT_TRUE(refuses(c, Kind::Order, "its thread runs it later"));
}

TEST(VerifierOrder, refuses_a_reversed_host_loop) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.plan.launch = c.parse.maps("{ S0[t, i] -> [-t, 0]; S1[t, i] -> [-t, 1] }");
  for (unsigned k = 0; k < 2; ++k) {
    std::string s = std::to_string(k);
    c.kernel(k).launch =
        c.parse.map("{ K" + s + "[h] -> [h, " + s + "] : -T < h <= 0 and n >= 3 }");
    c.kernel(k).host = c.parse.maps("{ S" + s + "[t, i] -> [-t] }");
    c.kernel(k).blocks =
        c.parse.set("{ [h, b] : -T < h <= 0 and 0 <= b and 8b <= n - 2 and n >= 3 }");
    c.kernel(k).fullBlocks = c.kernel(k).blocks.subtract(c.kernel(k).blocks);
  }
  EXPECT_TRUE(refuses(c, Kind::Order, "its launch comes later"));
}

TEST(VerifierOrder, refuses_swapped_kernels) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.plan.launch = c.parse.maps("{ S0[t, i] -> [t, 1]; S1[t, i] -> [t, 0] }");
  c.kernel(0).launch = c.parse.map("{ K0[t] -> [t, 1] : 0 <= t < T and n >= 3 }");
  c.kernel(1).launch = c.parse.map("{ K1[t] -> [t, 0] : 0 <= t < T and n >= 3 }");
  EXPECT_TRUE(refuses(c, Kind::Order, "its launch comes later"));
}

TEST(VerifierOrder, refuses_a_scalar_shared_by_parallel_instances) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  c.scop = c.original; // Not expanded.
  c.plan.transfers[2].box = {};
  EXPECT_TRUE(refuses(c, Kind::Order));
}

/// `B[i] = i < 5 ? 0 : x` refers to x in some instances only.
TEST(VerifierPrivacy, proves_an_expanded_scalar_that_some_instances_use) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  isl::set used = c.parse.set("{ S1[i] : i >= 5 }");
  for (Scop *scop : {&c.original, &c.scop}) {
    Statement &s = scop->statements[1];
    for (unsigned k = 0; k < s.accesses.size(); ++k) {
      if (s.accesses[k].kind != AccessKind::Read)
        continue;
      Reference &reference = s.references[s.accesses[k].reference];
      reference.index = reference.index.intersect_domain(used);
      s.accesses[k].relation = s.accesses[k].relation.intersect_domain(used);
    }
  }
  EXPECT_TRUE(verifies(c));
}

TEST(VerifierPrivacy, refuses_an_expanded_scalar_for_fewer_instances_than_use_it) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  Statement &s = c.scop.statements[1];
  for (Access &access : s.accesses)
    if (access.kind == AccessKind::Read)
      s.references[access.reference].index =
          s.references[access.reference].index.intersect_domain(c.parse.set("{ S1[i] : i >= 5 }"));
  EXPECT_TRUE(refuses(c, VerificationFailure::Kind::Privacy, "exact subscript"));
}

TEST(VerifierOrder, uses_what_is_known_of_parameters) {
  IslContext ctx;
  Case c = scan(ctx);
  c.kernel().block = c.parse.maps("{ S0[i] -> [floor(i/32)] }");
  c.kernel().blocks = c.kernel().fullBlocks = c.parse.set("{ [b] : 0 <= 32b < n and n >= 2 }");
  c.original.guard = c.scop.guard = c.parse.set("{ : n <= 32 }");
  EXPECT_TRUE(verifies(c));
  c.original.guard = c.scop.guard = c.parse.set("{ : n <= 33 }");
  EXPECT_TRUE(refuses(c, Kind::Order, "(n = 33)"));
}
