// A kernel that is handed a host pointer is found, heap or stack; GPUTILE_RACE_MAX limits
// what is printed, not what is counted or the exit status.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DHEAP -fsanitize=thread -c %s -o %t.HEAP.o
// RUN: %clangxx %t.HEAP.o %race_object -o %t.HEAP
// RUN: sh -c '%t.HEAP; test $? = 66' 2>&1 | FileCheck %s --check-prefix=HEAP
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -g -O1 -DSTACK -fsanitize=thread -c %s -o %t.STACK.o
// RUN: %clangxx %t.STACK.o %race_object -o %t.STACK
// RUN: sh -c '%t.STACK; test $? = 66' 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: sh -c 'GPUTILE_RACE_MAX=0 %t.HEAP; test $? = 66' 2>&1 | FileCheck %s --check-prefix=SILENT
// HEAP: gputile-race: error: access to memory that is not device memory in kernel 'copy'
// HEAP-NEXT: gputile-race:   read by thread (0,0,0) of block (0,0,0) at {{.*}}race-host-pointer.cu:[[# @LINE+18]]
// HEAP-NEXT: gputile-race: 32 findings at 1 distinct places
// STACK: gputile-race: error: access to memory that is not device memory in kernel 'copy'
// SILENT-NOT: error
// SILENT: gputile-race: 32 findings
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
#include <string.h>

__global__ void copy(int *out, const int *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

int main() {
  int *out, onStack[32];
  int *onHeap = (int *)malloc(sizeof onStack);
  memset(onHeap, 0, sizeof onStack);
  memset(onStack, 0, sizeof onStack);
  cudaMalloc(&out, sizeof onStack);
#ifdef HEAP
  GPUTILE_LAUNCH(copy, 1, 32, 0, 0, out, onHeap);
#else
  GPUTILE_LAUNCH(copy, 1, 32, 0, 0, out, onStack);
#endif
  return 0;
}
