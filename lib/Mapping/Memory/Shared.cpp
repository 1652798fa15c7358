//===- Shared.cpp - Boxes that live in shared memory ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/BankConflicts.h"
#include "Mapping/Memory/FixedBox.h"
#include "Mapping/Memory/Shared.h"
#include "Mapping/RowOrder.h"
#include "gputile/Support/IslTools.h"

#include "gputile/Support/UniteElements.h"

#include <algorithm>
#include <numeric>

namespace gputile::mapping {
namespace {

/// A box of which less than this part of its elements is used is not worth it.
constexpr double leastUse = 0.5;
/// The same for boxes of which single elements are copied, with a test for each.
constexpr double leastUseOfElements = 2;

/// Caches serve the reads of neighbouring threads, too, without copies, index arithmetic and barriers: a
/// box that is only copied for its reuse needs so many reads of each element (by the instructions
/// that bench/counts counts: stencils of up to 27 points cost half as much without, products of
/// matrices a fifth more).
constexpr double leastUseOfReused = 16;

/// Elements that are worth a barrier when one thread reads them, and how many may lie in the box
/// of one tile: some of them may not be read.
constexpr double leastStaged = stagedTileSize / 4, mostStaged = 2 * stagedTileSize;

/// Statements with more references are long: tiles for each of their elements would be many.
constexpr size_t manyReferences = 32;

/// \p groups, with those of one long statement united that only read elements of an array that
/// differ in numbers only, A[i][0] and A[i][1].
std::vector<ReferenceGroup> unitedInLongStatements(const Scop &scop,
                                                   const std::vector<ReferenceGroup> &groups) {
  std::vector<ReferenceGroup> result;
  std::map<std::pair<unsigned, unsigned>, std::vector<const ReferenceGroup *>> parts;
  for (const ReferenceGroup &group : groups) {
    const unsigned statement = group.members.front().id.statement;
    if (group.members.size() == 1 && group.isAffine() && !group.isWritten() &&
        scop.statements[statement].references.size() > manyReferences)
      parts[{statement, group.array}].push_back(&group);
    else
      result.push_back(group);
  }
  for (const auto &[key, members] : parts) {
    std::vector<isl::map> reads;
    for (const ReferenceGroup *part : members)
      reads.push_back(part->members.front().reads);
    for (const std::vector<size_t> &alike : groupsOfElements(reads)) {
      ReferenceGroup united = *members[alike.front()];
      for (size_t k = 1; k < alike.size(); ++k)
        united.members.push_back(members[alike[k]]->members.front());
      result.push_back(std::move(united));
    }
  }
  return result;
}

/// What \p group reads, { S[i] -> A[a] } by statement: in long statements what differs in numbers
/// only is one part.
std::vector<std::pair<unsigned, isl::map>> readParts(const Scop &scop, const ReferenceGroup &group) {
  std::vector<std::pair<unsigned, isl::map>> result;
  std::map<unsigned, std::vector<isl::map>> inLong;
  for (const KernelReference &r : group.members)
    if (scop.statements[r.id.statement].references.size() > manyReferences)
      inLong[r.id.statement].push_back(r.reads);
    else
      result.emplace_back(r.id.statement, r.reads);
  for (const auto &[statement, reads] : inLong)
    for (const std::vector<size_t> &alike : groupsOfElements(reads)) {
      std::vector<isl::map> parts;
      for (size_t k : alike)
        parts.push_back(reads[k]);
      result.emplace_back(statement, uniteElements(parts));
    }
  return result;
}

/// { [h…, b…, e_0 … e_{prefix-1}] -> A[a] } of all members. Pieces with divisions stay apart: to
/// compare them takes long, and their box is that of all.
isl::map footprintAt(const Scop &scop, const KernelSpace &space, const ReferenceGroup &group,
                     unsigned level) {
  isl::map result;
  for (const auto &[statement, reads] : readParts(scop, group)) {
    isl::map f = reads.apply_domain(space.tileMap(scop, statement, space.levels[level].prefix));
    result = result.is_null() ? f : result.unite(f);
  }
  return quantifies(result.wrap()) ? result : result.coalesce();
}

/// The innermost level that holds all statements of \p group.
unsigned deepestLevel(const KernelSpace &space, const ReferenceGroup &group) {
  unsigned deepest = 0;
  for (unsigned l = 0; l < space.levels.size(); ++l) {
    const std::vector<unsigned> &in = space.levels[l].statements;
    bool holdsAll = std::all_of(
        group.members.begin(), group.members.end(), [&](const KernelReference &r) {
          return std::binary_search(in.begin(), in.end(), r.id.statement);
        });
    if (holdsAll && space.levels[l].prefix >= space.levels[deepest].prefix)
      deepest = l;
  }
  return deepest;
}

bool isWrittenByKernel(const Scop &scop, const KernelSpace &space, unsigned array) {
  for (unsigned s : space.statements)
    for (const Access &access : scop.statements[s].accesses)
      if (access.kind != AccessKind::Read &&
          scop.statements[s].references[access.reference].array == array)
        return true;
  return false;
}

/// { [h…] -> A[a] } from { [h…, x…] -> A[a] }.
isl::map atHost(const KernelSpace &space, const isl::map &elements) {
  const unsigned host = static_cast<unsigned>(space.host.size());
  return isl::manage(isl_map_project_out(elements.copy(), isl_dim_in, host,
                                         domainDims(elements) - host));
}

/// Whether a launch of the kernel may write elements of \p box, { [h…, b…, e…] -> A[a] }: of the
/// versions of an array it writes one and reads others.
bool mayBeWritten(const Scop &scop, const KernelSpace &space, unsigned array, const FixedBox &box) {
  if (!isWrittenByKernel(scop, space, array))
    return false;
  const isl::map elements = atHost(space, boxMap(box));
  for (unsigned s : space.statements)
    for (const Access &access : scop.statements[s].accesses)
      if (access.kind != AccessKind::Read &&
          scop.statements[s].references[access.reference].array == array &&
          !atHost(space, access.relation.apply_domain(space.tileMap(scop, s, 0)))
               .is_disjoint(elements))
        return true;
  return false;
}

struct Candidate {
  ReferenceGroup group;
  unsigned level = 0;
  FixedBox box;
  /// { [h…, b…, e…] -> A[a] }: the elements read, or those of the box when groups
  /// were merged: unions of many reads are expensive.
  isl::map elements;
  double bytes = 0;
  double use = 0; ///< Reads per element of the box.
};

class SharedChooser {
public:
  SharedChooser(const Scop &scop, const KernelRegion &region, const KernelSpace &space,
                const BandSizes &sizes, const DeviceLimits &limits)
      : TheScop(scop), Region(region), Space(space), Sizes(sizes), Limits(limits) {}

