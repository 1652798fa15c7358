//===- CheckRegionPlanTest.cpp - Tests of the invariants of a plan --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include "gputile/IR/RegionPlan.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace gputile;
using namespace gputile::test;

namespace {

using Kind = KernelAction::Kind;

/// A good plan of two kernels, launched in turn, from which each test breaks one thing.
class CheckRegionPlan : public ::testing::Test {
protected:
  CheckRegionPlan() {
    Plan.launchDims = 2;
    Plan.launch = maps("{ S0[t,i] -> [t, 0]; S1[t,i] -> [t, 1] }");
    Plan.kernels.reserve(2);
    addFirst();
    addSecond();
    addTransfers();
  }

  void addKernel(const std::string &name, unsigned s) {
    KernelPlan &k = Plan.kernels.emplace_back();
    const std::string from = "{ S" + std::to_string(s) + "[t,i] -> ";
    k.name = name;
    k.statements = {s};
    k.hostDims = {0};
    k.launch = map("{ " + name + "[t] -> [t, " + std::to_string(s) + "] }");
    k.host = maps(from + "[t] }");
    k.block = maps(from + "[floor(i/32)] }");
    k.thread = maps(from + "[i mod 32] }");
    k.order = maps(from + "[1, t, 0] }");
    k.blockDims = 1;
    k.tileSizes = k.blockSize = {32};
    k.orderIsLoop = {false, true, false};
    k.blocks = k.fullBlocks = set("{ [t, b] }");
  }

  /// Reads A through shared memory, keeps B in registers.
  void addFirst() {
    addKernel("k0", 0);
    KernelPlan &k = first();
    k.shared.push_back({.name = "s_A",
                        .array = 0,
                        .references = {{0, 0}, {0, 1}},
                        .offset = affs("{ [t, b] -> A[32b] }"),
                        .size = {33},
                        .copied = map("{ [t, b] -> A[a] }")});
    k.registers.push_back({.name = "p_B",
                           .array = 1,
                           .references = {{0, 2}},
                           .element = map("{ [t, b, x] -> B[t, 32b + x] }"),
                           .loaded = map("{ [t, b, x] -> B[t, a] : false }"),
                           .stored = map("{ [t, b, x] -> B[t, 32b + x] }")});
    act(k, Kind::CopyIn, "copy0", "[t, b] -> [0, 0, 0]");
    act(k, Kind::Barrier, "barrier1", "[t, b] -> [0, 1, 0]");
    act(k, Kind::RegisterStore, "registerstore2", "[t, b] -> [2, 0, 0]");
    k.sharedBytes = 33 * 8;
  }

  /// Keeps two slices of B at a time.
  void addSecond() {
    addKernel("k1", 1);
    KernelPlan &k = Plan.kernels[1];
    k.shared.push_back({.name = "s_B",
                        .array = 1,
                        .references = {{1, 0}},
                        .offset = affs("{ [t, b] -> B[t, 32b] }"),
                        .size = {4, 32},
                        .padding = 1,
                        .copied = map("{ [t, b] -> B[t, a] }"),
                        .stored = map("{ [t, b] -> B[t, a] }"),
                        .circular = CircularBuffer{0, 2}});
    act(k, Kind::CopyIn, "copy0", "[t, b, p, s] -> [0, s, 0]");
    act(k, Kind::CopyOut, "store1", "[t, b, p, s] -> [2, s, 0]");
    k.actions[0].slice = isl::aff(Ctx.get(), "{ copy0[t, b, p, s] -> [(s)] }");
    k.actions[1].slice = isl::aff(Ctx.get(), "{ store1[t, b, p, s] -> [(s)] }");
    k.sharedBytes = 2 * 33 * 8;
  }

  void act(KernelPlan &k, Kind kind, const std::string &name, const std::string &points) {
    k.actions.push_back({.kind = kind, .name = name, .order = map("{ " + name + points + " }")});
  }

  void addTransfers() {
    Plan.transfers = std::vector<ArrayTransfer>(2); // Of sets that cannot be copied yet.
    for (unsigned a = 0; a < 2; ++a) {
      ArrayTransfer &t = Plan.transfers[a];
      t.array = a;
      t.footprint = t.copyInSet = t.copyOutSet = set(a == 0 ? "{ A[a] }" : "{ B[a, b] }");
      const isl::pw_aff zero(Ctx.get(), "[n] -> { [(0)] }");
      for (unsigned d = 0; d <= a; ++d) {
        t.box.lower.push_back(zero);
        t.box.upper.push_back(zero);
      }
      t.copyIn = true;
      t.copyInBox = t.box;
    }
    Plan.transfers[1].copyOut = true;
    Plan.transfers[1].copyOutBox = Plan.transfers[1].box;
  }

