//===- Integers.cpp - Integer arithmetic ------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Lanes.h"

#include "llvm/ADT/StringSwitch.h"

#include <type_traits>

using namespace llvm;

namespace gputile::counts {

using Handler = Instruction::Handler;

namespace {

template <class T>
using Wide = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>>;
template <class T> using Plain = std::make_unsigned_t<T>;

// Sums and low products are those of unsigned numbers of at least 32 bits, which wrap around.
template <class T> constexpr auto wrapping(T a) {
  return static_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(a);
}
constexpr auto Add = [](auto a, auto b) { return wrapping(a) + wrapping(b); };
constexpr auto Subtract = [](auto a, auto b) { return wrapping(a) - wrapping(b); };
constexpr auto MultiplyLow = [](auto a, auto b) { return wrapping(a) * wrapping(b); };
constexpr auto MultiplyHigh = [](auto a, auto b) {
  using T = decltype(a);
  return static_cast<T>((Wide<T>(a) * Wide<T>(b)) >> (8 * sizeof(T)));
};
constexpr auto MultiplyWide = [](auto a, auto b) {
  return Wide<decltype(a)>(a) * Wide<decltype(a)>(b);
};
constexpr auto MultiplyAddLow = [](auto a, auto b, auto c) {
  return wrapping(a) * wrapping(b) + wrapping(c);
};
constexpr auto MultiplyAddHigh = [](auto a, auto b, auto c) {
  return wrapping(MultiplyHigh(a, b)) + wrapping(c);
};
constexpr auto MultiplyAddWide = [](auto a, auto b, auto c) {
  return wrapping(MultiplyWide(a, b)) + wrapping(c);
};
// The quotient by zero has all bits set, as devices give it; the least number by -1 wraps.
constexpr auto Divide = [](auto a, auto b) {
  using T = decltype(a);
  if (b == 0)
    return static_cast<T>(~T(0));
  if (std::is_signed_v<T> && b == static_cast<T>(-1))
    return static_cast<T>(0 - wrapping(a));
  return static_cast<T>(a / b);
};
constexpr auto Remainder = [](auto a, auto b) {
  using T = decltype(a);
  if (b == 0)
    return a;
  if (std::is_signed_v<T> && b == static_cast<T>(-1))
    return T(0);
  return static_cast<T>(a % b);
};
constexpr auto Minimum = [](auto a, auto b) { return a < b ? a : b; };
constexpr auto Maximum = [](auto a, auto b) { return a < b ? b : a; };
constexpr auto Negate = [](auto a) { return 0 - wrapping(a); };
constexpr auto Absolute = [](auto a) { return a < 0 ? 0 - wrapping(a) : wrapping(a); };
constexpr auto SumOfDifference = [](auto a, auto b, auto c) {
  return wrapping(c) + (a < b ? wrapping(b) - wrapping(a) : wrapping(a) - wrapping(b));
};

/// Calls `make` with a value of the type that the instruction names.
template <class Make> Handler forType(Type type, Make make) {
  const bool isSigned = type.kind == Type::Signed;
  switch (type.bytes) {
  case 2:
    return isSigned ? make(int16_t()) : make(uint16_t());
  case 4:
    return isSigned ? make(int32_t()) : make(uint32_t());
  case 8:
    return isSigned ? make(int64_t()) : make(uint64_t());
  default:
    return nullptr;
  }
}

template <auto F> Handler unaryOf(Type type) {
  return forType(type, [](auto t) -> Handler { return unary<F, decltype(t), decltype(t)>; });
}
template <auto F> Handler binaryOf(Type type) {
  return forType(type, [](auto t) -> Handler { return binary<F, decltype(t), decltype(t)>; });
}
template <auto F> Handler ternaryOf(Type type) {
  return forType(type, [](auto t) -> Handler { return ternary<F, decltype(t), decltype(t)>; });
}

Handler multiplyHandler(const Opcode &opcode, Type type) {
  if (opcode.has("lo"))
    return binaryOf<MultiplyLow>(type);
  if (opcode.has("hi"))
    return binaryOf<MultiplyHigh>(type);
  if (opcode.has("wide") && type.bytes < 8)
    return forType(type, [](auto t) -> Handler {
      using T = decltype(t);
      if constexpr (sizeof(T) < 8)
        return binary<MultiplyWide, Wide<T>, T>;
      return nullptr;
    });
  return nullptr;
}

Handler multiplyAddHandler(const Opcode &opcode, Type type) {
  if (opcode.has("lo"))
    return ternaryOf<MultiplyAddLow>(type);
  if (opcode.has("hi"))
    return ternaryOf<MultiplyAddHigh>(type);
  if (opcode.has("wide") && type.bytes < 8)
    return forType(type, [](auto t) -> Handler {
      using T = decltype(t);
      if constexpr (sizeof(T) < 8)
        return ternary<MultiplyAddWide, Wide<T>, T, T, Wide<T>>;
      return nullptr;
    });
  return nullptr;
}

//===- With carry -----------------------------------------------------------===//

template <class T> struct WithCarry {
  T value;
  bool carry;
};

/// a + b + carry, or a - b - borrow.
template <class T, bool Subtracts> WithCarry<T> addCarry(T a, T b, bool in) {
  const auto wide = Subtracts ? (unsigned __int128)a - b - in : (unsigned __int128)a + b + in;
  return {static_cast<T>(wide), (wide >> (8 * sizeof(T)) & 1) != 0};
}

/// add.cc, addc, sub.cc, subc; with `Product` mad.lo.cc, madc.hi and so on, of which the product's
/// half is the first operand of the sum.
template <class T, bool Subtracts, bool Product, bool High, bool Takes, bool Gives>
void carried(Warp &warp, const Instruction &instruction, Mask lanes) {
  const T *a = warp.values<T>(instruction.operands[0]),
          *b = warp.values<T>(instruction.operands[1]);
  const T *c = Product ? warp.values<T>(instruction.operands[2]) : nullptr;
  T values[WarpSize];
  Mask carry = 0;
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    T first = a[lane], second = b[lane];
    if constexpr (Product) {
      first = High ? MultiplyHigh(a[lane], b[lane]) : static_cast<T>(MultiplyLow(a[lane], b[lane]));
      second = c[lane];
    }
    const auto sum = addCarry<T, Subtracts>(first, second, Takes && (warp.carry >> lane & 1));
    values[lane] = sum.value;
    carry |= Mask(sum.carry) << lane;
  }
  store(warp, instruction.result, lanes, values);
  if constexpr (Gives)
    warp.carry = (warp.carry & ~lanes) | (carry & lanes);
}

template <class T, bool Subtracts, bool Product, bool High>
Handler carriedOf(bool takes, bool gives) {
  if (takes)
    return gives ? carried<T, Subtracts, Product, High, true, true>
                 : carried<T, Subtracts, Product, High, true, false>;
  return carried<T, Subtracts, Product, High, false, true>;
}

template <class T> Handler carryHandler(const Opcode &opcode) {
  const bool takes = opcode.name().ends_with("c"), gives = opcode.has("cc");
  if (opcode.name().starts_with("add"))
    return carriedOf<T, false, false, false>(takes, gives);
  if (opcode.name().starts_with("sub"))
    return carriedOf<T, true, false, false>(takes, gives);
  return opcode.has("hi") ? carriedOf<T, false, true, true>(takes, gives)
                          : carriedOf<T, false, true, false>(takes, gives);
}

} // namespace

