//===- Waits.cpp - Which blocks wait for which ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Launch/Waits.h"
#include "Mapping/Tiles.h"

#include "gputile/Model/Device.h"
#include "gputile/Support/IslTools.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>

namespace gputile::mapping {
namespace {

/// { S[i] -> [h…, b…] } of one statement.
isl::map groupOf(const KernelPlan &kernel, const Statement &statement) {
  const isl::map host =
      mapOf(kernel.host, statement.domain, static_cast<unsigned>(kernel.hostDims.size()));
  const isl::map block = mapOf(kernel.block, statement.domain, kernel.blockDims);
  return isl::manage(isl_map_flat_range_product(host.copy(), block.copy()));
}

/// { [h…, b…] -> A[a] } by array.
struct BlockAccesses {
  isl::map all, writes;
};

std::vector<std::optional<BlockAccesses>> blockAccesses(const Scop &scop,
                                                        const KernelPlan &kernel) {
  std::vector<std::optional<BlockAccesses>> result(scop.arrays.size());
  for (unsigned s : kernel.statements) {
    const Statement &statement = scop.statements[s];
    const isl::map group = groupOf(kernel, statement).intersect_params(scop.context);
    for (const Access &access : statement.accesses) {
      isl::map touched = group.reverse().apply_range(access.relation);
      const bool writes = access.kind != AccessKind::Read;
      const isl::map written = writes ? touched : isl::map::empty(touched.space());
      auto &slot = result[statement.references[access.reference].array];
      if (slot)
        slot = BlockAccesses{slot->all.unite(touched), slot->writes.unite(written)};
      else
        slot.emplace(BlockAccesses{touched, written});
    }
  }
  return result;
}

/// { [dh…, db…] : dh is zero for outer and lexicographically positive for inner h }.
isl::set forwardDistances(const KernelPlan &kernel) {
  const isl::space space = kernel.blocks.project_out_all_params().space();
  isl::set result = isl::set::empty(space);
  for (unsigned d = kernel.outerHostDims(); d < kernel.hostDims.size(); ++d) {
    isl::set at = isl::set::universe(space);
    for (unsigned e = 0; e < d; ++e)
      at = fixDim(at, e, 0);
    result = result.unite(boundBelow(at, d, 1));
  }
  return result;
}

/// { [dh…, db…] } holding (h, b) - (h', b') of all blocks that access one element,
/// one of them writing it, with h' an earlier launch of the same CUDA launch as h. It may
/// hold more: for any parameters, and without conditions of divisibility, which make
/// all further work too expensive.
isl::set conflictDistances(const Scop &scop, const KernelPlan &kernel) {
  const isl::set forward = forwardDistances(kernel);
  isl::set distances = isl::set::empty(forward.space());
  const auto add = [&](const isl::map &later, const isl::map &earlier) {
    isl::set found = earlier.apply_range(later.reverse()).deltas().project_out_all_params();
    distances = distances.unite(withoutDivs(found).intersect(forward)).coalesce();
  };
  for (const std::optional<BlockAccesses> &accesses : blockAccesses(scop, kernel)) {
    if (!accesses || accesses->writes.is_empty())
      continue;
    const isl::map all = accesses->all.coalesce(), writes = accesses->writes.coalesce();
    add(all, writes);
    add(writes, all);
  }
  // Parts that overlap would be covered twice.
  return isl::manage(isl_set_make_disjoint(distances.release()));
}

/// More distances than this are no pattern that a kernel should spell out.
constexpr unsigned MaxWaits = 16;

/// The lexicographically smallest element of a set that is not empty; none when there
/// is no smallest. Bounds of each dimension do not tell: x >= -y and y >= -x are lower
/// bounds of both.
std::optional<isl::set> smallest(const isl::set &distances) {
  isl::set rest = distances;
  for (unsigned d = 0; d < setDims(rest); ++d) {
    isl::val least = isl::manage(isl_set_dim_min_val(rest.copy(), static_cast<int>(d)));
    if (!least.is_int())
      return std::nullopt;
    rest = isl::manage(isl_set_fix_val(rest.release(), isl_dim_set, d, least.release()));
  }
  return rest;
}

/// A few distances of which every one in \p distances is a sum; none when a few do
/// not suffice.
std::optional<isl::set> generators(const isl::set &distances) {
  isl::set chosen = isl::set::empty(distances.space()), left = distances;
  for (unsigned count = 0; !left.is_empty(); ++count) {
    const std::optional<isl::set> next = smallest(left);
    if (!next || count == MaxWaits)
      return std::nullopt;
    chosen = chosen.unite(*next);
    left = left.subtract(*next).subtract(distances.apply(next->translation())).coalesce();
  }
  return chosen;
}

/// The pairs (h, b) -> (h', b') of \p blocks with a distance among \p distances.
isl::map pairsAt(const isl::set &distances, const isl::set &blocks) {
  return distances.translation().reverse().intersect_domain(blocks).intersect_range(blocks);
}

/// A convex set around \p blocks; their parts where no bound is valid for all of them.
isl::set hullOrParts(const isl::set &blocks) {
  return boundedHull(withoutDivs(blocks)).coalesce();
}

/// \p blocks and those one \p step after them, as far as there are such launches and
/// such places in any launch.
isl::set widened(const isl::set &blocks, const isl::set &steps, unsigned hostDims) {
  const isl::map step = steps.translation();
  isl::set launches = dropDims(blocks, hostDims, setDims(blocks) - hostDims);
  isl::set places = dropDims(blocks, 0, hostDims);
  const isl::set box = isl::manage(isl_set_flat_product(launches.release(), places.release()));
  return hullOrParts(blocks.unite(blocks.apply(step))).intersect(hullOrParts(box));
}

/// { K[h…] -> [l…] } for all launches of \p blocks and perhaps some without blocks, so
/// that no condition quantifies; none when the launch vector of those that \p kernel did
/// not make before cannot be told.
std::optional<isl::map> launchesOf(const KernelPlan &kernel, const isl::set &blocks) {
  const unsigned hosts = static_cast<unsigned>(kernel.hostDims.size());
  const isl::set launches =
      named(withoutDivs(dropDims(blocks, hosts, kernel.blockDims)), kernel.name);
  const isl::map vectors =
      isl::map(isl::manage(isl_map_affine_hull(isl_map_remove_divs(kernel.launch.copy()))));
  const isl::map result = vectors.intersect_domain(launches);
  if (!launches.is_subset(result.domain()) || !result.is_single_valued())
    return std::nullopt;
  return result;
}

/// Whether each pair of \p blocks at one of \p distances is one of \p steps apart, or has a block
/// in between that is one step from one of them and at a shorter distance from the other.
bool coversAll(const isl::set &steps, const isl::set &distances, const isl::set &blocks) {
  const isl::map step = steps.translation().reverse(), distance = distances.translation().reverse();
  // Ends are blocks, which need not be said again of those in between.
  const isl::map back = gistDomain(step.intersect_range(blocks), blocks);
  const isl::map forth = gistRange(step.intersect_domain(blocks), blocks);
  const isl::map before = back.apply_range(distance), after = distance.apply_range(forth);
  const auto isCovered = [&](const isl::map &part) {
    return part.is_subset(before) || part.is_subset(after) || part.is_subset(before.unite(after));
  };
  std::vector<isl::map> open;
  pairsAt(distances, blocks).subtract(step).foreach_basic_map([&](const isl::basic_map &part) {
    open.push_back(isl::map(part));
  });
  // The parts that differ little from a step tell soonest that pairs are left.
  return std::all_of(open.rbegin(), open.rend(), isCovered);
}

/// Gives \p kernel the waits at \p steps among \p blocks. \returns false when the
/// launches of \p blocks cannot be told.
bool setWaits(KernelPlan &kernel, const isl::set &blocks, const isl::set &steps) {
  const std::optional<isl::map> launch = launchesOf(kernel, blocks);
  if (!launch)
    return false;
  kernel.launch = *launch;
  const isl::set working = withoutDivs(kernel.blocks).intersect(blocks);
  if (!blocks.is_subset(working))
    kernel.working = working;
  kernel.blocks = blocks;
  kernel.waits = pairsAt(steps, blocks);
  return true;
}

/// Waits at the distances that generate all others.
bool addGeneratedWaits(const Scop &scop, KernelPlan &kernel, const isl::set &distances) {
  const std::optional<isl::set> chosen = generators(distances);
  if (!chosen)
    return false;
  const unsigned hostDims = static_cast<unsigned>(kernel.hostDims.size());
  isl::set blocks = hullOrParts(kernel.blocks).intersect_params(scop.context);
  for (unsigned attempt = 0; attempt < 2; ++attempt) {
    if (coversAll(*chosen, distances, blocks) && setWaits(kernel, blocks, *chosen))
      return true;
    blocks = widened(blocks, *chosen, hostDims).intersect_params(scop.context);
  }
  return false;
}

/// The coordinates of tiles when blocks (h, b) are those of wavefronts: [p…, T_1, b…]
/// with h the last of [p…, h] and T_1 = h - b_1 - b_2 - …
class TileWaits {
public:
  explicit TileWaits(const KernelPlan &kernel)
      : Kernel(kernel), Hub(static_cast<unsigned>(kernel.hostDims.size()) - 1),
        Dims(kernel.blockIdDims()) {}

