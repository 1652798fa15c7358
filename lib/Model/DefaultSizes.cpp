//===- DefaultSizes.cpp - What sizes are without clauses --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/DefaultSizes.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace gputile {

/// One row: a thread per point. Where threads run loops, there may be as few of them as a matrix
/// has rows, or a field has lines: small blocks spread over the device. More rows: four points per
/// thread, which share operands in registers.
static DefaultSizes longRowDefaults(size_t mappedRows, bool spread) {
  if (mappedRows == 1 && spread)
    return {{64}, {64}, 16};
  if (mappedRows == 1)
    return {{256}, {256}, 16};
  if (mappedRows == 2 && spread)
    return {{2, 32}, {2, 32}, 32};
  if (mappedRows == 2)
    return {{32, 32}, {8, 32}, 32};
  if (spread)
    return {{1, 2, 32}, {1, 2, 32}, 16};
  return {{4, 8, 32}, {2, 4, 32}, 16};
}

static long product(const std::vector<long> &factors) {
  return std::accumulate(factors.begin(), factors.end(), 1L, std::multiplies<>());
}

namespace {

/// Gives the threads that rows of few values leave idle to others: those of a vector's components,
/// say, in arrays whose last or first dimension they are.
class ShortRows {
public:
  ShortRows(DefaultSizes sizes, const std::vector<std::optional<long>> &extents)
      : Sizes(std::move(sizes)), Extents(extents), Threads(product(Sizes.block)),
        Points(product(Sizes.tile) / Threads) {
    for (size_t row = 0; row < extents.size(); ++row)
      Short.push_back(isShort(row));
  }

  DefaultSizes fit() {
    if (std::find(Short.begin(), Short.end(), true) == Short.end())
      return Sizes;
    const size_t x = Short.size() - 1;
    std::optional<size_t> longest; // The innermost long row beside x.
    setRow(x, Short[x] ? *Extents[x] : Sizes.block[x], 1);
    for (size_t row = x; row-- > 0;) {
      if (!Short[row]) {
        setRow(row, 1, 1);
        longest = longest.value_or(row);
      } else if (!Short[x] && *Extents[row] <= mostComponents) {
        setRow(row, 1, *Extents[row]); // They share the operands that all components have.
      } else if (!Short[x] && std::find(Short.begin(), Short.end() - 1, false) != Short.end() - 1) {
        setRow(row, 1, 1); // A block for each, whose threads go to long rows.
      } else {
        const long threads = largestPart(*Extents[row], Threads);
        setRow(row, threads, largestPart(*Extents[row] / threads, Points));
      }
    }
    if (longest)
      setRow(*longest, Threads < evenThreads ? Threads : Threads / evenThreads * evenThreads,
             std::max(1L, Points));
    else if (!Short[x])
      setRow(x, Sizes.block[x] * Threads, 1);
    return Sizes;
  }

private:
  static constexpr long mostComponents = 8;
  /// Rows of blocks begin where sectors of memory do.
  static constexpr long evenThreads = 4;

  /// Whether tiles would be half empty, or the last one of two. With no other row, two blocks are
  /// better than one.
  bool isShort(size_t row) const {
    const long tile = Sizes.tile[row], most = Extents.size() == 1 ? tile : 2 * tile;
    return Extents[row] && *Extents[row] < most && *Extents[row] % tile != 0;
  }

  /// A number up to \p most: one that divides \p values, unless these are few.
  static long largestPart(long values, long most) {
    most = std::max(1L, std::min(values, most));
    for (long part = most; 2 * part >= most; --part)
      if (values % part == 0)
        return part;
    return most;
  }

  void setRow(size_t row, long threads, long points) {
    threads = std::max(1L, threads);
    Sizes.block[row] = threads;
    Sizes.tile[row] = threads * points;
    Threads /= threads;
    Points /= points;
  }

  DefaultSizes Sizes;
  const std::vector<std::optional<long>> &Extents;
  std::vector<bool> Short;
  long Threads, Points; ///< Of a block and of a thread, still to be had.
};

} // namespace

