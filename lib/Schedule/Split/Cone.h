//===- Cone.h - The dependence cone of a program ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_SPLIT_CONE_H
#define GPUTILE_LIB_SCHEDULE_SPLIT_CONE_H

#include "gputile/IR/SplitBand.h"

#include <optional>

namespace gputile::schedule {

/// The smallest slope, not negative, with dx_d <= slope * dtau for all \p distances,
/// { [dtau, dx_0, …] : dtau >= 1 }, whatever the parameters are; for \p upwards false
/// with -dx_d. None when there is no bound.
std::optional<Slope> steepest(const isl::set &distances, unsigned d, bool upwards);

/// The larger one.
Slope larger(const Slope &a, const Slope &b);

} // namespace gputile::schedule

#endif
