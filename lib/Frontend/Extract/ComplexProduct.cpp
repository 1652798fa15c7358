//===- ComplexProduct.cpp - Products of complex numbers -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ComplexProduct.h"

using namespace clang;

namespace gputile::frontend {

bool isComplexProduct(const FunctionDecl *function) {
  return function && function->getIdentifier() && function->getLocation().isInvalid() &&
         function->getName().starts_with("gpt_complex_");
}

// As Clang computes it, and its library where both parts are no numbers (C, annex G.5.1).
const char *const ComplexProductText = R"(#ifndef GPUTILE_COMPLEX
#define GPUTILE_COMPLEX
// Products of complex numbers. Where both parts are NaN, infinities are recovered.
template <typename T> static __device__ inline bool gpt_complex_is_nan(T x) { return x != x; }
template <typename T> static __device__ inline bool gpt_complex_is_inf(T x) { return x == x && x - x != x - x; }
template <typename T> static __device__ inline T gpt_complex_boxed(T x) {
  return (T)copysign(gpt_complex_is_inf(x) ? 1.0 : 0.0, (double)x);
}
template <typename T> static __device__ inline T gpt_complex_cleared(T x) {
  return gpt_complex_is_nan(x) ? (T)copysign(0.0, (double)x) : x;
}
template <typename T> static __device__ inline T gpt_complex_product(T a, T b, T c, T d, bool real) {
  const T ac = gpt_mul(a, c), bd = gpt_mul(b, d), ad = gpt_mul(a, d), bc = gpt_mul(b, c);
  const T x = ac - bd, y = ad + bc;
  if (!gpt_complex_is_nan(x) || !gpt_complex_is_nan(y))
    return real ? x : y;
  bool recovers = false;
  if (gpt_complex_is_inf(a) || gpt_complex_is_inf(b)) {
    a = gpt_complex_boxed(a);
    b = gpt_complex_boxed(b);
    c = gpt_complex_cleared(c);
    d = gpt_complex_cleared(d);
    recovers = true;
  }
  if (gpt_complex_is_inf(c) || gpt_complex_is_inf(d)) {
    c = gpt_complex_boxed(c);
    d = gpt_complex_boxed(d);
    a = gpt_complex_cleared(a);
    b = gpt_complex_cleared(b);
    recovers = true;
  }
  if (!recovers && (gpt_complex_is_inf(ac) || gpt_complex_is_inf(bd) || gpt_complex_is_inf(ad) ||
                    gpt_complex_is_inf(bc))) {
    a = gpt_complex_cleared(a);
    b = gpt_complex_cleared(b);
    c = gpt_complex_cleared(c);
    d = gpt_complex_cleared(d);
    recovers = true;
  }
  if (!recovers)
    return real ? x : y;
  const T zero = 0, infinity = 1 / zero;
  return gpt_mul(infinity, real ? gpt_mul(a, c) - gpt_mul(b, d) : gpt_mul(a, d) + gpt_mul(b, c));
}
template <typename T> static __device__ inline T gpt_complex_real(T a, T b, T c, T d) {
  return gpt_complex_product(a, b, c, d, true);
}
template <typename T> static __device__ inline T gpt_complex_imag(T a, T b, T c, T d) {
  return gpt_complex_product(a, b, c, d, false);
}
#endif
)";

} // namespace gputile::frontend
