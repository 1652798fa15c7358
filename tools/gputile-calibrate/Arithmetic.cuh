//===- Arithmetic.cuh - Rates and latencies inside a multiprocessor -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_CALIBRATE_ARITHMETIC_CUH
#define GPUTILE_TOOLS_CALIBRATE_ARITHMETIC_CUH

#include "Timing.cuh"

namespace gputile::calibrate {

constexpr int lanes = 32, threadsOfBlock = 256;

/// Multiply-adds in eight chains a thread, so that none waits for the one before.
template <typename T> __global__ void multiplyAdds(T *result, int rounds) {
  T chain[8];
  for (int k = 0; k < 8; ++k)
    chain[k] = static_cast<T>(threadIdx.x + k);
  const T factor = static_cast<T>(0.5), summand = static_cast<T>(rounds);
  for (int i = 0; i < rounds; ++i)
#pragma unroll
    for (int k = 0; k < 64; ++k)
      chain[k % 8] = chain[k % 8] * factor + summand;
  T sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += chain[k];
  if (sum == static_cast<T>(-1)) // Never: all are positive.
    *result = sum;
}

/// As many multiply-adds as additions of integers, in four chains each: what all schedulers can
/// start.
__global__ void mixedInstructions(float *result, int rounds) {
  float chain[4];
  unsigned count[4];
  for (int k = 0; k < 4; ++k) {
    chain[k] = static_cast<float>(threadIdx.x + k);
    count[k] = threadIdx.x * 3 + k;
  }
  const float factor = 0.5f, summand = static_cast<float>(rounds);
  const unsigned mask = static_cast<unsigned>(rounds) * 2 + 1;
  for (int i = 0; i < rounds; ++i)
#pragma unroll
    for (int k = 0; k < 32; ++k) {
      chain[k % 4] = chain[k % 4] * factor + summand;
      asm volatile("xor.b32 %0, %0, %1;" : "+r"(count[k % 4]) : "r"(mask));
    }
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += chain[k] + static_cast<float>(count[k] & 1);
  if (sum == -1.0f)
    *result = sum;
}

/// Cycles and nanoseconds of a busy multiprocessor.
__global__ void runClock(unsigned long long *times, float *result, int rounds) {
  unsigned long long begin, end;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  const long long first = clock64();
  float value = static_cast<float>(threadIdx.x);
  for (int i = 0; i < rounds; ++i)
    value = value * 0.5f + 1.0f;
  const long long last = clock64();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
  if (value == -1.0f)
    *result = value;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    times[0] = static_cast<unsigned long long>(last - first);
    times[1] = end - begin;
  }
}

/// Cycles of \p count barriers of the block.
__global__ void blockBarriers(long long *cycles, int count) {
  __syncthreads();
  const long long first = clock64();
  for (int i = 0; i < count; ++i)
    __syncthreads();
  if (threadIdx.x == 0)
    *cycles = clock64() - first;
}

/// Cycles of \p count shuffles, of which each needs the result of the one before.
__global__ void shuffles(long long *cycles, int *result, int count) {
  int value = static_cast<int>(threadIdx.x) * 7;
  const long long first = clock64();
  for (int i = 0; i < count; i += 16)
#pragma unroll
    for (int k = 0; k < 16; ++k)
      value = __shfl_sync(0xffffffffu, value, value & 31);
  const long long last = clock64();
  if (threadIdx.x == 0) {
    *cycles = last - first;
    *result = value;
  }
}

/// Cycles in a nanosecond, while all multiprocessors compute.
inline double clockOf(int multiprocessors) {
  Buffer<unsigned long long> times(2);
  Buffer<float> result(1);
  secondsOf([&] {
    runClock<<<multiprocessors * 4, threadsOfBlock>>>(times.get(), result.get(), 20000000);
  });
  unsigned long long host[2];
  need(cudaMemcpy(host, times.get(), sizeof host, cudaMemcpyDeviceToHost),
       "a copy from the device");
  return static_cast<double>(host[0]) / static_cast<double>(host[1]);
}

/// Instructions of lanes in a second; a thread has \p ofThread in a round.
template <typename Launch>
double laneRate(int multiprocessors, int warps, int ofThread, Launch launch) {
  const int blocks = multiprocessors * (warps * lanes / threadsOfBlock), rounds = 20000;
  const double seconds = secondsOf([&] { launch(blocks, rounds); });
  return static_cast<double>(blocks) * threadsOfBlock * ofThread * rounds / seconds;
}

template <typename T> double multiplyAddRate(int multiprocessors, int warps) {
  Buffer<T> result(1);
  return laneRate(multiprocessors, warps, 64, [&](int blocks, int rounds) {
    multiplyAdds<T><<<blocks, threadsOfBlock>>>(result.get(), rounds);
  });
}

inline double mixedRate(int multiprocessors, int warps) {
  Buffer<float> result(1);
  return laneRate(multiprocessors, warps, 64, [&](int blocks, int rounds) {
    mixedInstructions<<<blocks, threadsOfBlock>>>(result.get(), rounds);
  });
}

/// Cycles of a barrier of a block: fixed + perWarp * warps.
struct BarrierCycles {
  double fixed, perWarp;
};

/// The line with the least squares of distances.
inline BarrierCycles barrierCycles() {
  constexpr int count = 4096;
  Buffer<long long> cycles(1);
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (int warps = 1; warps <= 32; warps *= 2) {
    secondsOf([&] { blockBarriers<<<1, warps * lanes>>>(cycles.get(), count); });
    const double each = static_cast<double>(cycles.first()) / count;
    n += 1;
    x += warps;
    y += each;
    xx += static_cast<double>(warps) * warps;
    xy += warps * each;
  }
  const double perWarp = std::max(0.0, (n * xy - x * y) / (n * xx - x * x));
  return {std::max(0.0, (y - perWarp * x) / n), perWarp};
}

inline double shuffleCycles() {
  constexpr int count = 1 << 16;
  Buffer<long long> cycles(1);
  Buffer<int> result(1);
  secondsOf([&] { shuffles<<<1, lanes>>>(cycles.get(), result.get(), count); });
  return static_cast<double>(cycles.first()) / count;
}

} // namespace gputile::calibrate

#endif
