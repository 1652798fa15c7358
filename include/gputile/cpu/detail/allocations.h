// The live allocations of "device" memory, by address.
#pragma once

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gputile/cpu/detail/race.h"
#include "gputile/cpu/detail/shared.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

// Only device memory is out of the host's reach; the two others are for both.
enum class Home : unsigned char { device, managed, host };

// A live allocation.
struct Allocation {
  char *base;
  size_t bytes;
  unsigned id; // in order of allocation, from 1: what messages call it
  Home home;
};

// Sorted by base; a handful of entries, so insertion may move them.
struct Registry {
  pthread_mutex_t lock;
  Allocation *list;
  size_t count, capacity;
  unsigned lastId;
};
inline Registry registry = {PTHREAD_MUTEX_INITIALIZER, nullptr, 0, 0, 0};

// Holds the registry's lock.
struct RegistryGuard {
  RegistryGuard() { pthread_mutex_lock(&registry.lock); }
  ~RegistryGuard() { pthread_mutex_unlock(&registry.lock); }
  RegistryGuard(const RegistryGuard &) = delete;
  RegistryGuard &operator=(const RegistryGuard &) = delete;
};

// The index of the first allocation that starts above an address.
inline size_t firstAbove(const void *address) {
  size_t low = 0, high = registry.count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (registry.list[middle].base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// A copy of the allocation that holds an address; base is null if none does. The
// end counts as inside, so that an empty copy there is found.
inline Allocation allocationAt(const void *address) {
  RegistryGuard guard;
  const size_t above = firstAbove(address);
  if (!above)
    return Allocation{};
  const Allocation &a = registry.list[above - 1];
  const size_t offset = size_t(static_cast<const char *>(address) - a.base);
  return offset <= a.bytes ? a : Allocation{};
}

inline void insertAllocation(char *base, size_t bytes, Home home) {
  RegistryGuard guard;
  if (registry.count == registry.capacity) {
    registry.capacity = registry.capacity ? 2 * registry.capacity : 64;
    registry.list = static_cast<Allocation *>(
        realloc(registry.list, registry.capacity * sizeof(Allocation)));
  }
  const size_t at = firstAbove(base);
  memmove(registry.list + at + 1, registry.list + at, (registry.count - at) * sizeof(Allocation));
  registry.list[at] = Allocation{base, bytes, ++registry.lastId, home};
  ++registry.count;
}

// False when no allocation starts there.
inline bool removeAllocation(void *base) {
  RegistryGuard guard;
  const size_t above = firstAbove(base);
  if (!above || registry.list[above - 1].base != base)
    return false;
  memmove(registry.list + above - 1, registry.list + above,
          (registry.count - above) * sizeof(Allocation));
  --registry.count;
  return true;
}

// CUDA aligns to 256 bytes; kernels may rely on it.
inline void *allocate(size_t bytes, Home home) {
  void *memory = poisoned(bytes, 256);
  if (!memory)
    return nullptr;
  insertAllocation(static_cast<char *>(memory), bytes, home);
  if (race)
    race->remember(memory, bytes, MemoryKind::global, nullptr);
  return memory;
}

inline bool release(void *memory) {
  if (!removeAllocation(memory))
    return false;
  if (race)
    race->forget(memory);
  free(memory);
  return true;
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
