//===- RegisterTest.cpp - Register tiles ----------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"

using namespace gputile;
using namespace gputile::test;

namespace {

const auto RegisterKind = VerificationFailure::Kind::Register;

void dropActions(KernelPlan &kernel, KernelAction::Kind kind) {
  std::erase_if(kernel.actions, [&](const KernelAction &action) { return action.kind == kind; });
}

} // namespace

TEST(VerifierRegister, refuses_a_register_for_two_elements) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().registers[0].element = c.parse.map(
      "{ [a, b, s, t, p, q] -> C[8a + 4p + s, j] : 0 <= p, q <= 1 and 8b + t <= j <= 8b + t + 4 and"
      "  0 <= 8a + 4p + s < n and 0 <= j < n }");
  EXPECT_TRUE(refuses(c, RegisterKind, "several elements"));
}

TEST(VerifierRegister, refuses_an_element_in_registers_of_two_threads) {
  IslContext ctx;
  Case c = accumulate(ctx);
  c.kernel().blockSize = {2};
  c.kernel().registers[0].element = c.kernel().registers[0].loaded =
      c.kernel().registers[0].stored = c.parse.map("{ [0, t] -> sum[] : 0 <= t <= 1 }");
  EXPECT_TRUE(refuses(c, RegisterKind, "two registers"));
}

TEST(VerifierRegister, refuses_the_wrong_element) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().registers[0].element =
      c.parse.map("{ [a, b, s, t, p, q] -> C[8a + 4p + s, 8b + 2q + t] :"
                  "  0 <= p, q <= 1 and 0 <= 8a + 4p + s < n and 0 <= 8b + 4q + t < n }");
  EXPECT_TRUE(refuses(c, RegisterKind, "which is not in its register"));
}

TEST(VerifierRegister, refuses_a_register_without_its_unrolled_position) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().unrolled = {4};
  c.kernel().fullBlocks = c.kernel().blocks.subtract(c.kernel().blocks);
  isl::map map = c.parse.map("{ [a, b, s, t, p] -> C[8a + 4p + s, 8b + t] : 0 <= p <= 1 and"
                             "  0 <= 8a + 4p + s < n and 0 <= 8b + t < n }");
  c.kernel().registers[0].element = c.kernel().registers[0].stored = map;
  c.kernel().registers[0].loaded = map.subtract(map);
  EXPECT_TRUE(refuses(c, RegisterKind, "which is not in its register"));
}

TEST(VerifierRegister, refuses_a_missing_load) {
  IslContext ctx;
  Case c = accumulate(ctx);
  dropActions(c.kernel(), KernelAction::Kind::RegisterLoad);
  EXPECT_TRUE(refuses(c, RegisterKind, "no load"));
  c.kernel().registers[0].loaded = c.parse.map("{ [a, b] -> sum[] : false }");
  EXPECT_TRUE(refuses(c, RegisterKind, "neither loaded nor written before"));
}

TEST(VerifierRegister, refuses_a_missing_store) {
  IslContext ctx;
  for (Case c : {accumulate(ctx), matmul(ctx)}) {
    dropActions(c.kernel(), KernelAction::Kind::RegisterStore);
    EXPECT_TRUE(refuses(c, RegisterKind, "no store"));
    isl::map &stored = c.kernel().registers[0].stored;
    stored = stored.subtract(stored);
    EXPECT_TRUE(refuses(c, RegisterKind, "is not stored"));
  }
}

TEST(VerifierRegister, refuses_a_store_that_forgets_elements) {
  IslContext ctx;
  Case c = matmul(ctx);
  isl::map &stored = c.kernel().registers[0].stored;
  stored = stored.intersect(c.parse.map("{ [a, b, s, t, p, q] -> C[i, j] : q = 0 }"));
  EXPECT_TRUE(refuses(c, RegisterKind, "is not stored"));
}

