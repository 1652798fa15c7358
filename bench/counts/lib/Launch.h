//===- Launch.h - Executing a kernel's grid ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Warp.h"

namespace gputile::counts {

struct Launch {
  Dim grid, block;
  uint64_t dynamicShared = 0;
  bool together = false; ///< Cooperative: all blocks are resident at once.
  unsigned multiprocessors = 1;
};

/// Executes the kernel and adds to its counts. `arguments[i]` points to the i-th parameter.
llvm::Error execute(const Program &program, const Function &kernel, const Launch &launch,
                    const void *const *arguments, DeviceMemory &memory, KernelCounts &counts);

} // namespace gputile::counts
