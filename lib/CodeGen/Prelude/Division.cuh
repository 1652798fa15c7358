//===- Division.cuh - Divisions by constants ------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Device.cuh"

//===- Emitted from here on -----------------------------------------------===//
#ifndef GPUTILE_DIVISION
#define GPUTILE_DIVISION
// x / c for a constant c, with the same bits for every x, from products and fused multiply-adds.
// The compiler computes 1 / c, and what depends on its sign.
#if defined(__CUDA_ARCH__) || defined(GPUTILE_CPU)
// n, and another number if n is NaN. Comparisons of doubles are slow: this one is of the upper half, as a
// float. What is wrong with a quotient is less than 2^971, and such a half no NaN.
[[maybe_unused]] static __device__ inline double gpt_unless_nan(double n) {
  const float upper = fminf(__int_as_float(__double2hiint(n)), __int_as_float(0x7cb00000));
  return __hiloint2double(__float_as_int(upper), __double2loint(n));
}
// c is odd, at most 2^21 (double: 2^50). q is the quotient but for its last bits, n what is
// wrong with it, exactly; for an infinite x n is NaN, and q right.
[[maybe_unused]] static __device__ inline float gpt_div_odd(float x, float c) {
  const float y = 1.0f / c, q = __fmul_rn(x, y), n = __fmaf_rn(fabsf(c), q, c < 0 ? x : -x);
  return __fmaf_rn(fminf(n, 0x1.fffffep127f), -fabsf(y), q);
}
[[maybe_unused]] static __device__ inline double gpt_div_odd(double x, double c) {
  const double y = 1.0 / c, q = __dmul_rn(x, y), n = __fma_rn(fabs(c), q, c < 0 ? x : -x);
  return __fma_rn(gpt_unless_nan(n), -fabs(y), q);
}
// c is even, at most 2^21 (double: 2^50), and no power of two. Quotients may lie in the middle of two
// subnormal numbers: the correction t is rounded, so that it is exact there.
[[maybe_unused]] static __device__ inline float gpt_div_even(float x, float c) {
  const float y = 1.0f / c, q = __fmul_rn(x, y), n = __fmaf_rn(fabsf(c), q, c < 0 ? x : -x);
  const float t = __fmul_rn(n, fabsf(y) * 0x1p23f);
  return __fmaf_rn(fminf(t, 0x1.fffffep127f), -0x1p-23f, q);
}
[[maybe_unused]] static __device__ inline double gpt_div_even(double x, double c) {
  const double y = 1.0 / c, q = __dmul_rn(x, y), n = __fma_rn(fabs(c), q, c < 0 ? x : -x);
  const double t = __dmul_rn(gpt_unless_nan(n), fabs(y) * 0x1p52);
  return __fma_rn(t, -0x1p-52, q);
}
// high + low is 1 / c. Where x * low is subnormal, it is not exact enough.
[[maybe_unused]] static __device__ inline float gpt_div(float x, float c, float high, float low) {
  const float s = __fmul_rn(x, low);
  return fabsf(s) < 0x1p-126f && x != 0.0f ? x / c : __fmaf_rn(x, high, s);
}
[[maybe_unused]] static __device__ inline double gpt_div(double x, double c, double high, double low) {
  const double s = __dmul_rn(x, low);
  return fabs(s) < 0x1p-1022 && x != 0.0 ? x / c : __fma_rn(x, high, s);
}
#else
template <typename T> static __device__ inline T gpt_div_odd(T x, T c) { return x / c; }
template <typename T> static __device__ inline T gpt_div_even(T x, T c) { return x / c; }
template <typename T> static __device__ inline T gpt_div(T x, T c, T, T) { return x / c; }
#endif
#endif

