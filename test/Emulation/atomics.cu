// Atomic functions of every kind; atomics race with no atomics.
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

struct Cells {
  int sum, difference, least, most, bits;
  unsigned wrapped, ored, exchanged, lock;
  unsigned long long large;
  float real;
  double twice;
};

__global__ void update(Cells *c) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(&c->sum, i);
  atomicSub(&c->difference, 1);
  atomicMin(&c->least, i - 5);
  atomicMax(&c->most, i);
  atomicAnd(&c->bits, ~(1 << (i % 4)));
  atomicOr(&c->ored, 1u << (i % 32));
  atomicXor(&c->ored, 0u);
  atomicInc(&c->wrapped, 9u);
  atomicExch(&c->exchanged, 77u);
  atomicAdd(&c->large, 1ull << 33);
  atomicAdd(&c->real, 0.5f);
  atomicAdd(&c->twice, 0.25);
  // An increment by compare and swap.
  unsigned old = atomicAdd(&c->lock, 0u), seen;
  while ((seen = atomicCAS(&c->lock, old, old + 1)) != old)
    old = seen;
}

// A histogram in shared memory, then in global memory.
__global__ void histogram(int *bins, const int *values) {
  GPUTILE_SHARED(int, s_bins, [8]);
  if (threadIdx.x < 8)
    s_bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_bins[values[blockIdx.x * blockDim.x + threadIdx.x]], 1);
  __syncthreads();
  if (threadIdx.x < 8)
    atomicAdd(&bins[threadIdx.x], s_bins[threadIdx.x]);
}

int main() {
  Cells c = {0, 0, 1000, -1, 255, 0, 0, 0, 0, 0, 0, 0}, *d_c;
  cudaMalloc(&d_c, sizeof c);
  cudaMemcpy(d_c, &c, sizeof c, cudaMemcpyHostToDevice);
  GPUTILE_LAUNCH(update, 4, 64, 0, 0, d_c);
  cudaMemcpy(&c, d_c, sizeof c, cudaMemcpyDeviceToHost);
  bool good = c.sum == 255 * 128 && c.difference == -256 && c.least == -5 && c.most == 255 &&
              c.bits == 240 && c.ored == 0xffffffffu && c.wrapped == 256 % 10 &&
              c.exchanged == 77 && c.large == 256ull << 33 && c.real == 128 && c.twice == 64 &&
              c.lock == 256;

  int values[256], bins[8] = {}, *d_values, *d_bins;
  for (int i = 0; i < 256; ++i)
    values[i] = i * i % 8;
  cudaMalloc(&d_values, sizeof values);
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, sizeof bins);
  GPUTILE_LAUNCH(histogram, 4, 64, 0, 0, d_bins, d_values);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  good &= bins[0] == 64 && bins[1] == 128 && bins[4] == 64 && bins[2] == 0;
  cudaFree(d_c);
  cudaFree(d_values);
  cudaFree(d_bins);
  printf(good ? "good\n" : "wrong\n");
  return !good;
}