  SharedChoices choose(const std::vector<ReferenceGroup> &groups) {
    std::vector<Candidate> candidates;
    for (const ReferenceGroup &group : unitedInLongStatements(TheScop, groups))
      if (!group.isWritten() && group.isAffine() && TheScop.arrays[group.array].rank > 0)
        if (auto candidate = boxed(group))
          addMerged(candidates, std::move(*candidate));
    mergeAll(candidates);
    std::vector<Candidate> useful;
    for (const Candidate &c : candidates) {
      // Merging worked on boxes of boxes: the box of what is read may be smaller.
      std::optional<Candidate> exact = c.group.members.size() > 1 ? boxed(c.group) : c;
      if (exact && isUseful(*exact))
        useful.push_back(std::move(*exact));
    }
    dropLoneBroadcasts(useful);
    return fitting(std::move(useful));
  }

private:
  /// The box of \p group at its innermost level, hoisted as long as it does not
  /// grow.
  std::optional<Candidate> boxed(const ReferenceGroup &group) const {
    unsigned level = deepestLevel(Space, group);
    isl::map elements = footprintAt(TheScop, Space, group, level);
    std::optional<FixedBox> box = fixedBox(elements);
    if (!box)
      return std::nullopt;
    while (Space.levels[level].parent >= 0) {
      unsigned parent = static_cast<unsigned>(Space.levels[level].parent);
      isl::map wider = footprintAt(TheScop, Space, group, parent);
      std::optional<FixedBox> widerBox = fixedBox(wider);
      if (!widerBox || widerBox->elements() > box->elements())
        break;
      box = widerBox;
      elements = wider;
      level = parent;
    }
    return Candidate{group, level, *box, elements, bytesOfBox(group, *box), 0};
  }

