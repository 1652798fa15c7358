//===- Lanes.h - Operations on 32 lanes -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Warp.h"

namespace gputile::counts {

/// Writes the values of the lanes that are active.
template <class T>
inline void store(Warp &warp, uint32_t at, Mask lanes, const T (&values)[WarpSize]) {
  T *result = warp.values<T>(at);
  if (lanes == AllLanes) {
    std::memcpy(result, values, sizeof values);
    return;
  }
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    result[lane] = lanes >> lane & 1 ? values[lane] : result[lane];
}

/// Sets the bits of a predicate that belong to active lanes.
inline void storePredicate(Warp &warp, uint32_t at, Mask lanes, Mask value) {
  if (at == NoOperand)
    return;
  Mask &result = warp.predicate(at);
  result = (result & ~lanes) | (value & lanes);
}

// F computes all lanes, also those that are not active: it is to be defined for all values.

template <auto F, class R, class A>
void unary(Warp &warp, const Instruction &instruction, Mask lanes) {
  const A *a = warp.values<A>(instruction.operands[0]);
  R values[WarpSize];
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    values[lane] = static_cast<R>(F(a[lane]));
  store(warp, instruction.result, lanes, values);
}

template <auto F, class R, class A, class B = A>
void binary(Warp &warp, const Instruction &instruction, Mask lanes) {
  const A *a = warp.values<A>(instruction.operands[0]);
  const B *b = warp.values<B>(instruction.operands[1]);
  R values[WarpSize];
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    values[lane] = static_cast<R>(F(a[lane], b[lane]));
  store(warp, instruction.result, lanes, values);
}

template <auto F, class R, class A, class B = A, class C = A>
void ternary(Warp &warp, const Instruction &instruction, Mask lanes) {
  const A *a = warp.values<A>(instruction.operands[0]);
  const B *b = warp.values<B>(instruction.operands[1]);
  const C *c = warp.values<C>(instruction.operands[2]);
  R values[WarpSize];
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    values[lane] = static_cast<R>(F(a[lane], b[lane], c[lane]));
  store(warp, instruction.result, lanes, values);
}

} // namespace gputile::counts
