// The other file of several-files.cu.
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_DYN_SHARED(type, name) extern __shared__ type name[]
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif

template <typename T> static __global__ void fill(T *out, T value) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = value + T(threadIdx.x);
}

int runSecond() {
  float out[64], *d_out;
  int wrong = 0;
  cudaMalloc(&d_out, sizeof out);
  GPUTILE_LAUNCH(fill<float>, 2, 32, 0, 0, d_out, 2.5f);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    wrong += out[i] != 2.5f + float(i % 32);
  cudaFree(d_out);
  return wrong;
}
