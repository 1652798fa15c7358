//===- Launches.cuh - Launches, and blocks that wait for one another -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_CALIBRATE_LAUNCHES_CUH
#define GPUTILE_TOOLS_CALIBRATE_LAUNCHES_CUH

#include "Timing.cuh"

#include <cooperative_groups.h>

#include <utility>

namespace gputile::calibrate {

/// What a launch has at least: loads, and stores that the next one needs.
__global__ void step(float *to, const float *from) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  to[i] = from[i] + 1.0f;
}

__global__ void gridBarriers(int count) {
  for (int i = 0; i < count; ++i)
    cooperative_groups::this_grid().sync();
}

/// Blocks 0 and 1 wait for each other's flags in turn, as gputile's kernels do: behind a fence.
__global__ void passFlags(unsigned *flags, int count) {
  if (threadIdx.x > 0)
    return;
  volatile unsigned *const mine = &flags[blockIdx.x * 32];
  volatile unsigned *const other = &flags[(1 - blockIdx.x) * 32];
  const unsigned start = *mine;
  for (unsigned i = 1; i <= static_cast<unsigned>(count); ++i) {
    if (blockIdx.x == 0) {
      __threadfence();
      *mine = start + i;
    }
    while (*other - start < i) {
    }
    __threadfence();
    if (blockIdx.x == 1)
      *mine = start + i;
  }
}

constexpr int threadsOfStep = 256, threadsOfFlags = 32;

/// Sends \p count steps to \p stream.
inline void sendSteps(int blocks, int count, float *a, float *b, cudaStream_t stream) {
  for (int i = 0; i < count; ++i) {
    step<<<blocks, threadsOfStep, 0, stream>>>(a, b);
    std::swap(a, b);
  }
}

/// Seconds that one more launch takes.
inline double launchSeconds(int multiprocessors) {
  constexpr int count = 1000;
  Buffer<float> a(static_cast<size_t>(multiprocessors) * threadsOfStep), b(a.size());
  return secondsOf([&] { sendSteps(multiprocessors, count, a.get(), b.get(), nullptr); }) / count;
}

/// Seconds that one more node of a graph takes.
inline double graphNodeSeconds(int multiprocessors) {
  constexpr int count = 1000;
  Buffer<float> a(static_cast<size_t>(multiprocessors) * threadsOfStep), b(a.size());
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t program;
  need(cudaStreamCreate(&stream), "a stream");
  need(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "a graph");
  sendSteps(multiprocessors, count, a.get(), b.get(), stream);
  need(cudaStreamEndCapture(stream, &graph), "a graph");
  need(cudaGraphInstantiateWithFlags(&program, graph, 0), "a graph");
  const double seconds = secondsOf([&] { need(cudaGraphLaunch(program, nullptr), "a graph"); });
  need(cudaGraphExecDestroy(program), "a graph");
  need(cudaGraphDestroy(graph), "a graph");
  need(cudaStreamDestroy(stream), "a stream");
  return seconds / count;
}

/// Seconds of a barrier of the grid, with one block on each multiprocessor.
inline double gridBarrierSeconds(int multiprocessors) {
  int count = 10000;
  void *arguments[] = {&count};
  return secondsOf([&] {
           need(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(gridBarriers), multiprocessors,
                                            threadsOfStep, arguments),
                "a cooperative launch");
         }) /
         count;
}

/// Seconds from a block's store of a flag until another one goes on.
inline double flagSeconds() {
  int count = 10000;
  const Buffer<unsigned> flags(64);
  unsigned *pointer = flags.get();
  void *arguments[] = {&pointer, &count};
  return secondsOf([&] {
           need(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(passFlags), 2, threadsOfFlags,
                                            arguments),
                "a cooperative launch");
         }) /
         (2.0 * count);
}

} // namespace gputile::calibrate

#endif
