//===- Head.cuh - Headers and launches of .cu files -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

//===- Emitted from here on -----------------------------------------------===//
// Compiles with nvcc or clang as CUDA, or as C++17 with -DGPUTILE_CPU, which runs
// every thread on the CPU (for tests).
//
// Switches: -DGPUTILE_CHECK compares each region with its original loops,
// -DGPUTILE_TIMING writes times to $GPUTILE_TIMING_FILE. Environment:
// GPUTILE_DISABLE=1 always runs the original loops, GPUTILE_REQUIRE=1 aborts
// rather than running them, GPUTILE_VERBOSE=1 says what each call does.
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#else
#include <cstddef>
#include <cuda_runtime.h>
#define GPUTILE_SHARED(type, name, dims) __shared__ __align__(16) type name dims
#if !defined(GPUTILE_SHARED_AT_LAUNCH) // Of as many bytes as the launch asks for: dims are for readers.
#define GPUTILE_SHARED_AT_LAUNCH(type, name, dims) extern __shared__ __align__(16) type name[]
#endif
#define GPUTILE_LAUNCH(kernel, grid, block, smem, stream, ...)                 \
  kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
// Also a launch, of few enough blocks to run at the same time.
#define GPUTILE_LAUNCH_TOGETHER GPUTILE_LAUNCH
// The same with barriers of the whole grid.
#define GPUTILE_LAUNCH_COOPERATIVE(kernel, grid, block, smem, stream, ...)     \
  gpt_launch_cooperative(kernel, grid, block, smem, stream, __VA_ARGS__)
template <typename T> struct gpt_same { using type = T; };
template <typename... P>
inline void gpt_launch_cooperative(void (*kernel)(P...), dim3 grid, dim3 block, std::size_t smem,
                                   cudaStream_t stream, typename gpt_same<P>::type... arguments) {
  void *list[sizeof...(P) + 1] = {(void *)&arguments...};
  cudaLaunchCooperativeKernel((const void *)kernel, grid, block, list, smem, stream);
}
#endif

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

