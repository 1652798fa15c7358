// cudaMemcpy3D and device symbols.
#pragma once

#include "gputile/cpu/detail/memory_api.h"
#include "gputile/cpu/detail/layer_begin.h"

// The types of cudaMemcpy3D, as in CUDA.
struct cudaPitchedPtr {
  void *ptr;
  size_t pitch, xsize, ysize;
};
struct cudaExtent {
  size_t width, height, depth;
};
struct cudaPos {
  size_t x, y, z;
};
typedef struct cudaArray *cudaArray_t;
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
inline cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize) {
  return {ptr, pitch, xsize, ysize};
}
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return {width, height, depth};
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }

namespace gputile::cpu {

inline char *positionIn(const cudaPitchedPtr &p, const cudaPos &at) {
  return static_cast<char *>(p.ptr) + (at.z * p.ysize + at.y) * p.pitch + at.x;
}

// The bytes from the first to the last that a box of `e` touches.
inline size_t boxBytes(const cudaPitchedPtr &p, const cudaExtent &e) {
  return p.pitch * p.ysize * (e.depth - 1) + extent(p.pitch, e.width, e.height);
}

inline cudaError_t copyBox(const char *function, const cudaMemcpy3DParms *p) {
  if (!p || p->srcArray || p->dstArray)
    return failed(cudaErrorInvalidValue);
  const cudaExtent &e = p->extent;
  if (!e.width || !e.height || !e.depth)
    return cudaSuccess;
  if (e.width > p->srcPtr.pitch || e.width > p->dstPtr.pitch)
    return failed(cudaErrorInvalidPitchValue);
  if (e.depth > 1 && (e.height > p->srcPtr.ysize || e.height > p->dstPtr.ysize))
    return failed(cudaErrorInvalidValue);
  char *to = positionIn(p->dstPtr, p->dstPos);
  const char *from = positionIn(p->srcPtr, p->srcPos);
  const cudaError_t error =
      checkCopy(function, to, boxBytes(p->dstPtr, e), from, boxBytes(p->srcPtr, e), p->kind);
  for (size_t z = 0; error == cudaSuccess && z < e.depth; ++z)
    for (size_t y = 0; y < e.height; ++y)
      memmove(to + (z * p->dstPtr.ysize + y) * p->dstPtr.pitch,
              from + (z * p->srcPtr.ysize + y) * p->srcPtr.pitch, e.width);
  return failed(error);
}

inline cudaError_t copySymbol(const char *function, size_t symbolBytes,
                              size_t offset, void *to, const void *from, size_t bytes) {
  if (offset > symbolBytes || bytes > symbolBytes - offset) {
    fprintf(stderr, "gputile-cpu: %s: %zu bytes at offset %zu leave a symbol of %zu bytes\n",
            function, bytes, offset, symbolBytes);
    return failed(cudaErrorInvalidValue);
  }
  memmove(to, from, bytes);
  return cudaSuccess;
}

template <typename T> char *bytesOf(T &symbol) {
  return const_cast<char *>(reinterpret_cast<const volatile char *>(&symbol));
}

} // namespace gputile::cpu

inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parameters) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::copyBox(__func__, parameters);
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters,
                                     cudaStream_t = nullptr) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::copyBox(__func__, parameters);
}
inline cudaError_t cudaMalloc3D(cudaPitchedPtr *memory, cudaExtent extent) {
  GPUTILE_CPU_API(cudaErrorMemoryAllocation);
  memory->xsize = extent.width;
  memory->ysize = extent.height;
  return cudaMallocPitch(&memory->ptr, &memory->pitch, extent.width,
                         extent.height * extent.depth);
}

template <typename T>
cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  char *at = ::gputile::cpu::bytesOf(symbol);
  return ::gputile::cpu::copySymbol(__func__, sizeof(T), offset, at + offset, from, bytes);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void *to, T &symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  char *at = ::gputile::cpu::bytesOf(symbol);
  return ::gputile::cpu::copySymbol(__func__, sizeof(T), offset, to, at + offset, bytes);
}
template <typename T> cudaError_t cudaGetSymbolAddress(void **address, T &symbol) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  *address = ::gputile::cpu::bytesOf(symbol);
  return cudaSuccess;
}

#include "gputile/cpu/detail/layer_end.h"
