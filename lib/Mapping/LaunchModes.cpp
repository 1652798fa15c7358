//===- LaunchModes.cpp - Many launches as one ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Host loops that launch one kernel again and again become loops inside it. For
/// flags, the distances between conflicting blocks are reduced to a few of which all
/// others are sums, and a block waits for the blocks at those.
///
//===----------------------------------------------------------------------===//

#include "gputile/Mapping/Mapping.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

namespace gputile {
namespace {

/// { [l_0 … l_{count-1}] } of the launches of \p kernel.
isl::set leadingLaunches(const KernelPlan &kernel, unsigned launchDims, unsigned count) {
  return isl::manage(
      isl_set_project_out(kernel.launch.range().release(), isl_dim_set, count, launchDims - count));
}

/// How many of the last host dimensions of kernel \p k can be its own loops: no
/// other kernel launches with the same values of what stays outside.
unsigned joinableDims(const RegionPlan &plan, size_t k) {
  const KernelPlan &kernel = plan.kernels[k];
  for (size_t outer = 0; outer < kernel.hostDims.size(); ++outer) {
    const unsigned fixed = kernel.hostDims[outer];
    const isl::set mine = leadingLaunches(kernel, plan.launchDims, fixed);
    bool alone = true;
    for (size_t other = 0; other < plan.kernels.size() && alone; ++other)
      alone = other == k ||
              mine.is_disjoint(leadingLaunches(plan.kernels[other], plan.launchDims, fixed));
    if (alone)
      return static_cast<unsigned>(kernel.hostDims.size() - outer);
  }
  return 0;
}

/// { S[i] -> [h…, b…] } of one statement.
isl::map groupOf(const KernelPlan &kernel, const Statement &statement) {
  const auto only = [&](const isl::union_map &maps) {
    return maps.intersect_domain(isl::union_set(statement.domain)).as_map();
  };
  const isl::map host = only(kernel.host);
  if (kernel.blockDims == 0)
    return host;
  return isl::manage(isl_map_flat_range_product(host.copy(), only(kernel.block).release()));
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
  const unsigned outer = static_cast<unsigned>(kernel.hostDims.size()) - kernel.innerHostDims;
  const isl::space space = kernel.blocks.project_out_all_params().space();
  isl::set result = isl::set::empty(space);
  for (unsigned d = outer; d < kernel.hostDims.size(); ++d) {
    isl::set at = isl::set::universe(space);
    for (unsigned e = 0; e < d; ++e)
      at = isl::manage(isl_set_fix_si(at.release(), isl_dim_set, e, 0));
    result = result.unite(isl::manage(isl_set_lower_bound_si(at.release(), isl_dim_set, d, 1)));
  }
  return result;
}

/// { [dh…, db…] } holding (h, b) - (h', b') of all blocks that access one element,
/// one of them writing it, with h' an earlier launch that is joined with h. It may
/// hold more: for any parameters, and without conditions of divisibility, which make
/// all further work too expensive.
isl::set conflictDistances(const Scop &scop, const KernelPlan &kernel) {
  const isl::set forward = forwardDistances(kernel);
  isl::set distances = isl::set::empty(forward.space());
  const auto add = [&](const isl::map &later, const isl::map &earlier) {
    isl::set found = earlier.apply_range(later.reverse()).deltas().project_out_all_params();
    found = isl::manage(isl_set_remove_divs(found.release()));
    distances = distances.unite(found.intersect(forward)).coalesce();
  };
  for (const std::optional<BlockAccesses> &accesses : blockAccesses(scop, kernel)) {
    if (!accesses || accesses->writes.is_empty())
      continue;
    const isl::map all = accesses->all.coalesce(), writes = accesses->writes.coalesce();
    add(all, writes);
    add(writes, all);
  }
  return distances;
}

/// More distances than this are no pattern that a kernel should spell out.
constexpr unsigned MaxWaits = 16;

/// The lexicographically smallest element; none when there is no smallest.
std::optional<isl::set> smallest(const isl::set &distances) {
  for (int d = 0; d < static_cast<int>(isl_set_dim(distances.get(), isl_dim_set)); ++d)
    if (isl_set_dim_has_lower_bound(distances.get(), isl_dim_set, d) != isl_bool_true)
      return std::nullopt;
  return distances.lexmin();
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
    const isl::map step = isl::manage(isl_set_translation(next->copy()));
    left = left.subtract(*next).subtract(distances.apply(step)).coalesce();
  }
  return chosen;
}

/// The pairs (h, b) -> (h', b') of \p blocks with a distance among \p distances.
isl::map pairsAt(const isl::set &distances, const isl::set &blocks) {
  const isl::map back = isl::manage(isl_set_translation(distances.copy())).reverse();
  return back.intersect_domain(blocks).intersect_range(blocks);
}

/// A convex set around \p blocks; their parts where no bound is valid for all of them.
isl::set hullOf(const isl::set &blocks) {
  const isl::set open = isl::manage(isl_set_remove_divs(blocks.copy()));
  const isl::set hull(isl::manage(isl_set_simple_hull(open.copy())));
  return isl_set_is_bounded(hull.get()) == isl_bool_true ? hull : open.coalesce();
}

/// \p blocks and those one \p step after them, as far as there are such launches and
/// such places in any launch.
isl::set widened(const isl::set &blocks, const isl::set &steps, unsigned hostDims) {
  const isl::map step = isl::manage(isl_set_translation(steps.copy()));
  const unsigned dims = static_cast<unsigned>(isl_set_dim(blocks.get(), isl_dim_set));
  isl::set launches =
      isl::manage(isl_set_project_out(blocks.copy(), isl_dim_set, hostDims, dims - hostDims));
  isl::set places = isl::manage(isl_set_project_out(blocks.copy(), isl_dim_set, 0, hostDims));
  const isl::set box = isl::manage(isl_set_flat_product(launches.release(), places.release()));
  return hullOf(blocks.unite(blocks.apply(step))).intersect(hullOf(box));
}

/// { K[h…] -> [l…] } for all launches of \p blocks; none when the launch vector of
/// those that \p kernel did not make before cannot be told.
std::optional<isl::map> launchesOf(const KernelPlan &kernel, const isl::set &blocks) {
  isl::set launches = isl::manage(isl_set_project_out(
      blocks.copy(), isl_dim_set, static_cast<unsigned>(kernel.hostDims.size()), kernel.blockDims));
  launches = isl::manage(isl_set_set_tuple_name(launches.release(), kernel.name.c_str()));
  const isl::map vectors =
      isl::map(isl::manage(isl_map_affine_hull(isl_map_remove_divs(kernel.launch.copy()))));
  const isl::map result = vectors.intersect_domain(launches);
  if (!launches.is_subset(result.domain()) || !result.is_single_valued())
    return std::nullopt;
  return result;
}

/// Whether each conflict is a wait, or a wait before or after a conflict of shorter
/// distance.
bool coversAll(const isl::map &waits, const isl::map &conflicts) {
  const isl::map chained =
      waits.apply_range(conflicts).unite(conflicts.apply_range(waits)).unite(waits);
  return conflicts.is_subset(chained.coalesce());
}

/// Gives \p kernel waits from which all conflicts between blocks follow. \returns
/// whether a few constant distances do. Where a chain of waits would end at a block
/// that has no work, the kernel runs that block too: it waits and goes on.
bool addWaits(const Scop &scop, KernelPlan &kernel) {
  const isl::set distances = conflictDistances(scop, kernel);
  const std::optional<isl::set> chosen = generators(distances);
  if (!chosen)
    return false;
  const unsigned hostDims = static_cast<unsigned>(kernel.hostDims.size());
  isl::set blocks = hullOf(kernel.blocks).intersect_params(scop.context);
  for (unsigned attempt = 0; attempt < 2; ++attempt) {
    const isl::map waits = pairsAt(*chosen, blocks);
    const std::optional<isl::map> launch = launchesOf(kernel, blocks);
    if (launch && coversAll(waits, pairsAt(distances, blocks))) {
      kernel.launch = *launch;
      kernel.blocks = blocks;
      kernel.waits = waits.coalesce();
      return true;
    }
    blocks = widened(blocks, *chosen, hostDims).intersect_params(scop.context);
  }
  return false;
}

Refusal notApplicable(const Scop &scop, Launch launch, const char *why) {
  return Refusal{DiagId::LaunchNotApplicable, scop.loc, {launchName(launch), why}, {}, {}};
}

} // namespace

Result<RegionPlan> applyLaunchMode(const Scop &scop, RegionPlan plan, Launch launch) {
  if (launch != Launch::Cooperative && launch != Launch::Flags)
    return plan;
  bool hostLoops = false, joined = false;
  for (size_t k = 0; k < plan.kernels.size(); ++k) {
    KernelPlan &kernel = plan.kernels[k];
    hostLoops |= !kernel.hostDims.empty();
    const unsigned inner = joinableDims(plan, k);
    if (inner == 0)
      continue;
    joined = true;
    kernel.innerHostDims = inner;
    kernel.mode = launch == Launch::Flags ? LaunchMode::Flags : LaunchMode::Cooperative;
    if (launch == Launch::Flags && !addWaits(scop, kernel))
      return notApplicable(scop, launch, "a block depends on blocks at varying distances");
  }
  if (hostLoops && !joined)
    return notApplicable(scop, launch, "the host's loops launch several kernels in turn");
  return plan;
}

} // namespace gputile
