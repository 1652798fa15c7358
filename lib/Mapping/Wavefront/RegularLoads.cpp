//===- RegularLoads.cpp - Tiles that load whole shapes ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Wavefront/RegularLoads.h"

#include "Mapping/Memory/FixedBox.h"
#include "Mapping/Memory/TimedFootprint.h"
#include "Mapping/Tiles.h"
#include "Mapping/Wavefront/Memory.h"

#include "gputile/Support/IslTools.h"

namespace gputile::mapping {
namespace {

class RegularLoads {
public:
  RegularLoads(const Scop &scop, const KernelRegion &region, const TiledSchedule &tiled,
               const std::vector<isl::set> &allocated)
      : TheScop(scop), Tiled(tiled), Allocated(allocated) {
    for (unsigned s : tiled.statements) {
      Times.emplace(s, functionOf(scop, s, {simplestRow(region).functions}).as_map());
      Tiles.emplace(s, wholeTiles(scop, tiled, tiled.shapes.front(), s).reverse());
    }
  }

  /// What \p tile may load instead; none if that is not known to be right.
  std::optional<isl::map> of(const SharedTile &tile) const {
    const isl::set &extents = Allocated[tile.array];
    if (isl_set_n_basic_set(extents.get()) != 1 || isAccessedBeside(tile))
      return std::nullopt;
    const std::optional<isl::map> read = shapeOf(tile, true), written = shapeOf(tile, false);
    if (!read || !written || meetsOtherBlock(Tiled, *read, *written))
      return std::nullopt;
    isl::map loaded = read->intersect_range(extents);
    // Where loops are short, boxes are smaller than tiles.
    const isl::map box = boxMap({tile.offset, tile.size});
    if (!loaded.is_subset(box))
      loaded = loaded.intersect(box);
    // Where a write may not happen, what it would overwrite is copied, too.
    return tile.copied.is_subset(loaded) ? std::optional(loaded) : std::nullopt;
  }

private:
  /// Whether statements access the array in other ways, too: then what the tile holds beside what
  /// its references need may change while it does.
  bool isAccessedBeside(const SharedTile &tile) const {
    size_t count = 0;
    for (unsigned s : Tiled.statements)
      for (const Reference &reference : TheScop.statements[s].references)
        count += reference.array == tile.array;
    return count != tile.references.size();
  }

  /// { [h…, b…] -> A[a] }: what the references of \p tile read or write, of points that exist or
  /// not. It has the parameters of subscripts only.
  std::optional<isl::map> shapeOf(const SharedTile &tile, bool isRead) const {
    std::map<unsigned, isl::map> functions;
    for (const ReferenceId &id : tile.references)
      for (const Access &access : TheScop.statements[id.statement].accesses) {
        if (access.reference != id.reference || (access.kind == AccessKind::Read) != isRead)
          continue;
        const isl::map function = isl::map(access.relation.affine_hull());
        if (!function.is_single_valued())
          return std::nullopt;
        const auto [entry, isNew] = functions.try_emplace(id.statement, function);
        if (!isNew)
          entry->second = entry->second.unite(function);
      }
    std::optional<isl::map> shape;
    for (const auto &[s, function] : functions) {
      const isl::map one = timedFootprint(function, Tiles.at(s), Times.at(s));
      shape = shape ? shape->unite(one) : one;
    }
    if (shape)
      shape = dropSubsets(*shape).range_factor_domain();
    return shape;
  }

  const Scop &TheScop;
  const TiledSchedule &Tiled;
  const std::vector<isl::set> &Allocated;
  std::map<unsigned, isl::map> Tiles, Times; ///< As those of wavefrontTiles, of all integers.
};

} // namespace

void loadRegularly(const Scop &scop, const KernelRegion &region, const TiledSchedule &tiled,
                   const std::vector<isl::set> &allocated, std::vector<PlacedTile> &shared) {
  const RegularLoads loads(scop, region, tiled, allocated);
  for (PlacedTile &placed : shared)
    if (placed.tile.stored)
      if (std::optional<isl::map> all = loads.of(placed.tile))
        placed.tile.copied = *all;
}

} // namespace gputile::mapping
