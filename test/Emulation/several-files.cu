// A program of two files that both use the layer, with a kernel of the same name in
// each, links and runs; host threads launch at the same time.
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -c %S/Inputs/second-file.cu -o %t.second.o
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -c %s -o %t.first.o
// RUN: %clangxx %t.first.o %t.second.o -lpthread -o %t
// RUN: %t
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -fsanitize=thread -c %S/Inputs/second-file.cu -o %t.second.o
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -DGPUTILE_CPU -I%gputile_include -O1 -fsanitize=thread -c %s -o %t.first.o
// RUN: %clangxx -std=c++17 -O1 -I%gputile_include %t.first.o %t.second.o %race_runtime -lpthread -o %t.race
// RUN: %t.race
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_DYN_SHARED(type, name) extern __shared__ type name[]
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...) \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#endif
#include <pthread.h>
#include <stdio.h>

int runSecond();

template <typename T> static __global__ void fill(T *out, T value) {
  GPUTILE_SHARED(T, s_value, );
  if (threadIdx.x == 0)
    s_value = value;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s_value;
}

static int runFirst() {
  int out[512], *d_out, wrong = 0;
  cudaMalloc(&d_out, sizeof out);
  for (int round = 0; round < 20; ++round) {
    GPUTILE_LAUNCH(fill<int>, 8, 64, 0, 0, d_out, round);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int value : out)
      wrong += value != round;
  }
  cudaFree(d_out);
  return wrong;
}

static void *hostThread(void *wrong) {
  *static_cast<int *>(wrong) = runFirst() + runSecond();
  return nullptr;
}

int main() {
  int wrong[3] = {};
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, hostThread, &wrong[0]);
  pthread_create(&threads[1], nullptr, hostThread, &wrong[1]);
  hostThread(&wrong[2]);
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
  printf("%d %d %d wrong\n", wrong[0], wrong[1], wrong[2]);
  return wrong[0] + wrong[1] + wrong[2] != 0;
}
