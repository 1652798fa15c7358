// A stencil in time with grid barriers, launched cooperatively.
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
#include <string.h>
namespace cg = cooperative_groups;

__global__ void smooth(float *a, float *b, int n, int steps) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  for (int t = 0; t < steps; ++t) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    cg::this_grid().sync();
    if (i > 0 && i < n - 1)
      a[i] = b[i];
    cg::sync(cg::this_grid());
  }
}

int main() {
  int n = 1000, steps = 5;
  float host[1000], result[1000], next[1000], *a, *b;
  for (int i = 0; i < n; ++i)
    host[i] = float(i * 37 % 101);
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  void *arguments[] = {&a, &b, &n, &steps};
  int perMultiprocessor = 0, multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, smooth, 64, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (cudaLaunchCooperativeKernel(smooth, dim3(16), dim3(64), arguments) != cudaSuccess ||
      perMultiprocessor * multiprocessors < 16)
    return 1;
  cudaMemcpy(result, a, sizeof host, cudaMemcpyDeviceToHost);
  for (int t = 0; t < steps; ++t) {
    memcpy(next, host, sizeof host);
    for (int i = 1; i < n - 1; ++i)
      next[i] = 0.5f * (host[i - 1] + host[i + 1]);
    memcpy(host, next, sizeof host);
  }
  cudaFree(a);
  cudaFree(b);
  // More blocks than fit at once are refused.
  const bool refused = cudaLaunchCooperativeKernel(smooth, dim3(100000), dim3(1024), arguments) ==
                       cudaErrorCooperativeLaunchTooLarge;
  const bool good = refused && !memcmp(host, result, sizeof host);
  printf(good ? "good\n" : "wrong\n");
  return !good;
}
