// The functions that allocate and free memory.
#include "Emulation/Driver/Allocations.h"
#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Modules.h"
#include "Emulation/Driver/Report.h"
#include "Emulation/Driver/Streams.h"
#include "gputile/cpu/detail/memory_api.h"

namespace gputile::emulation {
namespace {

size_t allocated = 0; // on the device

size_t deviceLimit() {
  static const size_t limit = cpu::readNumber("GPUTILE_CPU_MEMORY", 0, cpu::deviceBytes);
  return limit;
}

// The allocation that begins there, for a function that frees it.
const Allocation *toFree(const char *function, uintptr_t base, Kind kind) {
  const Allocation *found = allocationAt(base);
  if (found && found->range.base == base && found->kind == kind)
    return found;
  noteMisuse("%s: 0x%zx is not the start of a live %s", function, size_t(base), nameOf(kind));
  return nullptr;
}

void remove(const char *function, const Allocation &a) {
  if (const char *work = pendingWorkWith(a))
    stopFor("%s: %s #%u is freed while %s is pending: nobody waited for its stream", function,
            nameOf(a.kind), a.id, work);
  release(a);
}

} // namespace
} // namespace gputile::emulation

using namespace gputile::emulation;

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  GPUTILE_ENTER(cuMemAlloc_v2, Needs::context);
  if (!address || !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  if (bytes > deviceLimit() - allocated)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *address = allocate(bytes, Kind::device);
  if (!*address)
    return CUDA_ERROR_OUT_OF_MEMORY;
  allocated += bytes;
  rememberInModules({uintptr_t(*address), bytes});
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address) {
  GPUTILE_ENTER(cuPointerGetAttribute, Needs::context);
  // CUDA's numbers of attributes, and of the types of memory.
  constexpr int memoryType = 2, isManaged = 8, deviceOrdinal = 9;
  constexpr int hostMemory = 1, deviceMemory = 2;
  const Allocation *const a = allocationAt(uintptr_t(address));
  if (!a || !value)
    return CUDA_ERROR_INVALID_VALUE;
  switch (attribute) {
  case memoryType:
    *static_cast<int *>(value) = a->kind == Kind::device ? deviceMemory : hostMemory;
    return CUDA_SUCCESS;
  case isManaged:
    *static_cast<unsigned char *>(value) = 0;
    return CUDA_SUCCESS;
  case deviceOrdinal:
    *static_cast<int *>(value) = 0;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address) {
  GPUTILE_ENTER(cuMemGetAddressRange_v2, Needs::context);
  const Allocation *const a = allocationAt(uintptr_t(address));
  if (!a || a->kind != Kind::device || !base || !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  *base = a->range.base;
  *bytes = a->range.bytes;
  return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  GPUTILE_ENTER_RELEASE(cuMemFree_v2, Needs::context);
  const Allocation *a = toFree("cuMemFree_v2", uintptr_t(address), Kind::device);
  if (!a)
    return entry.after(CUDA_ERROR_INVALID_VALUE);
  allocated -= a->range.bytes;
  forgetInModules(a->range);
  remove("cuMemFree_v2", *a);
  return entry.after(CUDA_SUCCESS);
}

CUresult cuMemHostAlloc(void **pinned, size_t bytes, unsigned) {
  GPUTILE_ENTER(cuMemHostAlloc, Needs::context);
  if (!pinned || !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  *pinned = reinterpret_cast<void *>(allocate(bytes, Kind::pinned));
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
