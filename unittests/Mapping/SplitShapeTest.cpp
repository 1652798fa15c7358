//===- SplitShapeTest.cpp - The tiles of a band, by their definition ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Split/Shape.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::mapping;

namespace {

SplitShape shapeOf(long height, const std::vector<ConeSlopes> &cone, std::vector<long> periods) {
  SplitBand band;
  band.space.resize(cone.size());
  band.cone = cone;
  return makeSplitShape(band, height, periods);
}

/// The points of all tiles of \p colour.
isl::set pointsOf(IslContext &ctx, const SplitShape &shape, const SplitColour &colour) {
  return splitTiles(ctx.get(), shape, colour).range();
}

/// { [tau, x…] -> [tau', x'…] } of all dependences that the slopes allow in a band.
isl::map cone(IslContext &ctx, const SplitShape &shape) {
  std::string from = "[tau", to = "[tau2", conditions = "tau < tau2 and exists T : ";
  const std::string h = std::to_string(shape.height);
  conditions += h + "T <= tau < " + h + "T + " + h + " and " + h + "T <= tau2 < " + h + "T + " + h;
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    const std::string x = "x" + std::to_string(d), y = "y" + std::to_string(d);
    from += ", " + x;
    to += ", " + y;
    const ConeSlopes &cone = shape.dims[d].cone;
    const auto text = [](long v) { return std::to_string(v); };
    conditions += " and " + text(cone.up.den) + " * (" + y + " - " + x +
                  ") <= " + text(cone.up.num) + " * (tau2 - tau)";
    conditions += " and " + text(cone.down.den) + " * (" + y + " - " + x + ") >= -" +
                  text(cone.down.num) + " * (tau2 - tau)";
  }
  return isl::map(ctx.get(), "{ " + from + "] -> " + to + "] : " + conditions + " }");
}

/// { [T, b…] -> [tau, x…] } around the tiles of \p colour.
isl::map boxesOf(IslContext &ctx, const SplitShape &shape, const SplitColour &colour) {
  isl::map boxes = splitBoxes(ctx.get(), shape, 0, shape.height - 1);
  for (unsigned d = 0; d < colour.size(); ++d)
    boxes = isl::manage(isl_map_fix_si(boxes.release(), isl_dim_in, 1 + d, colour[d]));
  return isl::manage(isl_map_project_out(boxes.release(), isl_dim_in, 1, colour.size()));
}

/// Everything that must hold of a shape.
void expectLegal(IslContext &ctx, const SplitShape &shape) {
  const std::vector<SplitColour> colours = shape.colours();
  const isl::map dependences = cone(ctx, shape);
  isl::set covered =
      pointsOf(ctx, shape, colours.front()).empty(pointsOf(ctx, shape, colours.front()).space());
  std::vector<isl::map> tiles;
  for (const SplitColour &colour : colours) {
    const isl::map mine = splitTiles(ctx.get(), shape, colour);
    EXPECT_TRUE(mine.is_injective()) << "a point is in two tiles of one colour";
    EXPECT_TRUE(mine.is_subset(boxesOf(ctx, shape, colour)));
    EXPECT_TRUE(covered.is_disjoint(mine.range())) << "two colours overlap";
    const isl::map between = mine.apply_range(dependences).apply_range(mine.reverse());
    EXPECT_TRUE(between.is_subset(isl::manage(isl_map_identity(between.space().release()))))
        << "tiles of one colour depend on each other";
    for (const isl::map &earlier : tiles)
      EXPECT_TRUE(mine.apply_range(dependences).apply_range(earlier.reverse()).is_empty())
          << "a colour depends on a later one";
    covered = covered.unite(mine.range());
    tiles.push_back(mine);
  }
  EXPECT_TRUE(covered.is_equal(isl::set::universe(covered.space()))) << "a point is in no tile";
}

constexpr ConeSlopes none{{0, 1}, {0, 1}}, one{{1, 1}, {1, 1}}, leaning{{2, 1}, {0, 1}},
    broken{{3, 2}, {1, 3}};

TEST(SplitShape, intervals_are_a_partition_that_follows_the_slopes) {
  IslContext ctx;
  for (const ConeSlopes &cone : {none, one, leaning, broken})
    for (long height : {1, 2, 3, 5, 8})
      for (long more : {0, 1, 2, 7}) {
        const long least = shapeOf(height, {cone}, {1}).shrinkage(0);
        expectLegal(ctx, shapeOf(height, {cone}, {std::max(1L, least + more)}));
      }
}

