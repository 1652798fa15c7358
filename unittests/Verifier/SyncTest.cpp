//===- SyncTest.cpp - Barriers between known moments ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Sync.h"
#include "Plans.h"

using namespace gputile;
using namespace gputile::test;
using namespace gputile::verifier;

namespace {

/// The actions of sor1d by position.
enum { Load, Loaded, Step, Store };

/// Whether a barrier is known between the load of the tile of \p c and the accesses, and
/// between the writes and the store.
struct Known {
  bool afterLoad, beforeStore;
};
Known known(const Case &c) {
  Program program = makeProgram(c.scop, c.plan);
  EXPECT_FALSE(mapKernels(program));
  const MappedKernel &kernel = program.kernels.front();
  const Sync sync(kernel);
  const auto moments = [&](KernelAction::Kind kind) {
    for (const PlacedAction &action : kernel.actions)
      if (action.action->kind == kind)
        return momentsOf(kernel, action.point);
    return KnownMoments{};
  };
  const KnownMoments work = momentsOf(kernel, kernel.placed.front());
  return {sync.surelySeparated(moments(KernelAction::Kind::CopyIn), work),
          sync.surelySeparated(work, moments(KernelAction::Kind::CopyOut))};
}

} // namespace

TEST(VerifierSync, knows_barriers_that_each_block_passes_and_those_of_loops) {
  IslContext ctx;
  Known all = known(sor1d(ctx));
  EXPECT_TRUE(all.afterLoad);
  EXPECT_TRUE(all.beforeStore);
}

TEST(VerifierSync, does_not_know_a_barrier_that_some_blocks_pass) {
  IslContext ctx;
  Case c = sor1d(ctx);
  c.kernel().actions[Loaded].order = c.parse.map("{ loaded[h, b] -> [1, 0, 0] : h mod 2 = 0 }");
  EXPECT_FALSE(known(c).afterLoad);
  c.kernel().actions[Loaded].order = c.parse.map("{ loaded[h, b] -> [1, 0, 0] : b = 0 }");
  EXPECT_FALSE(known(c).afterLoad);
}

TEST(VerifierSync, does_not_know_a_barrier_at_another_time) {
  IslContext ctx;
  Case c = sor1d(ctx);
  c.kernel().actions[Load].order = c.parse.map("{ load[h, b] -> [1, 1, 0] }");
  EXPECT_FALSE(known(c).afterLoad);
  c.kernel().actions[Load].order = c.parse.map("{ load[h, b] -> [b, 0, 0] }");
  EXPECT_FALSE(known(c).afterLoad);
  c.kernel().actions[Store].order = c.parse.map("{ store[h, b] -> [2, 5, 0] }");
  EXPECT_FALSE(known(c).beforeStore);
}

TEST(VerifierSync, does_not_know_a_barrier_of_a_loop_that_is_left_out) {
  IslContext ctx;
  Case c = sor1d(ctx);
  c.kernel().actions[Step].order =
      c.parse.map("{ step[h, b, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= 10 and e != 5 }");
  EXPECT_FALSE(known(c).beforeStore);
}

TEST(VerifierSync, does_not_know_a_barrier_of_a_loop_that_comes_before) {
  IslContext ctx;
  Case c = sor1d(ctx);
  c.kernel().actions[Step].order =
      c.parse.map("{ step[h, b, p, e] -> [p, e - 1, 1] : p = 2 and 0 <= e <= 10 }");
  EXPECT_FALSE(known(c).beforeStore);
  c.kernel().actions[Step].order =
      c.parse.map("{ step[h, b, p, e] -> [p, e, -1] : p = 2 and 0 <= e <= 10 }");
  EXPECT_FALSE(known(c).beforeStore);
}
