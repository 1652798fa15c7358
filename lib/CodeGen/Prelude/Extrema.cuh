//===- Extrema.cuh - Least and greatest floating-point numbers ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Device.cuh"

//===- Emitted from here on -----------------------------------------------===//
#ifndef GPUTILE_EXTREMA
#define GPUTILE_EXTREMA
// The comparisons as programs write them: they differ for NaN, and for zeros of two signs.
template <typename T> struct gpt_type_of {
  typedef T type;
};
#define GPT_EXTREMUM(name, holds, yes, no) \
  template <typename T> static __device__ inline T name(T x, typename gpt_type_of<T>::type e) { \
    return holds ? yes : no; \
  }
GPT_EXTREMUM(gpt_take_lt, e < x, e, x)
GPT_EXTREMUM(gpt_take_le, e <= x, e, x)
GPT_EXTREMUM(gpt_take_gt, e > x, e, x)
GPT_EXTREMUM(gpt_take_ge, e >= x, e, x)
GPT_EXTREMUM(gpt_keep_lt, x < e, x, e)
GPT_EXTREMUM(gpt_keep_le, x <= e, x, e)
GPT_EXTREMUM(gpt_keep_gt, x > e, x, e)
GPT_EXTREMUM(gpt_keep_ge, x >= e, x, e)
#undef GPT_EXTREMUM
// What those that keep x where a comparison holds, and so take NaN, make of any x that stands
// before some numbers.
template <typename T> struct gpt_kept {
  T value;
  int state; // 0: x stays, 1: x is compared with value, 2: value takes its place
};
#define GPT_KEPT(name) \
  template <typename T> \
  static __device__ inline gpt_kept<T> name(gpt_kept<T> x, typename gpt_type_of<T>::type e) { \
    return {x.state == 0 ? e : name(x.value, e), e != e ? 2 : x.state == 0 ? 1 : x.state}; \
  } \
  template <typename T> static __device__ inline gpt_kept<T> name(gpt_kept<T> x, gpt_kept<T> e) { \
    return e.state == 0                   ? x \
           : e.state == 2 || x.state == 0 ? e \
                                          : gpt_kept<T>{name(x.value, e.value), x.state}; \
  } \
  template <typename T> static __device__ inline T name(T x, gpt_kept<T> e) { \
    return e.state == 0 ? x : e.state == 2 ? e.value : name(x, e.value); \
  }
GPT_KEPT(gpt_keep_lt)
GPT_KEPT(gpt_keep_le)
GPT_KEPT(gpt_keep_gt)
GPT_KEPT(gpt_keep_ge)
#undef GPT_KEPT
[[maybe_unused]] static __device__ inline float gpt_fmin(float x, float e) { return fminf(x, e); }
[[maybe_unused]] static __device__ inline double gpt_fmin(double x, double e) { return fmin(x, e); }
[[maybe_unused]] static __device__ inline float gpt_fmax(float x, float e) { return fmaxf(x, e); }
[[maybe_unused]] static __device__ inline double gpt_fmax(double x, double e) { return fmax(x, e); }
// Where extrema of parts begin.
[[maybe_unused]] static __device__ inline float gpt_infinity() { return __int_as_float(0x7f800000); }
[[maybe_unused]] static __device__ inline float gpt_nan() { return __int_as_float(0x7fc00000); }
#endif

