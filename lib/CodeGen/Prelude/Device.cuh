//===- Device.cuh - Arithmetic and flags of kernels; needs no header ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Head.cuh"

//===- Emitted from here on -----------------------------------------------===//
#define GPT_PRAGMA(text) _Pragma(#text)
#if defined(__CUDACC__) || defined(__clang__)
#define GPT_UNROLL _Pragma("unroll")
#define GPT_UNROLL_BY(count) GPT_PRAGMA(unroll count)
#else
#define GPT_UNROLL
#define GPT_UNROLL_BY(count)
#endif

template <typename A, typename B>
__host__ __device__ inline auto gpt_min(A a, B b) -> decltype(a + b) {
  return a < b ? a : b;
}
template <typename A, typename B>
__host__ __device__ inline auto gpt_max(A a, B b) -> decltype(a + b) {
  return a > b ? a : b;
}
// The quotient rounded down; d > 0.
template <typename A, typename B>
__host__ __device__ inline auto gpt_floord(A n, B d) -> decltype(n + d) {
  return n / d - (n % d < 0);
}
// The first value from low on that is congruent to thread modulo count; 0 <= thread < count.
template <typename A, typename B>
__host__ __device__ inline auto gpt_first(A low, B thread, int count) -> decltype(low + thread) {
  if ((count & (count - 1)) == 0)
    return low + ((thread - low) & (count - 1));
  const auto past = (thread - low) % count;
  return low + (past < 0 ? past + count : past);
}

// The value itself, of which the compiler knows no more: what is computed with it in one
// part of a kernel it does not compute ahead and keep in registers for all parts.
[[maybe_unused]] static __device__ inline int gpt_own(int value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(value));
#endif
  return value;
}
[[maybe_unused]] static __device__ inline unsigned gpt_own(unsigned value) {
  return (unsigned)gpt_own((int)value);
}
[[maybe_unused]] static __device__ inline long long gpt_own(long long value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+l"(value));
#endif
  return value;
}

// Products that the compiler must not fuse with an addition: results equal the
// original loops bit for bit.
[[maybe_unused]] static __host__ __device__ inline float gpt_mul(float a, float b) {
#if defined(__CUDA_ARCH__)
  return __fmul_rn(a, b);
#elif defined(__clang__)
  return a * b;
#else
  volatile float product = a * b;
  return product;
#endif
}
[[maybe_unused]] static __host__ __device__ inline double gpt_mul(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dmul_rn(a, b);
#elif defined(__clang__)
  return a * b;
#else
  volatile double product = a * b;
  return product;
#endif
}

// Blocks that depend on one another within a launch. Each takes a ticket, waits
// for the flags of blocks with lower tickets, works, and sets its own flag: in
// whatever order the device starts blocks, the lowest unfinished ticket can go on.
[[maybe_unused]] static __device__ inline bool gpt_first_thread() {
  return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
}
// All threads call this; between two calls the block must meet at a barrier.
[[maybe_unused]] static __device__ inline unsigned gpt_take_ticket(unsigned *counter) {
  GPUTILE_SHARED(unsigned, ticket, [1]);
  if (gpt_first_thread()) {
#if defined(GPUTILE_CPU)
    gputile_cpu_new_work();
#endif
    ticket[0] = atomicAdd(counter, 1u);
  }
  __syncthreads();
  return ticket[0];
}
// One thread waits, then the block must meet at a barrier.
[[maybe_unused]] static __device__ inline void gpt_wait(const unsigned *flag) {
#if defined(GPUTILE_CPU)
  gputile_cpu_wait(flag);
#else
  while (*(const volatile unsigned *)flag == 0)
    ;
  __threadfence();
#endif
}
// All threads call this when their work is done.
[[maybe_unused]] static __device__ inline void gpt_signal(unsigned *flag) {
  __syncthreads();
  if (gpt_first_thread()) {
#if defined(GPUTILE_CPU)
    gputile_cpu_signal(flag);
#else
    __threadfence();
    *(volatile unsigned *)flag = 1;
#endif
  }
}

