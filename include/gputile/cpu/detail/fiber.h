// A fiber: a continuation plus what AddressSanitizer wants to hear of a switch.
#pragma once

#include <stddef.h>

#include "gputile/cpu/detail/config.h"
#include "gputile/cpu/detail/layer_begin.h"

#if defined(__x86_64__) && !defined(GPUTILE_CPU_UCONTEXT)
#include "gputile/cpu/detail/switch_x86_64.h"
#else
#include "gputile/cpu/detail/switch_ucontext.h"
#endif

#if defined(GPUTILE_CPU_ASAN)
extern "C" {
void __sanitizer_start_switch_fiber(void **fakeStack, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fakeStack, const void **oldBottom, size_t *oldSize);
void __asan_unpoison_memory_region(void const volatile *address, size_t size);
}
#endif

namespace gputile::cpu {

// A stack and where execution on it goes on.
struct Fiber {
  Continuation continuation;
  const void *stackBottom = nullptr;
  size_t stackBytes = 0;
  void *fakeStack = nullptr;
};

inline void startFiber(Fiber &f, char *bottom, size_t bytes, size_t stagger, void (*entry)()) {
  f.stackBottom = bottom;
  f.stackBytes = bytes;
  f.fakeStack = nullptr;
#if defined(GPUTILE_CPU_ASAN)
  // The previous user of this stack never returned from its first frame.
  __asan_unpoison_memory_region(bottom, bytes);
#endif
  prepare(f.continuation, bottom, bottom + bytes - stagger, entry);
}

// `last`: the fiber left behind is never entered again.
inline void switchFiber(Fiber &from, Fiber &to, bool last = false) {
#if defined(GPUTILE_CPU_ASAN)
  __sanitizer_start_switch_fiber(last ? nullptr : &from.fakeStack, to.stackBottom, to.stackBytes);
#else
  (void)last;
#endif
  switchTo(from.continuation, to.continuation);
#if defined(GPUTILE_CPU_ASAN)
  __sanitizer_finish_switch_fiber(from.fakeStack, nullptr, nullptr);
#endif
}

// The first thing a new fiber does. `cameFrom` is filled when it came from the
// host's stack, whose bounds nobody else knows.
inline void arriveOnFiber(Fiber *cameFrom) {
#if defined(GPUTILE_CPU_ASAN)
  const void *bottom = nullptr;
  size_t bytes = 0;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
  if (cameFrom && !cameFrom->stackBottom) {
    cameFrom->stackBottom = bottom;
    cameFrom->stackBytes = bytes;
  }
#else
  (void)cameFrom;
#endif
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
