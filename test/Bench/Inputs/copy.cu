// Kernels whose counts are known: a copy, and a transposition whose columns conflict in all banks.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(float *to, const float *from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}

__global__ void transpose(float *to, const float *from) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = from[32 * threadIdx.y + threadIdx.x];
  __syncthreads();
  to[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  float host[1024], *a, *b;
  for (int i = 0; i < 1024; ++i)
    host[i] = i;
  if (cudaMalloc(&a, sizeof host) || cudaMalloc(&b, sizeof host))
    return 1;
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<4, 256>>>(b, a);
  transpose<<<1, dim3(32, 32)>>>(a, b);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", host[1], host[32], host[1023]);
  return cudaGetLastError();
}
