//===- Kernel.h - A kernel of parallel rows ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_PARALLEL_KERNEL_H
#define GPUTILE_LIB_MAPPING_PARALLEL_KERNEL_H

#include "Mapping/HostSplit.h"
#include "Mapping/TiledKernel.h"
#include "gputile/Mapping/Mapping.h"

namespace gputile::mapping {

/// Maps \p region, not one of wavefronts, to blocks, threads and memory.
///
/// \param allocated per array the elements that exist on the device, { A[a] }
Result<MappedRegion> mapParallelKernel(const Scop &scop, const KernelRegion &region,
                                       std::string name, const std::vector<isl::set> &allocated,
                                       const DeviceLimits &limits);

} // namespace gputile::mapping

#endif
