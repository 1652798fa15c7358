//===- Waits.h - Which blocks wait for which --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of a persistent kernel that wait for flags of earlier blocks. A block waits at
/// a few constant distances; all other conflicts follow from chains of such waits.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_LAUNCH_WAITS_H
#define GPUTILE_LIB_MAPPING_LAUNCH_WAITS_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"
#include "gputile/Model/Device.h"

namespace gputile::mapping {

/// Whether shared memory within \p limits has room for the number of a block beside what \p kernel
/// keeps there.
bool hasRoomForTicket(const KernelPlan &kernel, const DeviceLimits &limits);

/// Gives \p kernel, whose inner host loops are its own, waits from which all
/// conflicts between blocks follow. \returns whether a few constant distances do; else
/// \p kernel is unchanged. Where a chain of waits would end at a block that has no
/// work, the kernel runs that block too: it waits and goes on.
bool addWaits(const Scop &scop, KernelPlan &kernel);

} // namespace gputile::mapping

#endif
