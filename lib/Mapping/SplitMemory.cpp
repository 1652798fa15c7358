//===- SplitMemory.cpp - Shared tiles of a split kernel ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitMemory.h"
#include "FixedBox.h"

#include <algorithm>

namespace gputile {
namespace {

/// Reads per element from which a tile that is only read is worth its copy.
constexpr double leastUse = 2;

/// From here on copies of elements that no inequalities describe cost isl too much:
/// what an inverted and an upright interval hold together over time is a staircase.
constexpr size_t manyDims = 3;

bool isQuantified(const isl::map &map) {
  bool result = false;
  map.foreach_basic_map(
      [&](isl::basic_map part) { result |= isl_basic_map_dim(part.get(), isl_dim_div) > 0; });
  return result;
}

using TileMap = isl::map (*)(const SplitRegion &, const SplitColour &, unsigned);

class TileMaker {
public:
  TileMaker(const SplitRegion &region, const std::vector<SplitColour> &colours)
      : Region(region), Colours(colours) {}

  std::optional<SharedTile> make(unsigned array) const {
    std::vector<ReferenceId> references = referencesTo(array);
    if (references.empty() || Region.scop.arrays[array].rank == 0)
      return std::nullopt;
    const auto any = [](AccessKind) { return true; };
    std::optional<isl::map> boxes = footprint(array, wholeBoxes, false, any);
    std::optional<FixedBox> box = boxes ? fixedBox(*boxes) : std::nullopt;
    if (!box)
      return std::nullopt;
    std::optional<isl::map> written =
        footprint(array, wholeTiles, true, [](AccessKind k) { return k != AccessKind::Read; });
    if (!written && points() * static_cast<double>(references.size()) < leastUse * box->elements())
      return std::nullopt;
    std::optional<isl::map> read =
        footprint(array, wholeTiles, true, [](AccessKind k) { return k == AccessKind::Read; });
    SharedTile tile{"s_" + Region.scop.arrays[array].name,
                    array,
                    std::move(references),
                    0,
                    box->offset,
                    box->size,
                    0,
                    read ? *read : isl::map::empty(boxes->space()),
                    written,
                    0};
    if (written) {
      std::optional<isl::map> sure = footprint(
          array, wholeTiles, true, [](AccessKind k) { return k == AccessKind::MustWrite; });
      if (!sure)
        tile.copied = tile.copied.unite(*written).coalesce();
      else if (isl::map unsure = written->subtract(*sure); !unsure.is_empty())
        tile.copied = tile.copied.unite(unsure).coalesce();
    }
    return tile;
  }

  bool isSimple(const SharedTile &tile) const {
    return Region.shape.dims.size() < manyDims ||
           (!isQuantified(tile.copied) && !(tile.stored && isQuantified(*tile.stored)));
  }

private:
  /// None when one of them is not affine.
  std::vector<ReferenceId> referencesTo(unsigned array) const {
    std::vector<ReferenceId> result;
    for (unsigned s : Region.band.statements)
      for (unsigned r = 0; r < Region.scop.statements[s].references.size(); ++r) {
        const Reference &reference = Region.scop.statements[s].references[r];
        if (reference.array != array)
          continue;
        if (!reference.affine)
          return {};
        result.push_back({s, r});
      }
    return result;
  }

  /// { [h…, b…] -> A[a] } over the accesses of the kinds wanted, of instances that
  /// \p exist or of all; none when there is no such access.
  template <typename Wanted>
  std::optional<isl::map> footprint(unsigned array, TileMap tiles, bool exist,
                                    Wanted &&wanted) const {
    std::optional<isl::map> result;
    for (unsigned s : Region.band.statements) {
      const Statement &statement = Region.scop.statements[s];
      std::optional<isl::map> accessed;
      for (const Access &access : statement.accesses) {
        if (statement.references[access.reference].array != array || !wanted(access.kind))
          continue;
        const isl::map relation = exist ? access.relation : extended(access.relation);
        accessed = accessed ? accessed->unite(relation) : relation;
      }
      if (!accessed)
        continue;
      for (const SplitColour &colour : Colours) {
        isl::map one = tiles(Region, colour, s);
        if (exist)
          one = one.intersect_range(statement.domain);
        one = one.apply_range(*accessed);
        result = result ? result->unite(one) : one;
      }
    }
    if (result)
      result = result->coalesce();
    return result;
  }

  /// \p relation for instances that do not exist, too.
  static isl::map extended(const isl::map &relation) {
    isl::map hull = isl::map(relation.affine_hull());
    return hull.is_single_valued() ? hull : relation;
  }

  double points() const {
    double product = static_cast<double>(Region.shape.height);
    for (unsigned d = 0; d < Region.shape.dims.size(); ++d)
      product *= static_cast<double>(Region.shape.widest(d, false));
    return product;
  }

  const SplitRegion &Region;
  const std::vector<SplitColour> &Colours;
};

} // namespace

std::vector<SharedTile> splitSharedTiles(const SplitRegion &region,
                                         const std::vector<SplitColour> &colours) {
  TileMaker maker(region, colours);
  std::vector<SharedTile> tiles;
  for (unsigned array = 0; array < region.scop.arrays.size(); ++array)
    if (auto tile = maker.make(array); tile && maker.isSimple(*tile))
      tiles.push_back(std::move(*tile));
  return tiles;
}

} // namespace gputile
