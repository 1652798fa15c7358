// The race runtime finds races between blocks that no order of execution reveals: an
// update in place whose halo another block writes, and a missing grid barrier.
// Disjoint blocks, and two launches in a row, are clean.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNONE -fsanitize=thread -c %s -o %t.NONE.o
// RUN: %clangxx %t.NONE.o %race_object -o %t.NONE
// RUN: %t.NONE
// RUN: env GPUTILE_CPU_ORDER=reverse %t.NONE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DIN_PLACE -fsanitize=thread -c %s -o %t.IN_PLACE.o
// RUN: %clangxx %t.IN_PLACE.o %race_object -o %t.IN_PLACE
// RUN: sh -c '%t.IN_PLACE; test $? = 66' 2>&1 | FileCheck %s --check-prefix=IN_PLACE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNO_GRID_SYNC -fsanitize=thread -c %s -o %t.NO_GRID_SYNC.o
// RUN: %clangxx %t.NO_GRID_SYNC.o %race_object -o %t.NO_GRID_SYNC
// RUN: sh -c '%t.NO_GRID_SYNC; test $? = 66' 2>&1 | FileCheck %s --check-prefix=NO_GRID_SYNC
// IN_PLACE: gputile-race: error: race between blocks in kernel 'smooth': device allocation #1 (1032 bytes) at byte
// IN_PLACE-NEXT: gputile-race:   read by thread (0,0,0) of block (1,0,0) at {{.*}}race-between-blocks.cu:[[# @LINE+16]]
// IN_PLACE-NEXT: gputile-race:   write by thread (63,0,0) of block (0,0,0) at {{.*}}race-between-blocks.cu:[[# @LINE+17]]
// NO_GRID_SYNC: gputile-race: error: race between blocks in kernel 'twice': device allocation #1
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_DYN_SHARED(type, name) extern __shared__ type name[]
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif
namespace cg = cooperative_groups;

__global__ void smooth(float *out, const float *in) {
  const int i = int(blockIdx.x * 64 + threadIdx.x) + 1;
  const float value = in[i - 1] + in[i + 1];
  __syncthreads();
  out[i] = value;
}

__global__ void twice(float *a, float *b) {
  const int i = int(blockIdx.x * 64 + threadIdx.x) + 1;
  b[i] = a[i - 1] + a[i + 1];
#ifndef NO_GRID_SYNC
  cg::this_grid().sync();
#endif
  a[i] = b[i];
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 258 * sizeof(float));
  cudaMalloc(&b, 258 * sizeof(float));
  cudaMemset(a, 0, 258 * sizeof(float));
#ifdef IN_PLACE
  GPUTILE_LAUNCH(smooth, 4, 64, 0, 0, a, a);
#else
  GPUTILE_LAUNCH(smooth, 4, 64, 0, 0, b, a);
  GPUTILE_LAUNCH(smooth, 4, 64, 0, 0, a, b);
#endif
  void *arguments[] = {&a, &b};
  cudaLaunchCooperativeKernel(twice, dim3(4), dim3(64), arguments);
  cudaFree(a);
  cudaFree(b);
  return 0;
}
