//===- Candidates.h - Layouts that are looked at ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILETILES_CANDIDATES_H
#define GPUTILE_TOOLS_GPUTILETILES_CANDIDATES_H

#include "gputile/Model/LayoutSearch.h"

namespace gputile::tiles {

/// Tile sizes for each of \p rows rows, two in each octave (2, 3, 4, 6, 8, 12, …), and the numbers
/// of threads that \p costs has.
LayoutSpace layoutSpace(size_t rows, const CostsByThreads &costs);

/// Threads along x, y and z for \p layout: as many along each row but the first as divide its tile
/// size, together enough for the largest wavefront, and no more than its threads. Of these
/// the most in x. Empty where there are none.
/// \param carrying as TiledNest::carrying
std::vector<long> blockFor(const Layout &layout, unsigned carrying, const DeviceLimits &limits);

} // namespace gputile::tiles

#endif
