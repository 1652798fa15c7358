//===- TileGeometry.cpp - Points, elements and tiles of a nest --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/TileGeometry.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>

namespace gputile {
namespace {

long dot(const RowVector &a, const RowVector &b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0L);
}

long floorDiv(long value, long by) { return value >= 0 ? value / by : -((-value + by - 1) / by); }

long ceilDiv(long value, long by) { return -floorDiv(-value, by); }

/// A box of points, per row [first, end).
struct PointBox {
  RowVector first, end;
};

bool contains(const PointBox &box, const RowVector &point) {
  for (size_t r = 0; r < point.size(); ++r)
    if (point[r] < box.first[r] || point[r] >= box.end[r])
      return false;
  return true;
}

bool isIn(const std::vector<PointBox> &boxes, const RowVector &point) {
  return std::any_of(boxes.begin(), boxes.end(),
                     [&](const PointBox &box) { return contains(box, point); });
}

RowVector minus(RowVector a, const RowVector &b) {
  for (size_t r = 0; r < a.size(); ++r)
    a[r] -= b[r];
  return a;
}

/// How many points of \p boxes have none before them in the chain. Every element of an unbroken
/// chain is counted at its first point.
long chainStarts(const std::vector<PointBox> &boxes, const RowVector &chain) {
  // Between two neighbouring faces of boxes, moved along the chain or not, all points are alike.
  const size_t rows = boxes.front().first.size();
  std::vector<RowVector> cuts(rows);
  for (size_t r = 0; r < rows; ++r) {
    for (const PointBox &box : boxes)
      for (const long face : {box.first[r], box.end[r]}) {
        cuts[r].push_back(face);
        if (!chain.empty())
          cuts[r].push_back(face + chain[r]);
      }
    std::sort(cuts[r].begin(), cuts[r].end());
    cuts[r].erase(std::unique(cuts[r].begin(), cuts[r].end()), cuts[r].end());
  }
  long count = 0;
  RowVector point(rows);
  const std::function<void(size_t, long)> visit = [&](size_t r, long volume) {
    if (r == rows) {
      if (isIn(boxes, point) && (chain.empty() || !isIn(boxes, minus(point, chain))))
        count += volume;
      return;
    }
    for (size_t c = 0; c + 1 < cuts[r].size(); ++c) {
      point[r] = cuts[r][c];
      visit(r + 1, volume * (cuts[r][c + 1] - cuts[r][c]));
    }
  };
  visit(0, 1);
  return count;
}

/// How far a function is from its value at the first point of a tile, over the tile.
struct Spread {
  long least = 0, most = 0;
};

Spread spreadOf(const RowVector &function, const std::vector<long> &sizes) {
  Spread spread;
  for (size_t r = 0; r < sizes.size(); ++r) {
    const long across = function[r] * (sizes[r] - 1);
    spread.least += std::min(0L, across);
    spread.most += std::max(0L, across);
  }
  return spread;
}

/// Integers from first to last; none where last is before first.
struct Interval {
  long first, last;

  /// Those t for which least <= slope * t + offset <= most, too.
  void clip(long slope, long offset, long least, long most) {
    if (slope < 0)
      return clip(-slope, -offset, -most, -least);
    if (slope > 0) {
      first = std::max(first, ceilDiv(least - offset, slope));
      last = std::min(last, floorDiv(most - offset, slope));
    } else if (offset < least || offset > most) {
      last = std::numeric_limits<long>::min();
    }
  }
};

/// Counts tiles by the sum of their coordinates.
class TileCounter {
public:
  TileCounter(const TiledNest &nest, const std::vector<long> &sizes) : Nest(nest), Sizes(sizes) {
    size_t sums = 0;
    for (size_t r = 0; r < sizes.size(); ++r) {
      First.push_back(floorDiv(nest.least[r], sizes[r]));
      Count.push_back(floorDiv(nest.most[r], sizes[r]) - First[r] + 1);
      sums += static_cast<size_t>(Count[r] - 1);
      if (Count[r] > Count[Inner])
        Inner = r;
    }
    for (const LoopBounds &loop : nest.loops)
      Spreads.push_back(spreadOf(loop.iterator, sizes));
    Full.assign(sums + 2, 0);
    Working.assign(sums + 2, 0);
  }

  std::vector<TileCount> count() {
    RowVector corner(Sizes.size(), 0);
    visit(0, 0, corner);
    std::vector<TileCount> result;
    long full = 0, working = 0;
    for (size_t sum = 0; sum < Full.size(); ++sum) {
      full += Full[sum];
      working += Working[sum];
      if (working > 0)
        result.push_back({full, working - full});
    }
    return result;
  }

private:
  /// \param before the sum of the coordinates of rows before \p r, each from its first tile on
  /// \param corner the first point of the tile; 0 in the inner row, and in rows from \p r on
  void visit(size_t r, long before, RowVector &corner) {
    if (r == Sizes.size())
      return countInnerRow(before, corner);
    if (r == Inner)
      return visit(r + 1, before, corner);
    for (long tile = 0; tile < Count[r]; ++tile) {
      corner[r] = (First[r] + tile) * Sizes[r];
      visit(r + 1, before + tile, corner);
    }
    corner[r] = 0;
  }

