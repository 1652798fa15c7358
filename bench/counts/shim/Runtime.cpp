//===- Runtime.cpp - The CUDA runtime's functions ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every call is synchronous. Device memory is host memory that kernels may touch. Functions that
// are missing here are missing when a program is linked.

#include "State.h"

#include <cstdlib>
#include <cstring>

using namespace gputile::counts;

static cudaError_t result(cudaError_t code) { return state().fail(code); }

extern "C" {

//===- Memory ---------------------------------------------------------------===//

cudaError_t cudaMalloc(void **pointer, size_t size) {
  *pointer = nullptr;
  if (size == 0)
    return cudaSuccess;
  *pointer = std::aligned_alloc(256, (size + 255) / 256 * 256);
  if (!*pointer)
    return result(cudaErrorMemoryAllocation);
  std::memset(*pointer, 0xff, size); // Not zero, as fresh memory on a device.
  state().memory.add(*pointer, size);
  state().allocations[*pointer] = size;
  return cudaSuccess;
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return cudaMalloc(pointer, *pitch * height);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned) {
  return cudaMalloc(pointer, size);
}

cudaError_t cudaFree(void *pointer) {
  if (!pointer)
    return cudaSuccess;
  if (state().allocations.erase(pointer) == 0)
    return result(cudaErrorInvalidValue);
  state().memory.remove(pointer);
  std::free(pointer);
  return cudaSuccess;
}

cudaError_t cudaMallocHost(void **pointer, size_t size) {
  *pointer = std::malloc(size);
  return *pointer ? cudaSuccess : result(cudaErrorMemoryAllocation);
}
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned) {
  return cudaMallocHost(pointer, size);
}
cudaError_t cudaFreeHost(void *pointer) {
  std::free(pointer);
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *unused, size_t *total) {
  *unused = *total = size_t(80) << 30;
  return cudaSuccess;
}

/// True where the device's side of a copy lies in device memory.
static bool isDevice(const void *pointer, size_t size) {
  return size == 0 || state().memory.contains(reinterpret_cast<uint64_t>(pointer), size);
}

static bool mayCopy(const void *to, const void *from, size_t size, cudaMemcpyKind kind) {
  const bool toDevice = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool fromDevice = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  return (!toDevice || isDevice(to, size)) && (!fromDevice || isDevice(from, size));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  if (!mayCopy(to, from, size, kind))
    return result(cudaErrorInvalidValue);
  submit(stream, [=] {
    std::memmove(to, from, size);
    state().copied += kind == cudaMemcpyDeviceToDevice ? 0 : size;
  });
  return cudaSuccess;
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind) {
  return cudaMemcpyAsync(to, from, size, kind, nullptr);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  if (width > toPitch || width > fromPitch)
    return result(cudaErrorInvalidPitchValue);
  for (size_t row = 0; row < height; ++row)
    if (const cudaError_t code =
            cudaMemcpyAsync(static_cast<char *>(to) + row * toPitch,
                            static_cast<const char *>(from) + row * fromPitch, width, kind, stream))
      return code;
  return cudaSuccess;
}
cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(to, toPitch, from, fromPitch, width, height, kind, nullptr);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t stream) {
  if (!isDevice(to, size))
    return result(cudaErrorInvalidValue);
  submit(stream, [=] { std::memset(to, value, size); });
  return cudaSuccess;
}
cudaError_t cudaMemset(void *to, int value, size_t size) {
  return cudaMemsetAsync(to, value, size, nullptr);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  const auto found = state().variables.find(symbol);
  if (found == state().variables.end())
    return result(cudaErrorInvalidSymbol);
  *pointer = found->second.first;
  return cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset,
                               cudaMemcpyKind kind) {
  void *to;
  const cudaError_t code = cudaGetSymbolAddress(&to, symbol);
  return code ? code : cudaMemcpy(static_cast<char *>(to) + offset, from, size, kind);
}
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset,
                                 cudaMemcpyKind kind) {
  void *from;
  const cudaError_t code = cudaGetSymbolAddress(&from, symbol);
  return code ? code : cudaMemcpy(to, static_cast<char *>(from) + offset, size, kind);
}

