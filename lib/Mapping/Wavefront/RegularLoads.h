//===- RegularLoads.h - Tiles that load whole shapes ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the points of a tile read is a simple shape, of which the borders of the loops cut many
/// pieces. Tiles load the whole shape, as far as there are such elements, where no block beside
/// them stores what they do not need.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_WAVEFRONT_REGULARLOADS_H
#define GPUTILE_LIB_MAPPING_WAVEFRONT_REGULARLOADS_H

#include "Mapping/HostSplit.h"
#include "Mapping/Memory/PlacedTile.h"
#include "gputile/IR/TiledSchedule.h"

namespace gputile::mapping {

/// Lets those of \p shared that are written load all that their references would read if every
/// point of the tile existed.
/// \param allocated by array, { A[a] }: what device memory holds
void loadRegularly(const Scop &scop, const KernelRegion &region, const TiledSchedule &tiled,
                   const std::vector<isl::set> &allocated, std::vector<PlacedTile> &shared);

} // namespace gputile::mapping

#endif
