//===- WavefrontTest.cpp - Tiles that are read and written ----------------===//
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
const auto OrderKind = VerificationFailure::Kind::Order;

/// The actions of both plans by position.
enum { Load, Loaded, Step, Store };

void erase(Case &c, unsigned action) {
  c.kernel().actions.erase(c.kernel().actions.begin() + action);
}

SharedTile &tile(Case &c) { return c.kernel().shared[0]; }

} // namespace

TEST(VerifierWavefront, proves_tiles_that_are_read_and_written) {
  IslContext ctx;
  EXPECT_TRUE(verifies(sor1d(ctx)));
  EXPECT_TRUE(verifies(sor2d(ctx)));
}

TEST(VerifierWavefront, refuses_a_missing_barrier_between_wavefronts) {
  IslContext ctx;
  for (Case c : {sor1d(ctx), sor2d(ctx)}) {
    erase(c, Step);
    EXPECT_TRUE(refuses(c, OrderKind, "without a barrier"));
  }
  Case c = sor1d(ctx);
  c.kernel().actions[Step].order =
      c.parse.map("{ step[h, b, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= 10 and e != 5 }");
  EXPECT_TRUE(refuses(c, OrderKind, "without a barrier"));
}

TEST(VerifierWavefront, refuses_a_missing_barrier_after_the_load) {
  IslContext ctx;
  for (Case c : {sor1d(ctx), sor2d(ctx)}) {
    erase(c, Loaded);
    EXPECT_TRUE(refuses(c, SharedKind, "no barrier between the load"));
  }
}

TEST(VerifierWavefront, refuses_a_missing_barrier_before_the_store) {
  IslContext ctx;
  Case c = sor1d(ctx);
  c.kernel().actions[Step].order =
      c.parse.map("{ step[h, b, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= 9 }");
  EXPECT_TRUE(refuses(c, SharedKind, "and the store"));
  c = sor2d(ctx);
  c.kernel().actions[Step].order =
      c.parse.map("{ step[h, b, c, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= 10 }");
  EXPECT_TRUE(refuses(c, SharedKind, "and the store"));
}

TEST(VerifierWavefront, refuses_to_store_what_is_not_written) {
  IslContext ctx;
  Case c = sor1d(ctx);
  tile(c).stored = tile(c).copied;
  EXPECT_TRUE(refuses(c, SharedKind, "is stored but not written"));
  c = sor2d(ctx);
  tile(c).stored = tile(c).copied;
  EXPECT_TRUE(refuses(c, SharedKind, "is stored but not written"));
}

TEST(VerifierWavefront, refuses_to_lose_what_is_written) {
  IslContext ctx;
  Case c = sor1d(ctx);
  tile(c).stored = tile(c).stored->subtract(c.parse.map("{ [h, b] -> A[12b - 4h] }"));
  EXPECT_TRUE(refuses(c, SharedKind, "is written but not stored"));
  c = sor2d(ctx);
  tile(c).stored = tile(c).stored->subtract(c.parse.map("{ [h, b, c] -> A[5, y] }"));
  EXPECT_TRUE(refuses(c, SharedKind, "is written but not stored"));
  c = sor1d(ctx);
  tile(c).stored.reset();
  EXPECT_TRUE(refuses(c, SharedKind, "is written but not stored"));
  c = sor1d(ctx);
  erase(c, Store);
  EXPECT_TRUE(refuses(c, SharedKind, "is written but not stored"));
}

TEST(VerifierWavefront, refuses_a_halo_that_is_one_too_small) {
  IslContext ctx;
  Case c = sor1d(ctx);
  tile(c).copied = tile(c).copied.subtract(c.parse.map("{ [h, b] -> A[12b - 4h + 8] }"));
  EXPECT_TRUE(refuses(c, SharedKind, "which is not loaded"));
  c = sor2d(ctx);
  tile(c).copied = *tile(c).stored;
  EXPECT_TRUE(refuses(c, SharedKind, "which is not loaded"));
}

