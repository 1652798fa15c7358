// The stack switch of every other CPU: ucontext, slower (a system call each).
#pragma once

#include <stdlib.h>
#include <ucontext.h>

namespace gputile::cpu {

// Where a fiber goes on.
struct Continuation {
  ucontext_t *context = nullptr; // about 1 KiB: only where it is used
};

inline ucontext_t *contextOf(Continuation &c) {
  if (!c.context)
    c.context = static_cast<ucontext_t *>(calloc(1, sizeof(ucontext_t)));
  return c.context;
}

inline void prepare(Continuation &c, char *stackBottom, char *stackTop, void (*entry)()) {
  ucontext_t *u = contextOf(c);
  getcontext(u);
  u->uc_stack.ss_sp = stackBottom;
  u->uc_stack.ss_size = size_t(stackTop - stackBottom);
  u->uc_link = nullptr;
  makecontext(u, entry, 0);
}

inline void switchTo(Continuation &from, Continuation &to) {
  swapcontext(contextOf(from), to.context);
}

} // namespace gputile::cpu
