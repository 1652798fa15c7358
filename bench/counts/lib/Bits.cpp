//===- Bits.cpp - Logic, shifts and bit fields ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Lanes.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <bit>

using namespace llvm;

namespace gputile::counts {

using Handler = Instruction::Handler;

namespace {

constexpr auto And = [](auto a, auto b) { return a & b; };
constexpr auto Or = [](auto a, auto b) { return a | b; };
constexpr auto Xor = [](auto a, auto b) { return a ^ b; };
constexpr auto Not = [](auto a) { return ~a; };
constexpr auto IsZero = [](auto a) { return a == 0; };
// Amounts above the width count as the width.
constexpr auto ShiftLeft = [](auto a, uint32_t amount) {
  return amount < 8 * sizeof a ? static_cast<decltype(a)>(a << amount) : decltype(a)(0);
};
constexpr auto ShiftRight = [](auto a, uint32_t amount) {
  return static_cast<decltype(a)>(a >> std::min<uint32_t>(amount, 8 * sizeof a - 1));
};
constexpr auto ShiftRightZero = [](auto a, uint32_t amount) {
  return amount < 8 * sizeof a ? static_cast<decltype(a)>(a >> amount) : decltype(a)(0);
};
constexpr auto Count = [](auto a) { return std::popcount(a); };
constexpr auto LeadingZeros = [](auto a) { return std::countl_zero(a); };
constexpr auto Reverse = [](auto a) {
  decltype(a) result = 0;
  for (unsigned bit = 0; bit < 8 * sizeof a; ++bit)
    result |= (a >> bit & 1) << (8 * sizeof a - 1 - bit);
  return result;
};
/// The place of the highest bit that differs from the sign; -1 without.
constexpr auto HighestBit = [](auto a) {
  using U = std::make_unsigned_t<decltype(a)>;
  const U bits = a < 0 ? static_cast<U>(~a) : static_cast<U>(a);
  return static_cast<uint32_t>(static_cast<int>(std::bit_width(bits)) - 1);
};
/// bfe: the field's bits, filled with its highest one where signed.
constexpr auto Extract = [](auto a, uint32_t position, uint32_t length) {
  using T = decltype(a);
  constexpr unsigned Width = 8 * sizeof(T);
  position &= 0xff;
  length &= 0xff;
  const unsigned highest = std::min(position + length, Width) - (position + length > 0);
  const bool sign = std::is_signed_v<T> && length > 0 && (a >> std::min(highest, Width - 1) & 1);
  T result = 0;
  for (unsigned bit = 0; bit < Width; ++bit) {
    const bool inside = bit < length && position + bit < Width;
    const bool value = inside ? (a >> (position + bit) & 1) : sign;
    result |= static_cast<T>(static_cast<std::make_unsigned_t<T>>(value) << bit);
  }
  return result;
};
/// bfi: b with a's lowest bits at the field.
constexpr auto Insert = [](auto a, auto b, uint32_t position, uint32_t length) {
  for (unsigned bit = 0; bit < (length & 0xff) && (position & 0xff) + bit < 8 * sizeof a; ++bit) {
    const auto at = decltype(a)(1) << ((position & 0xff) + bit);
    b = a >> bit & 1 ? b | at : b & ~at;
  }
  return b;
};
constexpr auto Permute = [](uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t bytes = uint64_t(b) << 32 | a;
  uint32_t result = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    const uint32_t control = selector >> (4 * byte);
    uint32_t value = bytes >> (8 * (control & 7)) & 0xff;
    if (control & 8)
      value = value & 0x80 ? 0xff : 0;
    result |= value << (8 * byte);
  }
  return result;
};
constexpr auto FunnelLeftClamp = [](uint32_t a, uint32_t b, uint32_t amount) {
  return uint32_t((uint64_t(b) << 32 | a) << std::min(amount, 32u) >> 32);
};
constexpr auto FunnelRightClamp = [](uint32_t a, uint32_t b, uint32_t amount) {
  return uint32_t((uint64_t(b) << 32 | a) >> std::min(amount, 32u));
};
constexpr auto FunnelLeftWrap = [](uint32_t a, uint32_t b, uint32_t amount) {
  return FunnelLeftClamp(a, b, amount & 31);
};
constexpr auto FunnelRightWrap = [](uint32_t a, uint32_t b, uint32_t amount) {
  return FunnelRightClamp(a, b, amount & 31);
};

template <auto F> Handler binaryOf(Type type) {
  switch (type.bytes) {
  case 2:
    return binary<F, uint16_t, uint16_t>;
  case 4:
    return binary<F, uint32_t, uint32_t>;
  case 8:
    return binary<F, uint64_t, uint64_t>;
  default:
    return nullptr;
  }
}
template <auto F> Handler unaryOf(Type type) {
  switch (type.bytes) {
  case 2:
    return unary<F, uint16_t, uint16_t>;
  case 4:
    return unary<F, uint32_t, uint32_t>;
  case 8:
    return unary<F, uint64_t, uint64_t>;
  default:
    return nullptr;
  }
}
/// The result has 32 bits.
template <auto F> Handler countOf(Type type) {
  return type.bytes == 4   ? Handler(unary<F, uint32_t, uint32_t>)
         : type.bytes == 8 ? Handler(unary<F, uint32_t, uint64_t>)
                           : nullptr;
}
/// The amount has 32 bits.
template <auto F> Handler shiftOf(Type type) {
  const bool isSigned = type.kind == Type::Signed;
  switch (type.bytes) {
  case 2:
    return isSigned ? Handler(binary<F, int16_t, int16_t, uint32_t>)
                    : binary<F, uint16_t, uint16_t, uint32_t>;
  case 4:
    return isSigned ? Handler(binary<F, int32_t, int32_t, uint32_t>)
                    : binary<F, uint32_t, uint32_t, uint32_t>;
  case 8:
    return isSigned ? Handler(binary<F, int64_t, int64_t, uint32_t>)
                    : binary<F, uint64_t, uint64_t, uint32_t>;
  default:
    return nullptr;
  }
}

Handler rightShift(Type type) {
  return type.kind == Type::Signed ? shiftOf<ShiftRight>(type) : shiftOf<ShiftRightZero>(type);
}

Handler extractOf(Type type) {
  const bool isSigned = type.kind == Type::Signed;
  if (type.bytes == 4)
    return isSigned ? Handler(ternary<Extract, int32_t, int32_t, uint32_t, uint32_t>)
                    : ternary<Extract, uint32_t, uint32_t, uint32_t, uint32_t>;
  return isSigned ? Handler(ternary<Extract, int64_t, int64_t, uint32_t, uint32_t>)
                  : ternary<Extract, uint64_t, uint64_t, uint32_t, uint32_t>;
}

template <class T> void insert(Warp &warp, const Instruction &instruction, Mask lanes) {
  const T *a = warp.values<T>(instruction.operands[0]),
          *b = warp.values<T>(instruction.operands[1]);
  const auto *position = warp.values<uint32_t>(instruction.operands[2]);
  const auto *length = warp.values<uint32_t>(instruction.operands[3]);
  T values[WarpSize];
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    values[lane] = Insert(a[lane], b[lane], position[lane], length[lane]);
  store(warp, instruction.result, lanes, values);
}

Handler insertOf(Type type) { return type.bytes == 4 ? insert<uint32_t> : insert<uint64_t>; }

Handler highestBitOf(Type type) {
  const bool isSigned = type.kind == Type::Signed;
  if (type.bytes == 4)
    return isSigned ? Handler(unary<HighestBit, uint32_t, int32_t>)
                    : unary<HighestBit, uint32_t, uint32_t>;
  return isSigned ? Handler(unary<HighestBit, uint32_t, int64_t>)
                  : unary<HighestBit, uint32_t, uint64_t>;
}

/// lop3: the table's bit for the three operands' bits.
void threeInputLogic(Warp &warp, const Instruction &instruction, Mask lanes) {
  const uint32_t *a = warp.values<uint32_t>(instruction.operands[0]);
  const uint32_t *b = warp.values<uint32_t>(instruction.operands[1]);
  const uint32_t *c = warp.values<uint32_t>(instruction.operands[2]);
  const uint32_t table = *warp.values<uint32_t>(instruction.operands[3]);
  uint32_t values[WarpSize];
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    uint32_t result = 0;
    for (unsigned row = 0; row < 8; ++row)
      if (table >> row & 1)
        result |= (row & 4 ? a[lane] : ~a[lane]) & (row & 2 ? b[lane] : ~b[lane]) &
                  (row & 1 ? c[lane] : ~c[lane]);
    values[lane] = result;
  }
  store(warp, instruction.result, lanes, values);
}

