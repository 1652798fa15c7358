// Which thread runs next. A thread that has to wait switches straight to the
// next runnable one; there is no scheduler fiber in between.
#pragma once

#include "gputile/cpu/detail/order.h"
#include "gputile/cpu/detail/race.h"
#include "gputile/cpu/detail/report.h"
#include "gputile/cpu/detail/stacks.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

// Nothing can run and somebody has not finished.
[[noreturn]] inline void failDeadlock(const Launch &launch) {
  startFinding("deadlock: every thread waits", launch.kernel);
  unsigned shown = 0;
  for (uint64_t b = 0; b < launch.residentBlocks; ++b)
    for (unsigned i = 0; i < launch.blocks[b].threadCount && shown < 8; ++i) {
      const Thread &t = launch.blocks[b].threads[i];
      // The first of its block, and each that waits for something else.
      const Thread *before = i ? &launch.blocks[b].threads[i - 1] : nullptr;
      if (before && before->wait == t.wait && before->site.line == t.site.line &&
          before->finished == t.finished)
        continue;
      noteThread(t, waitText(t));
      ++shown;
    }
  stopProcess();
}

// Leaves the running thread, which has noted what it waits for, until somebody
// makes it runnable again. `m` cannot change meanwhile: a machine belongs to one
// host thread.
inline void switchAway(Machine &m, Thread &self) {
  Thread *next = dequeue(m.queue);
  if (!next)
    failDeadlock(*self.launch);
  if (next == &self)
    return;
  currentThread = next;
  switchFiber(self.fiber, next->fiber);
}

[[noreturn]] inline void failExit(const Thread &exiting, const Thread &waiting) {
  failBetween("divergent barrier: a thread exits while another waits", waiting, exiting);
}

// Every other thread of the block has exited: in lenient mode they count as
// arrived.
void releaseBlock(Machine &m, Block &block);
void wakeWarpAfterExit(Machine &m, Thread &exited);

inline void noteExit(Machine &m, Thread &t) {
  Block &block = *t.block;
  t.finished = true;
  t.site = Site{};
  ++block.finished;
  --m.unfinished;
  if (!block.firstFinished)
    block.firstFinished = &t;
  if (!t.launch->firstFinished)
    t.launch->firstFinished = &t;
  if (settings().strict && block.arrived)
    failExit(t, *block.firstArrived);
  if (settings().strict && t.launch->firstAtGridBarrier)
    failExit(t, *t.launch->firstAtGridBarrier);
  if (block.arrived && block.arrived + block.finished == block.threadCount)
    releaseBlock(m, block);
  wakeWarpAfterExit(m, t);
}

// The first frame of every fiber; it never returns. Not instrumented: its frame
// outlives the fiber.
__attribute__((no_sanitize("address"))) inline void runThread() {
  Machine &m = *currentMachine;
  arriveOnFiber(&m.host);
  here().launch->body(here().launch->arguments);
  Thread &self = here();
  checkCanary(self.stack);
  noteExit(m, self);
  Thread *next = dequeue(m.queue);
  if (!next && m.unfinished)
    failDeadlock(*self.launch);
  currentThread = next;
  switchFiber(self.fiber, next ? next->fiber : m.host, true);
  __builtin_unreachable();
}

// Runs every thread that was made runnable, and those they wake, to the end.
inline void runQueue(Machine &m) {
  Thread *first = dequeue(m.queue);
  currentThread = first;
  switchFiber(m.host, first->fiber);
  currentThread = nullptr;
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