TEST(SplitShape, two_dimensions_have_four_colours) {
  IslContext ctx;
  const SplitShape shape = shapeOf(4, {one, broken}, {8, 9});
  EXPECT_EQ(shape.colours(),
            (std::vector<SplitColour>{{false, false}, {false, true}, {true, false}, {true, true}}));
  expectLegal(ctx, shape);
  expectLegal(ctx, shapeOf(3, {leaning, one}, {5, 4}));
}

TEST(SplitShape, a_dimension_with_a_flat_cone_has_no_colours) {
  IslContext ctx;
  const SplitShape shape = shapeOf(4, {none, one}, {5, 8});
  EXPECT_EQ(shape.colours(), (std::vector<SplitColour>{{false, false}, {false, true}}));
  expectLegal(ctx, shape);
}

TEST(SplitShape, three_dimensions_have_eight_colours) {
  IslContext ctx;
  const SplitShape shape = shapeOf(2, {one, one, leaning}, {3, 4, 4});
  EXPECT_EQ(shape.colours().size(), 8u);
  expectLegal(ctx, shape);
}

/// Grosser et al. 2013, section 3: A[t][i] = A[t-1][i-1] + A[t-1][i+1], tiles 64 x 32.
TEST(SplitShape, the_running_example_has_the_papers_tiles) {
  IslContext ctx;
  const SplitShape shape = shapeOf(32, {one}, {64});
  EXPECT_EQ(shape.dims[0].base, 63);
  const isl::set green(ctx.get(), "{ [t, i] : (i mod 64) - (t mod 32) >= 0 and "
                                  "(i mod 64) + (t mod 32) <= 62 }");
  EXPECT_TRUE(pointsOf(ctx, shape, {false}).is_equal(green));
  const isl::set purple(ctx.get(), "{ [t, i] : exists u, j: i = 64u + j and 31 <= j < 31 + 64 and "
                                   "j - (t mod 32) < 64 and j + (t mod 32) > 62 }");
  EXPECT_TRUE(pointsOf(ctx, shape, {true}).is_equal(purple));
  expectLegal(ctx, shape);
}

/// Section 4.1: a colour is the pyramid, stretched along its dimensions, without the
/// colours before it.
TEST(SplitShape, colours_are_stretched_pyramids_minus_earlier_colours) {
  IslContext ctx;
  for (const SplitShape &shape :
       {shapeOf(3, {one, broken}, {6, 7}), shapeOf(2, {one, leaning, one}, {3, 4, 4})}) {
    isl::set earlier = isl::set::empty(pointsOf(ctx, shape, shape.colours().front()).space());
    const isl::map pyramid = splitTiles(ctx.get(), shape, shape.colours().front());
    for (const SplitColour &colour : shape.colours()) {
      isl::set stretched = pyramid.range();
      // Stretching lets a coordinate take any value.
      for (unsigned d = 0; d < colour.size(); ++d)
        if (colour[d])
          stretched = isl::manage(isl_set_eliminate(stretched.release(), isl_dim_set, d + 1, 1));
      const isl::set mine = pointsOf(ctx, shape, colour);
      EXPECT_TRUE(stretched.subtract(earlier).is_equal(mine));
      earlier = earlier.unite(mine);
    }
  }
}

TEST(SplitShape, both_kinds_have_the_same_size) {
  const SplitShape shape = shapeOf(8, {one}, {40});
  for (long p = 0; p < 8; ++p) {
    EXPECT_EQ(shape.width(0, false, p), 27 - 2 * p);
    EXPECT_EQ(shape.width(0, true, p), 13 + 2 * p);
  }
  EXPECT_EQ(shape.widest(0, false), shape.widest(0, true));
}

TEST(SplitShape, tiles_and_boxes_start_at_any_number) {
  IslContext ctx;
  // Inverted tiles begin at negative places, and tiles of one step have no height.
  const SplitShape shape = shapeOf(1, {one}, {1});
  EXPECT_TRUE(splitTiles(ctx.get(), shape, {false})
                  .is_equal(isl::map(ctx.get(), "{ [T, b] -> [T, b] }")));
  EXPECT_TRUE(splitTiles(ctx.get(), shape, {true}).is_empty());
  for (const ConeSlopes &cone : {one, leaning, broken})
    for (long height : {1, 2, 6}) {
      const long least = shapeOf(height, {cone, cone, cone}, {1, 1, 1}).shrinkage(0);
      const long period = std::max(1L, least);
      expectLegal(ctx, shapeOf(height, {cone}, {period}));
    }
}

} // namespace
