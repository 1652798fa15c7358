//===- TileGeometryTest.cpp - What the model counts -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SorNest.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace gputile {
namespace {

using test::sorNest;
using Longs = std::vector<long>;

long dot(const Longs &a, const Longs &b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0L);
}

/// Calls \p visit for all points of the box from \p least to \p most.
void forEachPoint(const Longs &least, const Longs &most,
                  const std::function<void(const Longs &)> &visit) {
  Longs point;
  const std::function<void()> next = [&] {
    const size_t r = point.size();
    if (r == least.size())
      return visit(point);
    for (long x = least[r]; x <= most[r]; ++x) {
      point.push_back(x);
      next();
      point.pop_back();
    }
  };
  next();
}

Longs lastOf(const Longs &sizes) {
  Longs last = sizes;
  for (long &x : last)
    --x;
  return last;
}

long elementsOneByOne(const TiledNest &nest, const Longs &sizes) {
  long count = 0;
  for (const ArrayUse &array : nest.arrays) {
    std::set<Longs> elements;
    forEachPoint(Longs(sizes.size(), 0), lastOf(sizes), [&](const Longs &point) {
      for (const Longs &shift : array.shifts) {
        Longs element;
        for (const Longs &subscript : array.subscripts)
          element.push_back(dot(subscript, point) + dot(subscript, shift));
        elements.insert(element);
      }
    });
    count += static_cast<long>(elements.size());
  }
  return count;
}

/// Points by tile.
std::map<Longs, long> tilesOneByOne(const TiledNest &nest, const Longs &sizes) {
  std::map<Longs, long> tiles;
  forEachPoint(nest.least, nest.most, [&](const Longs &point) {
    for (const LoopBounds &loop : nest.loops)
      if (dot(loop.iterator, point) < loop.least || dot(loop.iterator, point) > loop.most)
        return;
    Longs tile;
    for (size_t r = 0; r < point.size(); ++r)
      tile.push_back(point[r] >= 0 ? point[r] / sizes[r] : (point[r] + 1) / sizes[r] - 1);
    ++tiles[tile];
  });
  return tiles;
}

/// The balanced rows (2t + i, t + i) of the same solver in one dimension.
TiledNest balancedNest(long steps, long cells) {
  TiledNest nest;
  nest.carrying = 1;
  nest.least = {0, 0};
  nest.most = {2 * (steps - 1) + cells - 1, steps + cells - 2};
  nest.loops = {{{1, -1}, 0, steps - 1}, {{-1, 2}, 0, cells - 1}};
  nest.arrays = {{.subscripts = {{-1, 2}}, .shifts = {{-1, -1}, {0, 0}, {1, 1}}, .chain = {2, 1}}};
  return nest;
}

TEST(TileGeometry, wavefronts_have_the_points_of_the_tile) {
  for (const Longs &sizes : {Longs{1, 1}, Longs{40, 64}, Longs{7, 3, 5}, Longs{4, 4, 8, 32}})
    for (unsigned carrying = 1; carrying <= sizes.size(); ++carrying) {
      const TileWork tile{.points = intraTileWavefronts(sizes, carrying)};
      EXPECT_EQ(tile.volume(),
                std::accumulate(sizes.begin(), sizes.end(), 1L, std::multiplies<>()));
      const auto carried = std::accumulate(sizes.begin(), sizes.begin() + carrying, 0L);
      EXPECT_EQ(tile.wavefronts(), carried - static_cast<long>(carrying) + 1);
    }
  EXPECT_EQ(intraTileWavefronts({3, 4, 5}, 1), (Longs{20, 20, 20})); // Balanced.
}

TEST(TileGeometry, elements_are_those_that_the_points_access) {
  for (const Longs &sizes : {Longs{4, 6}, Longs{1, 9}, Longs{8, 2}})
    EXPECT_EQ(elementsOfTile(sorNest(1, 9, 9), sizes), elementsOneByOne(sorNest(1, 9, 9), sizes));
  for (const Longs &sizes : {Longs{2, 3, 4}, Longs{5, 4, 3}, Longs{1, 6, 2}})
    EXPECT_EQ(elementsOfTile(sorNest(2, 9, 9), sizes), elementsOneByOne(sorNest(2, 9, 9), sizes));
  for (const Longs &sizes : {Longs{3, 4, 2, 5}, Longs{4, 3, 3, 3}})
    EXPECT_EQ(elementsOfTile(sorNest(3, 9, 9), sizes), elementsOneByOne(sorNest(3, 9, 9), sizes));
  for (const Longs &sizes : {Longs{4, 6}, Longs{9, 5}, Longs{6, 3}})
    EXPECT_EQ(elementsOfTile(balancedNest(9, 9), sizes),
              elementsOneByOne(balancedNest(9, 9), sizes));
}

