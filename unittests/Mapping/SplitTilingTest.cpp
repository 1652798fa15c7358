//===- SplitTilingTest.cpp - Scheme split as a tiled schedule -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Split/Tiling.h"
#include "Programs.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Schedule/SplitTiling.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::mapping;
using namespace gputile::test;

namespace {

struct SplitTiling : ::testing::Test {
  IslContext Ctx;
  Scop TheScop = jacobi1d(Ctx);
  std::vector<ArrayTransfer> Transfers;

  SplitBand band() const { return need(findSplitBand(TheScop, computeDependences(TheScop))); }

  static SplitBand need(const Result<SplitBand> &band) {
    EXPECT_TRUE(bool(band));
    return band ? *band : SplitBand();
  }
};

TEST_F(SplitTiling, colours_hold_every_instance_once) {
  const SplitBand rows = band();
  for (long height : {1L, 3L, 8L}) {
    const SplitRegion region{TheScop, rows, makeSplitShape(rows, height, {20}), Transfers};
    std::vector<TiledSchedule> all;
    for (const SplitColour &colour : region.shape.colours())
      all.push_back(tileSplit(region, {colour}));
    for (const TiledSchedule &tiled : all) {
      EXPECT_EQ(checkTiledSchedule(TheScop, tiled), "");
      EXPECT_EQ(checkTileSets(tiled, splitTileSets(region, tiled)), "");
    }
    EXPECT_EQ(checkTileCover(TheScop, all), "") << height;
    all.pop_back();
    EXPECT_NE(checkTileCover(TheScop, all), "") << height;
  }
}

TEST_F(SplitTiling, one_kernel_of_all_colours_has_a_shape_for_each) {
  const SplitBand rows = band();
  const SplitRegion region{TheScop, rows, makeSplitShape(rows, 4, {20}), Transfers, true};
  const TiledSchedule tiled = tileSplit(region, region.shape.colours());
  EXPECT_EQ(tiled.shapes.size(), 2u);
  EXPECT_EQ(tiled.hostDims, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(checkTiledSchedule(TheScop, tiled), "");
  EXPECT_EQ(checkTileCover(TheScop, {tiled}), "");
}

} // namespace
