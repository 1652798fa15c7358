// Intrinsics: exactly rounded operations that are never fused, minima and maxima, bits,
// copies of a __constant__ array, and packed arguments through cudaLaunchKernel.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O2 -march=haswell -ffp-contract=fast %s -o %t
// RUN: %t
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

__constant__ float weights[3];

template <typename T, int N> __global__ void compute(T *out, const T a, int n) {
  int k = 0;
  // 1 + 2^-12, squared, minus its rounded square: zero unless the product was fused.
  out[k++] = T(__fsub_rn(__fmul_rn(float(a), float(a)), 1.00048828125f));
  out[k++] = T(__fmaf_rn(float(a), float(a), -1.00048828125f) > 0);
  out[k++] = T(__dadd_rn(__dmul_rn(3.0, 0.5), __ddiv_rn(1.0, 4.0)));
  out[k++] = T(min(3, 5) + max(2u, 7u) + min(n, N)) + T(fminf(1.0f, 2.0f)) + T(max(1.5, 0.5));
  out[k++] = T(__popc(255u) + __clz(1) + __ffs(8) + int(__umulhi(0x80000000u, 4u)));
  out[k++] = T(__ldg(&weights[2])) + T(rsqrtf(4.0f)) + T(__int_as_float(0x40000000));
}

int main() {
  const float values[3] = {1, 2, 3};
  float out[6], a = 1.000244140625f, *d_out;
  int n = 100;
  if (cudaMemcpyToSymbol(weights, values, sizeof values) != cudaSuccess ||
      cudaMemcpyToSymbol(weights, values, sizeof values, 4) != cudaErrorInvalidValue)
    return 1;
  cudaGetLastError();
  cudaMalloc(&d_out, sizeof out);
  void *arguments[] = {&d_out, &a, &n};
  if (cudaLaunchKernel(compute<float, 4>, dim3(1), dim3(1), arguments, 0, 0) != cudaSuccess)
    return 1;
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_out);
  const float expected[6] = {0, 1, 1.75f, 16.5f, 8 + 31 + 4 + 2, 5.5f};
  int wrong = 0;
  for (int i = 0; i < 6; ++i)
    if (out[i] != expected[i])
      printf("%d: %g, not %g\n", i, double(out[i]), double(expected[i])), ++wrong;
  return wrong;
}
