//===- Rounded.cpp - Arithmetic with other roundings ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of CUDA's mathematical library use these a few times each, so they may be slow. This
// file is compiled with -frounding-math.

#include "Handlers.h"
#include "Lanes.h"

#include "llvm/ADT/StringSwitch.h"

#include <cfenv>
#include <cmath>

using namespace llvm;

namespace gputile::counts {

namespace {

enum class Operation { Add, Subtract, Multiply, Divide, Fuse, Root, Reciprocal };

template <class T, Operation Op> T compute(T a, T b, T c) {
  switch (Op) {
  case Operation::Add:
    return a + b;
  case Operation::Subtract:
    return a - b;
  case Operation::Multiply:
    return a * b;
  case Operation::Divide:
    return a / b;
  case Operation::Fuse:
    return std::fma(a, b, c);
  case Operation::Root:
    return std::sqrt(a);
  case Operation::Reciprocal:
    return 1 / a;
  }
}

template <class T, Operation Op, int Mode>
void rounded(Warp &warp, const Instruction &instruction, Mask lanes) {
  constexpr unsigned Count = Op == Operation::Fuse                                  ? 3
                             : Op == Operation::Root || Op == Operation::Reciprocal ? 1
                                                                                    : 2;
  const T *operands[3];
  for (unsigned which = 0; which < 3; ++which)
    operands[which] = warp.values<T>(instruction.operands[which < Count ? which : 0]);
  T values[WarpSize];
  const int before = std::fegetround();
  std::fesetround(Mode);
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    values[lane] = compute<T, Op>(operands[0][lane], operands[1][lane], operands[2][lane]);
  std::fesetround(before);
  store(warp, instruction.result, lanes, values);
}

template <class T, Operation Op> Instruction::Handler ofMode(const Opcode &opcode) {
  return opcode.has("rz")   ? rounded<T, Op, FE_TOWARDZERO>
         : opcode.has("rm") ? rounded<T, Op, FE_DOWNWARD>
                            : rounded<T, Op, FE_UPWARD>;
}

template <Operation Op> Instruction::Handler ofType(const Opcode &opcode) {
  return opcode.type().bytes == 8 ? ofMode<double, Op>(opcode) : ofMode<float, Op>(opcode);
}

} // namespace

Instruction::Handler roundedHandler(const Opcode &opcode) {
  if (opcode.has("ftz") || opcode.has("sat"))
    return nullptr;
  using Find = Instruction::Handler (*)(const Opcode &);
  const auto find = StringSwitch<Find>(opcode.name())
                        .Case("add", ofType<Operation::Add>)
                        .Case("sub", ofType<Operation::Subtract>)
                        .Case("mul", ofType<Operation::Multiply>)
                        .Case("div", ofType<Operation::Divide>)
                        .Case("fma", ofType<Operation::Fuse>)
                        .Case("sqrt", ofType<Operation::Root>)
                        .Case("rcp", ofType<Operation::Reciprocal>)
                        .Default(nullptr);
  return find ? find(opcode) : nullptr;
}

} // namespace gputile::counts
