// Wrong launch configurations and wrong uses of memory fail as they do in CUDA, and copies
// that leave an allocation are errors, too.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK: cudaMemcpy: destination range of 104 bytes at offset 0 leaves allocation #1 of 100 bytes
// CHECK: cudaMemcpy: source range of 4 bytes at offset 98 leaves allocation #1
// CHECK: cudaMemcpy: destination {{.*}} is in no live device allocation
// CHECK: cudaMemcpy: source {{.*}} is device memory, not host memory
// CHECK: cudaMemset: destination range
// CHECK: cudaMemcpy2D: destination range
// CHECK: cudaFree: {{.*}} is not the start of a live allocation
// CHECK: cudaFree: {{.*}} is not the start of a live allocation
// CHECK: passed
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_DYN_SHARED(type, name) extern __shared__ type name[]
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif
#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                                     \
  do {                                                                                        \
    if (!(condition)) {                                                                       \
      printf("line %d: %s\n", __LINE__, #condition);                                          \
      exit(1);                                                                                \
    }                                                                                         \
  } while (0)

__global__ void nothing() {}

static cudaError_t launched(dim3 grid, dim3 block, size_t shared = 0) {
  GPUTILE_LAUNCH(nothing, grid, block, shared, 0);
  const cudaError_t error = cudaPeekAtLastError();
  EXPECT(cudaGetLastError() == error);
  EXPECT(cudaGetLastError() == cudaSuccess);
  return error;
}

static void configurations() {
  EXPECT(launched(1, 1) == cudaSuccess);
  EXPECT(launched(3, 1024) == cudaSuccess);
  EXPECT(launched(1, 1025) == cudaErrorInvalidConfiguration);
  EXPECT(launched(1, dim3(32, 33)) == cudaErrorInvalidConfiguration);
  EXPECT(launched(1, dim3(1, 1, 65)) == cudaErrorInvalidConfiguration);
  EXPECT(launched(0, 32) == cudaErrorInvalidConfiguration);
  EXPECT(launched(1, dim3(32, 0)) == cudaErrorInvalidConfiguration);
  EXPECT(launched(dim3(1, 65536), 1) == cudaErrorInvalidConfiguration);
  EXPECT(launched(dim3(1, 1, 65536), 1) == cudaErrorInvalidConfiguration);
  EXPECT(launched(2147483648u, 1) == cudaErrorInvalidConfiguration);
  EXPECT(launched(1, 1, 49152) == cudaSuccess);
  EXPECT(launched(1, 1, 49153) == cudaErrorInvalidConfiguration);
  EXPECT(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) ==
         cudaSuccess);
  EXPECT(launched(1, 1, 65536) == cudaSuccess);
  EXPECT(launched(1, 1, 65537) == cudaErrorInvalidConfiguration);
  EXPECT(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20) ==
         cudaErrorInvalidValue);
  cudaGetLastError();
}

static void copies() {
  char host[128] = {}, *device, *other;
  EXPECT(cudaMalloc(&device, 100) == cudaSuccess);
  EXPECT(cudaMemcpy(device, host, 100, cudaMemcpyHostToDevice) == cudaSuccess);
  EXPECT(cudaMemcpy(device, host, 104, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(host, device + 98, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(host, device + 98, 2, cudaMemcpyDefault) == cudaSuccess);
  EXPECT(cudaMemcpy(host, host + 64, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(device, device + 50, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  EXPECT(cudaMemset(device + 1, 0, 100) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy2D(device, 10, host, 8, 8, 10, cudaMemcpyHostToDevice) == cudaSuccess);
  EXPECT(cudaMemcpy2D(device, 10, host, 8, 9, 10, cudaMemcpyHostToDevice) ==
         cudaErrorInvalidPitchValue);
  EXPECT(cudaMemcpy2D(device, 10, host, 8, 8, 11, cudaMemcpyHostToDevice) ==
         cudaErrorInvalidValue);
  EXPECT(cudaFree(device + 4) == cudaErrorInvalidValue);
  EXPECT(cudaFree(device) == cudaSuccess);
  EXPECT(cudaFree(device) == cudaErrorInvalidValue);
  EXPECT(cudaFree(nullptr) == cudaSuccess);
  EXPECT(cudaMalloc(&other, size_t(1) << 40) == cudaErrorMemoryAllocation && !other);
  EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
}

// A box in the middle of a pitched volume, and back.
static void boxes() {
  unsigned char host[3][4][5], back[3][4][5] = {};
  for (int i = 0; i < 60; ++i)
    (&host[0][0][0])[i] = (unsigned char)i;
  cudaPitchedPtr device;
  EXPECT(cudaMalloc3D(&device, make_cudaExtent(5, 4, 3)) == cudaSuccess);
  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(host, 5, 5, 4);
  in.dstPtr = device;
  in.srcPos = in.dstPos = make_cudaPos(1, 1, 1);
  in.extent = make_cudaExtent(3, 2, 2);
  in.kind = cudaMemcpyHostToDevice;
  EXPECT(cudaMemcpy3D(&in) == cudaSuccess);
  cudaMemcpy3DParms out = in;
  out.srcPtr = device;
  out.dstPtr = make_cudaPitchedPtr(back, 5, 5, 4);
  out.kind = cudaMemcpyDeviceToHost;
  EXPECT(cudaMemcpy3DAsync(&out, 0) == cudaSuccess);
  EXPECT(back[1][1][1] == host[1][1][1] && back[2][2][3] == host[2][2][3] && back[0][0][0] == 0);
  EXPECT(cudaFree(device.ptr) == cudaSuccess);
}

static void poison() {
  float *device, host;
  EXPECT(cudaMallocAsync(&device, 4, 0) == cudaSuccess);
  cudaMemcpy(&host, device, 4, cudaMemcpyDeviceToHost);
  EXPECT(host != host); // fresh memory is NaN
  EXPECT(cudaFreeAsync(device, 0) == cudaSuccess);
}

static void queries() {
  int count = 0, value = 0;
  EXPECT(cudaGetDeviceCount(&count) == cudaSuccess && count == 1);
  EXPECT(cudaSetDevice(1) == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0) == cudaSuccess &&
         value == 1024);
  cudaDeviceProp properties;
  EXPECT(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.major == 8);
  cudaStream_t stream;
  cudaEvent_t from, to;
  float milliseconds = -1;
  EXPECT(cudaStreamCreate(&stream) == cudaSuccess);
  EXPECT(cudaEventCreate(&from) == cudaSuccess && cudaEventCreate(&to) == cudaSuccess);
  cudaEventRecord(from, stream);
  cudaEventRecord(to, stream);
  EXPECT(cudaEventElapsedTime(&milliseconds, from, to) == cudaSuccess && milliseconds >= 0);
  EXPECT(cudaEventDestroy(from) == cudaSuccess && cudaEventDestroy(to) == cudaSuccess);
  EXPECT(cudaStreamSynchronize(stream) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
  cudaGetLastError();
}

int main() {
  configurations();
  copies();
  boxes();
  poison();
  queries();
  printf("passed %s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
