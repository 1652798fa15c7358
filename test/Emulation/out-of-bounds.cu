// AddressSanitizer sees the ends of shared arrays and of device allocations, and use after
// cudaFree; UndefinedBehaviorSanitizer sees an index beyond a dimension.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=address,bounds -fno-sanitize-recover=all %s -o %t
// RUN: not %t 0 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: not %t 4 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: %t 5
// GLOBAL: ERROR: AddressSanitizer: heap-buffer-overflow
// GLOBAL: WRITE of size 4
// GLOBAL-NEXT: in global({{.*}}out-of-bounds.cu:[[# @LINE+21]]
// SHARED: ERROR: AddressSanitizer: heap-buffer-overflow
// SHARED: READ of size 4
// SHARED-NEXT: in shared({{.*}}out-of-bounds.cu:
// DYNAMIC: ERROR: AddressSanitizer: heap-buffer-overflow
// DYNAMIC: in dynamic({{.*}}out-of-bounds.cu:
// BOUNDS: out-of-bounds.cu:{{.*}} runtime error: index 8 out of bounds for type 'float
// FREED: ERROR: AddressSanitizer: heap-use-after-free
// FREED: in global({{.*}}out-of-bounds.cu:
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

__global__ void global(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Through a pointer, as a linearised index goes.
__global__ void shared(float *out, int shift) {
  GPUTILE_SHARED(float, s_a, [4][8]);
  const int t = int(threadIdx.x);
  float *flat = &s_a[0][0];
  flat[t] = float(t);
  __syncthreads();
  out[t] = flat[t + shift];
}

__global__ void dynamic(float *out, int shift) {
  GPUTILE_DYN_SHARED(float, s_a);
  s_a[threadIdx.x + unsigned(shift)] = 1;
  __syncthreads();
  out[threadIdx.x] = s_a[threadIdx.x];
}

__global__ void bounds(float *out, int shift) {
  GPUTILE_SHARED(float, s_a, [4][8]);
  const int t = int(threadIdx.x);
  s_a[t / 8][t % 8 + shift] = 1;
  __syncthreads();
  out[t] = s_a[t / 8][t % 8];
}

int main(int, char **argv) {
  float *out;
  const int which = atoi(argv[1]);
  cudaMalloc(&out, 32 * sizeof(float));
  if (which == 4)
    cudaFree(out);
  if (which == 0 || which == 4)
    GPUTILE_LAUNCH(global, 2, 32, 0, 0, out);
  GPUTILE_LAUNCH(shared, 1, 32, 0, 0, out, which == 1);
  GPUTILE_LAUNCH(dynamic, 1, 32, 32 * sizeof(float), 0, out, which == 2);
  GPUTILE_LAUNCH(bounds, 1, 32, 0, 0, out, which == 3);
  cudaFree(out);
  return 0;
}
