//===- Kernel.h - A kernel of tile wavefronts -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_WAVEFRONT_KERNEL_H
#define GPUTILE_LIB_MAPPING_WAVEFRONT_KERNEL_H

#include "Mapping/HostSplit.h"
#include "Mapping/TiledKernel.h"
#include "gputile/IR/Ddg.h"
#include "gputile/Mapping/Mapping.h"

namespace gputile::mapping {

/// Maps the wavefront region \p region; the wavefront becomes part of the launch vector.
/// Sizes that no clause gives are halved until the shared tiles fit.
Result<MappedRegion> mapWavefrontKernel(const Scop &scop, const Ddg &ddg,
                                        const KernelRegion &region, std::string name,
                                        const std::vector<isl::set> &allocated,
                                        const DeviceLimits &limits);

} // namespace gputile::mapping

#endif
