//===- Atomics.cpp - atom and red -------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Lanes.h"

#include "llvm/ADT/StringSwitch.h"

#include <bit>

using namespace llvm;

namespace gputile::counts {

using Handler = Instruction::Handler;

namespace {

// The new value from the old one and the operands; b is that of cas only.
constexpr auto Add = [](auto old, auto a, auto) { return old + a; };
constexpr auto And = [](auto old, auto a, auto) { return old & a; };
constexpr auto Or = [](auto old, auto a, auto) { return old | a; };
constexpr auto Xor = [](auto old, auto a, auto) { return old ^ a; };
constexpr auto Minimum = [](auto old, auto a, auto) { return a < old ? a : old; };
constexpr auto Maximum = [](auto old, auto a, auto) { return a < old ? old : a; };
constexpr auto Exchange = [](auto, auto a, auto) { return a; };
constexpr auto CompareAndSwap = [](auto old, auto a, auto b) { return old == a ? b : old; };
constexpr auto Increment = [](auto old, auto a, auto) { return old >= a ? 0 : old + 1; };
constexpr auto Decrement = [](auto old, auto a, auto) { return old == 0 || old > a ? a : old - 1; };

template <auto F, class T, AddressSpace S, bool Wide>
void atomic(Warp &warp, const Instruction &instruction, Mask lanes) {
  Access access = addressesOf(warp, instruction, instruction.operands[0], Wide, lanes, sizeof(T));
  if (!resolve(warp, instruction, S, true, access))
    return;
  const T *a = warp.values<T>(instruction.operands[1]);
  const T *b = instruction.operands[2] == NoOperand ? a : warp.values<T>(instruction.operands[2]);
  T olds[WarpSize] = {};
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) { // Lanes one after the other.
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    auto *at = reinterpret_cast<void *>(access.address[lane]);
    std::memcpy(&olds[lane], at, sizeof(T));
    const T next = static_cast<T>(F(olds[lane], a[lane], b[lane]));
    std::memcpy(at, &next, sizeof next);
  }
  if (instruction.result != NoOperand)
    store(warp, instruction.result, lanes, olds);
}

template <auto F, class T> Handler inSpace(AddressSpace space, bool wide) {
  switch (space) {
  case AddressSpace::Shared:
    return wide ? atomic<F, T, AddressSpace::Shared, true>
                : atomic<F, T, AddressSpace::Shared, false>;
  case AddressSpace::Global:
    return wide ? Handler(atomic<F, T, AddressSpace::Global, true>) : nullptr;
  case AddressSpace::Generic:
    return wide ? Handler(atomic<F, T, AddressSpace::Generic, true>) : nullptr;
  default:
    return nullptr;
  }
}

template <auto F> Handler integers(Type type, AddressSpace space, bool wide) {
  const bool isSigned = type.kind == Type::Signed;
  if (type.bytes == 4)
    return isSigned ? inSpace<F, int32_t>(space, wide) : inSpace<F, uint32_t>(space, wide);
  if (type.bytes == 8)
    return isSigned ? inSpace<F, int64_t>(space, wide) : inSpace<F, uint64_t>(space, wide);
  return nullptr;
}

/// Sums of integers wrap around, so they are unsigned.
Handler sums(Type type, AddressSpace space, bool wide) {
  if (type.is(Type::Float, 4))
    return inSpace<Add, float>(space, wide);
  if (type.is(Type::Float, 8))
    return inSpace<Add, double>(space, wide);
  return integers<Add>(Type{Type::Unsigned, type.bytes}, space, wide);
}

} // namespace

Handler atomicHandler(const Opcode &opcode, AddressSpace space, bool wide) {
  const Type type = opcode.type();
  if (opcode.has("noftz") || type.bytes < 4)
    return nullptr;
  if (opcode.has("add"))
    return sums(type, space, wide);
  if (!type.isInteger())
    return nullptr;
  using Find = Handler (*)(Type, AddressSpace, bool);
  for (StringRef part : opcode.modifiers()) {
    const auto find = StringSwitch<Find>(part)
                          .Case("and", integers<And>)
                          .Case("or", integers<Or>)
                          .Case("xor", integers<Xor>)
                          .Case("min", integers<Minimum>)
                          .Case("max", integers<Maximum>)
                          .Case("exch", integers<Exchange>)
                          .Case("cas", integers<CompareAndSwap>)
                          .Case("inc", integers<Increment>)
                          .Case("dec", integers<Decrement>)
                          .Default(nullptr);
    if (find)
      return find(type, space, wide);
  }
  return nullptr;
}

} // namespace gputile::counts
