//===- SharedTest.cpp - Shared tiles --------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"

using namespace gputile;
using namespace gputile::test;

namespace {

const auto SharedKind = VerificationFailure::Kind::SharedTile;

/// The matmul kernel's actions by position.
enum { CopyA, CopyB, Loaded, Used, StoreC };

void erase(Case &c, unsigned action) {
  c.kernel().actions.erase(c.kernel().actions.begin() + action);
}

} // namespace

TEST(VerifierShared, refuses_a_missing_barrier_before_the_reads) {
  IslContext ctx;
  Case c = matmul(ctx);
  erase(c, Loaded);
  EXPECT_TRUE(refuses(c, SharedKind, "no barrier between the load"));
  c = jacobi(ctx);
  erase(c, 1);
  EXPECT_TRUE(refuses(c, SharedKind, "no barrier between the load"));
}

TEST(VerifierShared, refuses_a_missing_barrier_after_the_reads) {
  IslContext ctx;
  Case c = matmul(ctx);
  erase(c, Used);
  EXPECT_TRUE(refuses(c, SharedKind, "and the next load"));
}

TEST(VerifierShared, refuses_a_barrier_missing_in_one_iteration) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().actions[Used].order =
      c.parse.map("{ used[a, b, 1, kt] -> [1, kt, 4, 0, 0, 0] : 0 <= 8kt < n and kt != 3 }");
  EXPECT_TRUE(refuses(c, SharedKind, "and the next load"));
}

TEST(VerifierShared, needs_no_barrier_after_the_last_reads) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().actions[Used].order =
      c.parse.map("{ used[a, b, 1, kt] -> [1, kt, 4, 0, 0, 0] : 0 <= 8kt < n - 8 }");
  EXPECT_TRUE(verifies(c));
}

TEST(VerifierShared, refuses_a_missing_load) {
  IslContext ctx;
  Case c = matmul(ctx);
  erase(c, CopyB);
  EXPECT_TRUE(refuses(c, SharedKind, "not loaded"));
}

TEST(VerifierShared, refuses_a_load_after_the_reads) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().actions[CopyA].order =
      c.parse.map("{ copyA[a, b, 1, kt] -> [1, kt, 5, 0, 0, 0] : 0 <= 8kt < n }");
  EXPECT_TRUE(refuses(c, SharedKind, "comes before the load"));
}

TEST(VerifierShared, refuses_a_tile_that_is_loaded_again_before_it_is_read) {
  IslContext ctx;
  Case c = matmul(ctx);
  // All tiles of A are loaded before the first is used.
  c.kernel().actions[CopyA].order =
      c.parse.map("{ copyA[a, b, 1, kt] -> [0, kt, 0, 0, 0, 1000] : 0 <= 8kt < n }");
  EXPECT_TRUE(refuses(c, SharedKind, "loaded again"));
}

TEST(VerifierShared, refuses_the_wrong_instance_of_a_tile) {
  IslContext ctx;
  Case c = matmul(ctx);
  // In iteration kt > 0 the instance kt - 1 is loaded, so kt comes too late.
  c.kernel().actions[CopyA].order =
      c.parse.map("{ copyA[a, b, 1, kt] -> [1, kt + 1, 0, 0, 0, 0] : 0 <= 8kt < n }");
  EXPECT_TRUE(refuses(c, SharedKind, "comes before the load"));
}

TEST(VerifierShared, refuses_a_halo_that_is_one_too_small) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.kernel().shared[0].copied =
      c.parse.map("{ [t, b] -> A[i] : 8b - 1 <= i <= 8b + 7 and 0 <= i < n }");
  EXPECT_TRUE(refuses(c, SharedKind, "which is not loaded"));
}

TEST(VerifierShared, refuses_an_offset_that_is_off_by_one) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.kernel().shared[0].offset = c.parse.affs("{ [t, b] -> A[(8b)] }");
  EXPECT_TRUE(refuses(c, SharedKind, "outside the box"));
  c.kernel().shared[0].offset = c.parse.affs("{ [t, b] -> A[(8b - 2)] }");
  EXPECT_TRUE(refuses(c, SharedKind, "outside the box"));
}

TEST(VerifierShared, refuses_a_tile_that_is_too_small) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.kernel().shared[0].size = {9};
  EXPECT_TRUE(refuses(c, SharedKind, "outside the box"));
  c = matmul(ctx);
  c.kernel().shared[1].size = {8, 7};
  EXPECT_TRUE(refuses(c, SharedKind, "outside the box"));
}

TEST(VerifierShared, refuses_loads_outside_device_memory) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.kernel().shared[0].copied = c.parse.map("{ [t, b] -> A[i] : 8b - 1 <= i <= 8b + 8 }");
  EXPECT_TRUE(refuses(c, SharedKind, "not in device memory"));
}

TEST(VerifierShared, refuses_a_tile_that_the_launch_writes) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().registers.clear();
  erase(c, StoreC);
  EXPECT_TRUE(verifies(c)); // C in global memory is fine.
  c.kernel().shared.push_back({"s_C",
                               2,
                               {},
                               0,
                               c.parse.affs("{ [a, b] -> C[(8a), (8b)] }"),
                               {8, 8},
                               0,
                               c.parse.map("{ [a, b] -> C[i, j] : 8a <= i <= 8a + 7 and"
                                           " 8b <= j <= 8b + 7 and 0 <= i, j < n }"),
                               {}});
  c.kernel().actions.push_back({KernelAction::Kind::CopyIn, "copyC", 2,
                                c.parse.map("{ copyC[a, b] -> [-1, 0, 0, 0, 0, 0] }")});
  EXPECT_TRUE(refuses(c, SharedKind, "by a launch in which S0 writes it"));
}

TEST(VerifierShared, refuses_to_store_a_tile_that_is_loaded_in_a_loop) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().shared[0].stored = c.kernel().shared[0].copied;
  EXPECT_TRUE(refuses(c, SharedKind, "does not live as long as its block"));
}

TEST(VerifierShared, refuses_references_it_cannot_have) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.kernel().shared[0].references.push_back({1, 0});
  EXPECT_TRUE(refuses(c, SharedKind, "does not have"));
  c = matmul(ctx);
  c.kernel().shared[0].references = {{1, 2}};
  c.kernel().shared[1].references.clear();
  EXPECT_TRUE(refuses(c, SharedKind, "another array"));
  c = jacobi(ctx);
  c.kernel().shared[0].references.push_back({0, 0});
  EXPECT_TRUE(refuses(c, SharedKind, "two tiles"));
}

TEST(VerifierShared, refuses_tiles_and_actions_of_the_wrong_form) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.kernel().actions[0].tile = 1;
  EXPECT_TRUE(refuses(c, SharedKind, "does not exist"));
  c = jacobi(ctx);
  c.kernel().shared[0].prefix = 1;
  EXPECT_TRUE(refuses(c, SharedKind, "dimension"));
  c = jacobi(ctx);
  c.kernel().shared[0].size = {10, 1};
  EXPECT_TRUE(refuses(c, SharedKind, "rank"));
}
