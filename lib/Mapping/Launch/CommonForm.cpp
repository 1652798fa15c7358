//===- CommonForm.cpp - Kernels that are launched as one --------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Launch/CommonForm.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

namespace gputile::mapping {
namespace {

/// A dimension that vectors get, counted as in the longer vector.
struct NewDim {
  unsigned position;
  long value;
};

isl::map withName(isl::map map, isl_dim_type type, const char *name) {
  return name ? isl::manage(isl_map_set_tuple_name(map.release(), type, name)) : map;
}

/// { x -> [y] } with longer y.
isl::map longerRange(isl::map map, const std::vector<NewDim> &dims) {
  for (const NewDim &dim : dims)
    map = insertFixed(map, dim.position, dim.value);
  return map;
}

/// { K[x] -> A[y] } with longer x.
isl::map longerDomain(const isl::map &map, const std::vector<NewDim> &dims) {
  const isl::map longer = longerRange(map.reverse(), dims).reverse();
  return withName(longer, isl_dim_in, isl_map_get_tuple_name(map.get(), isl_dim_in));
}

isl::set longerSet(const isl::set &set, const std::vector<NewDim> &dims) {
  return longerRange(isl::manage(isl_map_from_range(set.copy())), dims).range();
}

isl::union_map longerRanges(const isl::union_map &maps, const std::vector<NewDim> &dims) {
  isl::union_map result = isl::union_map::empty(maps.ctx());
  maps.foreach_map(
      [&](const isl::map &map) { result = result.unite(isl::union_map(longerRange(map, dims))); });
  return result;
}

/// A function of longer vectors, which does not look at what is new.
isl::multi_aff longerDomain(isl::multi_aff function, const std::vector<NewDim> &dims) {
  for (const NewDim &dim : dims)
    function =
        isl::manage(isl_multi_aff_insert_dims(function.release(), isl_dim_in, dim.position, 1));
  return function;
}

isl::aff longerDomain(const isl::aff &function, const std::vector<NewDim> &dims) {
  const isl::space domain = isl::manage(isl_aff_get_domain_space(function.get()));
  isl_aff *longer = function.copy();
  for (const NewDim &dim : dims)
    longer = isl_aff_insert_dims(longer, isl_dim_in, dim.position, 1);
  return isl::manage(
      isl_aff_set_tuple_id(longer, isl_dim_in, isl_space_get_tuple_id(domain.get(), isl_dim_set)));
}

/// All that begins with [h…, b…].
void lengthenBlocks(KernelPlan &kernel, const std::vector<NewDim> &dims) {
  kernel.blocks = longerSet(kernel.blocks, dims);
  kernel.fullBlocks = longerSet(kernel.fullBlocks, dims);
  for (SharedTile &tile : kernel.shared) {
    tile.offset = longerDomain(tile.offset, dims);
    tile.copied = longerDomain(tile.copied, dims);
    if (tile.stored)
      tile.stored = longerDomain(*tile.stored, dims);
  }
  for (RegisterTile &tile : kernel.registers)
    for (isl::map *map : {&tile.element, &tile.loaded, &tile.stored})
      *map = longerDomain(*map, dims);
  for (KernelAction &action : kernel.actions) {
    action.order = longerDomain(action.order, dims);
    if (action.slice)
      action.slice = longerDomain(*action.slice, dims);
  }
}

/// The host dimensions that \p kernel lacks, with the values that its launches have there.
std::vector<NewDim> missingHosts(const KernelPlan &kernel, const std::vector<unsigned> &wanted) {
  std::vector<NewDim> missing;
  for (unsigned h = 0; h < wanted.size(); ++h)
    if (!std::binary_search(kernel.hostDims.begin(), kernel.hostDims.end(), wanted[h]))
      missing.push_back({h, *plainFixedRangeDim(kernel.launch, wanted[h])});
  return missing;
}

bool isFixedElsewhere(const KernelPlan &kernel, const std::vector<unsigned> &hostDims) {
  return std::all_of(hostDims.begin(), hostDims.end(), [&](unsigned position) {
    return std::binary_search(kernel.hostDims.begin(), kernel.hostDims.end(), position) ||
           plainFixedRangeDim(kernel.launch, position);
  });
}

/// Threads with one index in the outermost dimension.
long threadsBelow(const KernelPlan &kernel) {
  return kernel.threadsPerBlock() / kernel.blockSize.front();
}

/// The outermost dimension of threads can grow: those that are new have no work. Where threads take
/// every so many-th point, their number says which.
bool canHaveThreads(const KernelPlan &kernel, long threads) {
  return kernel.threadsPerBlock() == threads ||
         (kernel.cyclicPoints.empty() && threads % threadsBelow(kernel) == 0);
}

} // namespace

std::optional<CommonForm> commonForm(const RegionPlan &plan, const std::vector<unsigned> &indices) {
  CommonForm form;
  for (unsigned k : indices) {
    const KernelPlan &kernel = plan.kernels[k];
    form.hostDims.insert(form.hostDims.end(), kernel.hostDims.begin(), kernel.hostDims.end());
    form.blockDims = std::max(form.blockDims, kernel.blockDims);
    form.threads = std::max(form.threads, kernel.threadsPerBlock());
  }
  std::sort(form.hostDims.begin(), form.hostDims.end());
  form.hostDims.erase(std::unique(form.hostDims.begin(), form.hostDims.end()), form.hostDims.end());
  const bool possible = std::all_of(indices.begin(), indices.end(), [&](unsigned k) {
    return canHaveThreads(plan.kernels[k], form.threads) &&
           isFixedElsewhere(plan.kernels[k], form.hostDims);
  });
  return possible ? std::optional(form) : std::nullopt;
}

void bringInto(const CommonForm &form, KernelPlan &kernel) {
  const std::vector<NewDim> hosts = missingHosts(kernel, form.hostDims);
  const std::vector<NewDim> outerBlocks(form.blockDims - kernel.blockDims, NewDim{0, 0});
  std::vector<NewDim> groups = hosts;
  for (const NewDim &dim : outerBlocks)
    groups.push_back({static_cast<unsigned>(form.hostDims.size()), dim.value});
  kernel.launch = longerDomain(kernel.launch, hosts);
  kernel.host = longerRanges(kernel.host, hosts);
  kernel.block = longerRanges(kernel.block, outerBlocks);
  lengthenBlocks(kernel, groups);
  kernel.hostDims = form.hostDims;
  kernel.blockDims = form.blockDims;
  if (kernel.threadsPerBlock() == form.threads)
    return;
  kernel.blockSize.front() = form.threads / threadsBelow(kernel);
  kernel.fullBlocks = isl::set::empty(kernel.fullBlocks.space());
}

} // namespace gputile::mapping
