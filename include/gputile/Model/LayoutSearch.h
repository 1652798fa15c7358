//===- LayoutSearch.h - Tile sizes and threads by the model -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The search of Di and Xue 2011, Figure 5: of all layouts (a tile size and a number of threads)
/// that its constraints leave, those with the least T_total of TileTime.h. T_total depends on the
/// number of threads, not on how they are arranged in a block, so arrangements are left to the
/// caller.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_LAYOUTSEARCH_H
#define GPUTILE_MODEL_LAYOUTSEARCH_H

#include "gputile/Model/TileGeometry.h"

#include <map>
#include <vector>

namespace gputile {

/// The layouts that are looked at, and their constraints.
struct LayoutSpace {
  std::vector<std::vector<long>> sizes; ///< Per row, in any order.
  std::vector<long> threads;            ///< Of a block, ascending.
  long registersPerThread = 0;          ///< R_T: the same for all layouts (Figure 5, line 1).
  /// The threshold of the data reuse rate L_TILE / N_mem (section 4.1).
  double leastReuse = 0;
};

/// A layout that fits the device and has threads for each point of its largest intra-tile
/// wavefront.
struct Layout {
  std::vector<long> tile; ///< Per row.
  long threads = 0;       ///< Of a block.
  long blocks = 0;        ///< B
  double time = 0;        ///< T_total, in nanoseconds.
};

/// alpha, beta and gamma by the number of threads of a block (section 3.3). Numbers that are not
/// in it are not looked at.
using CostsByThreads = std::map<long, TileCosts>;

/// What a search found.
struct FoundLayouts {
  std::vector<Layout> best; ///< The fastest first. Equal ones: fewer threads, then smaller tiles.
  long layouts = 0;         ///< That fulfil all constraints.
  long evaluated = 0;       ///< Tile sizes whose tiles were counted. Bounds exclude the others.
};

/// Searches \p space. The result does not depend on the order of its numbers.
/// \param keep how many layouts are returned at most
FoundLayouts searchLayouts(const TiledNest &nest, const LayoutSpace &space,
                           const CostsByThreads &costs, const DeviceProfile &device, size_t keep);

} // namespace gputile

#endif
