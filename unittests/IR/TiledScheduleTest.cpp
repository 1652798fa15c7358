//===- TiledScheduleTest.cpp - Tests of the invariants of tiles -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include "gputile/IR/TiledSchedule.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// Tiles of 4 times and 8 points, launched in wavefronts, from which each test breaks one
/// thing.
class Tiles : public ::testing::Test {
protected:
  Tiles() {
    Tiled.statements = {0, 1};
    Tiled.sizes = {4, 8};
    Tiled.hostDims = {0};
    Tiled.band = {onBoth("t"), onBoth("t + i")};
    Tiled.shapes.push_back({.launch = {onBoth("floor(t/4) + floor((t + i)/8)"), onBoth("3")},
                            .rows = {{onBoth("t + i"), 8}},
                            .points = map("{ [h, b] -> [x, y] : 4h - 4b <= x < 4h - 4b + 4 and "
                                          "8b <= y < 8b + 8 }"),
                            .instances = {}});
    Tiled.order = {onBoth("0"), onBoth("t mod 4"), onBoth("0")};
    setStep(1, 1);
    Tiled.levels = {{0, -1, {0, 1}}, {2, 0, {0, 1}}};
    Tiled.steps = 2;
    Tiled.leaf = {{0, 0}, {1, 1}};
  }

  Coordinate onBoth(const std::string &value) {
    Coordinate c;
    for (unsigned s : {0u, 1u})
      c.emplace(s, isl::aff(Ctx.get(), "{ S" + std::to_string(s) + "[t,i] -> [(" + value + ")] }"));
    return c;
  }

  void setStep(unsigned s, long step) {
    Tiled.order[2].at(s) = isl::aff(Ctx.get(), "{ S" + std::to_string(s) + "[t,i] -> [(" +
                                                   std::to_string(step) + ")] }");
  }

  TileShape &shape() { return Tiled.shapes.front(); }

  /// All tiles may have work at all times.
  TileSets setsOfTiles() {
    const isl::set times = set("{ [h, b, t] }");
    return {.working = set("{ [h, b] }"),
            .full = set("{ [h, b] : false }"),
            .launches = set("{ [h] }"),
            .times = StepTimes{.all = set("{ [t] : 0 <= t < 4 }"),
                               .first = isl::aff(Ctx.get(), "{ [h, b] -> [(0)] }"),
                               .ofStep = {times, times},
                               .any = times}};
  }

  static void expectIn(const std::string &message, const std::string &part) {
    EXPECT_NE(message.find(part), std::string::npos) << "message: '" << message << "'";
  }
  void expectWrong(const std::string &part) { expectIn(checkTiledSchedule(TheScop, Tiled), part); }
  void expectWrongCover(const std::string &part) { expectIn(checkTileCover(TheScop, {Tiled}), part); }

  isl::map map(const std::string &text) { return isl::map(Ctx.get(), text); }
  isl::set set(const std::string &text) { return isl::set(Ctx.get(), text); }

  IslContext Ctx;
  Scop TheScop = TestScop(Ctx, "[n]")
                     .array("A", 1)
                     .statement("{ S0[t,i] : 0 <= t, i < n }", "{ S0[t,i] -> [t, 0, i] }")
                     .write("{ S0[t,i] -> A[i] }")
                     .statement("{ S1[t,i] : 0 <= t, i < n }", "{ S1[t,i] -> [t, 1, i] }")
                     .write("{ S1[t,i] -> A[i] }")
                     .build();
  TiledSchedule Tiled;
};

TEST_F(Tiles, of_good_form_are_accepted) {
  EXPECT_EQ(checkTiledSchedule(TheScop, Tiled), "");
  EXPECT_EQ(checkTileSets(Tiled, setsOfTiles()), "");
  EXPECT_EQ(checkTileCover(TheScop, {Tiled}), "");
}

TEST_F(Tiles, have_statements_in_order) {
  Tiled.statements = {1, 0};
  expectWrong("the statements");
  Tiled.statements = {0, 2};
  expectWrong("the statements");
  Tiled.statements = {};
  expectWrong("the statements");
}

TEST_F(Tiles, have_positive_sizes) {
  Tiled.sizes = {4, 0};
  expectWrong("tile size");
}

TEST_F(Tiles, are_points_in_rows_of_every_statement) {
  Tiled.band[1].erase(1);
  expectWrong("row of the band");
}

TEST_F(Tiles, have_coordinates_of_instances) {
  Tiled.order[1].at(1) = isl::aff(Ctx.get(), "{ S0[t,i] -> [(t)] }");
  expectWrong("order position");
  Tiled.order[1].at(1) = isl::aff(Ctx.get(), "{ S1[t] -> [(t)] }");
  expectWrong("order position");
}

TEST_F(Tiles, have_steps_below_their_number) {
  Tiled.steps = 1;
  expectWrong("S1 has no step");
  setStep(0, -1);
  expectWrong("S0 has no step");
}

