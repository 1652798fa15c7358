//===- RuntimeArithmetic.h - Arithmetic of entries for libgputile_rt -*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===- Emitted from here on -----------------------------------------------===//
#ifndef GPUTILE_ARITHMETIC
#define GPUTILE_ARITHMETIC
static __inline long long gpt_min(long long gpt_a, long long gpt_b) {
  return gpt_a < gpt_b ? gpt_a : gpt_b;
}
static __inline long long gpt_max(long long gpt_a, long long gpt_b) {
  return gpt_a > gpt_b ? gpt_a : gpt_b;
}
static __inline long long gpt_floord(long long gpt_n, long long gpt_d) {
  return gpt_n / gpt_d - (gpt_n % gpt_d < 0);
}
#endif
