// GPUTILE_CPU_FAIL makes chosen calls fail, so that a caller's fallback can be tested.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 %s -o %t
// RUN: %t | FileCheck %s --check-prefix=NONE
// RUN: env GPUTILE_CPU_FAIL=cudaMalloc:2 %t | FileCheck %s --check-prefix=MALLOC
// RUN: env GPUTILE_CPU_FAIL=cudaMemcpy:1,cudaLaunchKernel:1 %t | FileCheck %s --check-prefix=TWO
// RUN: env GPUTILE_CPU_FAIL=cudaGetDeviceCount:1 %t | FileCheck %s --check-prefix=COUNT
// RUN: sh -c 'GPUTILE_CPU_FAIL=cudaMalloc:x %t; test $? = 66' 2>&1 | FileCheck %s --check-prefix=BAD
// NONE: count cudaSuccess, malloc cudaSuccess cudaSuccess, copy cudaSuccess, launch cudaSuccess, free cudaSuccess cudaSuccess
// MALLOC: count cudaSuccess, malloc cudaSuccess cudaErrorMemoryAllocation, copy cudaSuccess, launch cudaErrorMemoryAllocation, free
// TWO: malloc cudaSuccess cudaSuccess, copy cudaErrorUnknown, launch cudaErrorUnknown, free
// COUNT: count cudaErrorNoDevice
// BAD: gputile-cpu: error: GPUTILE_CPU_FAIL has no value 'cudaMalloc:x'
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

__global__ void nothing(int *) {}

int main() {
  int *a = nullptr, *b = nullptr, host = 1, count = 0;
  printf("count %s, ", cudaGetErrorName(cudaGetDeviceCount(&count)));
  cudaGetLastError();
  printf("malloc %s ", cudaGetErrorName(cudaMalloc(&a, 4)));
  printf("%s, ", cudaGetErrorName(cudaMalloc(&b, 4)));
  printf("copy %s, ", cudaGetErrorName(cudaMemcpy(a, &host, 4, cudaMemcpyHostToDevice)));
  GPUTILE_LAUNCH(nothing, 1, 1, 0, 0, a);
  printf("launch %s, ", cudaGetErrorName(cudaGetLastError()));
  printf("free %s ", cudaGetErrorName(cudaFree(a)));
  printf("%s\n", cudaGetErrorName(cudaFree(b)));
  return 0;
}
