// Block barriers, their votes, and shared memory of every form, in 3-D blocks.
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

// Reverses each block's values; every array form once.
template <typename T> __global__ void reverse(T *out, const T *in, int *votes) {
  GPUTILE_SHARED(T, s_values, [2][4][8]);
  GPUTILE_SHARED(int, s_sum, );
  GPUTILE_DYN_SHARED(T, s_dynamic);
  const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int i = b * 64 + t;
  s_values[threadIdx.z][threadIdx.y][threadIdx.x] = in[i];
  if (t == 0)
    s_sum = 7;
  __syncthreads();
  s_dynamic[t] = s_values[1 - threadIdx.z][3 - threadIdx.y][7 - threadIdx.x];
  __syncthreads();
  out[i] = s_dynamic[t] + T(s_sum);
  const int count = __syncthreads_count(t % 3 == 0);
  const int all = __syncthreads_and(t < 63);
  const int any = __syncthreads_or(t == 63);
  votes[i] = count * 100 + all * 10 + any;
}

int main() {
  constexpr int n = 64 * 2 * 3 * 2;
  float in[n], out[n], *d_in, *d_out;
  int votes[n], *d_votes;
  for (int i = 0; i < n; ++i)
    in[i] = float(i);
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc((void **)&d_out, sizeof out);
  cudaMalloc(&d_votes, sizeof votes);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  GPUTILE_LAUNCH(reverse<float>, dim3(2, 3, 2), dim3(8, 4, 2), 64 * sizeof(float), 0, d_out, d_in,
                 d_votes);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(votes, d_votes, sizeof votes, cudaMemcpyDeviceToHost);
  int wrong = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < n; ++i)
    wrong += out[i] != in[i / 64 * 64 + 63 - i % 64] + 7 || votes[i] != 2201;
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_votes);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
