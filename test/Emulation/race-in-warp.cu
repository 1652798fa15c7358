// Lanes of a warp are ordered by __syncwarp and by nothing less: not by running in
// step, and not by a shuffle, which orders no memory. Partial masks order the lanes
// they name.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNONE -fsanitize=thread -c %s -o %t.NONE.o
// RUN: %clangxx %t.NONE.o %race_object -o %t.NONE
// RUN: %t.NONE
// RUN: env GPUTILE_CPU_ORDER=reverse %t.NONE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNO_SYNCWARP -fsanitize=thread -c %s -o %t.NO_SYNCWARP.o
// RUN: %clangxx %t.NO_SYNCWARP.o %race_object -o %t.NO_SYNCWARP
// RUN: sh -c '%t.NO_SYNCWARP; test $? = 66' 2>&1 | FileCheck %s --check-prefix=NO_SYNCWARP
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DSHUFFLE_ONLY -fsanitize=thread -c %s -o %t.SHUFFLE_ONLY.o
// RUN: %clangxx %t.SHUFFLE_ONLY.o %race_object -o %t.SHUFFLE_ONLY
// RUN: sh -c '%t.SHUFFLE_ONLY; test $? = 66' 2>&1 | FileCheck %s --check-prefix=SHUFFLE_ONLY
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DWRONG_HALF -fsanitize=thread -c %s -o %t.WRONG_HALF.o
// RUN: %clangxx %t.WRONG_HALF.o %race_object -o %t.WRONG_HALF
// RUN: sh -c '%t.WRONG_HALF; test $? = 66' 2>&1 | FileCheck %s --check-prefix=WRONG_HALF
// NO_SYNCWARP: gputile-race: error: race between lanes of a warp in kernel 'exchange': shared array 's_a'
// SHUFFLE_ONLY: gputile-race: error: race between lanes of a warp in kernel 'exchange': shared array 's_a'
// WRONG_HALF: gputile-race: error: race between lanes of a warp in kernel 'halves': shared array 's_b'
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_DYN_SHARED(type, name) extern __shared__ type name[]
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif

// One warp after the other works on its own part.
__global__ void exchange(int *out) {
  GPUTILE_SHARED(int, s_a, [64]);
  const int t = int(threadIdx.x), base = t / 32 * 32;
  for (int round = 0; round < 3; ++round) {
    s_a[t] = t + round;
#if defined(SHUFFLE_ONLY)
    (void)__shfl_sync(0xffffffffu, t, 0);
#elif !defined(NO_SYNCWARP)
    __syncwarp();
#endif
    out[t] = s_a[base + 31 - t % 32];
    __syncwarp();
  }
}

// Each half of the warp meets on its own, and reads its own half or the other one.
__global__ void halves(int *out) {
  GPUTILE_SHARED(int, s_b, [32]);
  const int t = int(threadIdx.x), half = t / 16 * 16;
  s_b[t] = t;
  __syncwarp(0xffffu << half);
#ifdef WRONG_HALF
  out[t] = s_b[16 - half + t % 16];
#else
  out[t] = s_b[half + 15 - t % 16];
#endif
  // What lane 0 learned from its half, lane 16 learns from lane 0.
  if (t % 16 == 0) {
    __syncwarp(0x00010001u);
    out[32 + t] = s_b[t == 0 ? 31 : 15];
  }
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  GPUTILE_LAUNCH(exchange, 1, 64, 0, 0, out);
  GPUTILE_LAUNCH(halves, 1, 32, 0, 0, out);
  cudaFree(out);
  return 0;
}