  bool reach(const isl::set &distances) const;
  std::optional<isl::set> blocks() const;
  isl::set steps() const;

private:
  isl::map toTiles() const;
  isl::set relaxed(const isl::set &tiles, unsigned row) const;
  std::optional<isl::set> joined(const isl::set &tiles) const;

  const KernelPlan &Kernel;
  const unsigned Hub; ///< The position of h, and of T_1.
  const unsigned Dims;
};

/// { [p…, h, b…] -> [p…, T_1, b…] }
isl::map TileWaits::toTiles() const {
  isl::multi_aff tiles =
      isl::manage(isl_multi_aff_identity_on_domain_space(Kernel.blocks.space().release()));
  isl::aff first = tiles.at(static_cast<int>(Hub));
  for (unsigned d = Hub + 1; d < Dims; ++d)
    first = first.sub(tiles.at(static_cast<int>(d)));
  return tiles.set_at(static_cast<int>(Hub), first).as_map();
}

/// Whether no tile of a conflict has a smaller coordinate than the one it depends on.
bool TileWaits::reach(const isl::set &distances) const {
  isl::set ahead = isl::set::universe(distances.space());
  for (unsigned d = 0; d < Dims; ++d)
    ahead = d < Hub ? fixDim(ahead, d, 0) : boundBelow(ahead, d, 0);
  return distances.apply(toTiles().project_out_all_params()).is_subset(ahead);
}

/// { [p…, T_1, b…] } of the distances at which a tile waits: one in one coordinate.
isl::set TileWaits::steps() const {
  const isl::set origin = isl::manage(
      isl_set_from_point(isl_point_zero(Kernel.blocks.project_out_all_params().space().release())));
  isl::set result = isl::set::empty(origin.space());
  for (unsigned d = Hub; d < Dims; ++d)
    result = result.unite(fixDim(freeDims(origin, d, 1), d, 1));
  return result.apply(toTiles().project_out_all_params().reverse());
}

/// The bounds, values that are at least zero, of T_1 and coordinate \p row among
/// \p tiles, whatever the coordinates behind T_1 other than \p row are.
std::vector<isl::aff> boundsOfRow(isl::set tiles, unsigned hub, unsigned row) {
  const unsigned dims = setDims(tiles);
  for (unsigned d = hub + 1; d < dims; ++d)
    if (d != row)
      tiles = freeDims(tiles, d, 1);
  std::vector<isl::aff> bounds;
  const isl::basic_set hull = hullOf(tiles);
  isl_basic_set_foreach_constraint(
      hull.get(),
      [](isl_constraint *constraint, void *user) {
        auto &list = *static_cast<std::vector<isl::aff> *>(user);
        list.push_back(isl::manage(isl_constraint_get_aff(constraint)));
        if (isl_constraint_is_equality(constraint) == isl_bool_true)
          list.push_back(list.back().neg());
        isl_constraint_free(constraint);
        return isl_stat_ok;
      },
      &bounds);
  return bounds;
}

isl::val coefficient(const isl::aff &bound, unsigned d) {
  return isl::manage(isl_aff_get_coefficient_val(bound.get(), isl_dim_in, static_cast<int>(d)));
}

/// The tiles between the bounds of coordinate \p row. An upper bound that grows with
/// T_1 is raised until the tiles of T_1 overlap those of T_1 + 1.
isl::set TileWaits::relaxed(const isl::set &tiles, unsigned row) const {
  const std::vector<isl::aff> bounds = boundsOfRow(tiles, Hub, row);
  isl::val slope = isl::val::zero(tiles.ctx());
  for (const isl::aff &bound : bounds)
    if (row != Hub && coefficient(bound, row).is_pos())
      slope = slope.max(coefficient(bound, Hub).neg().div(coefficient(bound, row)).ceil());
  isl::set result = isl::set::universe(tiles.space());
  for (isl::aff bound : bounds) {
    if (coefficient(bound, row).is_neg() && coefficient(bound, Hub).is_pos())
      bound = bound.add_constant(slope.mul(coefficient(bound, row).neg()));
    result = isl::manage(
        isl_set_add_constraint(result.release(), isl_inequality_from_aff(bound.release())));
  }
  return result;
}

/// Tiles around \p tiles among which every two, one with no smaller coordinates than the
/// other, are joined by steps. Each coordinate has bounds that depend on T_1 only, lower
/// ones no larger at T_1 + 1 than upper ones at T_1. Then all coordinates can go as far
/// as their upper bounds let them, next T_1 can, and so on: lower bounds that grow with
/// T_1 are below those at the end of the way, those that fall are below those at its
/// start. None when no such bounds are valid for all parameters.
std::optional<isl::set> TileWaits::joined(const isl::set &tiles) const {
  isl::set result = isl::set::universe(tiles.space());
  for (unsigned row = Hub; row < Dims; ++row)
    result = result.intersect(relaxed(tiles, row));
  if (isl_set_is_bounded(result.get()) != isl_bool_true)
    return std::nullopt;
  return result;
}

/// The parameters of \p set, divided by which parts of it exist.
std::vector<isl::set> cellsOf(const isl::set &set) {
  std::vector<isl::set> cells{set.params()};
  set.foreach_basic_set([&](isl::basic_set part) {
    const isl::set exists = isl::set(part).params();
    std::vector<isl::set> divided;
    for (const isl::set &cell : cells)
      for (const isl::set &half : {cell.intersect(exists), cell.subtract(exists)})
        if (!half.is_empty())
          divided.push_back(half);
    cells = std::move(divided);
  });
  return cells;
}

/// Blocks around those that have work, joined as above.
std::optional<isl::set> TileWaits::blocks() const {
  // Without the context of the Scop: limits of a type would bound what nothing else does.
  const isl::set tiles = Kernel.blocks.apply(toTiles());
  std::optional<isl::set> result = joined(tiles);
  if (!result) {
    result = isl::set::empty(tiles.space());
    for (const isl::set &cell : cellsOf(tiles)) {
      const std::optional<isl::set> some = joined(tiles.intersect_params(cell));
      if (!some)
        return std::nullopt;
      result = result->unite(some->intersect_params(cell));
    }
  }
  return result->apply(toTiles().reverse());
}

} // namespace

bool hasRoomForTicket(const KernelPlan &kernel, const DeviceLimits &limits) {
  constexpr long bytes = 16; // As shared memory is aligned.
  return kernel.sharedBytes + bytes <= limits.sharedBytesPerBlockOptIn;
}

bool addWaits(const Scop &scop, KernelPlan &kernel) {
  const isl::set distances = conflictDistances(scop, kernel);
  const TileWaits tiles(kernel);
  if (tiles.reach(distances))
    if (const std::optional<isl::set> blocks = tiles.blocks())
      return setWaits(kernel, *blocks, tiles.steps());
  return addGeneratedWaits(scop, kernel, distances);
}

} // namespace gputile::mapping
