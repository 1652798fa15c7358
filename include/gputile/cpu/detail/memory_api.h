// The CUDA runtime's memory functions. Every stream is synchronous here: an
// asynchronous call has done its work when it returns.
#pragma once

#include "gputile/cpu/detail/copy_check.h"
#include "gputile/cpu/detail/layer_begin.h"

struct CUstream_st;
typedef CUstream_st *cudaStream_t;

namespace gputile::cpu {

// Sizes above this are refused like a full device: nobody means them.
constexpr size_t deviceBytes = size_t(16) << 30;

// The pointer is set in every case: no caller may see an old value.
template <typename T> cudaError_t allocateInto(T **memory, size_t bytes, Home home, bool fail) {
  if (!memory)
    return failed(cudaErrorInvalidValue);
  *memory = nullptr;
  if (fail)
    return failed(cudaErrorMemoryAllocation);
  if (!bytes)
    return cudaSuccess;
  if (bytes <= deviceBytes)
    *memory = static_cast<T *>(allocate(bytes, home));
  return *memory ? cudaSuccess : failed(cudaErrorMemoryAllocation);
}

inline cudaError_t releaseFrom(const char *function, void *memory) {
  if (!memory || release(memory))
    return cudaSuccess;
  fprintf(stderr, "gputile-cpu: %s: %p is not the start of a live allocation\n", function, memory);
  return failed(cudaErrorInvalidValue);
}

inline cudaError_t copy(const char *function, void *to, const void *from, size_t bytes,
                        cudaMemcpyKind kind) {
  if (!bytes)
    return cudaSuccess;
  const cudaError_t error = checkCopy(function, to, bytes, from, bytes, kind);
  if (error == cudaSuccess)
    memmove(to, from, bytes);
  return failed(error);
}

// The bytes from the first to the last that rows of a pitch touch.
inline size_t extent(size_t pitch, size_t width, size_t height) {
  return width && height ? pitch * (height - 1) + width : 0;
}

inline cudaError_t copyRows(const char *function, void *to, size_t toPitch, const void *from,
                            size_t fromPitch, size_t width, size_t height, cudaMemcpyKind kind) {
  if (width > toPitch || width > fromPitch)
    return failed(cudaErrorInvalidPitchValue);
  if (!width || !height)
    return cudaSuccess;
  const cudaError_t error = checkCopy(function, to, extent(toPitch, width, height), from,
                                      extent(fromPitch, width, height), kind);
  for (size_t row = 0; error == cudaSuccess && row < height; ++row)
    memmove(static_cast<char *>(to) + row * toPitch,
            static_cast<const char *>(from) + row * fromPitch, width);
  return failed(error);
}

inline cudaError_t fill(const char *function, void *memory, int value, size_t bytes) {
  if (!bytes)
    return cudaSuccess;
  if (!checkDeviceSide(function, "destination", memory, bytes))
    return failed(cudaErrorInvalidValue);
  memset(memory, value, bytes);
  return cudaSuccess;
}

} // namespace gputile::cpu

template <typename T> cudaError_t cudaMalloc(T **memory, size_t bytes) {
  return ::gputile::cpu::allocateInto(memory, bytes, ::gputile::cpu::Home::device,
                                      ::gputile::cpu::mustFail(__func__));
}
template <typename T> cudaError_t cudaMallocAsync(T **memory, size_t bytes, cudaStream_t) {
  return ::gputile::cpu::allocateInto(memory, bytes, ::gputile::cpu::Home::device,
                                      ::gputile::cpu::mustFail(__func__));
}
template <typename T>
cudaError_t cudaMallocManaged(T **memory, size_t bytes, unsigned /*flags*/ = 1) {
  return ::gputile::cpu::allocateInto(memory, bytes, ::gputile::cpu::Home::managed,
                                      ::gputile::cpu::mustFail(__func__));
}
template <typename T> cudaError_t cudaMallocHost(T **memory, size_t bytes, unsigned = 0) {
  return ::gputile::cpu::allocateInto(memory, bytes, ::gputile::cpu::Home::host,
                                      ::gputile::cpu::mustFail(__func__));
}
template <typename T> cudaError_t cudaHostAlloc(T **memory, size_t bytes, unsigned /*flags*/) {
  return ::gputile::cpu::allocateInto(memory, bytes, ::gputile::cpu::Home::host,
                                      ::gputile::cpu::mustFail(__func__));
}
// Rows start at multiples of 512 bytes, as on current devices.
template <typename T>
cudaError_t cudaMallocPitch(T **memory, size_t *pitch, size_t width, size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return ::gputile::cpu::allocateInto(memory, *pitch * height, ::gputile::cpu::Home::device,
                                      ::gputile::cpu::mustFail(__func__));
}

inline cudaError_t cudaFree(void *memory) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::releaseFrom(__func__, memory);
}
inline cudaError_t cudaFreeAsync(void *memory, cudaStream_t) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::releaseFrom(__func__, memory);
}
inline cudaError_t cudaFreeHost(void *memory) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::releaseFrom(__func__, memory);
}
// Registering pins pages and moves nothing.
inline cudaError_t cudaHostRegister(void *, size_t, unsigned) {
  GPUTILE_CPU_API(cudaErrorMemoryAllocation);
  return cudaSuccess;
}
inline cudaError_t cudaHostUnregister(void *) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return cudaSuccess;
}

inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::copy(__func__, to, from, bytes, kind);
}
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t = nullptr) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::copy(__func__, to, from, bytes, kind);
}
inline cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::copyRows(__func__, to, toPitch, from, fromPitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from,
                                     size_t fromPitch, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t = nullptr) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::copyRows(__func__, to, toPitch, from, fromPitch, width, height, kind);
}
inline cudaError_t cudaMemset(void *memory, int value, size_t bytes) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::fill(__func__, memory, value, bytes);
}
inline cudaError_t cudaMemsetAsync(void *memory, int value, size_t bytes,
                                   cudaStream_t = nullptr) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::fill(__func__, memory, value, bytes);
}
inline cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  size_t used = 0;
  {
    ::gputile::cpu::RegistryGuard guard;
    for (size_t i = 0; i < ::gputile::cpu::registry.count; ++i)
      used += ::gputile::cpu::registry.list[i].bytes;
  }
  *total = ::gputile::cpu::deviceBytes;
  *free = used < *total ? *total - used : 0;
  return cudaSuccess;
}

#include "gputile/cpu/detail/layer_end.h"
