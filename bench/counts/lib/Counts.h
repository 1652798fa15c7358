//===- Counts.h - What executed instructions cost ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Program.h"

#include "llvm/Support/JSON.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gputile::counts {

/// Of one instruction of the program, over all warps that executed it.
struct InstructionCount {
  uint64_t issued = 0;
  uint64_t lanes = 0;      ///< That were active and whose guard held.
  uint64_t sectors = 0;    ///< Of 32 bytes of device memory, per access of a warp.
  uint64_t missed = 0;     ///< Of these, those that the block has not loaded lately.
  uint64_t wavefronts = 0; ///< Of shared memory.
};

/// Of all launches of a kernel.
struct KernelCounts {
  uint64_t launches = 0, blocks = 0, warps = 0, barriers = 0;
  uint64_t threadsPerBlock = 0, dynamicShared = 0; ///< Of the largest launch.
  std::vector<InstructionCount> instructions;      ///< By place in the program's code.
};

/// Sums by class.
struct Totals {
  InstructionCount all;
  std::array<InstructionCount, ClassCount> byClass;
  uint64_t loadSectors = 0, storeSectors = 0, missedSectors = 0;
};
Totals totalsOf(const Program &program, const KernelCounts &counts);

/// Instructions of one loop, and how often it went round.
struct LoopCounts {
  std::string label;
  uint64_t instructions = 0, issued = 0, iterations = 0;
  std::map<std::string, uint64_t> opcodes; ///< How many of each the loop has.
};
std::vector<LoopCounts> loopsOf(const Program &program, const Function &kernel,
                                const KernelCounts &counts);

llvm::json::Object toJson(const Program &program, const std::string &kernel,
                          const KernelCounts &counts);

} // namespace gputile::counts
