//===- LaunchExtents.cpp - Ranges of blocks -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchExtents.h"

namespace gputile::codegen {

/// { [x_0 … x_{k-1}, y…] } -> { [y…] }, x made parameters \p names.
static isl::set bindFirst(const isl::set &set, const std::vector<std::string> &names) {
  isl::map map = isl::manage(isl_map_from_range(set.copy()));
  map = isl::manage(isl_map_move_dims(map.release(), isl_dim_in, 0, isl_dim_out, 0, names.size()));
  return bindLeadingDims(map, names).range();
}

/// { [y_d] }: what \p blocks, { [y…] }, has in dimension \p d, without divisibility:
/// an exact projection falls into many pieces, and kernels test what they do.
static isl::set rangeOf(isl::set blocks, unsigned d) {
  unsigned dims = setDims(blocks);
  isl_set *one = isl_set_eliminate(blocks.release(), isl_dim_set, d + 1, dims - d - 1);
  one = isl_set_eliminate(one, isl_dim_set, 0, d);
  one = isl_set_project_out(one, isl_dim_set, d + 1, dims - d - 1);
  one = isl_set_project_out(one, isl_dim_set, 0, d);
  return isl::manage(isl_set_from_basic_set(isl_set_simple_hull(isl_set_remove_divs(one))));
}

LaunchExtents::LaunchExtents(const KernelModel &kernel, unsigned known) {
  const std::vector<std::string> names(kernel.host.begin(), kernel.host.begin() + known);
  isl::set launched =
      kernel.region.context.intersect(bindFirst(kernel.plan.launch.domain(), names).params());
  isl::set blocks = bindFirst(kernel.plan.blocks, names);
  std::vector<isl::set> ranges;
  isl::set some = launched;
  for (unsigned d = 0; d < setDims(blocks); ++d) {
    ranges.push_back(rangeOf(blocks, d));
    some = some.intersect(ranges.back().params());
  }
  if (!launched.is_subset(some))
    any = ParamExprs(launched).condition(some);
  ParamExprs exprs(some);
  for (const isl::set &range : ranges) {
    isl::set here = range.intersect_params(some);
    isl::pw_aff low = isl::manage(isl_set_dim_min(here.copy(), 0));
    isl::pw_aff high = isl::manage(isl_set_dim_max(here.copy(), 0));
    first.push_back(exprs.value(low));
    count.push_back(exprs.value(high.sub(low).add_constant(1)));
  }
}

} // namespace gputile::codegen
