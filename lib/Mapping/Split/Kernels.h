//===- Kernels.h - Kernels of split tiles -----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_SPLIT_KERNELS_H
#define GPUTILE_LIB_MAPPING_SPLIT_KERNELS_H

#include "Mapping/HostSplit.h"
#include "Mapping/TiledKernel.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/Model/Device.h"
#include "gputile/Support/Diagnostic.h"

namespace gputile::mapping {

/// Maps the time loop \p loop: a kernel for each colour, or one for all.
/// \param plan the plan so far: its transfers, launch dimensions, and the kernels before these
Result<std::vector<MappedRegion>> mapSplitKernels(const Scop &scop, const KernelRegion &loop,
                                                  const DeviceLimits &limits,
                                                  const RegionPlan &plan);

} // namespace gputile::mapping

#endif
