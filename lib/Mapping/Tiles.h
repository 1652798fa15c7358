//===- Tiles.h - Tiles of a tiled schedule as sets --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_TILES_H
#define GPUTILE_LIB_MAPPING_TILES_H

#include "Mapping/Coordinates.h"

namespace gputile::mapping {

/// [h…]: the launch positions that vary.
Coordinates hostCoordinates(const TiledSchedule &tiled, const TileShape &shape);

/// [h…, b…]: the tile of an instance.
Coordinates tileCoordinates(const TiledSchedule &tiled, const TileShape &shape);

/// Makes (0, time, step) the order in tiles of \p tiled, with room for copies around all times
/// and around the steps of one.
/// \param step by statement, below \p steps
void runInSteps(const Scop &scop, TiledSchedule &tiled, Coordinate time,
                const std::map<unsigned, unsigned> &step, unsigned steps);

/// { [h…, b…] -> S[i] }: the instances of whole tiles, whether they exist or not.
isl::map wholeTiles(const Scop &scop, const TiledSchedule &tiled, const TileShape &shape,
                    unsigned statement);

/// Whether \p a, { [h…, b…] -> A[a] }, of one block and \p b of another one of the same launch have
/// an element in common.
bool meetsOtherBlock(const TiledSchedule &tiled, const isl::map &a, const isl::map &b);

/// { S[i] -> [c…] } of the instances in tiles of \p shape.
isl::union_map placeInstances(const Scop &scop, const TiledSchedule &tiled,
                              const TileShape &shape, const Coordinates &coordinates);

/// { S[i] -> [l…] }
isl::union_map launchesOf(const Scop &scop, const TiledSchedule &tiled);

/// { [h…] }: the launches of \p tiles, { [h…, b…] }, or more.
isl::set launchesAround(const TiledSchedule &tiled, const isl::set &tiles);

/// The domain of \p map without conditions on what it leads to: convex for each part of
/// \p map, and perhaps more than the domain.
isl::set sourcesOf(const isl::map &map);

/// A convex set around \p set; the set itself where no bound is valid for all of its parts,
/// which may depend on different parameters.
isl::set boundedHull(const isl::set &set);

} // namespace gputile::mapping

#endif
