// Threads that do not all meet at the same barrier end the process with status 66 and
// a message that names them. GPUTILE_CPU_DIVERGENCE=lenient accepts what current GPUs
// accept: exited threads count as arrived, and any barrier is as good as another.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 %s -o %t
// RUN: sh -c '%t 0; test $? = 66' 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: sh -c '%t 1; test $? = 66' 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: sh -c '%t 2; test $? = 66' 2>&1 | FileCheck %s --check-prefix=SITES
// RUN: sh -c '%t 3; test $? = 66' 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: sh -c '%t 4; test $? = 66' 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: sh -c '%t 5; test $? = 66' 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: sh -c '%t 6; test $? = 66' 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: sh -c '%t 7; test $? = 66' 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: sh -c 'GPUTILE_CPU_ORDER=random:42 %t 2; test $? = 66' 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: env GPUTILE_CPU_DIVERGENCE=lenient %t 0
// RUN: env GPUTILE_CPU_DIVERGENCE=lenient %t 1
// RUN: env GPUTILE_CPU_DIVERGENCE=lenient %t 2

// EXIT: gputile-cpu: error: divergent barrier: a thread exits while another waits in kernel 'exits' (order forward)
// EXIT-NEXT: gputile-cpu:   thread (0,0,0) of block (0,0,0) waits at a block barrier at {{.*}}divergent-barriers.cu:[[# @LINE+36]]
// EXIT-NEXT: gputile-cpu:   thread (30,0,0) of block (0,0,0) has exited
// LATE: gputile-cpu: error: divergent barrier: a thread exits while another waits in kernel 'exits'
// LATE-NEXT: thread (2,0,0) of block (0,0,0) waits at a block barrier
// LATE-NEXT: thread (0,0,0) of block (0,0,0) has exited
// SITES: gputile-cpu: error: divergent barrier: threads of a block meet at different barriers in kernel 'sites'
// SITES-NEXT: thread (0,0,0) of block (0,0,0) waits at a block barrier at {{.*}}divergent-barriers.cu:
// SITES-NEXT: thread (16,0,0) of block (0,0,0) waits at a block barrier at {{.*}}divergent-barriers.cu:
// SEED: in kernel 'sites' (order random:42)
// DEADLOCK: gputile-cpu: error: deadlock: every thread waits in kernel 'deadlock'
// DEADLOCK-NEXT: thread (0,0,0) of block (0,0,0) waits at a block barrier
// DEADLOCK-NEXT: thread (1,0,0) of block (0,0,0) waits at __syncwarp
// GRID: gputile-cpu: error: divergent barrier: a thread exits while another waits in kernel 'grid'
// GRID-NEXT: thread (0,0,0) of block (0,0,0) waits at a grid barrier
// GRID-NEXT: thread (0,0,0) of block (1,0,0) has exited
// MASK: gputile-cpu: error: warp operation at {{.*}}: mask 0x0000ffff does not name the calling lane 16 in kernel 'mask'
// WARP: gputile-cpu: error: divergent warp: lanes meet with different operations or masks in kernel 'warp'
// WARP-NEXT: thread (0,0,0) of block (0,0,0) waits at a warp shuffle
// WARP-NEXT: thread (16,0,0) of block (0,0,0) waits at __syncwarp
// PLAIN: gputile-cpu: error: grid barrier outside a cooperative launch in kernel 'grid'
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
namespace cg = cooperative_groups;

__global__ void exits(int first, int last) {
  const int t = int(threadIdx.x);
  if (t >= first && t < last)
    return;
  __syncthreads();
}

__global__ void sites(int *out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
  }
}

// One thread waits for its block, its warp for that thread.
__global__ void deadlock() {
  if (threadIdx.x)
    __syncwarp();
  __syncthreads();
}

__global__ void grid(int stop) {
  if (int(blockIdx.x) == stop)
    return;
  cg::this_grid().sync();
}

__global__ void mask(int *out) { out[threadIdx.x] = __shfl_sync(0xffffu, 1, 0); }

__global__ void warp(int *out) {
  if (threadIdx.x < 16)
    out[threadIdx.x] = __shfl_sync(0xffffffffu, 1, 0);
  else
    __syncwarp();
}

int main(int, char **argv) {
  int *out, stop = 1;
  void *arguments[] = {&stop};
  cudaMalloc(&out, 32 * sizeof(int));
  switch (atoi(argv[1])) {
  case 0: GPUTILE_LAUNCH(exits, 1, 32, 0, 0, 30, 32); break;
  case 1: GPUTILE_LAUNCH(exits, 1, 32, 0, 0, 0, 2); break;
  case 2: GPUTILE_LAUNCH(sites, 1, 32, 0, 0, out); break;
  case 3: GPUTILE_LAUNCH(deadlock, 1, 32, 0, 0); break;
  case 4: cudaLaunchCooperativeKernel(grid, dim3(2), dim3(32), arguments); break;
  case 5: GPUTILE_LAUNCH(mask, 1, 32, 0, 0, out); break;
  case 6: GPUTILE_LAUNCH(warp, 1, 32, 0, 0, out); break;
  case 7: GPUTILE_LAUNCH(grid, 1, 32, 0, 0, stop); break;
  }
  cudaFree(out);
  return 0;
}