TEST_F(Tiles, have_steps_at_the_end_of_their_order) {
  Tiled.levels.pop_back();
  expectWrong("the steps are not at the last level");
  Tiled.steps = 0;
  EXPECT_EQ(checkTiledSchedule(TheScop, Tiled), "");
}

TEST_F(Tiles, have_levels_with_scalars) {
  Tiled.levels[1].prefix = 1;
  expectWrong("no scalar");
  Tiled.levels[1] = {2, 1, {0}};
  expectWrong("a level is in none before it");
  Tiled.levels[0].statements = {0};
  expectWrong("the first level");
}

TEST_F(Tiles, have_a_place_per_statement) {
  Tiled.leaf.at(1) = 0;
  EXPECT_EQ(checkTiledSchedule(TheScop, Tiled), ""); // The steps differ.
  setStep(1, 0);
  expectWrong("S1 has the place of another statement");
  Tiled.leaf.erase(1);
  expectWrong("S1 has no leaf");
}

TEST_F(Tiles, have_a_shape) {
  Tiled.shapes.clear();
  expectWrong("no tiles");
}

TEST_F(Tiles, have_host_dimensions_among_the_launch_positions) {
  Tiled.hostDims = {2};
  expectWrong("host dimensions");
}

TEST_F(Tiles, of_all_shapes_have_coordinates_of_one_length) {
  Tiled.shapes.push_back(shape());
  Tiled.shapes[1].rows.clear();
  expectWrong("different length");
}

TEST_F(Tiles, vary_along_host_dimensions_only) {
  Tiled.hostDims = {1};
  expectWrong("launch position 0");
  Tiled.hostDims = {0};
  shape().launch[1].at(1) = isl::aff(Ctx.get(), "{ S1[t,i] -> [(4)] }");
  expectWrong("launch position 1");
}

TEST_F(Tiles, are_cut_from_parallel_rows) {
  shape().rows[0].size = 0;
  expectWrong("parallel row");
}

TEST_F(Tiles, have_points_in_the_band) {
  shape().points = map("{ [h] -> [x, y] }");
  expectWrong("points of a tile");
  shape().points = map("{ [h, b] -> [x] }");
  expectWrong("points of a tile");
}

TEST_F(Tiles, hold_instances_of_their_statements) {
  shape().instances.emplace(0, set("{ S1[t, i] }"));
  expectWrong("instances of something else");
}

TEST_F(Tiles, recompute_instances_of_their_statements) {
  Tiled.recomputed.emplace(0, map("{ S0[t, i] -> [h, b] }"));
  EXPECT_EQ(checkTiledSchedule(TheScop, Tiled), "");
  Tiled.recomputed.at(0) = map("{ S0[t, i] -> [h] }");
  expectWrong("recomputed");
}

TEST_F(Tiles, have_sets_of_their_own_dimensions) {
  TileSets sets = setsOfTiles();
  sets.full = set("{ [b] }");
  expectIn(checkTileSets(Tiled, sets), "set of tiles");
  sets = setsOfTiles();
  sets.launches = set("{ [h, b] }");
  expectIn(checkTileSets(Tiled, sets), "launches");
  sets = setsOfTiles();
  sets.times->all = set("{ [h, t] }");
  expectIn(checkTileSets(Tiled, sets), "set of numbers");
  sets = setsOfTiles();
  sets.times->first = isl::aff(Ctx.get(), "{ [h] -> [(0)] }");
  expectIn(checkTileSets(Tiled, sets), "first time");
  sets = setsOfTiles();
  sets.times->ofStep.pop_back();
  expectIn(checkTileSets(Tiled, sets), "one set of times per step");
  sets = setsOfTiles();
  sets.times->any = sets.working;
  expectIn(checkTileSets(Tiled, sets), "times of tiles");
  sets.times.reset();
  expectIn(checkTileSets(Tiled, sets), "steps without times");
}

TEST_F(Tiles, hold_every_instance) {
  shape().instances.emplace(1, TheScop.statements[1].domain.intersect(set("{ S1[t, i] : t > 0 }")));
  expectWrongCover("instances of S1 lie in no tile");
}

TEST_F(Tiles, hold_no_instance_twice) {
  Tiled.shapes.push_back(shape());
  expectWrongCover("instances of S0 lie in tiles of two shapes");
}

TEST_F(Tiles, hold_instances_among_their_points) {
  shape().rows[0].size = 4;
  expectWrongCover("instances of S0 are not among the points of their tiles");
}

TEST_F(Tiles, can_be_printed) {
  const std::string text = printTiledSchedule(Tiled);
  for (const char *part : {"tiles of (4, 8) of statements {0, 1}, host dimensions (0)", "parallel ",
                           " by 8\n", "level at 2 in 0 of statements {0, 1}", "steps 2", "S1 is leaf 1"})
    expectIn(text, part);
}

} // namespace
