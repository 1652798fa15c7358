//===- WorkText.cpp - How much a region does --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/WorkText.h"

#include <algorithm>

namespace gputile::codegen {

/// { [(f)] }: number of values of dimension \p d in \p domain, gaps included.
static isl::pw_aff extent(const isl::set &domain, unsigned d) {
  const isl::set whole = withoutDivs(domain);
  const isl::pw_aff highest = isl::manage(isl_set_dim_max(whole.copy(), static_cast<int>(d)));
  const isl::pw_aff lowest = isl::manage(isl_set_dim_min(whole.copy(), static_cast<int>(d)));
  return highest.sub(lowest).add_constant(1);
}

std::string workText(const RegionModel &region, const HostTarget &target, ExprPrinter &printer) {
  std::vector<std::string> volumes;
  for (const Statement &statement : region.scop.statements) {
    const isl::set domain = statement.domain.intersect_params(region.context);
    std::vector<std::string> extents;
    for (unsigned d = 0; d < setDims(domain); ++d) {
      const isl::pw_aff values = extent(domain, d);
      extents.push_back(printer.print(ParamExprs(values.domain()).value(values)).text);
    }
    const std::string volume = extents.empty() ? "1" : target.volume(extents, 8);
    if (std::find(volumes.begin(), volumes.end(), volume) == volumes.end())
      volumes.push_back(volume);
  }
  return volumes.size() == 1 ? volumes.front() : target.largest(volumes, 8);
}

} // namespace gputile::codegen
