//===- FullTiles.h - Blocks without partial tiles ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_FULLTILES_H
#define GPUTILE_LIB_MAPPING_FULLTILES_H

#include "Mapping/Coordinates.h"

namespace gputile::mapping {

/// { [h…, b…] }: blocks in which some instance of \p statements runs.
/// \param tile [h…, b…] of an instance
isl::set workingBlocks(const Scop &scop, const std::vector<unsigned> &statements,
                       const Coordinates &tile);

/// { [h…, b…] }: blocks whose tile lies in the domain of every statement (of every
/// statement that has work there at all, when no block holds them all), so that each point
/// has work.
///
/// \param tile [h…, b…] of an instance
/// \param tilePoints { [h…, b…] -> [x…] }: the points that a whole tile has
/// \param coordinates of the statements, in the space of x
isl::set fullBlocksAmong(const Scop &scop, const std::vector<unsigned> &statements,
                         const Coordinates &tile, const isl::map &tilePoints,
                         const Coordinates &coordinates);

} // namespace gputile::mapping

#endif
