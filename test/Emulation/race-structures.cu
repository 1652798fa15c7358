// Structures go to and from shared memory as vectors do; a missing barrier between is found.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O0 -DBARRIER -fsanitize=thread -c %s -o %t.good0.o
// RUN: %clangxx %t.good0.o %race_object -o %t.good0
// RUN: %t.good0
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DBARRIER -fsanitize=thread -c %s -o %t.good1.o
// RUN: %clangxx %t.good1.o %race_object -o %t.good1
// RUN: %t.good1
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O0 -fsanitize=thread -c %s -o %t.bad0.o
// RUN: %clangxx %t.bad0.o %race_object -o %t.bad0
// RUN: sh -c '%t.bad0; test $? = 66' 2>&1 | FileCheck %s
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %s -o %t.bad1.o
// RUN: %clangxx %t.bad1.o %race_object -o %t.bad1
// RUN: sh -c '%t.bad1; test $? = 66' 2>&1 | FileCheck %s
// CHECK: gputile-race: error: race between {{.*}} in kernel 'reverse': shared array 'rows'
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif

struct Row {
  double values[8];
};

__global__ void reverse(Row *out, const Row *in) {
  GPUTILE_SHARED(Row, rows, [64]);
  rows[threadIdx.x] = in[threadIdx.x];
#ifdef BARRIER
  __syncthreads();
#endif
  out[threadIdx.x] = rows[63 - threadIdx.x];
}

int main() {
  Row *out, *in;
  cudaMalloc(&out, 64 * sizeof(Row));
  cudaMalloc(&in, 64 * sizeof(Row));
  GPUTILE_LAUNCH(reverse, 1, 64, 0, 0, out, in);
  return 0;
}
