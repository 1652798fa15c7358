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

template <typename T> __device__ inline unsigned gpt_bits(T value) { return (unsigned)value; }
// step(x) for x, as one atomic step. Nothing is stored where x stays as it is.
struct gpt_words {
  template <typename T, typename Step> static __device__ inline void change(T *at, Step step) {
    auto *word = gpt_word(at);
    auto seen = atomicOr(word, 0 * gpt_bits(T())), old = seen;
    do {
      old = seen;
      const auto next = gpt_bits(step((T)old));
      if (next == old)
        return;
      seen = atomicCAS(word, old, next);
    } while (seen != old);
  }
  template <typename T> static __device__ inline void add(T *at, T value) {
    atomicAdd(gpt_word(at), gpt_bits(value));
  }
  template <typename T> static __device__ inline void subtract(T *at, T value) {
    atomicAdd(gpt_word(at), 0 - gpt_bits(value));
  }
  template <typename T> static __device__ inline void bits_and(T *at, T value) {
    atomicAnd(gpt_word(at), gpt_bits(value));
  }
  template <typename T> static __device__ inline void bits_or(T *at, T value) {
    atomicOr(gpt_word(at), gpt_bits(value));
  }
  template <typename T> static __device__ inline void bits_xor(T *at, T value) {
    atomicXor(gpt_word(at), gpt_bits(value));
  }
  template <typename T> static __device__ inline void least(T *at, T value) {
    auto *number = gpt_number(at);
    atomicMin(number, value);
  }
  template <typename T> static __device__ inline void greatest(T *at, T value) {
    auto *number = gpt_number(at);
    atomicMax(number, value);
  }
};
// Integers of one or two bytes in the word of four bytes around them, whose other bytes stay.
struct gpt_parts {
  template <typename T, typename Step> static __device__ inline void change(T *at, Step step) {
    unsigned *word = (unsigned *)((unsigned long long)at & ~3ull);
    const unsigned shift = 8 * (unsigned)((unsigned long long)at & 3);
    const unsigned mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << shift;
    const auto changed = [=](unsigned old) {
      return (old & ~mask) | ((gpt_bits(step((T)((old & mask) >> shift))) << shift) & mask);
    };
    // The first value is a guess, which the comparison corrects.
    unsigned seen = changed(0) == 0 ? mask : 0, old = seen;
    do {
      old = seen;
      seen = atomicCAS(word, old, changed(old));
    } while (seen != old && changed(seen) != seen);
  }
  template <typename T> static __device__ inline void add(T *at, T value) {
    change(at, [=](T x) { return (T)(x + value); });
  }
  template <typename T> static __device__ inline void subtract(T *at, T value) {
    change(at, [=](T x) { return (T)(x - value); });
  }
  template <typename T> static __device__ inline void bits_and(T *at, T value) {
    change(at, [=](T x) { return (T)(x & value); });
  }
  template <typename T> static __device__ inline void bits_or(T *at, T value) {
    change(at, [=](T x) { return (T)(x | value); });
  }
  template <typename T> static __device__ inline void bits_xor(T *at, T value) {
    change(at, [=](T x) { return (T)(x ^ value); });
  }
  template <typename T> static __device__ inline void least(T *at, T value) {
    change(at, [=](T x) { return value < x ? value : x; });
  }
  template <typename T> static __device__ inline void greatest(T *at, T value) {
    change(at, [=](T x) { return value > x ? value : x; });
  }
};
template <unsigned Bytes> struct gpt_steps : gpt_words {};
template <> struct gpt_steps<1> : gpt_parts {};
template <> struct gpt_steps<2> : gpt_parts {};

template <typename T> __device__ inline void gpt_update_add(T *at, T value) {
  gpt_steps<sizeof(T)>::add(at, value);
}
template <typename T> __device__ inline void gpt_update_subtract(T *at, T value) {
  gpt_steps<sizeof(T)>::subtract(at, value);
}
template <typename T> __device__ inline void gpt_update_and(T *at, T value) {
  gpt_steps<sizeof(T)>::bits_and(at, value);
}
template <typename T> __device__ inline void gpt_update_or(T *at, T value) {
  gpt_steps<sizeof(T)>::bits_or(at, value);
}
template <typename T> __device__ inline void gpt_update_xor(T *at, T value) {
  gpt_steps<sizeof(T)>::bits_xor(at, value);
}
template <typename T> __device__ inline void gpt_update_min(T *at, T value) {
  gpt_steps<sizeof(T)>::least(at, value);
}
template <typename T> __device__ inline void gpt_update_max(T *at, T value) {
  gpt_steps<sizeof(T)>::greatest(at, value);
}
template <typename T> __device__ inline void gpt_update_multiply(T *at, T value) {
  gpt_steps<sizeof(T)>::change(at, [=](T x) { return (T)(gpt_bits(x) * gpt_bits(value)); });
}
template <typename T> __device__ inline void gpt_update_logical_and(T *at, T value) {
  gpt_steps<sizeof(T)>::change(at, [=](T x) { return (T)(x && value); });
}
template <typename T> __device__ inline void gpt_update_logical_or(T *at, T value) {
  gpt_steps<sizeof(T)>::change(at, [=](T x) { return (T)(x || value); });
}
template <typename T> __device__ inline void gpt_update_assign(T *at, T value) {
  gpt_steps<sizeof(T)>::change(at, [=](T) { return value; });
}
[[maybe_unused]] static __device__ inline void gpt_update_assign(float *at, float value) {
  atomicExch((unsigned *)at, __float_as_uint(value));
}
[[maybe_unused]] static __device__ inline void gpt_update_assign(double *at, double value) {
  atomicExch((unsigned long long *)at, (unsigned long long)__double_as_longlong(value));
}
template <typename T> __device__ inline void gpt_update_fill(T *at, T value) {
  gpt_steps<sizeof(T)>::change(at, [=](T x) { return x ? x : value; });
}
#endif

