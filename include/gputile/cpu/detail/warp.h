// Warp-level operations: __syncwarp, shuffles and votes, each a meeting of the
// lanes its mask names.
//
// As CUDA documents, only __syncwarp orders memory; a shuffle or a vote
// exchanges registers and nothing more. The race runtime holds kernels to that.
#pragma once

#include "gputile/cpu/detail/scheduler.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

// The threads of a block that execute warp operations together.
struct Warp {
  Thread *lanes;
  unsigned count;
};

inline Warp warpAround(const Thread &t) {
  const unsigned first = warpOf(t) * lanesPerWarp;
  const unsigned left = t.block->threadCount - first;
  return Warp{t.block->threads + first, left < lanesPerWarp ? left : lanesPerWarp};
}

inline bool isNamed(unsigned mask, unsigned lane) { return mask >> lane & 1; }

// Lanes that have exited are not waited for, in CUDA as here.
inline bool allHaveCome(const Warp &w, const Thread &like) {
  const WarpState &state = w.lanes->warp;
  if (state.alike)
    return (like.warpMask & state.running & ~state.waiting) == 0;
  for (unsigned l = 0; l < w.count; ++l) {
    const Thread &t = w.lanes[l];
    if (isNamed(like.warpMask, l) && !t.finished &&
        (t.wait != Wait::warp || t.warpOp != like.warpOp || t.warpMask != like.warpMask))
      return false;
  }
  return true;
}

// Two lanes that wait for each other in different operations or with different
// masks wait forever.
inline void checkAgreement(const Warp &w, const Thread &self) {
  if (w.lanes->warp.alike)
    return;
  for (unsigned l = 0; l < w.count; ++l) {
    const Thread &t = w.lanes[l];
    if (isNamed(self.warpMask, l) && t.wait == Wait::warp && isNamed(t.warpMask, laneOf(self)) &&
        (t.warpOp != self.warpOp || t.warpMask != self.warpMask))
      failBetween("divergent warp: lanes meet with different operations or masks", t, self);
  }
}

// A lane begins to wait.
inline void arrive(const Warp &w, const Thread &self) {
  WarpState &state = w.lanes->warp;
  if (!state.waiting) {
    state.alike = true;
  } else if (state.alike) {
    const Thread &other = w.lanes[__builtin_ctz(state.waiting)];
    state.alike = other.warpOp == self.warpOp && other.warpMask == self.warpMask;
  }
  state.waiting |= 1u << laneOf(self);
}

inline unsigned ballotOf(const Warp &w, unsigned mask) {
  unsigned ballot = 0;
  for (unsigned l = 0; l < w.count; ++l)
    if (isNamed(mask, l) && !w.lanes[l].finished && w.lanes[l].offered)
      ballot |= 1u << l;
  return ballot;
}

// What a lane gets. A lane that is absent offers nothing: its reader gets all
// ones, a value no correct kernel can depend on.
inline uint64_t shuffled(const Warp &w, const Thread &t) {
  const unsigned from = unsigned(t.sourceLane);
  const bool present = from < w.count && isNamed(t.warpMask, from) && !w.lanes[from].finished;
  return present ? w.lanes[from].offered : ~uint64_t(0);
}

inline void releaseLanes(Machine &m, const Warp &w, const Thread &like) {
  const unsigned mask = like.warpMask;
  const WarpOp op = like.warpOp;
  const unsigned ballot = op == WarpOp::vote ? ballotOf(w, mask) : 0;
  w.lanes->warp.waiting &= ~mask;
  size_t count = 0;
  for (unsigned l = 0; l < w.count; ++l) {
    Thread &t = w.lanes[l];
    if (!isNamed(mask, l) || t.finished)
      continue;
    t.received = op == WarpOp::vote ? ballot : op == WarpOp::shuffle ? shuffled(w, t) : 0;
    t.wait = Wait::none;
    m.scratch[count++] = &t;
  }
  if (race && op == WarpOp::sync)
    race->warpBarrier(*w.lanes->block, warpOf(*w.lanes), mask);
  enqueueAll(m, m.scratch, count);
}

inline void meetWarp(WarpOp op, unsigned mask, Site site) {
  Thread &self = here();
  Machine &m = *currentMachine;
  if (!isNamed(mask, laneOf(self)))
    failHere("warp operation at %s:%d: mask 0x%08x does not name the calling lane %u", site.file,
             site.line, mask, laneOf(self));
  const Warp w = warpAround(self);
  self.wait = Wait::warp;
  self.warpOp = op;
  self.warpMask = mask;
  self.site = site;
  arrive(w, self);
  checkAgreement(w, self);
  if (allHaveCome(w, self))
    releaseLanes(m, w, self);
  switchAway(m, self);
}

