//===- ClauseSizes.cpp - Sizes that users give ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/Sizes.h"

#include <algorithm>

namespace gputile {
namespace {

/// Block and point coordinates are 32-bit integers in kernels.
constexpr long maxTileSize = 1L << 20;

std::string clauseText(const char *name, const std::vector<long> &values) {
  std::string text = std::string("'") + name + "(";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + std::to_string(values[i]);
  return text + ")'";
}

Refusal badSize(const Scop &scop, std::string what, std::string why) {
  return {DiagId::BadTileSize, scop.loc, {std::move(what), std::move(why)}, {}, {}};
}

std::optional<Refusal> checkTile(const Scop &scop, size_t mostRows) {
  const std::vector<long> &tile = scop.clauses.tile.value;
  if (tile.size() > mostRows)
    return badSize(scop, clauseText("tile", tile),
                   "at most " + std::to_string(mostRows) + " nested loops can be tiled here");
  for (long size : tile)
    if (size < 1 || size > maxTileSize)
      return badSize(scop, clauseText("tile", tile),
                     "a tile size must be between 1 and " + std::to_string(maxTileSize));
  return std::nullopt;
}

std::optional<Refusal> checkBlock(const Scop &scop, size_t mostMapped, const DeviceLimits &limits) {
  const std::vector<long> &block = scop.clauses.block.value;
  auto refuse = [&](const std::string &why) {
    return badSize(scop, clauseText("block", block), why);
  };
  if (block.size() > 3)
    return refuse("a block has three dimensions");
  long threads = 1;
  for (size_t d = 0; d < block.size(); ++d) {
    if (block[d] < 1)
      return refuse("a block size must be positive");
    if (d >= mostMapped && block[d] != 1)
      return refuse(mostMapped == 1 ? "only one loop is parallel here"
                                    : "only two loops are parallel here");
    if (block[d] > limits.threadsPerBlock)
      return refuse("a block has at most " + std::to_string(limits.threadsPerBlock) + " threads");
    threads *= block[d];
  }
  if (threads > limits.threadsPerBlock)
    return refuse("its " + std::to_string(threads) + " threads are more than the " +
                  std::to_string(limits.threadsPerBlock) + " that a block can have");
  if (block.size() == 3 && block[2] > limits.threadsInZ)
    return refuse("a block has at most " + std::to_string(limits.threadsInZ) + " threads in z");
  return std::nullopt;
}

/// Halves the outermost sizes until the block has at most \p threads.
void shrinkBlock(std::vector<long> &block, long threads) {
  auto product = [&] {
    long p = 1;
    for (long size : block)
      p *= size;
    return p;
  };
  for (size_t d = 0; d < block.size() && product() > threads; ++d)
    while (block[d] > 1 && product() > threads)
      block[d] /= 2;
}

/// The largest divisor of \p tile in (block/2, block], or \p block itself when
/// there is none: points of a tile that are no multiple of threads leave some idle.
long blockForTile(long tile, long block) {
  block = std::min(tile, block);
  for (long size = block; 2 * size > block; --size)
    if (tile % size == 0)
      return size;
  return block;
}

/// True when a band with \p mappedRows parallel rows has a row for each dimension
/// that the user's block has. Others get what is left of the block.
bool holdsBlock(const std::vector<long> &block, size_t mappedRows) {
  for (size_t d = mappedRows; d < block.size(); ++d)
    if (block[d] > 1)
      return false;
  return true;
}

/// Fits tile and block of a mapped row to each other; \p userTile and
/// \p userBlock tell which may not be changed.
std::optional<Refusal> fitTileAndBlock(const Scop &scop, long &tile, long &block, bool userTile,
                                       bool userBlock) {
  if (userTile && userBlock && block > tile)
    return badSize(scop, clauseText("block", scop.clauses.block.value),
                   "size " + std::to_string(block) + " is larger than the tile size " +
                       std::to_string(tile) + " of the same loop");
  if (!userBlock)
    block = blockForTile(tile, block);
  else if (!userTile)
    tile = std::max(1L, tile / block) * block;
  return std::nullopt;
}

/// Doubles the blocks of large tiles the user asked for, while a thread would
/// have too many points for its code to be unrolled.
void growBlocks(BandSizes &sizes, const DeviceLimits &limits) {
  while (true) {
    long points = 1, threads = 1;
    size_t most = 0;
    auto extent = [&](size_t m) { return sizes.tile[sizes.mapped[m]] / sizes.block[m]; };
    for (size_t m = 0; m < sizes.block.size(); ++m) {
      points *= std::max(1L, extent(m));
      threads *= sizes.block[m];
      if (extent(m) > extent(most))
        most = m;
    }
    bool inZ = sizes.block.size() == 3 && most == 0;
    if (points <= sizes.mostPoints || 2 * threads > limits.threadsPerBlock || extent(most) < 2 ||
        (inZ && 2 * sizes.block[0] > limits.threadsInZ))
      return;
    sizes.block[most] *= 2;
  }
}

} // namespace

std::optional<Refusal> checkSizeClauses(const Scop &scop, size_t mostRows, size_t mostMapped,
                                        const DeviceLimits &limits) {
  if (auto refusal = checkTile(scop, mostRows))
    return refusal;
  return checkBlock(scop, mostMapped, limits);
}

Result<BandSizes> chooseSizes(const Scop &scop, size_t rows, std::vector<unsigned> mapped,
                              DefaultSizes defaults, const DeviceLimits &limits) {
  const std::vector<long> &tile = scop.clauses.tile.value;
  const std::vector<long> &block = scop.clauses.block.value;
  BandSizes sizes;
  sizes.mostPoints = defaults.mostPoints;
  sizes.innerTile = defaults.innerTile;
  sizes.mapped = std::move(mapped);
  sizes.tile.assign(rows, defaults.otherTile);
  sizes.fromClause.assign(rows, false);
  shrinkBlock(defaults.block, limits.threadsPerBlock);
  size_t n = sizes.mapped.size();
  // The block was meant for a deeper band of the region (checkBlock found one).
  const bool cut = !holdsBlock(block, n);
  for (size_t m = 0; m < n; ++m)
    sizes.tile[sizes.mapped[m]] = defaults.tile[m];
  for (size_t r = 0; r < std::min(tile.size(), sizes.tile.size()); ++r) {
    sizes.tile[r] = tile[r];
    sizes.fromClause[r] = true;
  }
  for (size_t m = 0; m < n; ++m) {
    size_t fromX = n - 1 - m; // Clause block starts with x, the last mapped row.
    bool userBlock = fromX < block.size();
    long &t = sizes.tile[sizes.mapped[m]];
    sizes.block.push_back(userBlock ? block[fromX] : block.empty() ? defaults.block[m] : 1);
    if (!userBlock && !block.empty())
      userBlock = true; // block(x) leaves y and z at one thread.
    if (cut && sizes.fromClause[sizes.mapped[m]] && sizes.block[m] > t)
      sizes.block[m] = blockForTile(t, sizes.block[m]);
    if (auto refusal =
            fitTileAndBlock(scop, t, sizes.block[m], sizes.fromClause[sizes.mapped[m]], userBlock))
      return *refusal;
  }
  if (block.empty())
    growBlocks(sizes, limits);
  const bool userTile = std::any_of(sizes.mapped.begin(), sizes.mapped.end(),
                                    [&](unsigned row) { return sizes.fromClause[row]; });
  if (block.empty() && !userTile)
    sizes.stagingThreads = defaults.stagingThreads;
  return sizes;
}

} // namespace gputile