Handler integerHandler(const Opcode &opcode) {
  const Type type = opcode.type();
  if (!type.isInteger() || opcode.has("sat"))
    return nullptr;
  const StringRef name = opcode.name();
  if (opcode.has("cc") || name == "addc" || name == "subc" || name == "madc") {
    const bool known =
        name.starts_with("add") || name.starts_with("sub") || name.starts_with("mad");
    if (!known || type.bytes < 4)
      return nullptr;
    // The carry does not depend on the sign, but the upper half of a product does.
    if (opcode.has("hi") && type.kind == Type::Signed)
      return nullptr;
    return type.bytes == 4 ? carryHandler<uint32_t>(opcode) : carryHandler<uint64_t>(opcode);
  }
  if (name == "mul")
    return multiplyHandler(opcode, type);
  if (name == "mad")
    return multiplyAddHandler(opcode, type);
  using Find = Handler (*)(Type);
  const auto find = StringSwitch<Find>(name)
                        .Case("add", binaryOf<Add>)
                        .Case("sub", binaryOf<Subtract>)
                        .Case("div", binaryOf<Divide>)
                        .Case("rem", binaryOf<Remainder>)
                        .Case("min", binaryOf<Minimum>)
                        .Case("max", binaryOf<Maximum>)
                        .Case("neg", unaryOf<Negate>)
                        .Case("abs", unaryOf<Absolute>)
                        .Case("sad", ternaryOf<SumOfDifference>)
                        .Default(nullptr);
  return find ? find(type) : nullptr;
}

} // namespace gputile::counts