Handler funnelOf(const Opcode &opcode) {
  using Of = uint32_t;
  if (opcode.has("l"))
    return opcode.has("wrap") ? ternary<FunnelLeftWrap, Of, Of> : ternary<FunnelLeftClamp, Of, Of>;
  return opcode.has("wrap") ? ternary<FunnelRightWrap, Of, Of> : ternary<FunnelRightClamp, Of, Of>;
}

} // namespace

Handler bitHandler(const Opcode &opcode) {
  const Type type = opcode.type();
  if (!type.isInteger() || type.bytes < 2)
    return nullptr;
  const StringRef name = opcode.name();
  if (name == "shf")
    return funnelOf(opcode);
  if (name == "lop3")
    return opcode.has("BoolOp") ? nullptr : Handler(threeInputLogic);
  if (name == "prmt") // Modes such as .f4e are not known.
    return opcode.modifiers().size() == 1 ? Handler(ternary<Permute, uint32_t, uint32_t>) : nullptr;
  if ((name == "bfe" || name == "bfi" || name == "bfind") &&
      (type.bytes < 4 || opcode.has("shiftamt")))
    return nullptr;
  using Find = Handler (*)(Type);
  const auto find = StringSwitch<Find>(name)
                        .Case("and", binaryOf<And>)
                        .Case("or", binaryOf<Or>)
                        .Case("xor", binaryOf<Xor>)
                        .Case("not", unaryOf<Not>)
                        .Case("cnot", unaryOf<IsZero>)
                        .Case("shl", shiftOf<ShiftLeft>)
                        .Case("shr", rightShift)
                        .Case("popc", countOf<Count>)
                        .Case("clz", countOf<LeadingZeros>)
                        .Case("brev", unaryOf<Reverse>)
                        .Case("bfe", extractOf)
                        .Case("bfi", insertOf)
                        .Case("bfind", highestBitOf)
                        .Default(nullptr);
  return find ? find(type) : nullptr;
}

} // namespace gputile::counts