TEST(TileGeometry, shared_memory_is_a_box_around_the_elements) {
  EXPECT_EQ(sharedBytesOfTile(sorNest(1, 9, 9), {4, 6}), 4 * (4 + 6 + 1));
  EXPECT_EQ(sharedBytesOfTile(sorNest(2, 9, 9), {2, 3, 4}), 4 * 6 * 7);
  EXPECT_EQ(sharedBytesOfTile(sorNest(3, 9, 9), {2, 2, 2, 2}), 4 * 125);
  EXPECT_EQ(sharedBytesOfTile(balancedNest(9, 9), {4, 6}), 4 * (3 + 2 * 5 + 1 + 2));
}

TEST(TileGeometry, tiles_are_those_with_points) {
  for (const TiledNest &nest : {sorNest(1, 13, 29), balancedNest(11, 30)})
    for (const Longs &sizes : {Longs{2, 4}, Longs{5, 7}, Longs{16, 3}, Longs{1, 1}}) {
      std::map<long, TileCount> expected;
      for (const auto &[tile, points] : tilesOneByOne(nest, sizes)) {
        TileCount &count = expected[tile[0] + tile[1]];
        ++(points == sizes[0] * sizes[1] ? count.full : count.border);
      }
      const std::vector<TileCount> counted = interTileWavefronts(nest, sizes);
      long full = 0, border = 0, fullBefore = 0, borderBefore = 0;
      for (const TileCount &count : counted) {
        full += count.full;
        border += count.border;
      }
      for (const auto &[sum, count] : expected) {
        fullBefore += count.full;
        borderBefore += count.border;
      }
      EXPECT_EQ(full, fullBefore);
      // Tiles that the polytope meets between integers are counted, too.
      EXPECT_GE(border, borderBefore);
      EXPECT_LE(border, borderBefore + borderBefore / 4 + 2);
    }
}

TEST(TileGeometry, tiles_are_no_fewer_than_their_bound) {
  const auto expectBound = [](const TiledNest &nest, const Longs &sizes, double least) {
    double tiles = 0;
    for (const TileCount &count : interTileWavefronts(nest, sizes))
      tiles += static_cast<double>(count.full) + 0.5 * static_cast<double>(count.border);
    EXPECT_LE(leastTiles(nest, sizes), tiles);
    EXPECT_GE(leastTiles(nest, sizes), least * tiles);
  };
  expectBound(sorNest(1, 50, 200), {7, 9}, 0.5);
  expectBound(sorNest(1, 1, 200), {4, 9}, 0.2); // Tiles have a quarter of their points.
  expectBound(sorNest(2, 30, 60), {3, 4, 5}, 0.5);
  expectBound(balancedNest(100, 300), {8, 5}, 0.5);
}

TEST(TileGeometry, tiles_of_more_rows_are_few_too_many) {
  const TiledNest nest = sorNest(2, 10, 40);
  const Longs sizes{4, 5, 6};
  long full = 0, all = 0, fullCounted = 0, allCounted = 0;
  for (const auto &[tile, points] : tilesOneByOne(nest, sizes)) {
    full += points == 120;
    ++all;
  }
  for (const TileCount &count : interTileWavefronts(nest, sizes)) {
    fullCounted += count.full;
    allCounted += count.full + count.border;
  }
  EXPECT_EQ(fullCounted, full);
  EXPECT_GE(allCounted, all);
  EXPECT_LE(allCounted, all + all / 20);
}

/// Section 5 bounds the data reuse of tiles with very many time steps.
TEST(TileGeometry, reuse_has_the_limits_of_the_paper) {
  const long steps = 1 << 20;
  const auto expectLimit = [&](const Longs &sizes, double limit) {
    Longs tile{steps};
    tile.insert(tile.end(), sizes.begin(), sizes.end());
    const double reuse =
        static_cast<double>(std::accumulate(tile.begin(), tile.end(), 1L, std::multiplies<>())) /
        static_cast<double>(elementsOfTile(sorNest(sizes.size(), 9, 9), tile));
    EXPECT_LT(reuse, limit);
    EXPECT_GT(reuse, 0.9 * limit);
  };
  expectLimit({300}, 300);
  expectLimit({24, 40}, 24 * 40 / (24.0 + 40));
  expectLimit({10, 12, 8}, 960 / (120.0 + 80 + 96));
}

} // namespace
} // namespace gputile