DefaultSizes parallelDefaults(const std::vector<std::optional<long>> &extents, bool spread,
                              bool hasComponents) {
  DefaultSizes sizes = longRowDefaults(extents.size(), spread);
  if (hasComponents)
    sizes.tile = sizes.block;
  return ShortRows(std::move(sizes), extents).fit();
}

/// Memory is read as fast as loads wait together, and a sum goes no faster than its additions, one
/// after another: the block fetches 16 elements a thread, which few of its threads then add up. So
/// few rows of a matrix are work for a multiprocessor (measured on an H200, with 2,800 of them).
DefaultSizes stagedRowDefaults() {
  constexpr long rows = 8, columns = 256, threads = 128;
  DefaultSizes sizes{{rows}, {rows}, columns, columns};
  sizes.stagingThreads = threads;
  return sizes;
}

/// Iterations of the sum for which a block fetches operands at a time: rows of as many elements
/// as there are threads in x are copied without divisions.
constexpr long productDepth = productThreads;
/// Blocks that keep a device busy.
constexpr long manyBlocks = 128;
constexpr long fewestProductPoints = 16;
/// Arithmetic of 64 bits has half of the rate or less: several blocks on a multiprocessor matter
/// more than shared operands (5.2 TFMA/s on an H200 instead of 4.7 with twice as many points).
constexpr long mostWidePoints = 16;

/// A rest of one iteration per block along rows without shared operands, as of a batch of
/// products: each has operands of its own.
DefaultSizes productDefaults(size_t mappedRows, const ProductRows &product,
                             const DeviceLimits &limits) {
  const long words = std::min(maxProductPoints, limits.registersForTiles());
  long outer = 8, inner = 8;
  const auto halve = [&] { (outer >= inner ? outer : inner) /= 2; };
  while (outer * inner > 1 && (outer * inner * product.words > words ||
                               (product.wide && outer * inner > mostWidePoints)))
    halve();
  const long blockPoints = manyBlocks * productThreads * productThreads;
  while (product.points && outer * inner > fewestProductPoints &&
         *product.points / blockPoints < outer * inner)
    halve();
  DefaultSizes sizes;
  sizes.tile.assign(mappedRows, 1);
  sizes.block.assign(mappedRows, 1);
  sizes.tile[product.outer] = outer * productThreads;
  sizes.tile[product.inner] = inner * productThreads;
  sizes.block[product.outer] = sizes.block[product.inner] = productThreads;
  sizes.otherTile = productDepth;
  sizes.mostPoints = maxProductPoints;
  return sizes;
}

bool fetchFewerOperands(DefaultSizes &defaults) {
  constexpr long fewest = 4;
  if (defaults.otherTile <= fewest)
    return false;
  defaults.otherTile /= 2;
  defaults.innerTile = std::min(defaults.innerTile, defaults.otherTile);
  return true;
}

} // namespace gputile

namespace gputile::model {

/// Some hundred threads, and tiles deep enough in time that copies and launches are
/// shared by many points. Of four rows the first one may be time, or the sum of the others: of
/// in-place solvers in three dimensions, where tiles are to be long in it.
std::vector<DefaultSizes> wavefrontDefaults(size_t rows) {
  if (rows == 2)
    return {{{256}, {256}, 64}};
  if (rows == 3)
    return {{{32, 32}, {8, 32}, 32}};
  return {{{4, 8, 32}, {2, 4, 32}, 4}, {{4, 8, 8}, {4, 8, 8}, 64}};
}

/// Large tiles spare copies, of which there are none: a thread for each point of a wavefront makes
/// its steps short (Cholesky's decomposition of 1,024 rows takes 1.7 ms on an H200, with tiles of
/// 32 x 32 x 32 3.8 ms).
std::optional<DefaultSizes> unsharedWavefrontDefaults(size_t rows) {
  if (rows != 3)
    return std::nullopt;
  return DefaultSizes{{16, 16}, {16, 16}, 16};
}

/// Some hundred threads, and bands deep enough that copies and launches are shared by
/// many steps.
SplitDefaults splitDefaults(size_t dims) {
  if (dims == 1)
    return {32, {448}, {256}};
  if (dims == 2)
    return {16, {32, 96}, {8, 32}};
  return {4, {4, 6, 26}, {4, 4, 16}};
}

} // namespace gputile::model
