// GPUTILE_CPU_GRID is the most blocks that a grid holds along y and z: the device says so, and larger launches
// fail. Kernels then loop over blocks. A barrier that is missing at the end of such a loop is found only then.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -DBARRIER %s -o %t
// RUN: %t | FileCheck %s --check-prefix=WHOLE
// RUN: env GPUTILE_CPU_GRID=2 %t | FileCheck %s --check-prefix=TWO
// RUN: env GPUTILE_CPU_GRID=1 GPUTILE_CPU_ORDER=random:1 %t | FileCheck %s --check-prefix=ONE
// RUN: sh -c 'GPUTILE_CPU_GRID=0 %t; test $? = 66' 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh -c 'GPUTILE_CPU_GRID=65536 %t; test $? = 66' 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DBARRIER -fsanitize=thread -c %s -o %t.good.o
// RUN: %clangxx %t.good.o %race_object -o %t.good
// RUN: env GPUTILE_CPU_GRID=1 %t.good
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %s -o %t.bad.o
// RUN: %clangxx %t.bad.o %race_object -o %t.bad
// RUN: %t.bad
// RUN: sh -c 'GPUTILE_CPU_GRID=1 %t.bad; test $? = 66' 2>&1 | FileCheck %s --check-prefix=RACE
// WHOLE: grid 4 3 5, right, 65536 rows: refused
// TWO: grid 4 2 2, right, 3 rows: refused
// ONE: grid 4 1 1, right, 2 rows: refused
// BAD: gputile-cpu: error: GPUTILE_CPU_GRID has no value
// RACE: gputile-race: error: race between {{.*}} in kernel 'reverse': shared array 'row'
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif
#include <stdio.h>

const int X = 4, Y = 3, Z = 5, N = 64;

// Reverses each of Z * Y * X rows.
__global__ void reverse(int *out, const int *in, int *grid) {
  GPUTILE_SHARED(int, row, [N]);
  const int t = threadIdx.x;
  if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0 && t == 0) {
    grid[0] = gridDim.x;
    grid[1] = gridDim.y;
    grid[2] = gridDim.z;
  }
  for (int z = blockIdx.z; z < Z; z += gridDim.z)
    for (int y = blockIdx.y; y < Y; y += gridDim.y) {
      const int first = ((z * Y + y) * X + int(blockIdx.x)) * N;
      row[t] = in[first + t];
      __syncthreads();
      out[first + t] = row[N - 1 - t];
#ifdef BARRIER
      __syncthreads();
#endif
    }
}

int most;
unsigned rows(int wanted) { return unsigned(wanted < most ? wanted : most); }

int main() {
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxGridDimY, 0);
  static int from[X * Y * Z * N], to[X * Y * Z * N];
  int *in, *out, *grid, size[3];
  for (int i = 0; i < X * Y * Z * N; ++i)
    from[i] = i;
  cudaMalloc(&in, sizeof from);
  cudaMalloc(&out, sizeof to);
  cudaMalloc(&grid, sizeof size);
  cudaMemcpy(in, from, sizeof from, cudaMemcpyHostToDevice);
  GPUTILE_LAUNCH(reverse, dim3(X, rows(Y), rows(Z)), dim3(N), 0, 0, out, in, grid);
  cudaMemcpy(to, out, sizeof to, cudaMemcpyDeviceToHost);
  cudaMemcpy(size, grid, sizeof size, cudaMemcpyDeviceToHost);
  bool right = true;
  for (int i = 0; i < X * Y * Z * N; ++i)
    right = right && to[i] == i / N * N + N - 1 - i % N;
  cudaDeviceSynchronize();
  const bool launched = cudaGetLastError() == cudaSuccess;
  GPUTILE_LAUNCH(reverse, dim3(1, unsigned(most + 1)), dim3(N), 0, 0, out, in, grid);
  const bool refused = cudaGetLastError() == cudaErrorInvalidConfiguration;
  printf("grid %d %d %d, %s, %d rows: %s\n", size[0], size[1], size[2], launched && right ? "right" : "wrong",
         most + 1, refused ? "refused" : "launched");
  return 0;
}
