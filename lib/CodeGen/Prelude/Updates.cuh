//===- Updates.cuh - Updates of one element by several threads ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Device.cuh"

//===- Emitted from here on -----------------------------------------------===//
#ifndef GPUTILE_UPDATES
#define GPUTILE_UPDATES
// Integer updates that give the same result in any order, each as one atomic step. Sums and
// products are those of unsigned numbers, which wrap around.
[[maybe_unused]] static __device__ inline unsigned *gpt_word(int *at) { return (unsigned *)at; }
[[maybe_unused]] static __device__ inline unsigned *gpt_word(unsigned *at) { return at; }
[[maybe_unused]] static __device__ inline unsigned long long *gpt_word(long *at) {
  return (unsigned long long *)at;
}
[[maybe_unused]] static __device__ inline unsigned long long *gpt_word(unsigned long *at) {
  return (unsigned long long *)at;
}
[[maybe_unused]] static __device__ inline unsigned long long *gpt_word(long long *at) {
  return (unsigned long long *)at;
}
[[maybe_unused]] static __device__ inline unsigned long long *gpt_word(unsigned long long *at) {
  return at;
}
// The same memory as a type that the hardware compares.
[[maybe_unused]] static __device__ inline int *gpt_number(int *at) { return at; }
[[maybe_unused]] static __device__ inline unsigned *gpt_number(unsigned *at) { return at; }
[[maybe_unused]] static __device__ inline long long *gpt_number(long *at) {
  return (long long *)at;
}
[[maybe_unused]] static __device__ inline unsigned long long *gpt_number(unsigned long *at) {
  return (unsigned long long *)at;
}
[[maybe_unused]] static __device__ inline long long *gpt_number(long long *at) { return at; }
[[maybe_unused]] static __device__ inline unsigned long long *gpt_number(unsigned long long *at) {
  return at;
}
[[maybe_unused]] static __device__ inline unsigned gpt_bits(int value) { return value; }
[[maybe_unused]] static __device__ inline unsigned gpt_bits(unsigned value) { return value; }
[[maybe_unused]] static __device__ inline unsigned long long gpt_bits(long value) { return value; }
[[maybe_unused]] static __device__ inline unsigned long long gpt_bits(unsigned long value) {
  return value;
}
[[maybe_unused]] static __device__ inline unsigned long long gpt_bits(long long value) {
  return value;
}
[[maybe_unused]] static __device__ inline unsigned long long gpt_bits(unsigned long long value) {
  return value;
}

template <typename T> __device__ inline void gpt_update_add(T *at, T value) {
  atomicAdd(gpt_word(at), gpt_bits(value));
}
template <typename T> __device__ inline void gpt_update_subtract(T *at, T value) {
  atomicAdd(gpt_word(at), 0 - gpt_bits(value));
}
template <typename T> __device__ inline void gpt_update_and(T *at, T value) {
  atomicAnd(gpt_word(at), gpt_bits(value));
}
template <typename T> __device__ inline void gpt_update_or(T *at, T value) {
  atomicOr(gpt_word(at), gpt_bits(value));
}
template <typename T> __device__ inline void gpt_update_xor(T *at, T value) {
  atomicXor(gpt_word(at), gpt_bits(value));
}
template <typename T> __device__ inline void gpt_update_min(T *at, T value) {
  auto *number = gpt_number(at);
  atomicMin(number, value);
}
template <typename T> __device__ inline void gpt_update_max(T *at, T value) {
  auto *number = gpt_number(at);
  atomicMax(number, value);
}
template <typename T> __device__ inline void gpt_update_multiply(T *at, T value) {
  auto *word = gpt_word(at);
  const auto factor = gpt_bits(value);
  auto old = atomicOr(word, 0 * factor), seen = old;
  do {
    old = seen;
    seen = atomicCAS(word, old, old * factor);
  } while (seen != old);
}
#endif