  double bytesOfBox(const ReferenceGroup &group, const FixedBox &box) const {
    return box.elements() * TheScop.arrays[group.array].elementBytes;
  }

  std::optional<Candidate> merged(const Candidate &a, const Candidate &b) const {
    if (a.group.array != b.group.array ||
        (a.level == b.level && leastElementsOfBoth(a.box, b.box) >= a.box.elements() + b.box.elements()))
      return std::nullopt;
    ReferenceGroup both = a.group;
    both.members.insert(both.members.end(), b.group.members.begin(), b.group.members.end());
    std::optional<Candidate> result =
        a.level == b.level ? mergedAtLevel(a, b, both) : boxed(both);
    if (!result || result->bytes >= a.bytes + b.bytes)
      return std::nullopt;
    return result;
  }

  std::optional<Candidate> mergedAtLevel(const Candidate &a, const Candidate &b,
                                         const ReferenceGroup &both) const {
    isl::map elements = a.elements.unite(b.elements);
    std::optional<FixedBox> box = boxOfBoth(a.box, b.box);
    if (!box)
      box = fixedBox(elements);
    if (!box)
      return std::nullopt;
    elements = boxMap(*box).intersect_domain(elements.domain().coalesce());
    return Candidate{both, a.level, *box, elements, bytesOfBox(both, *box), 0};
  }

  void addMerged(std::vector<Candidate> &candidates, Candidate candidate) const {
    for (Candidate &other : candidates)
      if (auto both = merged(other, candidate)) {
        other = std::move(*both);
        return;
      }
    candidates.push_back(std::move(candidate));
  }

  /// Merging may have made further pairs worth merging.
  void mergeAll(std::vector<Candidate> &candidates) const {
    for (size_t before = 0; before != candidates.size();) {
      before = candidates.size();
      std::vector<Candidate> again;
      for (Candidate &c : candidates)
        addMerged(again, std::move(c));
      candidates = std::move(again);
    }
  }

  LaneAccess lanes(const KernelReference &r, unsigned row) const {
    return laneAccess(stepOf(TheScop, Region, r.id.statement, row, r.reads));
  }

  bool isStrided(const Candidate &c) const {
    return std::any_of(c.group.members.begin(), c.group.members.end(), [&](const auto &r) {
      return lanes(r, Sizes.mapped.back()) == LaneAccess::Strided;
    });
  }

  /// All threads read the same elements.
  bool isBroadcast(const Candidate &c) const {
    return std::all_of(c.group.members.begin(), c.group.members.end(), [&](const auto &r) {
      return std::all_of(Sizes.mapped.begin(), Sizes.mapped.end(), [&](unsigned row) {
        LaneAccess access = lanes(r, row);
        return access == LaneAccess::Broadcast || access == LaneAccess::None;
      });
    });
  }

  /// Several instances read one element while the box lives.
  bool hasReuse(const Candidate &c) const {
    std::vector<isl::map> seen;
    for (const auto &[statement, reads] : readParts(TheScop, c.group)) {
      isl::map place = Space.tileMap(TheScop, statement, Space.levels[c.level].prefix);
      if (!place.range_product(reads).is_injective())
        return true;
      isl::map footprint = reads.apply_domain(place);
      for (const isl::map &other : seen)
        if (!other.is_disjoint(footprint))
          return true;
      seen.push_back(footprint);
    }
    return false;
  }

