// Allocation. Each allocation lies between two red zones, which are compared after
// each kernel, and which AddressSanitizer does not let instrumented kernels touch.
#include "Emulation/Driver/Memory.h"

#include <stdlib.h>
#include <string.h>

#include <map>

#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Modules.h"
#include "Emulation/Driver/Report.h"
#include "Emulation/Driver/Streams.h"
#include "gputile/cpu/detail/memory_api.h"

// Null unless the program has AddressSanitizer.
extern "C" {
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *, size_t);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *, size_t);
}

namespace gputile::driver {
namespace {

// CUDA aligns to 256 bytes; kernels may rely on it.
constexpr size_t alignment = 256, zone = 256;
constexpr unsigned char zoneByte = 0xA5;

struct Memory {
  std::map<uintptr_t, Allocation> live; // by base
  size_t deviceBytes = 0;
  unsigned lastId = 0;
};

Memory &memory() {
  static Memory &m = *new Memory;
  return m;
}

size_t deviceLimit() {
  static const size_t limit = cpu::readNumber("GPUTILE_CPU_MEMORY", 0, cpu::deviceBytes);
  return limit;
}

template <typename Visit> void forEachZone(const Allocation &a, const Visit &visit) {
  const unsigned char *base = reinterpret_cast<const unsigned char *>(a.range.base);
  visit(base - zone);
  visit(base + a.range.bytes);
}

// Fresh memory is all ones (NaN), so that its use before a write shows.
uintptr_t add(size_t bytes, Kind kind) {
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

const char *nameOf(Kind kind) {
  return kind == Kind::device ? "device allocation" : "pinned allocation";
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

// The allocation that begins there, for a function that frees it.
const Allocation *toFree(const char *function, uintptr_t base, Kind kind) {
  const auto found = memory().live.find(base);
  if (found != memory().live.end() && found->second.kind == kind)
    return &found->second;
  noteMisuse("%s: 0x%zx is not the start of a live %s", function, size_t(base), nameOf(kind));
  return nullptr;
}

void remove(const char *function, const Allocation &a) {
  if (const char *work = pendingWorkWith(a))
    stopFor("%s: %s #%u is freed while %s is pending: nobody waited for its stream", function,
            nameOf(a.kind), a.id, work);
  checkZones(a, "when it was freed");
  if (__asan_unpoison_memory_region)
    forEachZone(a, [](const unsigned char *from) { __asan_unpoison_memory_region(from, zone); });
  free(a.memory);
  memory().live.erase(a.range.base);
}

} // namespace

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

} // namespace gputile::driver

using namespace gputile::driver;

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  GPUTILE_ENTER(cuMemAlloc_v2, Needs::context);
  if (!address || !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  Memory &m = memory();
  if (bytes > deviceLimit() - m.deviceBytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *address = add(bytes, Kind::device);
  if (!*address)
    return CUDA_ERROR_OUT_OF_MEMORY;
  m.deviceBytes += bytes;
  rememberInModules({uintptr_t(*address), bytes});
  return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  GPUTILE_ENTER_RELEASE(cuMemFree_v2, Needs::context);
  const Allocation *a = toFree("cuMemFree_v2", uintptr_t(address), Kind::device);
  if (!a)
    return entry.after(CUDA_ERROR_INVALID_VALUE);
  memory().deviceBytes -= a->range.bytes;
  forgetInModules(a->range);
  remove("cuMemFree_v2", *a);
  return entry.after(CUDA_SUCCESS);
}

CUresult cuMemHostAlloc(void **pinned, size_t bytes, unsigned) {
  GPUTILE_ENTER(cuMemHostAlloc, Needs::context);
  if (!pinned || !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  *pinned = reinterpret_cast<void *>(add(bytes, Kind::pinned));
  return *pinned ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemFreeHost(void *pinned) {
  GPUTILE_ENTER_RELEASE(cuMemFreeHost, Needs::context);
  const Allocation *a = toFree("cuMemFreeHost", uintptr_t(pinned), Kind::pinned);
  if (!a)
    return entry.after(CUDA_ERROR_INVALID_VALUE);
  remove("cuMemFreeHost", *a);
  return entry.after(CUDA_SUCCESS);
}
