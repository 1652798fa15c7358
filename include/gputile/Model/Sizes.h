//===- Sizes.h - Tile and block sizes of a band -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes come from the Scop's clauses `tile` and `block`, else from the defaults of a
/// scheme, which shrink until what a block holds in shared memory fits. Tile sizes count
/// steps of a row, block sizes threads.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_SIZES_H
#define GPUTILE_MODEL_SIZES_H

#include "gputile/IR/Scop.h"
#include "gputile/Model/Device.h"

#include <functional>
#include <optional>
#include <vector>

namespace gputile {

/// More points per thread than this are a plain loop, not unrolled code.
constexpr long maxUnrollFactor = 16;
/// The same where points share the operands of sums, if registers hold the sums: each more point
/// needs fewer loads.
constexpr long maxProductPoints = 64;

/// Iterations of a loop that one thread runs while the block fetches what they read, and the
/// threads of this block.
constexpr long stagedTileSize = 1024, stagingThreads = 256;

/// Sizes of one band: of its rows, and of the mapped ones among them.
struct BandSizes {
  std::vector<unsigned> mapped; ///< Rows, outermost first; the last is x.
  std::vector<long> tile;       ///< Per row of the band.
  std::vector<long> block;      ///< Per mapped row.
  /// Per row: the size is the user's, so the row is tiled whether it pays or not.
  std::vector<bool> fromClause;
  long innerTile = 16;               ///< Of rows of bands inside this one, which run in sequence.
  long mostPoints = maxUnrollFactor; ///< Of a thread, in unrolled code.
  long stagingThreads = 0; ///< Of a block, where others than those of the rows help to copy.
};

/// What sizes are without clauses.
struct DefaultSizes {
  std::vector<long> tile, block; ///< Per mapped row, outermost first.
  long otherTile = 1;            ///< Of every other row of the band.
  long innerTile = 16;           ///< Of rows of bands inside it.
  long mostPoints = maxUnrollFactor; ///< Of a thread, in unrolled code.
  long stagingThreads = 0; ///< Of a block, unless clauses give its size or that of a mapped row.
};

/// Of scheme `parallel`, for a band whose mapped rows, all coincident, have so many values,
/// outermost first; none: not known.
/// \param spread small blocks, and a thread for each point: for threads that run loops, of which
///        there may be few
/// \param hasComponents they run loops over components of points, which lie side by side, around
///        those over a thread's points
DefaultSizes parallelDefaults(const std::vector<std::optional<long>> &extents, bool spread,
                              bool hasComponents);

/// Of scheme `parallel` for one mapped row, whose threads run loops over what the block fetches
/// into shared memory.
DefaultSizes stagedRowDefaults();

/// Threads of a block along each of two rows that share operands.
constexpr long productThreads = 16;

/// Two mapped rows along which the points of a thread share the operands of sums, as those of
/// a matrix product do.
struct ProductRows {
  size_t outer, inner;        ///< Among the mapped rows.
  long words = 1;             ///< Registers that a point's sums need.
  bool wide = false;          ///< Some sum has more than 4 bytes.
  std::optional<long> points; ///< Of all mapped rows together, where that is known.
};

/// Of scheme `parallel` for \p mappedRows rows with \p product among them: as many points
/// per thread as registers hold, fewer where few blocks would be left.
DefaultSizes productDefaults(size_t mappedRows, const ProductRows &product,
                             const DeviceLimits &limits);

/// Halves the iterations for which a block fetches operands at a time, where not all fit in shared
/// memory. \returns false when they are few already
bool fetchFewerOperands(DefaultSizes &defaults);

/// Checks the clauses tile and block against all bands of the region together.
/// \param mostRows rows of the deepest band that is tiled
/// \param mostMapped the most rows of a band that threads run
/// \returns a refusal for a size that can be used nowhere
std::optional<Refusal> checkSizeClauses(const Scop &scop, size_t mostRows, size_t mostMapped,
                                        const DeviceLimits &limits);

/// Sizes for a band of \p rows rows, of which \p mapped are mapped: those of the clauses
/// where given, else \p defaults. Every block fits in its tile.
/// \returns a refusal where clauses contradict each other for this band
Result<BandSizes> chooseSizes(const Scop &scop, size_t rows, std::vector<unsigned> mapped,
                              DefaultSizes defaults, const DeviceLimits &limits);

/// What a block with these sizes holds in shared memory, in bytes.
using SharedBytes = std::function<long(const BandSizes &)>;

/// Sizes for scheme `wavefront`: all rows of the band are tiled, all but the first are
/// mapped. Tries the defaults, or others where tiles hold nothing, then ever smaller ones, until
/// \p bytes fit; the last call of \p bytes is for the sizes returned. They may not fit where
/// nothing is left to halve.
Result<BandSizes> searchWavefrontSizes(const Scop &scop, size_t rows, const DeviceLimits &limits,
                                       const SharedBytes &bytes);

/// How wide split tiles have to be along a dimension of space.
struct SplitWidth {
  long least = 1; ///< Tiles of this period have no gap between them.
  long halo = 0;  ///< Elements read beside those of an iteration of time.
};

/// Of tiles of the given height (steps of folded time) along the given dimension.
using SplitWidths = std::function<SplitWidth(long height, unsigned dim)>;

/// Sizes for scheme `split`: row 0 is time, in steps of which \p steps make an iteration,
/// the others the \p dims dimensions of space, all mapped. Tiles shrink as for scheme
/// `wavefront`.
/// \returns also a refusal for a clause's tile that is narrower than it shrinks
Result<BandSizes> searchSplitSizes(const Scop &scop, size_t dims, long steps,
                                   const DeviceLimits &limits, const SplitWidths &widths,
                                   const SharedBytes &bytes);

} // namespace gputile

#endif