  /// All tiles along the row that has most of them.
  void countInnerRow(long before, const RowVector &corner) {
    Interval working{First[Inner], First[Inner] + Count[Inner] - 1}, full = working;
    for (size_t d = 0; d < Nest.loops.size(); ++d) {
      const LoopBounds &loop = Nest.loops[d];
      const long slope = loop.iterator[Inner] * Sizes[Inner];
      const long at = dot(loop.iterator, corner);
      const Spread &spread = Spreads[d];
      working.clip(slope, at, loop.least - spread.most, loop.most - spread.least);
      full.clip(slope, at, loop.least - spread.least, loop.most - spread.most);
    }
    add(Working, before, working);
    add(Full, before, full);
  }

  /// Adds one for each of \p tiles to the differences of neighbouring \p counts.
  void add(std::vector<long> &counts, long before, const Interval &tiles) const {
    if (tiles.last < tiles.first)
      return;
    ++counts[static_cast<size_t>(before + tiles.first - First[Inner])];
    --counts[static_cast<size_t>(before + tiles.last - First[Inner]) + 1];
  }

  const TiledNest &Nest;
  const std::vector<long> &Sizes;
  RowVector First, Count; ///< Tiles per row.
  size_t Inner = 0;       ///< The row with most of them.
  std::vector<Spread> Spreads;
  std::vector<long> Full, Working; ///< By sum, as differences to the sum before.
};

} // namespace

double TiledNest::points() const {
  double product = 1;
  for (const LoopBounds &loop : loops)
    product *= static_cast<double>(loop.most - loop.least + 1);
  return product;
}

std::vector<long> intraTileWavefronts(const std::vector<long> &sizes, unsigned carrying) {
  long beside = 1;
  for (size_t r = carrying; r < sizes.size(); ++r)
    beside *= sizes[r];
  std::vector<long> points{beside};
  for (size_t r = 0; r < carrying; ++r) {
    const auto size = static_cast<size_t>(sizes[r]);
    std::vector<long> sums(points.size() + size - 1);
    long window = 0;
    for (size_t e = 0; e < sums.size(); ++e) {
      window += e < points.size() ? points[e] : 0;
      window -= e >= size ? points[e - size] : 0;
      sums[e] = window;
    }
    points = std::move(sums);
  }
  return points;
}

long elementsOfTile(const TiledNest &nest, const std::vector<long> &sizes) {
  long elements = 0;
  for (const ArrayUse &array : nest.arrays) {
    std::vector<PointBox> boxes;
    for (const RowVector &shift : array.shifts) {
      PointBox box{shift, shift};
      for (size_t r = 0; r < sizes.size(); ++r)
        box.end[r] += sizes[r];
      boxes.push_back(std::move(box));
    }
    elements += chainStarts(boxes, array.chain);
  }
  return elements;
}

long sharedBytesOfTile(const TiledNest &nest, const std::vector<long> &sizes) {
  long bytes = 0;
  for (const ArrayUse &array : nest.arrays) {
    long elements = 1;
    for (const RowVector &subscript : array.subscripts) {
      const Spread spread = spreadOf(subscript, sizes);
      long least = std::numeric_limits<long>::max(), most = std::numeric_limits<long>::min();
      for (const RowVector &shift : array.shifts) {
        least = std::min(least, dot(subscript, shift));
        most = std::max(most, dot(subscript, shift));
      }
      elements *= spread.most - spread.least + 1 + most - least;
    }
    bytes += elements * array.elementBytes;
  }
  return bytes;
}

TileWork workOfTile(const TiledNest &nest, const std::vector<long> &sizes) {
  return {.points = intraTileWavefronts(sizes, nest.carrying),
          .elements = elementsOfTile(nest, sizes)};
}

std::vector<TileCount> interTileWavefronts(const TiledNest &nest, const std::vector<long> &sizes) {
  return TileCounter(nest, sizes).count();
}

double leastTiles(const TiledNest &nest, const std::vector<long> &sizes) {
  double volume = 1, inner = 1;
  for (const long size : sizes)
    volume *= static_cast<double>(size);
  for (const LoopBounds &loop : nest.loops) {
    const Spread spread = spreadOf(loop.iterator, sizes);
    inner *= static_cast<double>(
        std::max(0L, loop.most - loop.least + 1 - 2 * (spread.most - spread.least)));
  }
  return (nest.points() + inner) / (2 * volume);
}

} // namespace gputile
