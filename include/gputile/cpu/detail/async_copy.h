// __pipeline_memcpy_async and its wait. The copy happens at the wait and not
// before, so that a kernel that forgets to wait computes with what was there.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "gputile/cpu/detail/race.h"
#include "gputile/cpu/detail/report.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

// A copy to shared memory that is done when it is waited for.
struct AsyncCopy {
  char *to;
  const char *from;
  unsigned bytes, zeroed; // the last `zeroed` bytes are zeros, not copies
  unsigned batch;
  const void *pc;
};

// A thread's copies in flight, oldest first.
struct AsyncCopies {
  AsyncCopy *list;
  unsigned count, capacity;
  unsigned batch; // the one being filled
};

inline AsyncCopies &copiesOf(Thread &t) {
  if (!t.copies)
    t.copies = static_cast<AsyncCopies *>(calloc(1, sizeof(AsyncCopies)));
  return *t.copies;
}

inline void addCopy(AsyncCopies &c, const AsyncCopy &copy) {
  if (c.count == c.capacity) {
    c.capacity = c.capacity ? 2 * c.capacity : 16;
    c.list = static_cast<AsyncCopy *>(realloc(c.list, c.capacity * sizeof(AsyncCopy)));
  }
  c.list[c.count++] = copy;
}

inline void performCopy(const AsyncCopy &copy) {
  const unsigned copied = copy.bytes - copy.zeroed;
  raceAccess(copy.from, copied, Access::read, copy.pc);
  raceAccess(copy.to, copy.bytes, Access::write, copy.pc);
  memcpy(copy.to, copy.from, copied);
  memset(copy.to + copied, 0, copy.zeroed);
}

inline void waitForCopies(unsigned youngestLeft) {
  AsyncCopies &c = copiesOf(here());
  unsigned done = 0;
  while (done < c.count && c.list[done].batch + youngestLeft < c.batch)
    performCopy(c.list[done++]);
  c.count -= done;
  memmove(c.list, c.list + done, c.count * sizeof(AsyncCopy));
}

inline void freeCopies(Thread &t) {
  if (t.copies)
    free(t.copies->list);
  free(t.copies);
  t.copies = nullptr;
}

} // namespace gputile::cpu

GPUTILE_CPU_NOINLINE inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes,
                                                         size_t zeroed = 0) {
  using namespace ::gputile::cpu;
  if (bytes != 4 && bytes != 8 && bytes != 16)
    failHere("__pipeline_memcpy_async of %zu bytes: only 4, 8 and 16 are allowed", bytes);
  if (uintptr_t(to) % bytes || uintptr_t(from) % bytes)
    failHere("__pipeline_memcpy_async of %zu bytes: misaligned address", bytes);
  if (zeroed > bytes)
    failHere("__pipeline_memcpy_async: %zu zero bytes of %zu", zeroed, bytes);
  const void *pc = __builtin_return_address(0);
  // Until the wait the destination may change at any moment.
  raceAccess(to, bytes, Access::asyncWrite, pc);
  AsyncCopies &c = copiesOf(here());
  addCopy(c, {static_cast<char *>(to), static_cast<const char *>(from), unsigned(bytes),
              unsigned(zeroed), c.batch, pc});
}
inline void __pipeline_commit() { ++::gputile::cpu::copiesOf(::gputile::cpu::here()).batch; }
inline void __pipeline_wait_prior(size_t batches) {
  ::gputile::cpu::waitForCopies(unsigned(batches));
}

#include "gputile/cpu/detail/layer_end.h"
