//===- Memory.cuh - Rates and latencies of memory -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_CALIBRATE_MEMORY_CUH
#define GPUTILE_TOOLS_CALIBRATE_MEMORY_CUH

#include "Timing.cuh"

#include <numeric>
#include <random>

namespace gputile::calibrate {

/// Copies \p count elements \p times times, past the L1 cache.
__global__ void copyElements(float4 *to, const float4 *from, size_t count, int times) {
  for (int t = 0; t < times; ++t)
    for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < count;
         i += static_cast<size_t>(gridDim.x) * blockDim.x)
      __stcg(&to[i], __ldcg(&from[i]));
}

/// Follows \p next for \p steps steps, past the L1 cache, from where the launch before ended.
__global__ void followLinks(long long *cycles, const unsigned *next, int steps) {
  auto at = static_cast<unsigned>(cycles[1]);
  const long long first = clock64();
  for (int i = 0; i < steps; ++i)
    at = __ldcg(&next[at]);
  const long long last = clock64();
  cycles[0] = last - first;
  cycles[1] = at;
}

/// Bytes a second, loaded and stored together, of \p times copies of about \p bytes bytes by \p
/// threads threads, of which each has as much to do.
inline double copyRate(size_t threads, size_t bytes, int times) {
  constexpr int ofBlock = 512;
  const size_t blocks = threads / ofBlock;
  const size_t atOnce = blocks * ofBlock;
  const size_t count = std::max<size_t>(1, bytes / sizeof(float4) / atOnce) * atOnce;
  Buffer<float4> from(count), to(count);
  const double seconds = secondsOf([&] {
    copyElements<<<static_cast<unsigned>(blocks), ofBlock>>>(to.get(), from.get(), count, times);
  });
  return 2.0 * static_cast<double>(count * sizeof(float4)) * times / seconds;
}

/// Cycles of a load from \p bytes bytes, of which each line of 128 bytes has the place of another
/// one, in an order that nothing foresees. \p otherBytes of other memory are written before.
inline double loadCycles(size_t bytes, int steps, size_t otherBytes) {
  constexpr size_t perLine = 128 / sizeof(unsigned);
  const size_t lines = bytes / 128;
  std::vector<unsigned> order(lines);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937(1));
  std::vector<unsigned> links(lines * perLine);
  for (size_t i = 0; i < lines; ++i)
    links[order[i] * perLine] = static_cast<unsigned>(order[(i + 1) % lines] * perLine);
  const Buffer<unsigned> next(links);
  Buffer<long long> cycles(2);
  const Buffer<char> others(otherBytes); // What the cache holds now.
  secondsOf([&] { followLinks<<<1, 1>>>(cycles.get(), next.get(), steps); });
  return static_cast<double>(cycles.first()) / steps;
}

/// Bytes a second of copies between the device and pinned memory.
inline double transferRate(cudaMemcpyKind direction) {
  constexpr size_t bytes = size_t(128) << 20;
  void *host = nullptr;
  need(cudaMallocHost(&host, bytes), "pinned memory");
  const Buffer<char> device(bytes);
  const bool toDevice = direction == cudaMemcpyHostToDevice;
  const double seconds = secondsOf([&] {
    need(cudaMemcpyAsync(toDevice ? device.get() : host, toDevice ? host : device.get(), bytes,
                         direction),
         "a copy");
  });
  need(cudaFreeHost(host), "pinned memory");
  return static_cast<double>(bytes) / seconds;
}

} // namespace gputile::calibrate

#endif
