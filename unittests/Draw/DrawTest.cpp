//===- DrawTest.cpp - Pictures of dependences and tiles ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"
#include "Programs.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Draw/Draw.h"

using namespace gputile;
using namespace gputile::test;

namespace {

unsigned count(const std::string &text, const std::string &part) {
  unsigned number = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++number;
  return number;
}

/// Every element is closed, in the right order, and no '<' or '&' stands in text.
bool isWellFormed(const std::string &svg) {
  std::vector<std::string> open;
  for (size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const size_t end = svg.find('>', at);
    if (end == std::string::npos || svg.find('<', at + 1) < end)
      return false;
    const std::string tag = svg.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find(' '));
    if (name[0] == '/') {
      if (open.empty() || open.back() != name.substr(1))
        return false;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
  }
  return open.empty();
}

/// Figure 2 in tiles of 4 x 8 of the given hyperplanes.
struct Figure2Tiles : ::testing::Test {
  IslContext ctx;
  Scop scop = figure2(ctx);
  Ddg ddg{markHindering(scop, computeDependences(scop))};

  std::string draw(const std::string &first, const std::string &second,
                   const std::vector<std::string> &dims = {}) {
    scop.clauses.tile.value = {4, 8};
    Tree t(scop);
    const ScheduleNode tree = t.band({t.row({"S0[t,i] -> [(" + first + ")]"}, false),
                                      t.row({"S0[t,i] -> [(" + second + ")]"}, false)},
                                     t.leaf({"S0"}));
    Result<RegionPlan> plan = mapWavefront(scop, ddg, tree, {});
    if (!plan)
      return "not mapped";
    return drawTiles(scop, ddg, plan->kernels[0], dims).value_or("no picture");
  }
};

TEST_F(Figure2Tiles, all_points_are_drawn_for_parameters_that_fill_the_picture) {
  const std::string svg = draw("t", "t + i");
  EXPECT_TRUE(isWellFormed(svg)) << svg;
  EXPECT_NE(svg.find("T = 12, I = 16"), std::string::npos);
  EXPECT_EQ(count(svg, "class=\"point\""), 12u * 16u);
}

TEST_F(Figure2Tiles, arrows_are_the_distances_and_mark_the_hindering_one) {
  // (1,0) of flow, anti and output; (1,-1) of flow; (0,1) of the anti dependence.
  const std::string svg = draw("t", "t + i");
  EXPECT_EQ(count(svg, "class=\"dependence\""), 3u);
  EXPECT_EQ(count(svg, "(0, 1) anti, hinders"), 1u);
  EXPECT_EQ(count(svg, "(1, 0) anti flow output"), 1u);
  EXPECT_EQ(count(svg, "(1, -1) flow<"), 1u);
}

TEST_F(Figure2Tiles, outlines_separate_tiles) {
  // Bands of 4 rows from t = 0: 4 of them in t = 1 … 12; within them lines of slope -1.
  const std::string svg = draw("t", "t + i");
  // 2 * 16 + 2 * 12 around the picture, 3 * 16 between the bands of rows, and between
  // tiles of a band the lines t + i = 8k: 2 vertical edges per row (16 columns, 8 wide).
  const unsigned around = 2 * 16 + 2 * 12, between = 3 * 16;
  unsigned inside = 0;
  for (long t = 1; t <= 12; ++t)
    for (long i = 1; i <= 16; ++i) {
      inside += i < 16 && (t + i + 1) % 8 == 0;                     // to the next column
      inside += t < 12 && (t + 1) % 4 != 0 && (t + 1 + i) % 8 == 0; // to the next row
    }
  EXPECT_EQ(count(svg, "class=\"edge\""), around + between + inside);
}

TEST_F(Figure2Tiles, wavefronts_join_points_of_one_tile) {
  // By the first row of a balanced band: 2t + i is constant along them.
  const std::string svg = draw("2*t + i", "t");
  EXPECT_GT(count(svg, "class=\"wavefront\""), 20u);
  EXPECT_EQ(count(svg, "wavefront in a tile"), 1u);
}

TEST_F(Figure2Tiles, dimensions_are_chosen_by_name) {
  const std::string svg = draw("t", "t + i", {"i", "t"});
  EXPECT_NE(svg.find("T = 16, I = 12"), std::string::npos);
  EXPECT_EQ(count(svg, "(1, 0) anti, hinders"), 1u);
  EXPECT_EQ(draw("t", "t + i", {"i", "x"}), "no picture");
  EXPECT_EQ(draw("t", "t + i", {"i", "i"}), "no picture");
}

TEST(DrawDependences, edges_of_a_statement_share_an_arrow_and_hindering_ones_are_red) {
  IslContext ctx;
  const Scop scop = figure2(ctx);
  const std::string svg = drawDependences(scop, markHindering(scop, computeDependences(scop)));
  EXPECT_TRUE(isWellFormed(svg)) << svg;
  EXPECT_EQ(count(svg, "class=\"dependence\""), 1u);
  EXPECT_EQ(count(svg, "flow A (1, 0)<"), 1u);
  EXPECT_EQ(count(svg, "flow A (1, -1)<"), 1u);
  EXPECT_EQ(count(svg, "fill=\"#c62828\">anti A (0, 1) hinders<"), 1u);
}

TEST(DrawDependences, statements_are_joined_in_both_directions) {
  IslContext ctx;
  const Scop scop = jacobi1d(ctx);
  const std::string svg = drawDependences(scop, computeDependences(scop));
  EXPECT_TRUE(isWellFormed(svg)) << svg;
  // S0 to S1, S1 to S0, and the output dependences of both with themselves.
  EXPECT_EQ(count(svg, "class=\"dependence\""), 4u);
  EXPECT_EQ(count(svg, "flow B (0, 0)<"), 1u);
  EXPECT_EQ(count(svg, "flow A (1, -1)<"), 1u);
}

TEST(DrawTiles, kernels_of_single_loops_have_no_picture) {
  IslContext ctx;
  const Scop scop = TestScop(ctx, "[n]")
                        .array("A", 1)
                        .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                        .write("{ S0[i] -> A[i] }")
                        .build();
  Tree t(scop);
  const RegionPlan plan =
      expectMapped(scop, t.band({t.row({"S0[i] -> [(i)]"}, true)}, t.leaf({"S0"})));
  EXPECT_FALSE(drawTiles(scop, computeDependences(scop), plan.kernels[0]));
}

} // namespace
