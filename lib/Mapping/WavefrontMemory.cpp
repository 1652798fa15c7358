//===- WavefrontMemory.cpp - Shared tiles of a wavefront kernel -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WavefrontMemory.h"
#include "BankConflicts.h"
#include "FixedBox.h"
#include "RowOrder.h"

#include <algorithm>
#include <set>

namespace gputile {
namespace {

/// Reads per element from which a tile that is only read is worth its copy.
constexpr double leastUse = 2;

/// Reads of one array that nothing writes belong in one box.
std::vector<ReferenceGroup> mergeReads(std::vector<ReferenceGroup> groups) {
  std::vector<ReferenceGroup> result;
  std::map<unsigned, size_t> readOnly;
  for (ReferenceGroup &group : groups) {
    if (!group.isWritten()) {
      auto [place, isNew] = readOnly.try_emplace(group.array, result.size());
      if (!isNew) {
        std::vector<KernelReference> &members = result[place->second].members;
        members.insert(members.end(), group.members.begin(), group.members.end());
        continue;
      }
    }
    result.push_back(std::move(group));
  }
  return result;
}

class TileMaker {
public:
  TileMaker(const Scop &scop, const KernelRegion &region, const WavefrontSpace &space,
            const BandSizes &sizes, const Slices &slices)
      : TheScop(scop), Region(region), Space(space.space), Sizes(sizes),
        Lanes(region.node.rows.size(), 0) {
    // The next lane is the next point of the last row in the same slice.
    Lanes.back() = 1;
    if (slices.carrying == Lanes.size())
      Lanes.front() -= 1;
  }

  std::optional<SharedTile> make(const ReferenceGroup &group) {
    if (!group.isAffine() || TheScop.arrays[group.array].rank == 0)
      return std::nullopt;
    isl::map all = footprint(group, &KernelReference::access);
    std::optional<FixedBox> box = fixedBox(all);
    if (!box || (!group.isWritten() && !isReused(group, *box)))
      return std::nullopt;
    SharedTile tile{uniqueName(group.array),
                    group.array,
                    group.ids(),
                    0,
                    box->offset,
                    box->size,
                    0,
                    all,
                    {},
                    1};
    if (group.isWritten()) {
      isl::map written = footprint(group, &KernelReference::mayWrites);
      isl::map unsure = written.subtract(footprint(group, &KernelReference::mustWrites));
      tile.copied = footprint(group, &KernelReference::reads).unite(unsure).coalesce();
      tile.stored = written;
    }
    pad(tile, group);
    return tile;
  }

private:
  /// { [h…, b…] -> A[a] }
  isl::map footprint(const ReferenceGroup &group, isl::map KernelReference::*kind) const {
    isl::map result;
    for (const KernelReference &r : group.members) {
      isl::map f = (r.*kind).apply_domain(Space.tileMap(TheScop, r.id.statement, 0));
      result = result.is_null() ? f : result.unite(f);
    }
    return result.coalesce();
  }

  bool isReused(const ReferenceGroup &group, const FixedBox &box) const {
    double points = 1;
    for (long size : Sizes.tile)
      points *= static_cast<double>(size);
    return points * static_cast<double>(group.members.size()) >= leastUse * box.elements();
  }

  std::string uniqueName(unsigned array) {
    std::string base = "s_" + TheScop.arrays[array].name, name = base;
    for (unsigned n = 1; !Names.insert(name).second; ++n)
      name = base + "_" + std::to_string(n);
    return name;
  }

  /// Elements of the tile between neighbouring lanes; none: not constant.
  std::optional<long> laneStride(const isl::set &step, const SharedTile &tile) const {
    long stride = 0;
    for (unsigned d = 0; d < tile.size.size(); ++d) {
      std::optional<long> by = fixedDim(step, d);
      if (!by)
        return std::nullopt;
      stride = stride * (tile.size[d] + (d + 1 == tile.size.size() ? tile.padding : 0)) + *by;
    }
    return stride;
  }

  long worstConflicts(const std::vector<isl::set> &steps, const SharedTile &tile) const {
    long worst = 1;
    for (const isl::set &step : steps)
      if (auto stride = laneStride(step, tile))
        worst = std::max(worst, bankConflictWays(*stride, TheScop.arrays[tile.array].elementBytes));
    return worst;
  }

  /// The least padding with the fewest conflicts.
  void pad(SharedTile &tile, const ReferenceGroup &group) const {
    std::vector<isl::set> steps;
    for (const KernelReference &r : group.members) {
      isl::set step = stepAlong(TheScop, Region, r.id.statement, Lanes, r.access);
      if (!step.is_empty())
        steps.push_back(step);
    }
    long best = 0;
    tile.bankConflictWays = worstConflicts(steps, tile);
    for (long padding = 1; tile.size.size() > 1 && padding < 32; ++padding) {
      SharedTile padded = tile;
      padded.padding = padding;
      long ways = worstConflicts(steps, padded);
      if (ways < tile.bankConflictWays) {
        tile.bankConflictWays = ways;
        best = padding;
      }
    }
    tile.padding = best;
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  const KernelSpace &Space;
  const BandSizes &Sizes;
  std::vector<long> Lanes; ///< From one lane to the next, per row.
  std::set<std::string> Names;
};

} // namespace

std::vector<SharedTile> wavefrontTiles(const Scop &scop, const KernelRegion &region,
                                       const WavefrontSpace &space, const BandSizes &sizes,
                                       const Slices &slices) {
  TileMaker maker(scop, region, space, sizes, slices);
  std::vector<SharedTile> tiles;
  for (const ReferenceGroup &group : mergeReads(referenceGroups(scop, space.space)))
    if (auto tile = maker.make(group))
      tiles.push_back(std::move(*tile));
  return tiles;
}

} // namespace gputile
