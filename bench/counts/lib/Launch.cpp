//===- Launch.cpp - Executing a kernel's grid -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks run one after another, as far as they do not wait for one another. A warp that reads what
// others may write (volatile and acquire loads, exchanges) lets others go first; where no block
// ends in a round, the next one joins. So waiting costs about one turn of its loop each round.

#include "Launch.h"
#include "Block.h"

#include <algorithm>
#include <deque>

using namespace llvm;

namespace gputile::counts {

/// Blocks that may be resident at once, and rounds without an end that mean that none will come.
static constexpr size_t MostBlocks = 4096;
static constexpr unsigned MostRounds = 1 << 20;

namespace {

class Grid {
  LaunchState &launch;
  std::deque<Block> blocks;
  std::vector<Block *> active, idle;
  uint64_t next = 0;

  bool startNext() {
    if (next == launch.grid.count() || active.size() == MostBlocks)
      return false;
    if (idle.empty())
      idle.push_back(&blocks.emplace_back(launch));
    Block *block = idle.back();
    idle.pop_back();
    const Dim &grid = launch.grid;
    const auto plane = uint64_t(grid.x) * grid.y;
    block->start(
        {uint32_t(next % grid.x), uint32_t(next / grid.x % grid.y), uint32_t(next / plane)});
    active.push_back(block);
    ++next;
    return true;
  }

public:
  explicit Grid(LaunchState &launch) : launch(launch) {}

  void run(bool together) {
    while (together && startNext())
      ;
    unsigned rounds = 0;
    while (launch.error.empty() && (!active.empty() || startNext())) {
      const size_t before = active.size();
      std::erase_if(active, [&](Block *block) {
        if (!launch.error.empty() || !block->run())
          return false;
        idle.push_back(block);
        return true;
      });
      rounds = active.size() < before ? 0 : rounds + 1;
      if (active.size() == before)
        startNext();
      if (rounds > MostRounds)
        launch.error = launch.kernel.name + ": the blocks wait for one another and none goes on";
    }
  }
};

} // namespace

Error execute(const Program &program, const Function &kernel, const Launch &launch,
              const void *const *arguments, DeviceMemory &memory, KernelCounts &counts) {
  if (launch.block.count() > 1024 || launch.block.count() == 0 || launch.grid.count() == 0)
    return createStringError(inconvertibleErrorCode(),
                             "%s: a launch of %llu blocks of %llu threads", kernel.name.c_str(),
                             (unsigned long long)launch.grid.count(),
                             (unsigned long long)launch.block.count());
  std::vector<uint8_t> parameters(kernel.parameterBytes);
  for (size_t at = 0; at < kernel.parameterOffsets.size(); ++at)
    std::memcpy(parameters.data() + kernel.parameterOffsets[at], arguments[at],
                kernel.parameterSizes[at]);
  counts.instructions.resize(program.code.size());
  LaunchState state{program,
                    kernel,
                    memory,
                    counts,
                    launch.grid,
                    launch.block,
                    launch.dynamicShared,
                    parameters.data(),
                    parameters.size(),
                    launch.multiprocessors,
                    0,
                    {}};
  ++counts.launches;
  counts.threadsPerBlock = std::max(counts.threadsPerBlock, launch.block.count());
  counts.dynamicShared = std::max(counts.dynamicShared, launch.dynamicShared);
  uint64_t workspace = 8; // Its size, and 0 for the barrier.
  if (launch.together) {
    memory.add(&workspace, sizeof workspace);
    state.workspace = reinterpret_cast<uint64_t>(&workspace);
  }
  Grid(state).run(launch.together);
  if (launch.together)
    memory.remove(&workspace);
  if (!state.error.empty())
    return createStringError(inconvertibleErrorCode(), state.error);
  return Error::success();
}

} // namespace gputile::counts
