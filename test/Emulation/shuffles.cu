// Shuffles with every width, votes, tiles, partial masks and partial warps, in CUDA's
// lane order (x fastest).
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
namespace cg = cooperative_groups;

__device__ int expect(bool good, int line, int *failed) {
  if (!good)
    atomicExch(failed, line);
  return 0;
}
#define EXPECT(good) expect(good, __LINE__, failed)

__global__ void shuffles(int *failed) {
  const int t = threadIdx.x + blockDim.x * threadIdx.y, lane = t % 32, warp = t / 32;
  const unsigned all = 0xffffffffu;
  EXPECT(__shfl_sync(all, t, 5) == warp * 32 + 5);
  EXPECT(__shfl_sync(all, t, 37) == warp * 32 + 5);
  EXPECT(__shfl_down_sync(all, t, 1) == (lane < 31 ? t + 1 : t));
  EXPECT(__shfl_up_sync(all, double(t), 3) == (lane >= 3 ? t - 3 : t));
  EXPECT(__shfl_xor_sync(all, (long long)t, 16) == (t ^ 16));
  for (int width = 1; width <= 32; width *= 2) {
    const int base = t & ~(width - 1), inside = t & (width - 1);
    EXPECT(__shfl_sync(all, t, 3, width) == base + (3 & (width - 1)));
    EXPECT(__shfl_up_sync(all, t, 2, width) == (inside >= 2 ? t - 2 : t));
    EXPECT(__shfl_down_sync(all, t, 2, width) == (inside + 2 < width ? t + 2 : t));
    // An earlier group may be read, a later one not.
    const int other = lane ^ 8;
    EXPECT(__shfl_xor_sync(all, t, 8, width) ==
           (other < (lane & ~(width - 1)) + width ? warp * 32 + other : t));
  }
  EXPECT(__ballot_sync(all, lane % 2) == 0xaaaaaaaau);
  EXPECT(__any_sync(all, lane == 9) && !__any_sync(all, 0));
  EXPECT(__all_sync(all, 1) && !__all_sync(all, lane != 9));
}

// Halves of a warp that go their own ways, and lanes that left.
__global__ void partial(int *failed) {
  const int t = threadIdx.x;
  if (t < 16)
    EXPECT(__shfl_down_sync(0x0000ffffu, t, 1, 16) == (t < 15 ? t + 1 : t));
  else
    EXPECT(__ballot_sync(0xffff0000u, t >= 24) == 0xff000000u);
  if (t >= 20)
    return;
  int sum = t;
  for (int d = 1; d < 16; d *= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, d, 16);
  EXPECT(t >= 16 || sum == 120);
}

__global__ void tiles(int *failed) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = int(cg::this_thread_block().thread_rank());
  EXPECT(int(tile.thread_rank()) == t % 8 && int(tile.meta_group_rank()) == t / 8);
  EXPECT(tile.shfl(t, 2) == t / 8 * 8 + 2);
  EXPECT(tile.shfl_down(t, 1) == (t % 8 < 7 ? t + 1 : t));
  EXPECT(tile.ballot(t % 8 == 3) == 8u);
  EXPECT(tile.any(t % 8 == 0) && !tile.all(t % 8 == 0));
  tile.sync();
  cg::sync(cg::this_thread_block());
}

int main() {
  int failed = 0, *d_failed;
  cudaMalloc(&d_failed, sizeof failed);
  cudaMemset(d_failed, 0, sizeof failed);
  GPUTILE_LAUNCH(shuffles, 2, dim3(2, 32), 0, 0, d_failed);
  GPUTILE_LAUNCH(shuffles, 1, dim3(32, 3), 0, 0, d_failed);
  GPUTILE_LAUNCH(partial, 1, 32, 0, 0, d_failed);
  GPUTILE_LAUNCH(tiles, 2, 64, 0, 0, d_failed);
  cudaMemcpy(&failed, d_failed, sizeof failed, cudaMemcpyDeviceToHost);
  cudaFree(d_failed);
  if (failed)
    printf("line %d\n", failed);
  return failed != 0;
}