TEST(VerifierWavefront, refuses_a_box_that_is_one_too_small) {
  IslContext ctx;
  Case c = sor1d(ctx);
  tile(c).size = {12};
  EXPECT_TRUE(refuses(c, SharedKind, "outside the box"));
  c = sor2d(ctx);
  tile(c).offset = c.parse.affs("{ [h, b, c] -> A[(6b + 2c - 2h - 1), (10c + 2b - 2h - 2)] }");
  EXPECT_TRUE(refuses(c, SharedKind, "outside the box"));
}

TEST(VerifierWavefront, refuses_a_skew_that_is_off_by_one) {
  IslContext ctx;
  Case c = sor1d(ctx);
  // Without the skew, blocks of one launch depend on each other.
  c.plan.launch = c.parse.maps("{ S0[t, i] -> [floor(t/4) + floor(i/8)] }");
  c.kernel().host = c.plan.launch;
  c.kernel().block = c.parse.maps("{ S0[t, i] -> [floor(i/8)] }");
  c.kernel().thread = c.parse.maps("{ S0[t, i] -> [i mod 8] }");
  c.kernel().blocks = c.parse.set("{ [h, b] : 0 <= b <= h and 8b < n and 4h - 4b < T }");
  c.kernel().fullBlocks = c.kernel().blocks.subtract(c.kernel().blocks);
  EXPECT_TRUE(refuses(c, OrderKind));
  c = sor1d(ctx);
  // Inside the tile the wavefront must be t + (t + i), not t + i.
  c.kernel().order = c.parse.maps("{ S0[t, i] -> [2, ((t + i) mod 8), 0] }");
  EXPECT_FALSE(verifies(c));
}

TEST(VerifierWavefront, refuses_accesses_beside_the_tile) {
  IslContext ctx;
  Case c = sor1d(ctx);
  tile(c).references.pop_back(); // A[i + 1] from global memory.
  EXPECT_TRUE(refuses(c, SharedKind, "beside it"));
  c = sor2d(ctx);
  tile(c).references.erase(tile(c).references.begin()); // A[i][j] written to global memory.
  EXPECT_TRUE(refuses(c, SharedKind, "beside it"));
}

TEST(VerifierWavefront, refuses_copies_in_the_wrong_place) {
  IslContext ctx;
  Case c = sor1d(ctx);
  c.kernel().actions[Load].order = c.parse.map("{ load[h, b] -> [2, 5, 2] }");
  EXPECT_TRUE(refuses(c, SharedKind, "before it is loaded"));
  c = sor1d(ctx);
  c.kernel().actions[Store].order = c.parse.map("{ store[h, b] -> [2, 5, 2] }");
  EXPECT_TRUE(refuses(c, SharedKind, "after it is stored"));
  c = sor1d(ctx);
  c.kernel().actions.push_back(
      {KernelAction::Kind::CopyOut, "again", 0, c.parse.map("{ again[h, b] -> [4, 0, 0] }")});
  EXPECT_TRUE(refuses(c, SharedKind, "stored twice"));
}

TEST(VerifierWavefront, refuses_to_load_what_another_block_may_write) {
  IslContext ctx;
  Case c = sor1d(ctx);
  // Up to there the block's neighbours write.
  tile(c).copied =
      c.parse.map("{ [h, b] -> A[a] : 12b - 4h - 4 <= a <= 12b - 4h + 8 and 0 <= a < n }");
  EXPECT_TRUE(verifies(c));
  tile(c).offset = c.parse.affs("{ [h, b] -> A[(12b - 4h - 5)] }");
  tile(c).size = {14};
  EXPECT_TRUE(verifies(c));
  tile(c).copied =
      c.parse.map("{ [h, b] -> A[a] : 12b - 4h - 5 <= a <= 12b - 4h + 8 and 0 <= a < n }");
  EXPECT_TRUE(refuses(c, SharedKind, "without being accessed"));
}

TEST(VerifierWavefront, proves_conditional_writes_of_what_is_loaded) {
  IslContext ctx;
  Case c = sor1d(ctx);
  for (Scop *scop : {&c.original, &c.scop})
    scop->statements[0].accesses[0].kind = AccessKind::MayWrite;
  EXPECT_TRUE(verifies(c));
}