TEST(VerifierRegister, needs_no_store_of_values_that_nobody_uses) {
  IslContext ctx;
  Case c = accumulate(ctx);
  c.original.arrays[1].deadAfter = c.scop.arrays[1].deadAfter = true;
  c.plan.transfers[1].copyOut = false;
  dropActions(c.kernel(), KernelAction::Kind::RegisterStore);
  c.kernel().registers[0].stored = c.parse.map("{ [a, b] -> sum[] : false }");
  EXPECT_TRUE(verifies(c));
}

TEST(VerifierRegister, refuses_loads_and_stores_in_the_wrong_place) {
  IslContext ctx;
  Case c = accumulate(ctx);
  c.kernel().actions[0].order = c.parse.map("{ loadSum[b] -> [1, 5] }");
  EXPECT_TRUE(refuses(c, VerificationFailure::Kind::Coverage)); // A moment of S0.
  c.kernel().actions[0].order = c.parse.map("{ loadSum[b] -> [1, n] }");
  EXPECT_TRUE(refuses(c, RegisterKind, "before it is loaded"));
  c = accumulate(ctx);
  c.kernel().actions[1].order = c.parse.map("{ storeSum[b] -> [0, 1] }");
  EXPECT_TRUE(refuses(c, RegisterKind, "after it is stored"));
  c = accumulate(ctx);
  c.kernel().actions[0].order = c.parse.map("{ loadSum[b, i] -> [0, i] : 0 <= i <= 1 }");
  EXPECT_TRUE(refuses(c, RegisterKind, "more than one load"));
}

TEST(VerifierRegister, refuses_a_store_of_what_is_neither_written_nor_loaded) {
  IslContext ctx;
  Case c = matmul(ctx);
  // S0 and S1 leave out the last column.
  for (Scop *scop : {&c.original, &c.scop})
    for (Statement &s : scop->statements) {
      s.domain = s.domain.intersect(s.name == "S0" ? c.parse.set("{ S0[i, j] : j < n - 1 }")
                                                   : c.parse.set("{ S1[i, j, k] : j < n - 1 }"));
      s.schedule = s.schedule.intersect_domain(s.domain);
      for (Access &access : s.accesses)
        access.relation = access.relation.intersect_domain(s.domain);
    }
  c.kernel().fullBlocks = c.kernel().blocks.subtract(c.kernel().blocks);
  c.transfer("C").copyIn = c.transfer("C").compared = true;
  c.transfer("C").copyInBox = c.transfer("C").copyOutBox;
  c.transfer("C").copyInSet = c.transfer("C").copyOutSet;
  EXPECT_TRUE(refuses(c, RegisterKind, "is stored but may be neither written nor loaded"));
}

TEST(VerifierRegister, refuses_an_access_beside_the_register) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().registers[0].references = {{1, 0}};
  EXPECT_TRUE(refuses(c, RegisterKind, "beside the register"));
}

TEST(VerifierRegister, refuses_foreign_elements) {
  IslContext ctx;
  Case c = matmul(ctx);
  c.kernel().registers[0].stored =
      c.parse.map("{ [a, b, s, t, p, q] -> C[8a + 4p + s, 8b + 4q + 3 - t] :"
                  "  0 <= p, q <= 1 and 0 <= 8a + 4p + s < n and 0 <= 8b + 4q + 3 - t < n }");
  EXPECT_TRUE(refuses(c, RegisterKind, "stands for another element"));
}

TEST(VerifierRegister, refuses_tiles_and_actions_of_the_wrong_form) {
  IslContext ctx;
  Case c = accumulate(ctx);
  c.kernel().actions[0].tile = 1;
  EXPECT_TRUE(refuses(c, RegisterKind, "does not exist"));
  c = accumulate(ctx);
  c.kernel().registers[0].element = c.parse.map("{ [a, b, c] -> sum[] }");
  EXPECT_TRUE(refuses(c, RegisterKind, "wrong number of dimensions"));
  c = accumulate(ctx);
  c.kernel().registers[0].references = {{0, 1}};
  EXPECT_TRUE(refuses(c, RegisterKind, "another array"));
}