  /// Estimated reads per element of the box while it lives: points of the tile
  /// times references over elements.
  double useOf(const Candidate &c) const {
    double points = 1;
    for (unsigned row : Sizes.mapped)
      points *= static_cast<double>(Sizes.tile[row]);
    const std::vector<unsigned> inner = loopsBelow(c);
    for (size_t i = 0; i < inner.size(); ++i)
      points *= static_cast<double>(Sizes.innerTile); // Assumed of loops that are not cut, too.
    return points * static_cast<double>(c.group.members.size()) / c.box.elements();
  }

  /// Loops of the order below the level of \p c around its first member.
  std::vector<unsigned> loopsBelow(const Candidate &c) const {
    std::vector<unsigned> result;
    unsigned s = c.group.members.front().id.statement;
    for (unsigned e = Space.levels[c.level].prefix; e < Space.order.size(); ++e) {
      bool isPoint = std::find(Space.unrolled.begin(), Space.unrolled.end(), e) !=
                     Space.unrolled.end();
      if (!isPoint && !Space.order[e].at(s).is_cst())
        result.push_back(e);
    }
    return result;
  }

  bool isUseful(Candidate &c) const {
    c.use = useOf(c);
    bool byElement = mayBeWritten(TheScop, Space, c.group.array, c.box);
    if (c.use < (byElement ? leastUseOfElements : leastUse) || c.box.elements() == 1 ||
        c.bytes > static_cast<double>(Limits.sharedBytesPerBlock))
      return false;
    // Rows of one element are not copied any more coalesced than they are read.
    if (isStrided(c) && c.box.size.back() > 1)
      return true;
    // All threads of the block fetch what the loops of a few of them read.
    if (Sizes.stagingThreads > 0 && c.level > 0 && !byElement)
      return true;
    return c.use >= leastUseOfReused && hasReuse(c);
  }

  /// What all threads read at the same time costs one transaction anyway: it is
  /// only worth copying where barriers are needed for another box.
  void dropLoneBroadcasts(std::vector<Candidate> &candidates) const {
    std::vector<unsigned> levels;
    std::vector<bool> broadcast;
    for (const Candidate &c : candidates) {
      broadcast.push_back(isBroadcast(c));
      if (!broadcast.back())
        levels.push_back(c.level);
    }
    std::vector<Candidate> kept;
    for (size_t i = 0; i < candidates.size(); ++i)
      if (!broadcast[i] ||
          std::find(levels.begin(), levels.end(), candidates[i].level) != levels.end())
        kept.push_back(std::move(candidates[i]));
    candidates = std::move(kept);
  }

