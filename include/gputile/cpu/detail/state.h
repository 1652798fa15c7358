// The machine's state: threads, warps and blocks of the launch that runs on
// this host thread. Plain data; the other headers give it its behaviour.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "gputile/cpu/detail/fiber.h"
#include "gputile/cpu/detail/vector_types.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

constexpr unsigned lanesPerWarp = 32;

struct Block;
struct Launch;
struct AsyncCopies;
struct SharedArray;

// A place in the user's source.
struct Site {
  const char *file = nullptr;
  int line = 0;
};

enum class Wait : uint8_t { none, block, warp, grid, flag };
enum class WarpOp : uint8_t { sync, shuffle, vote };

// What the lanes of a warp wait for; bits are lanes.
struct WarpState {
  unsigned running; // that exist and have not exited
  unsigned waiting; // in warp operations
  bool alike;       // they wait in one operation, all with the same mask
};

// A CUDA thread.
struct Thread {
  WarpState warp; // of its warp, if it is the first lane
  uint3 threadIndex;
  uint3 blockIndex;
  Launch *launch;
  Block *block;
  unsigned number; // x fastest, as CUDA numbers the lanes
  bool finished;
  Wait wait;
  Site site;       // of the wait
  // Warp operations: what this lane brings, and what it gets.
  WarpOp warpOp;
  int sourceLane;
  unsigned warpMask;
  uint64_t offered;
  uint64_t received;
  const unsigned *flag; // that it waits for
  Thread *nextAtFlag;
  AsyncCopies *copies; // null until the first asynchronous copy
  Fiber fiber;
  char *stack;
};

// What the threads of a block do at a barrier, as votes.
struct Votes {
  int count, all, any;
};

// A block that is running.
struct Block {
  uint3 index;
  uint64_t number;
  Launch *launch;
  Thread *threads;
  unsigned threadCount;
  unsigned arrived;
  unsigned finished;
  Thread *firstArrived;
  Thread *firstFinished;
  Votes votes, result;
  SharedArray *shared; // list
  size_t staticSharedBytes;
  void *race; // the race runtime's
};

// A launch that is running.
struct Launch {
  char kernel[120]; // its name, for messages
  dim3 gridSize, blockSize;
  unsigned dynamicSharedBytes;
  bool cooperative;
  bool together; // all blocks are resident, though not for grid barriers
  void (*body)(const void *);
  const void *arguments;
  Block *blocks; // resident: one, or all of a cooperative launch
  uint64_t residentBlocks;
  uint64_t atGridBarrier;
  Thread *firstAtGridBarrier;
  Thread *firstFinished;
  Thread *atFlags; // list of those that wait for a flag
  void *race;
};

// Runnable threads, first in first out.
struct Queue {
  Thread **ring;
  size_t capacity, head, size;
};

// A host thread's own engine; kept from launch to launch.
struct Machine {
  Fiber host;
  Queue queue;
  Thread *threads;
  size_t threadCapacity;
  Thread **scratch; // as long as `threads`
  struct StackChunk *stackChunks;
  size_t stackCount;
  uint64_t randomState;
  uint64_t unfinished;
};

inline thread_local Thread *currentThread = nullptr;
inline thread_local Machine *currentMachine = nullptr;

inline Thread &here() { return *currentThread; }

inline unsigned laneOf(const Thread &t) { return t.number % lanesPerWarp; }
inline unsigned warpOf(const Thread &t) { return t.number / lanesPerWarp; }

inline uint64_t volume(dim3 d) { return uint64_t(d.x) * d.y * d.z; }

inline uint3 unflatten(uint64_t number, dim3 size) {
  const uint64_t rest = number / size.x;
  return uint3{unsigned(number % size.x), unsigned(rest % size.y), unsigned(rest / size.y)};
}

} // namespace gputile::cpu

#define threadIdx (::gputile::cpu::here().threadIndex)
#define blockIdx (::gputile::cpu::here().blockIndex)
#define blockDim (::gputile::cpu::here().launch->blockSize)
#define gridDim (::gputile::cpu::here().launch->gridSize)
#define warpSize 32

#include "gputile/cpu/detail/layer_end.h"
