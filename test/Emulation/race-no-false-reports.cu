// What is no race is not reported: neighbouring bytes and halves of words, words of
// different width at different times, many readers, atomics, memory that was freed and
// allocated again, constants, arrays of a thread's own. A plain access to what others
// update atomically is one.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNONE -fsanitize=thread -c %s -o %t.NONE.o
// RUN: %clangxx %t.NONE.o %race_object -o %t.NONE
// RUN: %t.NONE
// RUN: env GPUTILE_CPU_ORDER=reverse %t.NONE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DMIXED -fsanitize=thread -c %s -o %t.MIXED.o
// RUN: %clangxx %t.MIXED.o %race_object -o %t.MIXED
// RUN: sh -c '%t.MIXED; test $? = 66' 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DSAME_BYTE -fsanitize=thread -c %s -o %t.SAME_BYTE.o
// RUN: %clangxx %t.SAME_BYTE.o %race_object -o %t.SAME_BYTE
// RUN: sh -c '%t.SAME_BYTE; test $? = 66' 2>&1 | FileCheck %s --check-prefix=SAME_BYTE
// MIXED: gputile-race: error: race between {{.*}} in kernel 'counters': device allocation
// MIXED: {{read|atomic update}} by
// MIXED: {{read|atomic update}} by
// SAME_BYTE: gputile-race: error: race between lanes of a warp in kernel 'bytes': shared array 's_bytes' at byte 0
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_DYN_SHARED(type, name) extern __shared__ type name[]
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif
#include <string.h>

__constant__ float weights[4] = {1, 2, 3, 4};
__device__ static const int table[4] = {3, 1, 2, 0};

__global__ void bytes(unsigned char *out, short *halves) {
  GPUTILE_SHARED(unsigned char, s_bytes, [256]);
  const unsigned t = threadIdx.x;
#ifdef SAME_BYTE
  s_bytes[t / 2] = 1;
#else
  s_bytes[t] = (unsigned char)t;
#endif
  halves[t] = short(t);
  __syncthreads();
  // Whole words after the barrier: each reads four bytes of four threads.
  unsigned word;
  memcpy(&word, &s_bytes[t / 4 * 4], 4);
  out[t] = (unsigned char)(word >> (t % 4 * 8));
  __syncthreads();
  s_bytes[255 - t] = out[t];
}

__global__ void readers(float *out, const float *in) {
  float local[8];
  for (int i = 0; i < 8; ++i)
    local[i] = in[0] * weights[i % 4] + float(table[i % 4]) + float(warpSize);
  out[blockIdx.x * blockDim.x + threadIdx.x] = local[threadIdx.x % 8];
}

__global__ void counters(int *count, int *seen) {
  atomicAdd(count, 1);
  atomicMax(&count[1], int(threadIdx.x));
#ifdef MIXED
  if (threadIdx.x == 5)
    *seen = *count;
#else
  if (threadIdx.x == 5)
    *seen = atomicAdd(count, 0);
#endif
}

int main() {
  for (int round = 0; round < 3; ++round) {
    void *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMemset(a, 0, 4096);
    GPUTILE_LAUNCH(bytes, 1, 256, 0, 0, (unsigned char *)a, (short *)b);
    GPUTILE_LAUNCH(readers, 4, 96, 0, 0, (float *)a, (const float *)b);
    GPUTILE_LAUNCH(counters, 1, 64, 0, 0, (int *)b, (int *)a);
    cudaFree(a);
    cudaFree(b);
  }
  return 0;
}
