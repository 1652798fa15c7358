// The engine of a host thread: makes room for a launch and runs its blocks.
#pragma once

#include <stdlib.h>

#include "gputile/cpu/detail/async_copy.h"
#include "gputile/cpu/detail/scheduler.h"
#include "gputile/cpu/detail/shared.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

// Frees the machine of a host thread when that ends. It holds nothing itself, so that
// exit handlers, which run later, may still launch: they get another machine.
struct MachineOwner {
  ~MachineOwner() {
    Machine *machine = currentMachine;
    if (!machine)
      return;
    while (StackChunk *chunk = machine->stackChunks) {
      machine->stackChunks = chunk->next;
      munmap(chunk->memory, chunk->count * (settings().stackBytes + guardBytes));
      free(chunk);
    }
    free(machine->threads);
    free(machine->scratch);
    free(machine->queue.ring);
    free(machine);
    currentMachine = nullptr;
  }
};

// In a kernel module (module.h): asks the library that loaded it, so that modules
// share one engine per host thread, which outlives them.
inline Machine &(*givenMachine)() = nullptr;

inline Machine &machineOfThisHostThread() {
  if (givenMachine) {
    currentMachine = &givenMachine();
    return *currentMachine;
  }
  static thread_local MachineOwner owner;
  if (!currentMachine) {
    currentMachine = static_cast<Machine *>(calloc(1, sizeof(Machine)));
    currentMachine->randomState = settings().seed;
    watchGuards();
    giveFaultStack();
  }
  return *currentMachine;
}

inline void reserveThreads(Machine &m, size_t count) {
  if (count > m.stackCount)
    addStacks(m, count - m.stackCount);
  if (count <= m.threadCapacity)
    return;
  free(m.threads);
  free(m.scratch);
  free(m.queue.ring);
  m.threads = static_cast<Thread *>(calloc(count, sizeof(Thread)));
  m.scratch = static_cast<Thread **>(calloc(count, sizeof(Thread *)));
  m.queue = Queue{static_cast<Thread **>(calloc(count, sizeof(Thread *))), count, 0, 0};
  m.threadCapacity = count;
  for (size_t i = 0; i < count; ++i)
    m.threads[i].stack = stackOf(m, i);
}

inline void startThread(Thread &t, Block &block, unsigned number) {
  t.threadIndex = unflatten(number, block.launch->blockSize);
  t.blockIndex = block.index;
  t.launch = block.launch;
  t.block = &block;
  t.number = number;
  const unsigned lanes = block.threadCount - number; // if it is the first one of a warp
  t.warp = WarpState{lanes < lanesPerWarp ? (1u << lanes) - 1 : ~0u, 0, true};
  t.finished = false;
  t.wait = Wait::none;
  t.site = Site{};
  // Stack tops at different cache sets: all fibers touch theirs in turn.
  const size_t stagger = number * 7 % 29 * 64;
  startFiber(t.fiber, t.stack, settings().stackBytes, stagger, runThread);
  plantCanary(t.stack);
}

// Puts block `number` on the threads from `first` on and makes them runnable.
inline void startBlock(Machine &m, Launch &launch, Block &block, uint64_t number, Thread *first) {
  block = Block{};
  block.number = number;
  block.index = unflatten(number, launch.gridSize);
  block.launch = &launch;
  block.threads = first;
  block.threadCount = unsigned(volume(launch.blockSize));
  block.votes = Votes{0, 1, 0};
  if (race)
    race->blockBegins(block);
  for (unsigned i = 0; i < block.threadCount; ++i) {
    startThread(first[i], block, i);
    m.scratch[i] = &first[i];
  }
  m.unfinished += block.threadCount;
  enqueueAll(m, m.scratch, block.threadCount);
}

inline void endBlock(Block &block) {
  for (unsigned i = 0; i < block.threadCount; ++i)
    freeCopies(block.threads[i]);
  freeShared(block);
  if (race)
    race->blockEnds(block);
}

// Blocks one after the other: what CUDA allows for an ordinary launch.
inline void runOneByOne(Machine &m, Launch &launch) {
  const uint64_t count = volume(launch.gridSize);
  const BlockOrder order = blockOrder(m, count);
  Block block{};
  launch.blocks = &block;
  launch.residentBlocks = 1;
  reserveThreads(m, volume(launch.blockSize));
  for (uint64_t i = 0; i < count; ++i) {
    startBlock(m, launch, block, order(i), m.threads);
    runQueue(m);
    endBlock(block);
    launch.firstFinished = nullptr;
  }
}

// All blocks at once, for grid barriers and flags.
inline void runTogether(Machine &m, Launch &launch) {
  const uint64_t count = volume(launch.gridSize), perBlock = volume(launch.blockSize);
  const BlockOrder order = blockOrder(m, count);
  launch.blocks = static_cast<Block *>(calloc(count, sizeof(Block)));
  launch.residentBlocks = count;
  reserveThreads(m, count * perBlock);
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t number = order(i);
    startBlock(m, launch, launch.blocks[number], number, m.threads + number * perBlock);
  }
  runQueue(m);
  for (uint64_t b = 0; b < count; ++b)
    endBlock(launch.blocks[b]);
  free(launch.blocks);
}

inline void runLaunch(Launch &launch) {
  if (currentThread)
    failHere("launch of '%s' inside a kernel: not supported", launch.kernel);
  Machine &m = machineOfThisHostThread();
  if (race)
    race->launchBegins(launch);
  if (launch.cooperative || launch.together)
    runTogether(m, launch);
  else
    runOneByOne(m, launch);
  if (race)
    race->launchEnds(launch);
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
