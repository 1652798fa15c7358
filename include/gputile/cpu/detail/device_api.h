// The device that is played: its properties, streams, events and occupancy.
#pragma once

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gputile/cpu/detail/memory_api.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

// Limits of compute capability 8.0, which every later device meets.
constexpr int maxThreadsPerBlock = 1024;
constexpr int maxThreadsPerMultiprocessor = 2048;
constexpr int maxBlocksPerMultiprocessor = 32;
constexpr int optInSharedLimit = 163 * 1024;
constexpr int sharedPerMultiprocessor = 164 * 1024;
constexpr int maxGridX = 2147483647;
constexpr int maxBlockXY = 1024, maxBlockZ = 64;

} // namespace gputile::cpu

// CUDA's cudaDeviceProp, as far as it means something here.
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor;
  size_t totalConstMem, textureAlignment;
  int regsPerBlock, regsPerMultiprocessor, warpSizeInThreads, maxThreadsPerBlock;
  int maxThreadsDim[3], maxGridSize[3];
  int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor;
  int maxBlocksPerMultiProcessor, cooperativeLaunch, unifiedAddressing, managedMemory;
  int concurrentKernels, asyncEngineCount, l2CacheSize, integrated, canMapHostMemory;
};

enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrConcurrentKernels = 31,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxRegistersPerMultiprocessor = 82,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrMemoryPoolsSupported = 115
};

namespace gputile::cpu {

// -1: no such attribute here.
inline int attributeOf(cudaDeviceAttr attribute) {
  switch (attribute) {
  case cudaDevAttrMaxThreadsPerBlock: return maxThreadsPerBlock;
  case cudaDevAttrMaxBlockDimX:
  case cudaDevAttrMaxBlockDimY: return maxBlockXY;
  case cudaDevAttrMaxBlockDimZ: return maxBlockZ;
  case cudaDevAttrMaxGridDimX: return maxGridX;
  case cudaDevAttrMaxGridDimY:
  case cudaDevAttrMaxGridDimZ:
    return int(settings().gridYZ);
  case cudaDevAttrMaxSharedMemoryPerBlock: return int(staticSharedLimit);
  case cudaDevAttrMaxSharedMemoryPerBlockOptin: return optInSharedLimit;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return sharedPerMultiprocessor;
  case cudaDevAttrWarpSize: return int(lanesPerWarp);
  case cudaDevAttrMaxRegistersPerBlock:
  case cudaDevAttrMaxRegistersPerMultiprocessor: return 65536;
  case cudaDevAttrMultiProcessorCount: return settings().multiprocessors;
  case cudaDevAttrMaxThreadsPerMultiProcessor: return maxThreadsPerMultiprocessor;
  case cudaDevAttrMaxBlocksPerMultiprocessor: return maxBlocksPerMultiprocessor;
  case cudaDevAttrComputeCapabilityMajor: return 8;
  case cudaDevAttrComputeCapabilityMinor: return 0;
  case cudaDevAttrConcurrentKernels:
  case cudaDevAttrUnifiedAddressing:
  case cudaDevAttrManagedMemory:
  case cudaDevAttrCooperativeLaunch:
  case cudaDevAttrMemoryPoolsSupported: return 1;
  }
  return -1;
}

inline cudaDeviceProp propertiesOfDevice() {
  cudaDeviceProp p = {};
  strcpy(p.name, "gputile CPU execution");
  p.totalGlobalMem = deviceBytes;
  p.sharedMemPerBlock = staticSharedLimit;
  p.sharedMemPerBlockOptin = optInSharedLimit;
  p.sharedMemPerMultiprocessor = sharedPerMultiprocessor;
  p.totalConstMem = 65536;
  p.textureAlignment = 512;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSizeInThreads = int(lanesPerWarp);
  p.maxThreadsPerBlock = maxThreadsPerBlock;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = maxBlockXY;
  p.maxThreadsDim[2] = maxBlockZ;
  p.maxGridSize[0] = maxGridX;
  p.maxGridSize[1] = p.maxGridSize[2] = int(settings().gridYZ);
  p.major = 8;
  p.multiProcessorCount = settings().multiprocessors;
  p.maxThreadsPerMultiProcessor = maxThreadsPerMultiprocessor;
  p.maxBlocksPerMultiProcessor = maxBlocksPerMultiprocessor;
  p.cooperativeLaunch = p.unifiedAddressing = p.managedMemory = p.concurrentKernels = 1;
  p.asyncEngineCount = p.canMapHostMemory = 1;
  return p;
}

// Registers and static shared memory are unknown here, so this is an upper bound.
inline int blocksPerMultiprocessor(uint64_t threadsPerBlock, size_t sharedBytes) {
  if (!threadsPerBlock || threadsPerBlock > maxThreadsPerBlock)
    return 0;
  const uint64_t warps = (threadsPerBlock + lanesPerWarp - 1) / lanesPerWarp;
  uint64_t blocks = maxThreadsPerMultiprocessor / (warps * lanesPerWarp);
  // A block occupies 1 KiB of shared memory beyond its own.
  const uint64_t byShared = size_t(sharedPerMultiprocessor) / (sharedBytes + 1024);
  blocks = blocks < byShared ? blocks : byShared;
  return int(blocks < maxBlocksPerMultiprocessor ? blocks : maxBlocksPerMultiprocessor);
}

inline cudaError_t checkDevice(int device) {
  return device == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice);
}

} // namespace gputile::cpu

