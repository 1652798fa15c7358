//===- Memory.cpp - Shared tiles of a split kernel --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/FixedBox.h"
#include "Mapping/Split/Memory.h"
#include "Mapping/Tiles.h"

#include "gputile/Analysis/LiveSets.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

/// Reads per element from which a tile that is only read is worth its copy.
constexpr double leastUse = 2;

/// From here on copies of elements that no inequalities describe cost isl too much:
/// what an inverted and an upright interval hold together over time is a staircase.
constexpr size_t manyDims = 3;

bool anyKind(AccessKind) { return true; }
bool isRead(AccessKind kind) { return kind == AccessKind::Read; }
bool isWrite(AccessKind kind) { return kind != AccessKind::Read; }
bool isSureWrite(AccessKind kind) { return kind == AccessKind::MustWrite; }

/// What a tile loads and stores, { [h…, b…] -> A[a] }.
struct Copies {
  isl::map loaded;
  std::optional<isl::map> stored;
};

struct CircularCopies {
  Copies copies;
  CircularBuffer buffer;
  SliceCopies slices;
};

class TileMaker {
public:
  TileMaker(const SplitRegion &region, const std::vector<SplitColour> &colours,
            const TiledSchedule &tiled)
      : Region(region), Colours(colours), Tiled(tiled) {}

  std::optional<PlacedTile> make(unsigned array) const {
    std::vector<ReferenceId> references = referencesTo(array);
    if (references.empty() || Region.scop.arrays[array].rank == 0)
      return std::nullopt;
    std::optional<isl::map> boxes = boxesOf(array, anyKind), written = boxesOf(array, isWrite);
    std::optional<FixedBox> box = boxes ? fixedBox(*boxes) : std::nullopt;
    if (!box)
      return std::nullopt;
    if (!written && points() * static_cast<double>(references.size()) < leastUse * box->elements())
      return std::nullopt;
    std::optional<CircularCopies> circular;
    if (written)
      circular = circularCopies(array, *box);
    std::optional<Copies> copies = circular ? circular->copies : boxCopies(array, *box, written);
    if (!copies)
      copies = exactCopies(array, boxes->space());
    PlacedTile placed{.tile = {.name = "s_" + Region.scop.arrays[array].name,
                               .array = array,
                               .references = std::move(references),
                               .offset = box->offset,
                               .size = box->size,
                               .copied = copies->loaded,
                               .stored = copies->stored},
                      .moves = {.loads = !copies->loaded.is_empty(),
                                .stores = copies->stored.has_value()}};
    if (circular) {
      placed.tile.circular = circular->buffer;
      placed.moves.slices = circular->slices;
    }
    return placed;
  }

  bool isSimple(const isl::map &copied, const std::optional<isl::map> &stored) const {
    return Region.shape.dims.size() < manyDims ||
           (!quantifies(copied.wrap()) && !(stored && quantifies(stored->wrap())));
  }

private:
  using Wanted = bool (*)(AccessKind);

  /// None when one of them is not affine, or updates in any order, which is atomic in device memory only.
  std::vector<ReferenceId> referencesTo(unsigned array) const {
    std::vector<ReferenceId> result;
    for (unsigned s : Region.band.statements)
      for (unsigned r = 0; r < Region.scop.statements[s].references.size(); ++r) {
        const Reference &reference = Region.scop.statements[s].references[r];
        if (reference.array != array)
          continue;
        const Update *update = updateOf(Region.scop.statements[s], r);
        if (!reference.affine || (update && update->unordered))
          return {};
        result.push_back({s, r});
      }
    return result;
  }

  /// { S[i] -> A[a] } of the accesses of \p statement that are \p wanted, of instances
  /// that exist or of all; none when there is no such access.
  std::optional<isl::map> accessesOf(unsigned statement, unsigned array, Wanted wanted,
                                     bool exist) const {
    std::optional<isl::map> result;
    const Statement &from = Region.scop.statements[statement];
    for (const Access &access : from.accesses) {
      if (from.references[access.reference].array != array || !wanted(access.kind))
        continue;
      const isl::map one = exist ? access.relation : extended(access.relation);
      result = result ? result->unite(one) : one;
    }
    return result;
  }

