// Barriers of a block and of the grid.
#pragma once

#include "gputile/cpu/detail/scheduler.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

inline bool sameSite(const Site &a, const Site &b) {
  return a.line == b.line && (a.file == b.file || !strcmp(a.file, b.file));
}

// Makes runnable all threads of a block that wait at its barrier.
inline void releaseBlock(Machine &m, Block &block) {
  size_t count = 0;
  for (unsigned i = 0; i < block.threadCount; ++i) {
    Thread &t = block.threads[i];
    if (t.wait != Wait::block)
      continue;
    t.wait = Wait::none;
    m.scratch[count++] = &t;
  }
  block.result = block.votes;
  block.votes = Votes{0, 1, 0};
  block.arrived = 0;
  block.firstArrived = nullptr;
  if (race)
    race->blockBarrier(block);
  enqueueAll(m, m.scratch, count);
}

inline void checkArrival(Block &block, Thread &self) {
  if (!settings().strict)
    return;
  if (block.firstFinished)
    failExit(*block.firstFinished, self);
  if (block.firstArrived && !sameSite(block.firstArrived->site, self.site))
    failBetween("divergent barrier: threads of a block meet at different barriers",
                *block.firstArrived, self);
}

inline const Votes &blockBarrier(int predicate, Site site) {
  Thread &self = here();
  Machine &m = *currentMachine;
  Block &block = *self.block;
  self.wait = Wait::block;
  self.site = site;
  checkArrival(block, self);
  block.votes.count += predicate != 0;
  block.votes.all &= predicate != 0;
  block.votes.any |= predicate != 0;
  if (!block.arrived++)
    block.firstArrived = &self;
  // The last to arrive queues with the others, so that the order holds.
  if (block.arrived + block.finished == block.threadCount)
    releaseBlock(m, block);
  switchAway(m, self);
  return block.result;
}

// Wakes the whole grid, blocks in order, threads in order.
inline void releaseGrid(Machine &m, Launch &launch) {
  launch.atGridBarrier = 0;
  launch.firstAtGridBarrier = nullptr;
  if (race)
    race->gridBarrier(launch);
  const BlockOrder order = blockOrder(m, launch.residentBlocks);
  for (uint64_t b = 0; b < launch.residentBlocks; ++b) {
    Block &block = launch.blocks[order(b)];
    for (unsigned i = 0; i < block.threadCount; ++i) {
      block.threads[i].wait = Wait::none;
      m.scratch[i] = &block.threads[i];
    }
    enqueueAll(m, m.scratch, block.threadCount);
  }
}

inline void gridBarrier(Site site) {
  Thread &self = here();
  Launch &launch = *self.launch;
  if (!launch.cooperative)
    failHere("grid barrier outside a cooperative launch");
  self.wait = Wait::grid;
  self.site = site;
  // An exited thread never comes: this holds in lenient mode too.
  if (launch.firstFinished)
    failExit(*launch.firstFinished, self);
  if (launch.firstAtGridBarrier && settings().strict &&
      !sameSite(launch.firstAtGridBarrier->site, site))
    failBetween("divergent barrier: threads of the grid meet at different barriers",
                *launch.firstAtGridBarrier, self);
  if (!launch.atGridBarrier++)
    launch.firstAtGridBarrier = &self;
  if (launch.atGridBarrier == launch.residentBlocks * volume(launch.blockSize))
    releaseGrid(*currentMachine, launch);
  switchAway(*currentMachine, self);
}

} // namespace gputile::cpu

// The default arguments name the place of the call.
inline void __syncthreads(const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
  ::gputile::cpu::blockBarrier(1, {file, line});
}
inline int __syncthreads_count(int predicate, const char *file = __builtin_FILE(),
                               int line = __builtin_LINE()) {
  return ::gputile::cpu::blockBarrier(predicate, {file, line}).count;
}
inline int __syncthreads_and(int predicate, const char *file = __builtin_FILE(),
                             int line = __builtin_LINE()) {
  return ::gputile::cpu::blockBarrier(predicate, {file, line}).all;
}
inline int __syncthreads_or(int predicate, const char *file = __builtin_FILE(),
                            int line = __builtin_LINE()) {
  return ::gputile::cpu::blockBarrier(predicate, {file, line}).any;
}

// Threads run one at a time: memory is always in order here. Missing fences are
// beyond this layer.
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

#include "gputile/cpu/detail/layer_end.h"
