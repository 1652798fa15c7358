// A thread that overruns its stack is told so, and GPUTILE_CPU_STACK helps.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O0 %s -o %t
// RUN: sh -c '%t 100; test $? = 66' 2>&1 | FileCheck %s
// RUN: env GPUTILE_CPU_STACK=1000000 %t 100
// RUN: %t 10
// RUN: sh -c 'GPUTILE_CPU_STACK=12 %t 1; test $? = 66' 2>&1 | FileCheck %s --check-prefix=SMALL
// CHECK: gputile-cpu: error: stack overflow: a thread needs more than the 65536 bytes of GPUTILE_CPU_STACK in kernel 'deep'
// SMALL: gputile-cpu: error: GPUTILE_CPU_STACK has no value '12'
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_DYN_SHARED(type, name) extern __shared__ type name[]
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif
#include <stdlib.h>

__device__ int descend(int depth) {
  volatile char room[1000];
  room[0] = char(depth);
  return depth ? descend(depth - 1) + room[0] : 0;
}

__global__ void deep(int *out, int depth) {
  __syncthreads();
  out[threadIdx.x] = descend(depth);
}

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  GPUTILE_LAUNCH(deep, 1, 64, 0, 0, out, atoi(argv[1]));
  cudaFree(out);
  return 0;
}
