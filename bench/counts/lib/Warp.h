//===- Warp.h - 32 lanes that execute together ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that disagree about a branch go one way after the other and meet again at the branch's
// immediate post-dominator. A stack holds where each group of lanes is: the top executes, an entry
// below waits until those above have reached the place where it goes on.

#pragma once
#include "Counts.h"
#include "Memory.h"

#include <cstring>
#include <string>
#include <vector>

namespace gputile::counts {

class Block;

struct Dim {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

/// What all warps of a launch share.
struct LaunchState {
  const Program &program;
  const Function &kernel;
  DeviceMemory &memory;
  KernelCounts &counts;
  Dim grid, block;
  uint64_t dynamicShared = 0;
  const uint8_t *parameters = nullptr;
  uint64_t parameterBytes = 0;
  unsigned multiprocessors = 1;
  uint64_t workspace = 0; ///< Of a cooperative launch.
  std::string error;      ///< The first one; empty without.

  void fail(const Instruction &instruction, const std::string &what);
};

class Warp {
public:
  enum class Status { Running, AtBarrier, Yielded, Done };

  Warp(LaunchState &launch, Block &block, unsigned number);

  /// Begins the kernel with the lanes that the block has.
  void start(Dim index);
  /// Executes until the warp waits, ends or fails.
  Status run();

  /// Leaves the barrier at which the warp waits; `result` is what bar.red gives each lane.
  void passBarrier(uint64_t result);
  Status status() const { return state; }
  const Instruction &current() const { return launch.program.code[stack.back().pc]; }
  /// The lanes that execute, and those that have not left the kernel.
  Mask active() const { return stack.back().lanes; }

  //===- For handlers -----------------------------------------------------===//

  template <class T> T *values(uint32_t at) { return reinterpret_cast<T *>(frame + at); }
  Mask &predicate(uint32_t at) { return *reinterpret_cast<Mask *>(frame + at); }
  /// \p missed: those that come from the L2 cache, or go there.
  void countSectors(const Instruction &instruction, unsigned sectors, unsigned missed);
  void countWavefronts(const Instruction &instruction, unsigned wavefronts);
  void fail(const Instruction &instruction, const std::string &what);

  LaunchState &launch;
  Block &block;
  const unsigned number; ///< In its block.
  Mask carry = 0;        ///< The carry flag of each lane.
  /// Local memory of a lane, in use up to `localTop`.
  uint8_t *localMemory(unsigned lane) { return local.data() + lane * localBytes; }
  uint64_t localBytes = 0;

private:
  struct Entry {
    uint32_t pc, join;
    Mask lanes;
  };
  struct Frame {
    const Function *function;
    const Call *call;   ///< In the frame below.
    size_t stackHeight; ///< Entries of the frames below.
    size_t at;          ///< Its begin in `registers`.
    uint64_t localAt;
  };

  void enter(const Function &function, const Call *call, Mask lanes);
  void leave();
  void preset(const Function &function, uint64_t localAt);
  uint64_t special(unsigned which, unsigned lane) const;
  void branch(const Instruction &instruction, Mask taken);
  void branchByTable(const Instruction &instruction, Mask lanes);
  void exitLanes(Mask lanes);
  bool mayWait(Mask lanes) const;
  void copySlots(const std::vector<Slot> &from, size_t fromFrame, const std::vector<Slot> &to,
                 size_t toFrame, Mask lanes);
  bool step();

  Status state = Status::Done;
  std::vector<uint8_t> registers;
  uint8_t *frame = nullptr;
  std::vector<uint8_t> local;
  std::vector<Entry> stack;
  std::vector<Frame> frames;
  Dim index; ///< Of the block.
};

} // namespace gputile::counts
