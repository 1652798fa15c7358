// Flags in device memory with which blocks of one launch wait for one another.
#pragma once

#include "gputile/cpu/detail/layer_begin.h"
#include "gputile/cpu/detail/scheduler.h"

namespace gputile::cpu {

// A wait that nobody ends is a deadlock, and found as one, because the waiting
// thread does not spin.
inline void waitForFlag(const unsigned *flag, Site site) {
  Thread &self = here();
  if (!*flag) {
    self.wait = Wait::flag;
    self.site = site;
    self.flag = flag;
    self.nextAtFlag = self.launch->atFlags;
    self.launch->atFlags = &self;
    switchAway(*currentMachine, self);
  }
  if (race)
    race->waited(*self.block, flag);
}

// Sets the flag and makes all runnable that wait for it.
inline void setFlag(unsigned *flag) {
  Thread &self = here();
  Machine &m = *currentMachine;
  *flag = 1;
  if (race)
    race->signalled(*self.block, flag);
  size_t count = 0;
  for (Thread **link = &self.launch->atFlags; *link;) {
    Thread &t = **link;
    if (t.flag != flag) {
      link = &t.nextAtFlag;
      continue;
    }
    *link = t.nextAtFlag;
    t.wait = Wait::none;
    m.scratch[count++] = &t;
  }
  enqueueAll(m, m.scratch, count);
}

} // namespace gputile::cpu

inline void gputile_cpu_wait(const unsigned *flag, const char *file = __builtin_FILE(),
                             int line = __builtin_LINE()) {
  ::gputile::cpu::waitForFlag(flag, {file, line});
}
inline void gputile_cpu_signal(unsigned *flag) { ::gputile::cpu::setFlag(flag); }

// The block takes on work that another block might have got: what it did before is
// not ordered before that.
inline void gputile_cpu_new_work() {
  if (::gputile::cpu::race)
    ::gputile::cpu::race->workBegins(*::gputile::cpu::here().block);
}

#include "gputile/cpu/detail/layer_end.h"