inline cudaError_t cudaGetDeviceCount(int *count) {
  *count = 0;
  GPUTILE_CPU_API(cudaErrorNoDevice);
  *count = 1;
  return cudaSuccess;
}
inline cudaError_t cudaGetDevice(int *device) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  *device = 0;
  return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::checkDevice(device);
}
inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  *value = ::gputile::cpu::attributeOf(attribute);
  if (*value < 0)
    return ::gputile::cpu::failed(cudaErrorInvalidValue);
  return ::gputile::cpu::checkDevice(device);
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  *properties = ::gputile::cpu::propertiesOfDevice();
  return ::gputile::cpu::checkDevice(device);
}
inline cudaError_t cudaDriverGetVersion(int *version) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  *version = 12000;
  return cudaSuccess;
}
inline cudaError_t cudaRuntimeGetVersion(int *version) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  *version = 12000;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return cudaSuccess;
}
inline cudaError_t cudaDeviceReset() {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return cudaSuccess;
}

// Streams: tokens without a queue.
struct CUstream_st {
  int unused;
};
constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2;
constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2;
constexpr unsigned cudaMemAttachGlobal = 1;
constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1;

inline cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  GPUTILE_CPU_API(cudaErrorMemoryAllocation);
  *stream = static_cast<cudaStream_t>(calloc(1, sizeof(CUstream_st)));
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
  return cudaStreamCreate(stream);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  if (!stream)
    return ::gputile::cpu::failed(cudaErrorInvalidResourceHandle);
  free(stream);
  return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return cudaSuccess;
}
inline cudaError_t cudaStreamQuery(cudaStream_t) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return cudaSuccess;
}

// Events: the time of their recording, of the host's clock.
struct CUevent_st {
  bool recorded;
  timespec at;
};
typedef CUevent_st *cudaEvent_t;

inline cudaError_t cudaEventCreate(cudaEvent_t *event) {
  GPUTILE_CPU_API(cudaErrorMemoryAllocation);
  *event = static_cast<cudaEvent_t>(calloc(1, sizeof(CUevent_st)));
  return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
  return cudaEventCreate(event);
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  if (!event)
    return ::gputile::cpu::failed(cudaErrorInvalidResourceHandle);
  free(event);
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t = nullptr) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  event->recorded = true;
  clock_gettime(CLOCK_MONOTONIC, &event->at);
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return cudaSuccess;
}
inline cudaError_t cudaEventQuery(cudaEvent_t) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return cudaSuccess;
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  if (!from->recorded || !to->recorded)
    return ::gputile::cpu::failed(cudaErrorInvalidResourceHandle);
  *milliseconds = float(to->at.tv_sec - from->at.tv_sec) * 1e3f +
                  float(to->at.tv_nsec - from->at.tv_nsec) * 1e-6f;
  return cudaSuccess;
}

#include "gputile/cpu/detail/layer_end.h"
