//===- Block.cpp - A block of threads ---------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"

#include <algorithm>
#include <bit>
#include <map>

namespace gputile::counts {

Block::Block(LaunchState &launch)
    : launch(launch), shared(launch.kernel.sharedSize + launch.dynamicShared) {
  const uint64_t count = (launch.block.count() + WarpSize - 1) / WarpSize;
  for (unsigned number = 0; number < count; ++number)
    warps.emplace_back(launch, *this, number);
}

void Block::start(Dim index) {
  // As fresh memory on a device, this is not zero: a program that relies on it shows.
  std::fill(shared.begin(), shared.end(), uint8_t(0xff));
  loaded.clear();
  for (Warp &warp : warps)
    warp.start(index);
  ++launch.counts.blocks;
}

namespace {

/// The warps that wait at one of the block's 16 barriers, and what they bring.
struct Arrivals {
  std::vector<Warp *> warps;
  uint64_t needed = 0; ///< Threads; 0: all warps that have not ended.
  uint64_t count = 0;  ///< Lanes whose predicate holds, for bar.red.
  uint64_t lanes = 0;
};

} // namespace

/// What bar.red gives, by the instruction's `offset`: 0 nothing, 1 count, 2 all, 3 any.
static uint64_t reduction(const Instruction &instruction, const Arrivals &arrivals) {
  switch (instruction.offset) {
  case 1:
    return arrivals.count;
  case 2:
    return arrivals.count == arrivals.lanes;
  case 3:
    return arrivals.count != 0;
  default:
    return 0;
  }
}

static void addArrival(Warp &warp, std::map<uint32_t, Arrivals> &barriers) {
  const Instruction &instruction = warp.current();
  const auto lane = static_cast<unsigned>(std::countr_zero(warp.active()));
  Arrivals &arrivals = barriers[warp.values<uint32_t>(instruction.operands[0])[lane]];
  arrivals.warps.push_back(&warp);
  if (instruction.operands[1] != NoOperand)
    arrivals.needed = warp.values<uint32_t>(instruction.operands[1])[lane];
  arrivals.lanes += static_cast<unsigned>(std::popcount(warp.active()));
  if (instruction.operands[2] != NoOperand) {
    const Mask holds = warp.predicate(instruction.operands[2]);
    arrivals.count += static_cast<unsigned>(
        std::popcount(warp.active() & (instruction.width & 2 ? ~holds : holds)));
  }
}

/// Lets warps go on whose barrier all have reached; true if there were any.
bool Block::releaseBarriers() {
  std::map<uint32_t, Arrivals> barriers;
  uint64_t live = 0;
  for (Warp &warp : warps) {
    live += warp.status() != Warp::Status::Done;
    if (warp.status() == Warp::Status::AtBarrier)
      addArrival(warp, barriers);
  }
  bool released = false;
  for (auto &[number, arrivals] : barriers) {
    const uint64_t needed = arrivals.needed ? (arrivals.needed + WarpSize - 1) / WarpSize : live;
    if (arrivals.warps.size() < needed)
      continue;
    ++launch.counts.barriers;
    for (Warp *warp : arrivals.warps)
      warp->passBarrier(reduction(warp->current(), arrivals));
    released = true;
  }
  return released;
}

bool Block::run() {
  do {
    for (Warp &warp : warps)
      if (warp.status() == Warp::Status::Running || warp.status() == Warp::Status::Yielded) {
        warp.run();
        if (!launch.error.empty())
          return true;
      }
  } while (releaseBarriers());
  uint64_t live = 0, waiting = 0;
  const Warp *last = nullptr;
  for (const Warp &warp : warps) {
    live += warp.status() != Warp::Status::Done;
    if (warp.status() == Warp::Status::AtBarrier) {
      ++waiting;
      last = &warp;
    }
  }
  if (live > 0 && live == waiting)
    launch.fail(last->current(), "the block's warps wait at different barriers");
  return live == 0;
}

} // namespace gputile::counts
