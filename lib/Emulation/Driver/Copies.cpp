// Copies and fills: checked at once, done when somebody waits for the stream.
#include <stdint.h>
#include <string.h>

#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Report.h"
#include "Emulation/Driver/Streams.h"
#include "gputile/cpu/detail/shared.h"

namespace gputile::emulation {
namespace {

// One side of a copy of rows.
struct Side {
  bool onDevice;
  uintptr_t start;
  size_t pitch;

  Range range(size_t width, size_t height) const { return {start, (height - 1) * pitch + width}; }
  char *row(size_t number) const { return reinterpret_cast<char *>(start + number * pitch); }
};

struct Copy {
  Side to, from;
  size_t width, height;
};

bool isValid(const char *function, const char *which, const Side &side, const Copy &copy) {
  const Range range = side.range(copy.width, copy.height);
  const bool pitchIsWide = copy.height == 1 || side.pitch >= copy.width;
  const bool hasSize =
      copy.height == 1 || (copy.height - 1) <= (SIZE_MAX - copy.width) / (side.pitch + 1);
  if (pitchIsWide && hasSize && (side.onDevice ? isDeviceRange(range) : isHostRange(range)))
    return true;
  noteMisuse("%s: the %s is not %s", function, which,
             !pitchIsWide    ? "as wide as its rows"
             : side.onDevice ? "inside one live allocation of the device"
                             : "memory of the host");
  return false;
}

void copyRows(const Copy &copy) {
  for (size_t i = 0; i < copy.height; ++i)
    memcpy(copy.to.row(i), copy.from.row(i), copy.width);
}

// Until the copy is done its destination may hold anything.
void poisonRows(const Copy &copy) {
  for (size_t i = 0; i < copy.height; ++i)
    memset(copy.to.row(i), cpu::poisonByte, copy.width);
}

CUresult enqueueCopy(const char *function, const Copy &copy, CUstream stream) {
  if (!isStream(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!copy.width || !copy.height)
    return CUDA_SUCCESS;
  if (!isValid(function, "destination", copy.to, copy) ||
      !isValid(function, "source", copy.from, copy))
    return CUDA_ERROR_INVALID_VALUE;
  if (!copy.to.onDevice)
    poisonRows(copy);
  Work work;
  work.name = function;
  work.touches = {copy.to.range(copy.width, copy.height), copy.from.range(copy.width, copy.height)};
  work.run = [copy] { copyRows(copy); };
  enqueue(stream, std::move(work));
  return CUDA_SUCCESS;
}

// Arrays are not there.
bool sideOf(Side &side, CUmemorytype type, const void *host, CUdeviceptr device, size_t pitch,
            size_t x, size_t y) {
  side.onDevice = type == CU_MEMORYTYPE_DEVICE;
  side.pitch = pitch;
  side.start = (side.onDevice ? uintptr_t(device) : uintptr_t(host)) + y * pitch + x;
  return side.onDevice || type == CU_MEMORYTYPE_HOST;
}

} // namespace
} // namespace gputile::emulation

using namespace gputile::emulation;

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  GPUTILE_ENTER(cuMemcpyHtoDAsync_v2, Needs::context);
  return enqueueCopy("cuMemcpyHtoDAsync_v2",
                     {{true, uintptr_t(to), bytes}, {false, uintptr_t(from), bytes}, bytes, 1},
                     stream);
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  GPUTILE_ENTER(cuMemcpyDtoHAsync_v2, Needs::context);
  return enqueueCopy("cuMemcpyDtoHAsync_v2",
                     {{false, uintptr_t(to), bytes}, {true, uintptr_t(from), bytes}, bytes, 1},
                     stream);
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream) {
  GPUTILE_ENTER(cuMemcpy2DAsync_v2, Needs::context);
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  Copy rows = {};
  rows.width = copy->WidthInBytes;
  rows.height = copy->Height;
  if (!sideOf(rows.to, copy->dstMemoryType, copy->dstHost, copy->dstDevice, copy->dstPitch,
              copy->dstXInBytes, copy->dstY) ||
      !sideOf(rows.from, copy->srcMemoryType, copy->srcHost, copy->srcDevice, copy->srcPitch,
              copy->srcXInBytes, copy->srcY))
    return CUDA_ERROR_NOT_SUPPORTED;
  return enqueueCopy("cuMemcpy2DAsync_v2", rows, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
  GPUTILE_ENTER(cuMemsetD32Async, Needs::context);
  if (!isStream(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!count)
    return CUDA_SUCCESS;
  const Range range = {uintptr_t(to), count * 4};
  if (to % 4 || count > SIZE_MAX / 4 || !isDeviceRange(range)) {
    noteMisuse("cuMemsetD32Async: the destination is not inside one live allocation of the device");
    return CUDA_ERROR_INVALID_VALUE;
  }
  Work work;
  work.name = "cuMemsetD32Async";
  work.touches = {range};
  work.run = [to, value, count] {
    unsigned *words = reinterpret_cast<unsigned *>(to);
    for (size_t i = 0; i < count; ++i)
      words[i] = value;
  };
  enqueue(stream, std::move(work));
  return CUDA_SUCCESS;
}