  /// { [h…, b…] -> A[a] }: what the boxes around tiles access, whether it exists or not.
  std::optional<isl::map> boxesOf(unsigned array, Wanted wanted) const {
    std::optional<isl::map> result;
    for (unsigned s : Region.band.statements)
      if (std::optional<isl::map> accessed = accessesOf(s, array, wanted, false)) {
        isl::map one = wholeBoxes(Region, Colours, s).apply_range(*accessed);
        result = result ? result->unite(one) : one;
      }
    return result;
  }

  /// { [h…, b…] -> A[a] }: exactly what tiles access.
  std::optional<isl::map> elementsOf(unsigned array, Wanted wanted) const {
    std::optional<isl::map> result;
    for (unsigned s : Region.band.statements) {
      std::optional<isl::map> accessed = accessesOf(s, array, wanted, true);
      if (!accessed)
        continue;
      for (const TileShape &shape : Tiled.shapes) {
        isl::map one = wholeTiles(Region.scop, Tiled, shape, s)
                           .intersect_range(Region.scop.statements[s].domain)
                           .apply_range(*accessed);
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

  /// The part of the array in \p box, and of it the box around what is written. Right
  /// only when no other block of the launch stores anything that is in this box: it
  /// reads and rewrites elements that the tile does not access. With flags blocks of
  /// several launches run side by side.
  std::optional<Copies> boxCopies(unsigned array, const FixedBox &box,
                                  const std::optional<isl::map> &written) const {
    const ArrayTransfer &transfer = Region.transfers[array];
    if (Region.scop.clauses.launch.value == Launch::Flags || transfer.byValue)
      return std::nullopt;
    const isl::set extents = boxElements(transfer.box, transfer.footprint);
    if (isl_set_n_basic_set(extents.get()) != 1)
      return std::nullopt;
    isl::map loaded = boxMap(box);
    if (!written)
      return Copies{loaded.intersect_range(extents), std::nullopt};
    std::optional<FixedBox> around = fixedBox(*written);
    if (!around)
      return std::nullopt;
    isl::map stored = boxMap(*around).intersect(loaded);
    if (meetsOtherBlock(Tiled, loaded, stored))
      return std::nullopt;
    return Copies{loaded.intersect_range(extents), stored.intersect_range(extents)};
  }

  /// Loaded is what is read or not surely written, stored exactly what may be written.
  Copies exactCopies(unsigned array, const isl::space &space) const {
    std::optional<isl::map> read = elementsOf(array, isRead), written = elementsOf(array, isWrite);
    isl::map loaded = read ? *read : isl::map::empty(space);
    if (written) {
      std::optional<isl::map> sure = elementsOf(array, isSureWrite);
      if (!sure)
        loaded = loaded.unite(*written).coalesce();
      else if (isl::map unsure = written->subtract(*sure); !unsure.is_empty())
        loaded = loaded.unite(unsure).coalesce();
    }
    return {loaded, written};
  }

  /// { [h…, b…] -> A[a] }: what the \p uses that are \p wanted access, of instances that
  /// exist or of all.
  template <typename Predicate>
  isl::map elementsOf(const TimeSlices &slices, const isl::space &space, bool exist,
                      Predicate wanted) const {
    isl::map result = isl::map::empty(space);
    for (const SliceUse &use : slices.uses) {
      if (!wanted(use))
        continue;
      const Statement &statement = Region.scop.statements[use.statement];
      const isl::map &relation = use.access->relation;
      for (const TileShape &shape : Tiled.shapes) {
        const isl::map tiles = wholeTiles(Region.scop, Tiled, shape, use.statement);
        result = result.unite(exist ? tiles.intersect_range(statement.domain).apply_range(relation)
                                    : tiles.apply_range(extended(relation)));
      }
    }
    return result.coalesce();
  }

  /// What is read, or the boxes around it in each slice if no block beside this one writes
  /// in them.
  isl::map boxedReads(unsigned array, const TimeSlices &slices, const isl::space &space) const {
    const auto reads = [](const SliceUse &use) { return isRead(use.access->kind); };
    const auto writes = [](const SliceUse &use) { return isWrite(use.access->kind); };
    const ArrayTransfer &transfer = Region.transfers[array];
    const isl::set extents = boxElements(transfer.box, transfer.footprint);
    const isl::map boxes = sliceBoxes(elementsOf(slices, space, false, reads), slices.dim);
    if (isl_set_n_basic_set(extents.get()) == 1 &&
        !meetsOtherBlock(Tiled, boxes,
                         sliceBoxes(elementsOf(slices, space, false, writes), slices.dim)))
      return boxes.intersect_range(extents);
    return elementsOf(slices, space, true, reads);
  }

  /// Convex, and in each slice, those along dimension \p dim, a box around \p elements.
  static isl::map sliceBoxes(const isl::map &elements, unsigned dim) {
    isl::map result = isl::map::universe(elements.space());
    const unsigned dims = rangeDims(elements);
    for (unsigned d = 0; d < dims; ++d) {
      isl_map *one = elements.copy();
      for (unsigned other = 0; other < dims; ++other)
        if (other != d && other != dim)
          one = isl_map_eliminate(one, isl_dim_out, other, 1);
      result = result.intersect(isl::map(simpleHull(isl::manage(one))));
    }
    return result;
  }

  /// The copies of a tile that keeps a few slices at a time, if time selects slices and fewer
  /// are enough than there are in \p box. With flags launches are not told apart.
  std::optional<CircularCopies> circularCopies(unsigned array, const FixedBox &box) const {
    if (Region.joint || Region.transfers[array].byValue)
      return std::nullopt;
    const std::optional<TimeSlices> slices = findTimeSlices(Region, array);
    if (!slices || slices->slots(0) >= box.size[slices->dim])
      return std::nullopt;
    const isl::space space = isl::manage(isl_map_get_space(boxMap(box).get()));
    const auto elements = [&](auto wanted) { return elementsOf(*slices, space, true, wanted); };
    const isl::map written =
        elements([](const SliceUse &use) { return isWrite(use.access->kind); });
    const isl::map sure =
        elements([](const SliceUse &use) { return isSureWrite(use.access->kind); });
    const isl::map first =
        elements([&](const SliceUse &use) { return slices->writesFirst(Region.band, use); });
    const isl::map loaded = boxedReads(array, *slices, space)
                                .intersect(boxMap(box))
                                .subtract(first)
                                .unite(written.subtract(sure))
                                .coalesce();
    const isl::map early =
        elements([&](const SliceUse &use) { return slices->isEarly(Region, use); });
    const long ahead = loaded.is_disjoint(early) ? 0 : 1;
    const long slots = slices->slots(ahead);
    if (slots >= box.size[slices->dim] || !isSimple(loaded, written))
      return std::nullopt;
    return CircularCopies{
        {loaded, written},
        {slices->dim, slots},
        {slices->least, slices->most + ahead, slices->written, slices->backwards}};
  }

  double points() const {
    double product = static_cast<double>(Region.shape.height);
    for (unsigned d = 0; d < Region.shape.dims.size(); ++d)
      product *= static_cast<double>(Region.shape.widest(d, false));
    return product;
  }

  const SplitRegion &Region;
  const std::vector<SplitColour> &Colours;
  const TiledSchedule &Tiled;
};

} // namespace

std::vector<PlacedTile> splitSharedTiles(const SplitRegion &region,
                                         const std::vector<SplitColour> &colours,
                                         const TiledSchedule &tiled) {
  TileMaker maker(region, colours, tiled);
  std::vector<PlacedTile> tiles;
  for (unsigned array = 0; array < region.scop.arrays.size(); ++array)
    if (auto tile = maker.make(array); tile && maker.isSimple(tile->tile.copied, tile->tile.stored))
      tiles.push_back(std::move(*tile));
  return tiles;
}

} // namespace gputile::mapping
