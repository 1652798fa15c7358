// Orders permute threads and blocks, are repeatable, and uninitialised shared memory is
// NaN; only the order of the blocks reveals an update in place across them.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 %s -o %t
// RUN: %t | FileCheck %s --check-prefix=FORWARD
// RUN: env GPUTILE_CPU_ORDER=reverse %t | FileCheck %s --check-prefix=REVERSE
// RUN: env GPUTILE_CPU_ORDER=random:5 %t > %t.one
// RUN: env GPUTILE_CPU_ORDER=random:5 %t > %t.two
// RUN: env GPUTILE_CPU_ORDER=random:6 %t > %t.three
// RUN: cmp %t.one %t.two
// RUN: not cmp %t.one %t.three
// RUN: env GPUTILE_CPU_ORDER=random %t 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: sh -c 'GPUTILE_CPU_ORDER=sideways %t; test $? = 66' 2>&1 | FileCheck %s --check-prefix=BAD
// FORWARD: threads 0 1 2 3 4 5 6 7 again 0 1 2 3 4 5 6 7 blocks 0 1 2 3 4 5 6 nan
// REVERSE: threads 7 6 5 4 3 2 1 0 again 7 6 5 4 3 2 1 0 blocks 6 5 4 3 2 1 0 nan
// SEED: gputile-cpu: GPUTILE_CPU_ORDER=random:{{[0-9]+}}
// BAD: gputile-cpu: error: GPUTILE_CPU_ORDER has no value 'sideways'
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_DYN_SHARED(type, name) extern __shared__ type name[]
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif
#include <math.h>
#include <stdio.h>

__global__ void record(int *list, int *count, float *fresh) {
  GPUTILE_SHARED(float, s_fresh, [4]);
  if (gridDim.x > 1) {
    list[atomicAdd(count, 1)] = int(blockIdx.x);
    return;
  }
  list[atomicAdd(count, 1)] = int(threadIdx.x);
  __syncthreads();
  list[atomicAdd(count, 1)] = int(threadIdx.x);
  *fresh = s_fresh[3];
}

int main() {
  int list[23], *d_list, *d_count;
  float fresh, *d_fresh;
  cudaMalloc(&d_list, sizeof list);
  cudaMalloc(&d_count, sizeof(int));
  cudaMalloc(&d_fresh, sizeof(float));
  cudaMemset(d_count, 0, sizeof(int));
  GPUTILE_LAUNCH(record, 1, 8, 0, 0, d_list, d_count, d_fresh);
  GPUTILE_LAUNCH(record, 7, 1, 0, 0, d_list, d_count, d_fresh);
  cudaMemcpy(list, d_list, sizeof list, cudaMemcpyDeviceToHost);
  cudaMemcpy(&fresh, d_fresh, sizeof fresh, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 23; ++i)
    printf("%s%d ", i == 0 ? "threads " : i == 8 ? "again " : i == 16 ? "blocks " : "", list[i]);
  printf(isnan(fresh) ? "nan\n" : "%g\n", fresh);
  return 0;
}
