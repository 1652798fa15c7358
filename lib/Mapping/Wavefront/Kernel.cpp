//===- Kernel.cpp - A kernel of tile wavefronts -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Wavefront/Kernel.h"
#include "Mapping/Memory/Shared.h"
#include "Mapping/Wavefront/Memory.h"
#include "Mapping/Wavefront/RegularLoads.h"
#include "Mapping/Wavefront/Tiling.h"

#include "gputile/Model/Sizes.h"

#include <algorithm>
#include <optional>

namespace gputile::mapping {
namespace {

/// Tiles and what they hold in shared memory.
struct Layout {
  TiledSchedule tiled;
  std::vector<PlacedTile> shared;
};

/// Tiles that are only read come last: where not all fit, they are left out first.
void writtenFirst(std::vector<PlacedTile> &shared) {
  std::sort(shared.begin(), shared.end(), [](const PlacedTile &a, const PlacedTile &b) {
    return a.tile.stored.has_value() > b.tile.stored.has_value();
  });
}

} // namespace

Result<MappedRegion> mapWavefrontKernel(const Scop &scop, const Ddg &ddg,
                                        const KernelRegion &region, std::string name,
                                        const std::vector<isl::set> &allocated,
                                        const DeviceLimits &limits) {
  const InnerWavefronts inner = chooseInnerWavefronts(scop, ddg, region);
  std::optional<Layout> last;
  const auto bytes = [&](const BandSizes &sizes) {
    TiledSchedule tiled = tileWavefronts(scop, region, sizes.tile, inner);
    std::vector<PlacedTile> shared = wavefrontTiles(scop, region, tiled, inner, sizes.block);
    last.emplace(Layout{std::move(tiled), std::move(shared)});
    return bytesOf(scop, last->shared);
  };
  Result<BandSizes> sizes = searchWavefrontSizes(scop, region.node.rows.size(), limits, bytes);
  if (!sizes)
    return sizes.refusal();
  // Who gives sizes may have all that there is.
  const long most = !scop.clauses.tile.value.empty() ? limits.sharedBytesPerBlockOptIn
                                                     : limits.sharedBytesForTiles();
  if (bytesOf(scop, last->shared) > most) {
    writtenFirst(last->shared);
    dropTiles(scop, last->shared, most);
  }
  loadRegularly(scop, region, last->tiled, allocated, last->shared);
  const TileSets sets = wavefrontTileSets(scop, last->tiled, inner);
  return mapTiles(scop, last->tiled, sets, sizes->block, std::move(last->shared), std::move(name));
}

} // namespace gputile::mapping