  SharedChoices fitting(std::vector<Candidate> candidates) const {
    std::sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) {
      return a.use != b.use ? a.use > b.use : a.group.ids().front() < b.group.ids().front();
    });
    SharedChoices result;
    double left = static_cast<double>(Limits.sharedBytesPerBlock);
    for (Candidate &c : candidates) {
      // One column of padding may still be added.
      double padded = c.bytes * (1 + 1 / static_cast<double>(c.box.size.back()));
      if (padded > left) {
        result.crowded = true;
        continue;
      }
      left -= padded;
      result.tiles.push_back({std::move(c.group), c.level, c.box.elements()});
    }
    std::sort(result.tiles.begin(), result.tiles.end(), [](const auto &a, const auto &b) {
      return a.group.ids().front() < b.group.ids().front();
    });
    return result;
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  const KernelSpace &Space;
  const BandSizes &Sizes;
  const DeviceLimits &Limits;
};

/// Distance in elements of the tile between neighbouring lanes of a warp, of
/// the read that makes most lanes meet in one bank.
long worstLaneStride(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                     const SharedChoice &choice, const std::vector<long> &size, long padding) {
  long worst = 1, worstConflicts = 1;
  for (const KernelReference &r : choice.group.members) {
    const isl::set step = stepOf(scop, region, r.id.statement, sizes.mapped.back(), r.reads);
    const std::optional<long> stride = laneStride(step, size, padding);
    const long conflicts = std::gcd(stride.value_or(1), 32L);
    if (stride && *stride != 0 && conflicts > worstConflicts) {
      worst = *stride;
      worstConflicts = conflicts;
    }
  }
  return worst;
}

/// One unused column when it spreads the lanes of a warp over more banks.
long paddingFor(const Scop &scop, const KernelRegion &region, const BandSizes &sizes,
                const SharedChoice &choice, const std::vector<long> &size) {
  if (sizes.mapped.empty())
    return 0; // One thread reads the tile.
  auto conflicts = [&](long padding) {
    return std::gcd(worstLaneStride(scop, region, sizes, choice, size, padding), 32L);
  };
  return conflicts(1) < conflicts(0) ? 1 : 0;
}

/// For a kernel whose instances all run on one thread: elements that the other threads of its
/// block fetch meanwhile, where a tile of a loop reads enough of them.
std::vector<SharedChoice> chooseStagedTiles(const Scop &scop, const KernelSpace &space,
                                            const std::vector<ReferenceGroup> &groups,
                                            const DeviceLimits &limits) {
  std::vector<SharedChoice> result;
  double left = static_cast<double>(limits.sharedBytesPerBlock);
  for (const ReferenceGroup &group : groups) {
    const unsigned level = deepestLevel(space, group);
    if (level == 0 || group.isWritten() || !group.isAffine() ||
        scop.arrays[group.array].rank == 0 || isWrittenByKernel(scop, space, group.array))
      continue;
    const std::optional<FixedBox> box = fixedBox(footprintAt(scop, space, group, level));
    if (!box || box->elements() < leastStaged || box->elements() > mostStaged)
      continue;
    const double bytes = box->elements() * scop.arrays[group.array].elementBytes;
    if (bytes > left)
      continue;
    left -= bytes;
    result.push_back({group, level, box->elements()});
  }
  return result;
}

} // namespace

SharedChoices chooseSharedTiles(const Scop &scop, const KernelRegion &region,
                                const KernelSpace &space, const BandSizes &sizes,
                                const std::vector<ReferenceGroup> &groups,
                                const DeviceLimits &limits) {
  if (sizes.mapped.empty())
    return {chooseStagedTiles(scop, space, groups, limits)};
  return SharedChooser(scop, region, space, sizes, limits).choose(groups);
}

isl::multi_aff sharedOffset(const Scop &scop, const KernelSpace &space,
                            const SharedChoice &choice) {
  return fixedBox(footprintAt(scop, space, choice.group, choice.level))->offset;
}

SharedTile makeSharedTile(const Scop &scop, const KernelRegion &region, const KernelSpace &space,
                          const BandSizes &sizes, const SharedChoice &choice,
                          const isl::set &allocated, std::string name) {
  isl::map footprint = footprintAt(scop, space, choice.group, choice.level);
  FixedBox box = *fixedBox(footprint);
  SharedTile tile;
  tile.name = std::move(name);
  tile.array = choice.group.array;
  tile.references = choice.group.ids();
  tile.prefix = space.levels[choice.level].prefix;
  tile.offset = box.offset;
  tile.size = box.size;
  tile.padding = paddingFor(scop, region, sizes, choice, box.size);
  // Elements beside those read may be written meanwhile: then copy no more.
  tile.copied = mayBeWritten(scop, space, tile.array, box)
                    ? footprint.coalesce()
                    : boxMap(box)
                          .intersect_domain(footprint.domain().coalesce())
                          .intersect_range(allocated)
                          .coalesce();
  return tile;
}

long bytesOf(const Scop &scop, const SharedTile &tile) {
  return tile.elements() * scop.arrays[tile.array].elementBytes;
}

long bytesOf(const Scop &scop, const std::vector<PlacedTile> &tiles) {
  long sum = 0;
  for (const PlacedTile &placed : tiles)
    sum += bytesOf(scop, placed.tile);
  return sum;
}

void dropTiles(const Scop &scop, std::vector<PlacedTile> &tiles, long limit) {
  while (bytesOf(scop, tiles) > limit)
    tiles.pop_back();
}

} // namespace gputile::mapping
