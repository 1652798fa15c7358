//===- Kernel.h - Kernels of split tiles ------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_SPLIT_KERNEL_H
#define GPUTILE_LIB_MAPPING_SPLIT_KERNEL_H

#include "Mapping/Split/Memory.h"

namespace gputile {

/// The kernel that runs \p colours: one of them, or all when \p region is joint.
/// \param shared its shared tiles
KernelPlan mapSplitKernel(const SplitRegion &region, const std::vector<SplitColour> &colours,
                          std::vector<SplitTile> shared, std::string name);

} // namespace gputile

#endif
