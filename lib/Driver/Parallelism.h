//===- Parallelism.h - How much runs at the same time ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PARALLELISM_H
#define GPUTILE_LIB_DRIVER_PARALLELISM_H

#include "gputile/IR/Scop.h"
#include "gputile/Schedule/Scheduler.h"

#include <map>

namespace gputile::driver {

/// By statement: how many of its instances may run at the same time, as far as is known.
using Parallelism = std::map<unsigned, long>;

/// The product of the extents of the parallel rows of \p tree, a schedule of \p scop, for instances
/// that have the same rows around them; the largest number where an extent depends on parameters.
Parallelism parallelInstances(const Scop &scop, const ScheduleNode &tree);

/// By statement: how many of the rows of \p tree, a schedule of \p scop, are parallel.
std::map<unsigned, unsigned> parallelRows(const Scop &scop, const ScheduleNode &tree);

} // namespace gputile::driver

#endif
