// The live allocations of device memory and of pinned host memory.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace gputile::emulation {

/// Bytes from `base` on.
struct Range {
  uintptr_t base;
  size_t bytes;
};

enum class Kind { device, pinned };

// A live allocation between its red zones.
struct Allocation {
  Range range;
  Kind kind;
  unsigned id;  // in order of allocation, from 1: what messages call it
  void *memory; // of the heap, with the red zones
};

/// "device allocation" or "pinned allocation".
const char *nameOf(Kind kind);

/// Makes an allocation. \returns its base, or 0 when there is no memory.
uintptr_t allocate(size_t bytes, Kind kind);
/// Frees it. Ends the process when somebody wrote next to it.
void release(const Allocation &allocation);

/// The live allocation that holds an address; null when there is none.
const Allocation *allocationAt(uintptr_t address);
/// Whether the range lies in one live allocation of device memory.
bool isDeviceRange(Range range);
/// Whether a copy may use the range as host memory: it touches no device memory, and
/// leaves no pinned allocation that it begins in.
bool isHostRange(Range range);

/// Calls \p visit with the range of each live allocation of device memory.
void forEachDeviceRange(void (*visit)(void *data, Range range), void *data);

/// Ends the process when somebody wrote next to an allocation.
void checkRedZones(const char *when);
void reportLiveMemory();

} // namespace gputile::emulation
