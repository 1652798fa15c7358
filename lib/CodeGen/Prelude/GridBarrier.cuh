//===- GridBarrier.cuh - Barrier of the whole grid, for libgputile_rt -----===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// NVRTC compiles this without any header, so the barrier of the grid is written out.
// Every block of the launch is resident; the last to arrive lets the others go on.
#pragma once
#include "RuntimeHead.cuh"
#include "Device.cuh"

//===- Emitted from here on -----------------------------------------------===//
#if !defined(GPUTILE_CPU)
static __device__ unsigned gpt_arrived, gpt_generation;
#endif
static __device__ inline void gpt_grid_barrier() {
#if defined(GPUTILE_CPU)
  cooperative_groups::this_grid().sync();
#else
  __syncthreads();
  if (gpt_first_thread()) {
    const unsigned generation = *(volatile unsigned *)&gpt_generation;
    __threadfence();
    if (atomicAdd(&gpt_arrived, 1u) == gridDim.x * gridDim.y * gridDim.z - 1) {
      gpt_arrived = 0;
      __threadfence();
      atomicAdd(&gpt_generation, 1u);
    } else {
      while (*(volatile unsigned *)&gpt_generation == generation)
        ;
    }
    __threadfence();
  }
  __syncthreads();
#endif
}

