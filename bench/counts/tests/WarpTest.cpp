//===- WarpTest.cpp - Shuffles and votes ------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

using namespace gputile::counts;

/// What each lane computes in %r1.
static std::vector<uint32_t> lanes(const std::string &instructions) {
  const KernelRun<uint32_t> run(
      kernel(elementAddress(4) + instructions + "\nst.global.u32 [%rd1], %r1;\nret;"),
      std::vector<uint32_t>(32), threads(32));
  EXPECT_EQ(run.error, "");
  return run.data;
}

TEST(Shuffles, move_up_and_keep_the_first) {
  const std::vector<uint32_t> values = lanes("shfl.sync.up.b32 %r1, %r0, 2, 0, -1;");
  EXPECT_EQ(values[0], 0u);
  EXPECT_EQ(values[1], 1u);
  EXPECT_EQ(values[31], 29u);
}

TEST(Shuffles, move_down_within_segments) {
  const std::vector<uint32_t> values =
      lanes("shfl.sync.down.b32 %r1|%p1, %r0, 1, 0x181f, -1;\n@!%p1 mov.u32 %r1, 99;");
  EXPECT_EQ(values[6], 7u);
  EXPECT_EQ(values[7], 99u); // The segment of eight ends.
  EXPECT_EQ(values[8], 9u);
}

TEST(Shuffles, exchange_and_index) {
  EXPECT_EQ(lanes("shfl.sync.bfly.b32 %r1, %r0, 5, 31, -1;")[8], 13u);
  EXPECT_EQ(lanes("shfl.sync.idx.b32 %r1, %r0, 3, 31, -1;"), std::vector<uint32_t>(32, 3));
}

TEST(Shuffles, are_counted) {
  const KernelRun<uint32_t> run(kernel("shfl.sync.idx.b32 %r1, %r0, 3, 31, -1;\nret;"), {0},
                                threads(64));
  EXPECT_EQ(run.of(Class::Shuffle).issued, 2u);
}

TEST(Shuffles, from_lanes_that_do_not_take_part_are_an_error) {
  const KernelRun<uint32_t> run(kernel("shfl.sync.down.b32 %r1, %r0, 1, 31, -1;\nret;"), {0},
                                threads(16));
  EXPECT_NE(run.error.find("lane 15 reads lane 16, which does not take part"), std::string::npos);
}

TEST(Votes, ask_all_lanes) {
  const std::string odd = "and.b32 %r2, %r0, 1;\nsetp.eq.s32 %p1, %r2, 1;\n";
  EXPECT_EQ(lanes(odd + "vote.sync.ballot.b32 %r1, %p1, -1;"),
            std::vector<uint32_t>(32, 0xaaaaaaaa));
  EXPECT_EQ(lanes(odd + "vote.sync.any.pred %p2, %p1, -1;\nselp.u32 %r1, 1, 0, %p2;"),
            std::vector<uint32_t>(32, 1));
  EXPECT_EQ(lanes(odd + "vote.sync.all.pred %p2, !%p1, -1;\nselp.u32 %r1, 1, 0, %p2;"),
            std::vector<uint32_t>(32, 0));
}

TEST(Reductions, give_all_lanes_the_result) {
  EXPECT_EQ(lanes("redux.sync.add.s32 %r1, %r0, -1;"), std::vector<uint32_t>(32, 496));
  EXPECT_EQ(lanes("redux.sync.max.u32 %r1, %r0, -1;"), std::vector<uint32_t>(32, 31));
  EXPECT_EQ(lanes("shr.u32 %r2, %r0, 4;\nmatch.any.sync.b32 %r1, %r2, -1;")[20], 0xffff0000u);
}