  /// The launches of both kernels as one cooperative launch.
  void join() {
    for (KernelPlan &k : Plan.kernels) {
      k.mode = LaunchMode::Cooperative;
      k.innerHostDims = 1;
    }
    second().leader = 0;
  }

  KernelPlan &first() { return Plan.kernels[0]; }
  KernelPlan &second() { return Plan.kernels[1]; }

  /// Expects the message to contain \p part.
  void expectWrong(const std::string &part) {
    const std::string message = checkRegionPlan(TheScop, Plan);
    EXPECT_NE(message.find(part), std::string::npos) << "message: '" << message << "'";
  }
  void expectGood() { EXPECT_EQ(checkRegionPlan(TheScop, Plan), ""); }

  isl::map map(const std::string &text) { return isl::map(Ctx.get(), text); }
  isl::set set(const std::string &text) { return isl::set(Ctx.get(), text); }
  isl::union_map maps(const std::string &text) { return isl::union_map(Ctx.get(), text); }
  isl::multi_aff affs(const std::string &text) { return isl::multi_aff(Ctx.get(), text); }

  IslContext Ctx;
  Scop TheScop = TestScop(Ctx, "[n]")
                     .array("A", 1)
                     .array("B", 2)
                     .statement("{ S0[t,i] : 0 <= t, i < n }", "{ S0[t,i] -> [t, 0, i] }")
                     .read("{ S0[t,i] -> A[i] }")
                     .read("{ S0[t,i] -> A[i + 1] }")
                     .write("{ S0[t,i] -> B[t, i] }")
                     .statement("{ S1[t,i] : 0 <= t, i < n }", "{ S1[t,i] -> [t, 1, i] }")
                     .update("{ S1[t,i] -> B[t, i] }")
                     .build();
  RegionPlan Plan;
};

TEST_F(CheckRegionPlan, accepts_a_good_plan) {
  expectGood();
  join();
  expectGood();
}

TEST_F(CheckRegionPlan, a_checked_plan_is_a_good_one) {
  EXPECT_EQ(checkedPlan(TheScop, Plan).kernels.size(), 2u);
  first().name = "k 0";
  EXPECT_THROW(checkedPlan(TheScop, Plan), std::logic_error);
}

TEST_F(CheckRegionPlan, refuses_a_launch_vector_of_another_length) {
  Plan.launch = maps("{ S0[t,i] -> [t, 0]; S1[t,i] -> [t] }");
  expectWrong("launch map does not have 2 dimensions");
}

TEST_F(CheckRegionPlan, refuses_a_kernels_name_used_twice) {
  second().name = "k0";
  expectWrong("two kernels are called 'k0'");
}

TEST_F(CheckRegionPlan, refuses_a_name_that_is_no_identifier) {
  first().name = "2d";
  expectWrong("kernel 2d has a name");
}

TEST_F(CheckRegionPlan, refuses_a_statement_that_nothing_runs) {
  Plan.kernels.pop_back();
  expectWrong("no kernel runs statement S1");
}

TEST_F(CheckRegionPlan, refuses_statements_that_do_not_exist) {
  first().statements = {0, 2};
  expectWrong("kernel k0 lists no statement");
  first().statements = {0, 0};
  expectWrong("kernel k0 lists no statement");
  first().statements = {};
  expectWrong("kernel k0 lists no statement");
}

TEST_F(CheckRegionPlan, refuses_host_dimensions_beside_the_launch_vector) {
  first().hostDims = {2};
  expectWrong("launch positions in ascending order");
  first().hostDims = {1, 0};
  expectWrong("launch positions in ascending order");
}

TEST_F(CheckRegionPlan, refuses_a_fourth_dimension_of_blocks_and_threads) {
  first().blockDims = 4;
  expectWrong("three block dimensions");
  first().blockDims = 1;
  first().blockSize = {1, 1, 1, 32};
  expectWrong("one to three positive block sizes");
}

TEST_F(CheckRegionPlan, refuses_sizes_that_are_not_positive) {
  first().blockSize = {0};
  expectWrong("one to three positive block sizes");
  first().blockSize = {32};
  first().tileSizes = {-1};
  expectWrong("tile size");
}

TEST_F(CheckRegionPlan, refuses_an_order_without_positions) {
  first().orderIsLoop.clear();
  expectWrong("order without positions");
}

TEST_F(CheckRegionPlan, refuses_unrolled_positions_that_do_not_exist) {
  first().unrolled = {3};
  expectWrong("unrolls an order position");
  first().unrolled = {1, 1};
  expectWrong("unrolls an order position");
}

TEST_F(CheckRegionPlan, refuses_cyclic_points_along_nothing) {
  first().cyclicPoints = {1};
  expectGood();
  first().cyclicPoints = {std::nullopt, 1};
  expectWrong("along each thread dimension");
  first().cyclicPoints = {3};
  expectWrong("order position that does not exist");
}

TEST_F(CheckRegionPlan, refuses_a_launch_map_of_another_kernel) {
  first().launch = second().launch;
  expectWrong("host dimensions to the launch vector");
  first().launch = map("{ k0[] -> [0, 0] }");
  expectWrong("host dimensions to the launch vector");
  first().launch = map("{ k0[t] -> [t] }");
  expectWrong("host dimensions to the launch vector");
}

TEST_F(CheckRegionPlan, refuses_sets_of_blocks_in_another_space) {
  first().fullBlocks = set("{ [b] }");
  expectWrong("set of blocks");
  first().fullBlocks = first().blocks;
  first().blocks = set("{ [t, b, c] }");
  expectWrong("set of blocks");
}

TEST_F(CheckRegionPlan, refuses_coordinates_of_another_length) {
  first().host = maps("{ S0[t,i] -> [] }");
  expectWrong("host map");
  first().host = maps("{ S0[t,i] -> [t] }");
  first().block = maps("{ S0[t,i] -> [0, i] }");
  expectWrong("block map");
  first().block = maps("{ S0[t,i] -> [i] }");
  first().thread = maps("{ S0[t,i] -> [0, i] }");
  expectWrong("thread map");
  first().thread = maps("{ S0[t,i] -> [i] }");
  first().order = maps("{ S0[t,i] -> [i] }");
  expectWrong("order map");
}

TEST_F(CheckRegionPlan, refuses_coordinates_of_other_statements) {
  first().order = maps("{ S0[t,i] -> [1, t, 0]; S1[t,i] -> [1, t, 0] }");
  expectWrong("order map");
  first().order = maps("{ S0[t] -> [1, t, 0] }");
  expectWrong("order map");
}

TEST_F(CheckRegionPlan, refuses_a_launch_mode_without_loops_of_its_own) {
  first().mode = LaunchMode::Cooperative;
  expectWrong("launch mode that does not fit the number");
  first().mode = LaunchMode::Kernels;
  first().innerHostDims = 1;
  expectWrong("launch mode that does not fit the number");
  first().mode = LaunchMode::Cooperative;
  first().innerHostDims = 2;
  expectWrong("launch mode that does not fit the number");
}

TEST_F(CheckRegionPlan, wants_waits_between_blocks_for_flags_only) {
  first().mode = LaunchMode::Flags;
  first().innerHostDims = 1;
  expectWrong("does not fit its waits");
  first().waits = map("{ [t, b] -> [t - 1] }");
  expectWrong("not between blocks");
  first().waits = map("{ [t, b] -> [t - 1, b] }");
  expectGood();
  first().mode = LaunchMode::Cooperative;
  expectWrong("does not fit its waits");
}

TEST_F(CheckRegionPlan, wants_an_earlier_leader_of_the_same_form) {
  join();
  second().leader = 1;
  expectWrong("not an earlier kernel");
  second().leader = 0;
  second().blockSize = {16};
  expectWrong("another form");
  second().blockSize = {32};
  first().mode = LaunchMode::Kernels;
  first().innerHostDims = 0;
  expectWrong("another form");
  second().mode = LaunchMode::Kernels;
  second().innerHostDims = 0;
  expectWrong("not an earlier kernel");
}

TEST_F(CheckRegionPlan, refuses_two_tiles_of_one_name) {
  first().registers[0].name = "s_A";
  expectWrong("'s_A'");
}

TEST_F(CheckRegionPlan, refuses_a_tile_of_no_array) {
  first().shared[0].array = 2;
  expectWrong("of no array");
}

TEST_F(CheckRegionPlan, refuses_a_tile_for_references_to_something_else) {
  std::vector<ReferenceId> &references = first().shared[0].references;
  for (ReferenceId id : {ReferenceId{0, 2}, ReferenceId{0, 3}, ReferenceId{1, 0}, ReferenceId{0, 0}}) {
    references[1] = id; // The last one for the second time.
    expectWrong("for a reference to something else");
  }
}

TEST_F(CheckRegionPlan, wants_a_size_per_dimension_of_the_array) {
  first().shared[0].size = {33, 1};
  expectWrong("one positive size per dimension");
  first().shared[0].size = {0};
  expectWrong("one positive size per dimension");
  first().shared[0].size = {33};
  first().shared[0].padding = -1;
  expectWrong("one positive size per dimension");
}

TEST_F(CheckRegionPlan, refuses_a_circular_buffer_in_no_dimension) {
  second().shared[0].circular = CircularBuffer{2, 2};
  expectWrong("circular in a dimension");
  second().shared[0].circular = CircularBuffer{0, 0};
  expectWrong("circular in a dimension");
}

TEST_F(CheckRegionPlan, refuses_maps_of_a_tile_in_another_space) {
  SharedTile &tile = first().shared[0];
  tile.prefix = 4;
  expectWrong("below order positions");
  tile.prefix = 1;
  expectWrong("whose maps do not lead");
  tile.prefix = 0;
  tile.copied = map("{ [t, b] -> B[t, b] }");
  expectWrong("whose maps do not lead");
  tile.copied = map("{ [t, b] -> A[t] }");
  tile.stored = map("{ [t] -> A[t] }");
  expectWrong("whose maps do not lead");
}

TEST_F(CheckRegionPlan, refuses_registers_that_are_not_indexed_by_threads) {
  first().registers[0].loaded = map("{ [t, b] -> B[t, b] }");
  expectWrong("whose maps do not lead from a thread's points");
}

TEST_F(CheckRegionPlan, refuses_two_actions_of_one_name) {
  first().actions[1].name = "copy0";
  expectWrong("'copy0'");
}

TEST_F(CheckRegionPlan, refuses_an_action_beside_the_order) {
  isl::map &order = first().actions[1].order;
  for (const char *text :
       {"{ barrier1[t, b] -> [0, 1] }", "{ barrier1[t] -> [0, 1, 0] }", "{ [t, b] -> [0, 1, 0] }",
        "{ barrier1[t, b, p, q, r, s] -> [0, 1, 0] }"}) {
    order = map(text);
    expectWrong("action barrier1 that is not at points of its order");
  }
}

TEST_F(CheckRegionPlan, refuses_an_action_of_a_tile_that_does_not_exist) {
  first().actions[0].tile = 1;
  expectWrong("action copy0 of a tile that does not exist");
  first().actions[0].tile = 0;
  first().actions[2].tile = 1;
  expectWrong("action registerstore2 of a tile that does not exist");
}

TEST_F(CheckRegionPlan, wants_a_slice_for_circular_buffers_only) {
  second().actions[0].slice.reset();
  expectWrong("does not name a slice exactly when");
  second().actions[0].slice = isl::aff(Ctx.get(), "{ copy0[t, b] -> [(b)] }");
  expectWrong("whose slice is not a function of its place");
}

TEST_F(CheckRegionPlan, refuses_to_store_nothing) {
  second().shared[0].stored.reset();
  expectWrong("nothing to store");
}

TEST_F(CheckRegionPlan, wants_the_bytes_of_all_shared_tiles) {
  second().sharedBytes = 4 * 33 * 8;
  expectWrong("has tiles of 528 bytes, but states 1056");
}

TEST_F(CheckRegionPlan, wants_one_transfer_per_array_in_order) {
  std::swap(Plan.transfers[0].array, Plan.transfers[1].array);
  expectWrong("belongs to another array");
  Plan.transfers.pop_back();
  expectWrong("one transfer per array");
}

TEST_F(CheckRegionPlan, refuses_a_transfer_of_other_elements) {
  Plan.transfers[0].copyInSet = set("{ B[a, b] }");
  expectWrong("not of elements of the array");
}

TEST_F(CheckRegionPlan, wants_bounds_of_every_dimension) {
  Plan.transfers[1].copyOutBox.upper.pop_back();
  expectWrong("box without bounds");
}

TEST_F(CheckRegionPlan, refuses_to_pass_an_array_by_value) {
  Plan.transfers[0].byValue = true;
  expectWrong("by value");
}

TEST_F(CheckRegionPlan, refuses_to_copy_a_private_array) {
  TheScop.arrays[1].storage = ArrayStorage::Private;
  expectWrong("copies a private array");
}

TEST_F(CheckRegionPlan, refuses_to_compare_or_probe_what_was_not_copied_in) {
  Plan.transfers[1].copyIn = false;
  expectGood();
  Plan.transfers[1].compared = true;
  expectWrong("compares with what was not copied in");
  Plan.transfers[1].compared = false;
  Plan.transfers[1].probed = true;
  expectWrong("probes what is not copied in");
}

TEST_F(CheckRegionPlan, wants_a_step_per_dimension_that_is_copied_out) {
  Plan.transfers[1].copyOutSteps = {1, 2};
  expectGood();
  Plan.transfers[1].copyOutSteps = {0, 2};
  expectWrong("one step per dimension");
  Plan.transfers[1].copyOutSteps = {2};
  expectWrong("one step per dimension");
  Plan.transfers[0].copyOutSteps = {2};
  expectWrong("one step per dimension");
}

} // namespace
