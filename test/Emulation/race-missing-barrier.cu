// The race runtime finds each missing barrier of a time-stepping stencil in shared
// memory, and nothing in the stencil that has them all. Both sides of a race are
// named with their source lines.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DNONE -fsanitize=thread -c %s -o %t.NONE.o
// RUN: %clangxx %t.NONE.o %race_object -o %t.NONE
// RUN: %t.NONE
// RUN: env GPUTILE_CPU_ORDER=reverse %t.NONE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DAFTER_LOAD -fsanitize=thread -c %s -o %t.AFTER_LOAD.o
// RUN: %clangxx %t.AFTER_LOAD.o %race_object -o %t.AFTER_LOAD
// RUN: sh -c '%t.AFTER_LOAD; test $? = 66' 2>&1 | FileCheck %s --check-prefix=AFTER_LOAD
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DBEFORE_WRITE -fsanitize=thread -c %s -o %t.BEFORE_WRITE.o
// RUN: %clangxx %t.BEFORE_WRITE.o %race_object -o %t.BEFORE_WRITE
// RUN: sh -c '%t.BEFORE_WRITE; test $? = 66' 2>&1 | FileCheck %s --check-prefix=BEFORE_WRITE
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DBETWEEN_STEPS -fsanitize=thread -c %s -o %t.BETWEEN_STEPS.o
// RUN: %clangxx %t.BETWEEN_STEPS.o %race_object -o %t.BETWEEN_STEPS
// RUN: sh -c '%t.BETWEEN_STEPS; test $? = 66' 2>&1 | FileCheck %s --check-prefix=BETWEEN_STEPS
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DLEFT_NEIGHBOUR -fsanitize=thread -c %s -o %t.LEFT_NEIGHBOUR.o
// RUN: %clangxx %t.LEFT_NEIGHBOUR.o %race_object -o %t.LEFT_NEIGHBOUR
// RUN: sh -c '%t.LEFT_NEIGHBOUR; test $? = 66' 2>&1 | FileCheck %s --check-prefix=LEFT_NEIGHBOUR
// The reversed order computes the right values by luck; the report does not depend on it.
// RUN: sh -c 'GPUTILE_CPU_ORDER=reverse %t.LEFT_NEIGHBOUR; test $? = 66' 2>&1 | FileCheck %s --check-prefix=LEFT_NEIGHBOUR

// AFTER_LOAD: gputile-race: error: race between threads of a block in kernel 'stencil<int>': shared array 's_a' at byte
// AFTER_LOAD-NEXT: gputile-race:   {{(read|write)}} by thread ({{[0-9]+}},0,0) of block (0,0,0) at {{.*}}race-missing-barrier.cu:{{[0-9]+}}
// AFTER_LOAD-NEXT: gputile-race:   {{(read|write)}} by thread ({{[0-9]+}},0,0) of block (0,0,0) at {{.*}}race-missing-barrier.cu:{{[0-9]+}}
// AFTER_LOAD: gputile-race: {{[0-9]+}} findings at {{[0-9]+}} distinct places
// BEFORE_WRITE: gputile-race: error: race between threads of a block in kernel 'stencil<int>': shared array 's_a'
// BETWEEN_STEPS: gputile-race: error: race between threads of a block in kernel 'stencil<int>': shared array 's_a'
// LEFT_NEIGHBOUR: gputile-race: error: race between threads of a block in kernel 'left<int>': shared array 's_a'
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

// In place: everybody reads the neighbours, then everybody writes.
template <typename I> __global__ void stencil(float *out, const float *in, I steps) {
  GPUTILE_SHARED(float, s_a, [66]);
  const I t = I(threadIdx.x) + 1, i = I(blockIdx.x) * 64 + t;
  s_a[t] = in[i];
  if (t == 1)
    s_a[0] = in[i - 1];
  if (t == 64)
    s_a[65] = in[i + 1];
#ifndef AFTER_LOAD
  __syncthreads();
#endif
  for (I step = 0; step < steps; ++step) {
    const float value = 0.25f * s_a[t - 1] + 0.5f * s_a[t] + 0.25f * s_a[t + 1];
#ifndef BEFORE_WRITE
    __syncthreads();
#endif
    s_a[t] = value;
#ifndef BETWEEN_STEPS
    __syncthreads();
#endif
  }
  out[i] = s_a[t];
}

// Only the left neighbour: running the threads backwards hides the race.
template <typename I> __global__ void left(float *out, const float *in, I) {
  GPUTILE_SHARED(float, s_a, [65]);
  const I t = I(threadIdx.x) + 1, i = I(blockIdx.x) * 64 + t;
  s_a[t] = in[i];
  if (t == 1)
    s_a[0] = in[i - 1];
  __syncthreads();
  const float value = s_a[t - 1];
#ifndef LEFT_NEIGHBOUR
  __syncthreads();
#endif
  s_a[t] += value;
  __syncthreads();
  out[i] = s_a[t];
}

int main() {
  float in[258], *d_in, *d_out;
  for (int i = 0; i < 258; ++i)
    in[i] = float(i * 7 % 13);
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof in);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
#ifndef LEFT_NEIGHBOUR
  GPUTILE_LAUNCH(stencil<int>, 4, 64, 0, 0, d_out, d_in, 3);
#endif
#if defined(LEFT_NEIGHBOUR) || defined(NONE)
  GPUTILE_LAUNCH(left<int>, 4, 64, 0, 0, d_out, d_in, 1);
#endif
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
