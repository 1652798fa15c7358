// Allocation. Each allocation lies between two red zones, which are compared after
// each kernel, and which AddressSanitizer does not let instrumented kernels touch.
#include "Emulation/Driver/Allocations.h"

#include <stdlib.h>
#include <string.h>

#include <map>

#include "Emulation/Driver/Report.h"
#include "gputile/cpu/detail/memory_api.h"

// Null unless the program has AddressSanitizer.
extern "C" {
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *, size_t);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *, size_t);
}

namespace gputile::emulation {
namespace {

// CUDA aligns to 256 bytes; kernels may rely on it.
constexpr size_t alignment = 256, zone = 256;
constexpr unsigned char zoneByte = 0xA5;

struct Memory {
  std::map<uintptr_t, Allocation> live; // by base
  unsigned lastId = 0;
};

Memory &memory() {
  static Memory &m = *new Memory;
  return m;
}

template <typename Visit> void forEachZone(const Allocation &a, const Visit &visit) {
  const unsigned char *base = reinterpret_cast<const unsigned char *>(a.range.base);
  visit(base - zone);
  visit(base + a.range.bytes);
}

// The number of intact bytes. Not instrumented, since it reads what is poisoned.
__attribute__((no_sanitize("address"))) size_t intactBytes(const unsigned char *from) {
  size_t i = 0;
  while (i < zone && from[i] == zoneByte)
    ++i;
  return i;
}

void checkZones(const Allocation &a, const char *when) {
  forEachZone(a, [&](const unsigned char *from) {
    const size_t intact = intactBytes(from);
    if (intact == zone)
      return;
    const long long at = (long long)(uintptr_t(from + intact)) - (long long)(a.range.base);
    stopFor("a write at byte %lld of %s #%u, which has %zu bytes: found %s", at, nameOf(a.kind),
            a.id, a.range.bytes, when);
  });
}

} // namespace

const char *nameOf(Kind kind) {
  return kind == Kind::device ? "device allocation" : "pinned allocation";
}

// Fresh memory is all ones (NaN), so that its use before a write shows.
uintptr_t allocate(size_t bytes, Kind kind) {
  void *start = nullptr;
  if (bytes > SIZE_MAX / 2 || posix_memalign(&start, alignment, bytes + 2 * zone))
    return 0;
  char *const base = static_cast<char *>(start) + zone;
  memset(start, zoneByte, zone);
  memset(base, cpu::poisonByte, bytes);
  memset(base + bytes, zoneByte, zone);
  Memory &m = memory();
  const Allocation a = {{uintptr_t(base), bytes}, kind, ++m.lastId, start};
  if (__asan_poison_memory_region)
    forEachZone(a, [](const unsigned char *from) { __asan_poison_memory_region(from, zone); });
  m.live[a.range.base] = a;
  return a.range.base;
}

void release(const Allocation &a) {
  checkZones(a, "when it was freed");
  if (__asan_unpoison_memory_region)
    forEachZone(a, [](const unsigned char *from) { __asan_unpoison_memory_region(from, zone); });
  free(a.memory);
  memory().live.erase(a.range.base);
}

const Allocation *allocationAt(uintptr_t address) {
  Memory &m = memory();
  auto above = m.live.upper_bound(address);
  if (above == m.live.begin())
    return nullptr;
  const Allocation &a = (--above)->second;
  return address - a.range.base < a.range.bytes ? &a : nullptr;
}

bool isDeviceRange(Range range) {
  const Allocation *a = allocationAt(range.base);
  return a && a->kind == Kind::device &&
         range.bytes <= a->range.bytes - (range.base - a->range.base);
}

bool isHostRange(Range range) {
  if (!range.base || range.base + range.bytes < range.base)
    return false;
  if (const Allocation *a = allocationAt(range.base))
    return a->kind == Kind::pinned && range.bytes <= a->range.bytes - (range.base - a->range.base);
  const auto next = memory().live.upper_bound(range.base);
  return next == memory().live.end() || next->first >= range.base + range.bytes;
}

void forEachDeviceRange(void (*visit)(void *, Range), void *data) {
  for (const auto &[base, a] : memory().live)
    if (a.kind == Kind::device)
      visit(data, a.range);
}

void checkRedZones(const char *when) {
  for (const auto &[base, a] : memory().live)
    checkZones(a, when);
}

void reportLiveMemory() {
  std::map<unsigned, const Allocation *> byId;
  for (const auto &[base, a] : memory().live)
    byId[a.id] = &a;
  for (const auto &[id, a] : byId)
    noteLeak("%s #%u of %zu bytes", nameOf(a->kind), id, a->range.bytes);
}

} // namespace gputile::emulation
