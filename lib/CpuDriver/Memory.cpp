// Allocation. Without AddressSanitizer each allocation lies between two red zones,
// which are compared after each kernel; with it, its own red zones do better.
#include "Memory.h"

#include <stdlib.h>
#include <string.h>

#include <map>

#include "Entry.h"
#include "Modules.h"
#include "Report.h"
#include "Streams.h"
#include "gputile/cpu/detail/memory_api.h"

// Defined when the program is instrumented.
extern "C" __attribute__((weak)) void __asan_init();

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

size_t zoneBytes() { return __asan_init ? 0 : zone; }

size_t deviceLimit() {
  static const size_t limit = cpu::readNumber("GPUTILE_CPU_MEMORY", 0, cpu::deviceBytes);
  return limit;
}

// Fresh memory is all ones (NaN), so that its use before a write shows.
uintptr_t add(size_t bytes, Kind kind) {
  const size_t zones = zoneBytes();
  void *start = nullptr;
  if (bytes > SIZE_MAX / 2 || posix_memalign(&start, alignment, bytes + 2 * zones))
    return 0;
  char *const base = static_cast<char *>(start) + zones;
  memset(start, zoneByte, zones);
  memset(base, cpu::poisonByte, bytes);
  memset(base + bytes, zoneByte, zones);
  Memory &m = memory();
  m.live[uintptr_t(base)] = {{uintptr_t(base), bytes}, kind, ++m.lastId, start};
  return uintptr_t(base);
}

const char *nameOf(Kind kind) {
  return kind == Kind::device ? "device allocation" : "pinned allocation";
}

void checkZone(const Allocation &a, const unsigned char *from, const char *when) {
  for (size_t i = 0; i < zoneBytes(); ++i)
    if (from[i] != zoneByte) {
      const long long at = (long long)(uintptr_t(from + i)) - (long long)(a.range.base);
      stopFor("a write at byte %lld of %s #%u, which has %zu bytes: found %s", at, nameOf(a.kind),
              a.id, a.range.bytes, when);
    }
}

void checkZones(const Allocation &a, const char *when) {
  const unsigned char *base = reinterpret_cast<const unsigned char *>(a.range.base);
  checkZone(a, base - zoneBytes(), when);
  checkZone(a, base + a.range.bytes, when);
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