//===- Launches -------------------------------------------------------------===//

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t stream) {
  return launch(function, grid, block, arguments, shared, stream, false);
}
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t shared, cudaStream_t stream) {
  return launch(function, grid, block, arguments, shared, stream, true);
}
cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute, int) {
  return state().kernelOf(function) ? cudaSuccess : result(cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                   const void *function,
                                                                   int threads, size_t shared,
                                                                   unsigned) {
  const HostKernel *kernel = state().kernelOf(function);
  if (!kernel || threads <= 0)
    return result(cudaErrorInvalidDeviceFunction);
  *blocks = static_cast<int>(
      state().blocksPerMultiprocessor(*kernel, static_cast<unsigned>(threads), shared));
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int threads, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared,
                                                                0);
}

//===- Streams, graphs and events -------------------------------------------===//

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  *stream = reinterpret_cast<cudaStream_t>(new Stream);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
  return cudaStreamCreate(stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete reinterpret_cast<Stream *>(stream);
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  reinterpret_cast<Stream *>(stream)->capture = std::make_unique<Graph>();
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  *graph = reinterpret_cast<cudaGraph_t>(reinterpret_cast<Stream *>(stream)->capture.release());
  return *graph ? cudaSuccess : result(cudaErrorIllegalState);
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long) {
  *executable = reinterpret_cast<cudaGraphExec_t>(new Graph(*reinterpret_cast<Graph *>(graph)));
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  for (const auto &work : reinterpret_cast<Graph *>(executable)->work)
    submit(stream, work);
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete reinterpret_cast<Graph *>(graph);
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  delete reinterpret_cast<Graph *>(executable);
  return cudaSuccess;
}

// Events happen at once; the time between them has no meaning here.
cudaError_t cudaEventCreate(cudaEvent_t *event) {
  *event = reinterpret_cast<cudaEvent_t>(new char);
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
  return cudaEventCreate(event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete reinterpret_cast<char *>(event);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 1;
  return cudaSuccess;
}

//===- Errors and the device ------------------------------------------------===//

cudaError_t cudaGetLastError() { return std::exchange(state().error, cudaSuccess); }
cudaError_t cudaPeekAtLastError() { return state().error; }
const char *cudaGetErrorString(cudaError_t code) {
  return code == cudaSuccess ? "no error" : "CUDA error";
}
const char *cudaGetErrorName(cudaError_t code) {
  return code == cudaSuccess ? "cudaSuccess" : "cudaError";
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaDeviceReset() { return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : result(cudaErrorInvalidDevice);
}
cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int) {
  switch (attribute) {
  case cudaDevAttrMultiProcessorCount:
    *value = static_cast<int>(state().multiprocessors);
    break;
  case cudaDevAttrCooperativeLaunch:
    *value = 1;
    break;
  case cudaDevAttrComputeCapabilityMajor:
    *value = 9;
    break;
  case cudaDevAttrComputeCapabilityMinor:
    *value = 0;
    break;
  case cudaDevAttrMaxThreadsPerBlock:
    *value = 1024;
    break;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *value = 2048;
    break;
  case cudaDevAttrWarpSize:
    *value = 32;
    break;
  case cudaDevAttrMaxGridDimX:
    *value = 2147483647;
    break;
  case cudaDevAttrMaxGridDimY:
    *value = 65535;
    break;
  case cudaDevAttrMaxGridDimZ:
    *value = 65535;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    *value = 48 << 10;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *value = 227 << 10;
    break;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    *value = 228 << 10;
    break;
  case cudaDevAttrReservedSharedMemoryPerBlock:
    *value = 1 << 10;
    break;
  case cudaDevAttrMaxRegistersPerBlock:
  case cudaDevAttrMaxRegistersPerMultiprocessor:
    *value = 65536;
    break;
  case cudaDevAttrL2CacheSize:
    *value = 50 << 20;
    break;
  default:
    stop("cudaDeviceGetAttribute: attribute " + std::to_string(attribute) + " is not known");
  }
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int) {
  std::memset(properties, 0, sizeof *properties);
  std::strcpy(properties->name, "gputile counts");
  properties->major = 9;
  properties->multiProcessorCount = static_cast<int>(state().multiprocessors);
  properties->totalGlobalMem = size_t(80) << 30;
  properties->sharedMemPerBlock = 48 << 10;
  properties->sharedMemPerBlockOptin = 227 << 10;
  properties->sharedMemPerMultiprocessor = 228 << 10;
  properties->regsPerBlock = properties->regsPerMultiprocessor = 65536;
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = 1024;
  properties->maxThreadsPerMultiProcessor = 2048;
  properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
  properties->maxThreadsDim[2] = 64;
  properties->maxGridSize[0] = 2147483647;
  properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
  properties->l2CacheSize = 50 << 20;
  properties->cooperativeLaunch = 1;
  return cudaSuccess;
}
}
