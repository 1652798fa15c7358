// Asynchronous copies: done at the wait, oldest batch first, with zero fill. With
// FORGET the wait is missing: the values are wrong, and the race runtime says why.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 %s -o %t
// RUN: env GPUTILE_CPU_ORDER=forward %t
// RUN: env GPUTILE_CPU_ORDER=reverse %t
// RUN: env GPUTILE_CPU_ORDER=random:1 %t
// RUN: env GPUTILE_CPU_ORDER=random:2 %t
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %s -o %t.o
// RUN: %clangxx %t.o %race_object -o %t.race
// RUN: %t.race
// RUN: env GPUTILE_CPU_ORDER=random:3 %t.race
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.asan
// RUN: %t.asan
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -DFORGET -O1 %s -o %t.forget
// RUN: sh -c '%t.forget; test $? = 1'
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -DFORGET -g -O1 -fsanitize=thread -c %s -o %t.forget.o
// RUN: %clangxx %t.forget.o %race_object -o %t.forget.race
// RUN: sh -c '%t.forget.race; test $? = 66' 2>&1 | FileCheck %s
// CHECK: gputile-race: error: use of an asynchronous copy before its wait in kernel 'pipeline': shared array 's_tile'
// CHECK: read by thread
// CHECK: asynchronous copy by thread {{.*}} at {{.*}}async-copies.cu:[[# @LINE+18]]
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

// Two buffers: one is filled while the other is used.
__global__ void pipeline(float *out, const float *in, int steps) {
  GPUTILE_SHARED(float, s_tile, [2][32]);
  const int t = int(threadIdx.x);
  const auto fetch = [&](int step) {
    if (step < steps)
      __pipeline_memcpy_async(&s_tile[step % 2][t], &in[step * 32 + t], 4, t == 31 ? 4 : 0);
    __pipeline_commit();
  };
  fetch(0);
  for (int step = 0; step < steps; ++step) {
    fetch(step + 1);
#ifndef FORGET
    __pipeline_wait_prior(1);
#endif
    __syncthreads();
    out[step * 32 + t] = s_tile[step % 2][31 - t];
    __syncthreads();
  }
}

int main() {
  float in[256], out[256], *d_in, *d_out;
  for (int i = 0; i < 256; ++i)
    in[i] = float(i + 1);
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  GPUTILE_LAUNCH(pipeline, 1, 32, 0, 0, d_out, d_in, 8);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 256; ++i)
    wrong += out[i] != (i % 32 ? in[i / 32 * 32 + 31 - i % 32] : 0.0f);
  cudaFree(d_in);
  cudaFree(d_out);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
