//===- TileSizes.h - Tile and block sizes of a band -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_TILESIZES_H
#define GPUTILE_LIB_MAPPING_TILESIZES_H

#include "Mapping/HostSplit.h"
#include "gputile/Mapping/Mapping.h"

#include <optional>

namespace gputile {

/// More points per thread than this are a plain loop, not unrolled code.
constexpr long maxUnrollFactor = 16;

/// Sizes of one band: of its rows, and of the mapped ones among them.
struct BandSizes {
  std::vector<unsigned> mapped; ///< Rows, outermost first; the last is x.
  std::vector<long> tile;       ///< Per row of the band.
  std::vector<long> block;      ///< Per mapped row.
  /// Per row: the size is the user's, so the row is tiled whether it pays or not.
  std::vector<bool> fromClause;
};

/// What sizes are without clauses.
struct DefaultSizes {
  std::vector<long> tile, block; ///< Per mapped row, outermost first.
  long otherTile;                ///< Of every other row of the band.
};

/// For a band of which \p mappedRows coincident rows are mapped.
DefaultSizes defaultSizes(size_t mappedRows);

/// Checks the clauses tile and block against all parallel regions together.
std::optional<Refusal> checkSizeClauses(const Scop &scop, const std::vector<KernelRegion> &regions,
                                        const DeviceLimits &limits);

/// Sizes for band \p node whose rows \p mapped are mapped: those of the clauses
/// where given, else \p defaults. Every block fits in its tile.
Result<BandSizes> chooseSizes(const Scop &scop, const ScheduleNode &node,
                              std::vector<unsigned> mapped, DefaultSizes defaults,
                              const DeviceLimits &limits);

} // namespace gputile

#endif
