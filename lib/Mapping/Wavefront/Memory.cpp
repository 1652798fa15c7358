//===- Memory.cpp - Shared tiles of a wavefront kernel ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/BankConflicts.h"
#include "Mapping/Memory/FixedBox.h"
#include "Mapping/Memory/ReferenceGroups.h"
#include "Mapping/Memory/TimedFootprint.h"
#include "Mapping/RowOrder.h"
#include "Mapping/Tiles.h"
#include "Mapping/Wavefront/Memory.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <cstdlib>

namespace gputile::mapping {

const BandRow &simplestRow(const KernelRegion &region) {
  auto terms = [](const BandRow &row) {
    long sum = 0;
    for (const auto &[s, f] : row.functions)
      for (int d = 0; d < isl_aff_dim(f.get(), isl_dim_in); ++d)
        sum += std::abs(isl::manage(isl_aff_get_coefficient_val(f.get(), isl_dim_in, d)).num_si());
    return sum;
  };
  const std::vector<BandRow> &rows = region.node.rows;
  return *std::min_element(rows.begin(), rows.end(),
                           [&](const BandRow &a, const BandRow &b) { return terms(a) < terms(b); });
}

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
  TileMaker(const Scop &scop, const KernelRegion &region, const TiledSchedule &tiled,
            const InnerWavefronts &inner, const std::vector<long> &block)
      : TheScop(scop), Region(region), Sizes(tiled.sizes), Block(block) {
    const BandRow &time = simplestRow(region);
    const isl::map tileOf = tiled.shapes.front().points.reverse();
    for (unsigned s : tiled.statements) {
      Times.emplace(s, placeStatement(scop, s, {time.functions}));
      Tiles.emplace(s, placeStatement(scop, s, tiled.band).apply_range(tileOf));
    }
    // The next thread is the next point of its row in the same inner wavefront.
    const size_t rows = region.node.rows.size();
    for (size_t row = rows; row-- > rows - block.size();) {
      std::vector<long> &direction = Directions.emplace_back(rows, 0);
      direction[row] = 1;
      if (inner.carrying == rows)
        direction.front() -= 1;
    }
  }

  std::optional<SharedTile> make(const ReferenceGroup &group) {
    if (!group.isAffine() || TheScop.arrays[group.array].rank == 0)
      return std::nullopt;
    isl::map all = footprint(group, &KernelReference::access);
    // At all rational times: to find the integer ones takes isl long.
    std::optional<FixedBox> box = fixedBox(withoutDivs(all));
    if (!box || (!group.isWritten() && !isReused(group, *box)))
      return std::nullopt;
    SharedTile tile{.name = Names.add("s_" + TheScop.arrays[group.array].name),
                    .array = group.array,
                    .references = group.ids(),
                    .offset = box->offset,
                    .size = box->size,
                    .copied = all,
                    .bankConflictWays = 1};
    if (group.isWritten()) {
      isl::map written = footprint(group, &KernelReference::mayWrites);
      isl::map unsure = written.subtract(footprint(group, &KernelReference::mustWrites));
      tile.copied = footprint(group, &KernelReference::reads).unite(unsure);
      tile.stored = written;
    }
    pad(tile, group);
    return tile;
  }

private:
  /// { [h…, b…] -> A[a] }
  isl::map footprint(const ReferenceGroup &group, isl::map KernelReference::*kind) const {
    std::map<unsigned, isl::map> accesses;
    for (const KernelReference &r : group.members) {
      auto [entry, isNew] = accesses.try_emplace(r.id.statement, r.*kind);
      if (!isNew)
        entry->second = entry->second.unite(r.*kind);
    }
    isl::map result;
    for (const auto &[s, access] : accesses) {
      isl::map one = timedFootprint(access, Tiles.at(s), Times.at(s));
      result = result.is_null() ? one : result.unite(one);
    }
    return dropSubsets(result).range_factor_domain();
  }

  bool isReused(const ReferenceGroup &group, const FixedBox &box) const {
    double points = 1;
    for (long size : Sizes)
      points *= static_cast<double>(size);
    return points * static_cast<double>(group.members.size()) >= leastUse * box.elements();
  }

  /// By how much the element of a reference moves from thread to thread, along x first.
  using Steps = std::vector<isl::set>;

  /// Of dimensions in which that is not constant, and of those behind them, nothing is known.
  long worstConflicts(const std::vector<Steps> &references, const SharedTile &tile) const {
    long worst = 1;
    for (const Steps &steps : references) {
      std::vector<ThreadStride> threads;
      for (size_t dim = 0; dim < steps.size(); ++dim) {
        const auto stride = laneStride(steps[dim], tile.size, tile.padding);
        if (!stride)
          break;
        threads.push_back({Block[Block.size() - 1 - dim], *stride});
      }
      if (!threads.empty())
        worst = std::max(worst, bankConflictWays(threads, TheScop.arrays[tile.array].elementBytes));
    }
    return worst;
  }

  /// The least padding with the fewest conflicts.
  void pad(SharedTile &tile, const ReferenceGroup &group) const {
    std::vector<Steps> steps;
    for (const KernelReference &r : group.members) {
      Steps &along = steps.emplace_back();
      for (const std::vector<long> &direction : Directions)
        along.push_back(stepAlong(TheScop, Region, r.id.statement, direction, r.access));
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
  const std::vector<long> &Sizes;
  /// By statement, { S[i] -> [h…, b…] } and { S[i] -> [t] }, see timedFootprint.
  std::map<unsigned, isl::map> Tiles, Times;
  const std::vector<long> &Block;
  /// From one thread to the next in the rows, per dimension of the block, x first.
  std::vector<std::vector<long>> Directions;
  TileNames Names;
};

} // namespace

std::vector<PlacedTile> wavefrontTiles(const Scop &scop, const KernelRegion &region,
                                       const TiledSchedule &tiled, const InnerWavefronts &inner,
                                       const std::vector<long> &block) {
  TileMaker maker(scop, region, tiled, inner, block);
  std::vector<PlacedTile> tiles;
  const Coordinates host = hostCoordinates(tiled, tiled.shapes.front());
  for (const ReferenceGroup &group : mergeReads(referenceGroups(scop, tiled.statements, host)))
    if (auto tile = maker.make(group)) {
      const bool stores = tile->stored.has_value();
      tiles.push_back({.tile = std::move(*tile), .moves = {.stores = stores}});
    }
  return tiles;
}

} // namespace gputile::mapping