inline void wakeWarpAfterExit(Machine &m, Thread &exited) {
  const Warp w = warpAround(exited);
  w.lanes->warp.running &= ~(1u << laneOf(exited));
  for (unsigned l = 0; l < w.count; ++l) {
    const Thread &t = w.lanes[l];
    if (t.wait == Wait::warp && isNamed(t.warpMask, laneOf(exited)) && allHaveCome(w, t))
      releaseLanes(m, w, t);
  }
}

template <typename T> T exchange(unsigned mask, T value, int sourceLane, Site site) {
  static_assert(sizeof(T) <= 8, "shuffles move 4 or 8 bytes");
  Thread &self = here();
  self.offered = 0;
  memcpy(&self.offered, &value, sizeof value);
  self.sourceLane = sourceLane;
  meetWarp(WarpOp::shuffle, mask, site);
  memcpy(&value, &self.received, sizeof value);
  return value;
}

inline unsigned vote(unsigned mask, int predicate, Site site) {
  Thread &self = here();
  self.offered = predicate != 0;
  meetWarp(WarpOp::vote, mask, site);
  return unsigned(self.received);
}

inline void checkWidth(int width, Site site) {
  if (width < 1 || width > int(lanesPerWarp) || (width & (width - 1)))
    failHere("warp shuffle at %s:%d: width %d is no power of two up to 32", site.file, site.line,
             width);
}

// Lanes of the warp that a mask names and that exist and run.
inline unsigned runningLanes(unsigned mask) {
  const Warp w = warpAround(here());
  unsigned running = 0;
  for (unsigned l = 0; l < w.count; ++l)
    if (!w.lanes[l].finished)
      running |= 1u << l;
  return mask & running;
}

inline int currentLane() { return int(laneOf(here())); }

} // namespace gputile::cpu

#define GPUTILE_CPU_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void __syncwarp(unsigned mask = 0xffffffffu, GPUTILE_CPU_SITE) {
  ::gputile::cpu::meetWarp(::gputile::cpu::WarpOp::sync, mask, {file, line});
}

template <typename T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32, GPUTILE_CPU_SITE) {
  ::gputile::cpu::checkWidth(width, {file, line});
  const int base = ::gputile::cpu::currentLane() & ~(width - 1);
  return ::gputile::cpu::exchange(mask, value, base | (source & (width - 1)), {file, line});
}

template <typename T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, GPUTILE_CPU_SITE) {
  ::gputile::cpu::checkWidth(width, {file, line});
  const int lane = ::gputile::cpu::currentLane();
  const bool inside = delta <= unsigned(lane & (width - 1));
  return ::gputile::cpu::exchange(mask, value, inside ? lane - int(delta) : lane, {file, line});
}

template <typename T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, GPUTILE_CPU_SITE) {
  ::gputile::cpu::checkWidth(width, {file, line});
  const int lane = ::gputile::cpu::currentLane();
  const bool inside = delta < unsigned(width - (lane & (width - 1)));
  return ::gputile::cpu::exchange(mask, value, inside ? lane + int(delta) : lane, {file, line});
}

// A lane may read an earlier group's value, not a later one's.
template <typename T>
T __shfl_xor_sync(unsigned mask, T value, int laneMask, int width = 32, GPUTILE_CPU_SITE) {
  ::gputile::cpu::checkWidth(width, {file, line});
  const int lane = ::gputile::cpu::currentLane();
  const int source = lane ^ (laneMask & 31);
  const bool inside = source < (lane & ~(width - 1)) + width;
  return ::gputile::cpu::exchange(mask, value, inside ? source : lane, {file, line});
}

inline unsigned __ballot_sync(unsigned mask, int predicate, GPUTILE_CPU_SITE) {
  return ::gputile::cpu::vote(mask, predicate, {file, line});
}
inline int __any_sync(unsigned mask, int predicate, GPUTILE_CPU_SITE) {
  return ::gputile::cpu::vote(mask, predicate, {file, line}) != 0;
}
inline int __all_sync(unsigned mask, int predicate, GPUTILE_CPU_SITE) {
  return ::gputile::cpu::vote(mask, predicate == 0, {file, line}) == 0;
}
// Threads run one at a time here; saying that all of the warp's lanes are active
// is what convergent code on a GPU sees.
inline unsigned __activemask() { return ::gputile::cpu::runningLanes(0xffffffffu); }

#include "gputile/cpu/detail/layer_end.h"
