// When accesses are ordered: phases of blocks and, inside a phase, the lanes'
// clocks that __syncwarp advances.
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

#include "Shadow.h"

namespace gputile::emulation {

// Lanes' knowledge of one another: everything lane l did at a stamp below
// known[m][l] happened before what lane m does now.
struct WarpClock {
  uint32_t now;
  uint32_t stamp[cpu::lanesPerWarp];
  uint32_t known[cpu::lanesPerWarp][cpu::lanesPerWarp];
};

// Of each work the last phase that is over: by number of the work.
using Knowledge = std::vector<uint32_t>;

inline void learn(Knowledge &mine, const Knowledge &other) {
  if (mine.size() < other.size())
    mine.resize(other.size());
  for (size_t w = 0; w < other.size(); ++w)
    mine[w] = mine[w] > other[w] ? mine[w] : other[w];
}

inline void learn(Knowledge &mine, uint32_t work, uint32_t phase) {
  if (mine.size() <= work)
    mine.resize(work + 1);
  mine[work] = mine[work] > phase ? mine[work] : phase;
}

// The race runtime's part of a block. What a block does between two tickets is a
// work: which block does it is chance, so only flags order it.
struct BlockClock {
  uint32_t phase, work;
  bool newWork;             // from the next barrier on
  Knowledge *known, *heard; // heard: known from the next barrier on
  unsigned warps;
  WarpClock **warp; // null until the first __syncwarp
};

// Numbers the phases. Every block gets a fresh number at its start and at each of
// its barriers; those from `first` on belong to the running launch, or to what
// follows its last grid barrier, and only they can be concurrent.
class Phases {
  // Whose phase it is.
  struct Owner {
    uint32_t block, work;
  };
  Owner *owners = nullptr; // by phase - first
  size_t capacity = 0;
  uint32_t first = 1, next = 1;

public:
  void restart() { first = next; }

  uint32_t begin(uint64_t block, uint32_t work) {
    const size_t at = next - first;
    if (at >= capacity) {
      capacity = capacity ? capacity * 2 : 4096;
      owners = static_cast<Owner *>(realloc(owners, capacity * sizeof *owners));
    }
    owners[at] = Owner{uint32_t(block), work};
    return next++;
  }

  bool isOver(uint32_t phase) const { return phase < first; }
  uint32_t blockOf(uint32_t phase) const { return owners[phase - first].block; }
  uint32_t workOf(uint32_t phase) const { return owners[phase - first].work; }
};

inline BlockClock *makeBlockClock(unsigned threads) {
  BlockClock *c = static_cast<BlockClock *>(calloc(1, sizeof(BlockClock)));
  c->known = new Knowledge;
  c->heard = new Knowledge;
  c->warps = (threads + cpu::lanesPerWarp - 1) / cpu::lanesPerWarp;
  c->warp = static_cast<WarpClock **>(calloc(c->warps, sizeof *c->warp));
  return c;
}

inline void freeBlockClock(BlockClock *c) {
  for (unsigned w = 0; w < c->warps; ++w)
    free(c->warp[w]);
  delete c->known;
  delete c->heard;
  free(c->warp);
  free(c);
}

// The lanes of `mask` meet: each learns what any of them knew, and what all of
// them have done.
inline void meet(BlockClock &block, unsigned warp, uint32_t mask) {
  if (!block.warp[warp])
    block.warp[warp] = static_cast<WarpClock *>(calloc(1, sizeof(WarpClock)));
  WarpClock &c = *block.warp[warp];
  ++c.now;
  uint32_t joint[cpu::lanesPerWarp] = {};
  for (unsigned m = 0; m < cpu::lanesPerWarp; ++m)
    for (unsigned l = 0; (mask >> m & 1) && l < cpu::lanesPerWarp; ++l)
      joint[l] = joint[l] > c.known[m][l] ? joint[l] : c.known[m][l];
  for (unsigned m = 0; m < cpu::lanesPerWarp; ++m)
    if (mask >> m & 1) {
      joint[m] = c.now;
      c.stamp[m] = c.now;
    }
  for (unsigned m = 0; m < cpu::lanesPerWarp; ++m)
    if (mask >> m & 1)
      memcpy(c.known[m], joint, sizeof joint);
}

inline uint32_t stampOf(const BlockClock &block, unsigned thread) {
  const WarpClock *c = block.warp[thread / cpu::lanesPerWarp];
  return c ? c->stamp[thread % cpu::lanesPerWarp] : 0;
}

// Whether `old`, of the same warp and phase, is ordered before `thread` by
// __syncwarp.
inline bool warpOrders(const BlockClock &block, const Event &old, unsigned thread) {
  const WarpClock *c = block.warp[thread / cpu::lanesPerWarp];
  return c && old.stamp < c->known[thread % cpu::lanesPerWarp][old.thread % cpu::lanesPerWarp];
}

} // namespace gputile::emulation
