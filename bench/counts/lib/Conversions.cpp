//===- Conversions.cpp - cvt and mov ----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Lanes.h"

#include <cmath>
#include <limits>

using namespace llvm;

namespace gputile::counts {

using Handler = Instruction::Handler;

namespace {

//===- Between integers -----------------------------------------------------===//

/// How a register's bits become the number: `offset` holds the shift for source and result, and
/// whether each is signed.
struct Widths {
  unsigned source, result;
  bool sourceSigned, resultSigned;

  int64_t packed() const { return source | result << 8 | sourceSigned << 16 | resultSigned << 17; }
  static Widths of(int64_t packed) {
    return {unsigned(packed & 0xff), unsigned(packed >> 8 & 0xff), (packed >> 16 & 1) != 0,
            (packed >> 17 & 1) != 0};
  }
};

inline uint64_t extended(uint64_t bits, unsigned shift, bool isSigned) {
  bits <<= shift;
  return isSigned ? static_cast<uint64_t>(static_cast<int64_t>(bits) >> shift) : bits >> shift;
}

template <class R, class A> void resize(Warp &warp, const Instruction &instruction, Mask lanes) {
  const Widths widths = Widths::of(instruction.offset);
  const A *a = warp.values<A>(instruction.operands[0]);
  R values[WarpSize];
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    const uint64_t number = extended(a[lane], widths.source, widths.sourceSigned);
    values[lane] = static_cast<R>(extended(number, widths.result, widths.resultSigned));
  }
  store(warp, instruction.result, lanes, values);
}

template <class R> Handler resizeFrom(unsigned from) {
  return from == 2   ? Handler(resize<R, uint16_t>)
         : from == 4 ? Handler(resize<R, uint32_t>)
         : from == 8 ? Handler(resize<R, uint64_t>)
                     : nullptr;
}

//===- Between floats and integers ------------------------------------------===//

enum class Rounding { Nearest, Zero, Down, Up };

Rounding roundingOf(const Opcode &opcode) {
  return opcode.has("rzi") || opcode.has("rz")   ? Rounding::Zero
         : opcode.has("rmi") || opcode.has("rm") ? Rounding::Down
         : opcode.has("rpi") || opcode.has("rp") ? Rounding::Up
                                                 : Rounding::Nearest;
}

template <class T, Rounding R> T integral(T value) {
  switch (R) {
  case Rounding::Nearest:
    return std::nearbyint(value);
  case Rounding::Zero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  }
}

/// The nearest number of the type; what is no number becomes 0, or the least 64-bit number.
template <class To, class From, Rounding R> To toInteger(From value) {
  if (std::isnan(value))
    return sizeof(To) == 8 ? static_cast<To>(uint64_t(1) << 63) : To(0);
  const From whole = integral<From, R>(value);
  // The power of two above the largest number is exact in every floating-point type.
  const From above = std::ldexp(From(1), std::numeric_limits<To>::digits);
  if (whole >= above)
    return std::numeric_limits<To>::max();
  if (whole < (std::is_signed_v<To> ? -above : From(0)))
    return std::numeric_limits<To>::min();
  return static_cast<To>(whole);
}

template <class To, class From, Rounding R> Handler toIntegerHandler() {
  return unary<[](From value) { return toInteger<To, From, R>(value); }, To, From>;
}

template <class To, class From> Handler toIntegerHandler(Rounding rounding) {
  switch (rounding) {
  case Rounding::Nearest:
    return toIntegerHandler<To, From, Rounding::Nearest>();
  case Rounding::Zero:
    return toIntegerHandler<To, From, Rounding::Zero>();
  case Rounding::Down:
    return toIntegerHandler<To, From, Rounding::Down>();
  case Rounding::Up:
    return toIntegerHandler<To, From, Rounding::Up>();
  }
  return nullptr;
}

template <class From> Handler toIntegerHandler(Type to, Rounding rounding) {
  const bool isSigned = to.kind == Type::Signed;
  switch (to.bytes) {
  case 2:
    return isSigned ? toIntegerHandler<int16_t, From>(rounding)
                    : toIntegerHandler<uint16_t, From>(rounding);
  case 4:
    return isSigned ? toIntegerHandler<int32_t, From>(rounding)
                    : toIntegerHandler<uint32_t, From>(rounding);
  case 8:
    return isSigned ? toIntegerHandler<int64_t, From>(rounding)
                    : toIntegerHandler<uint64_t, From>(rounding);
  default:
    return nullptr;
  }
}

constexpr auto AsFloat = [](auto a) { return static_cast<float>(a); };
constexpr auto AsDouble = [](auto a) { return static_cast<double>(a); };

template <class From> Handler fromInteger(Type to) {
  return to.bytes == 8 ? Handler(unary<AsDouble, double, From>) : unary<AsFloat, float, From>;
}

Handler fromIntegerHandler(Type from, Type to) {
  const bool isSigned = from.kind == Type::Signed;
  switch (from.bytes) {
  case 1:
    return nullptr;
  case 2:
    return isSigned ? fromInteger<int16_t>(to) : fromInteger<uint16_t>(to);
  case 4:
    return isSigned ? fromInteger<int32_t>(to) : fromInteger<uint32_t>(to);
  case 8:
    return isSigned ? fromInteger<int64_t>(to) : fromInteger<uint64_t>(to);
  default:
    return nullptr;
  }
}

template <class T> Handler toIntegral(Rounding rounding) {
  switch (rounding) {
  case Rounding::Nearest:
    return unary<integral<T, Rounding::Nearest>, T, T>;
  case Rounding::Zero:
    return unary<integral<T, Rounding::Zero>, T, T>;
  case Rounding::Down:
    return unary<integral<T, Rounding::Down>, T, T>;
  case Rounding::Up:
    return unary<integral<T, Rounding::Up>, T, T>;
  }
  return nullptr;
}

constexpr auto Saturated = [](float a) { return !(a > 0) ? 0.0f : a > 1 ? 1.0f : a; };

Handler betweenFloats(const Opcode &opcode, Type from, Type to) {
  const bool whole =
      opcode.has("rni") || opcode.has("rzi") || opcode.has("rmi") || opcode.has("rpi");
  if (opcode.has("sat"))
    return from.bytes == 4 && to.bytes == 4 && !whole ? Handler(unary<Saturated, float, float>)
                                                      : nullptr;
  if (from.bytes == to.bytes)
    return from.bytes == 8 ? toIntegral<double>(roundingOf(opcode))
                           : toIntegral<float>(roundingOf(opcode));
  if (whole || (to.bytes == 4 && roundingOf(opcode) != Rounding::Nearest))
    return nullptr;
  return to.bytes == 8 ? Handler(unary<AsDouble, double, float>) : unary<AsFloat, float, double>;
}

template <class T> void move(Warp &warp, const Instruction &instruction, Mask lanes) {
  T values[WarpSize];
  std::memcpy(values, warp.values<T>(instruction.operands[0]), sizeof values);
  store(warp, instruction.result, lanes, values);
}

/// `mov.b64 %rd, {%r1, %r2}`: parts from the lowest on; a part without a register is 0.
template <class Whole, class Part>
void pack(Warp &warp, const Instruction &instruction, Mask lanes) {
  Whole values[WarpSize] = {};
  unsigned shift = 0;
  for (uint32_t part : warp.launch.program.tables[instruction.extra]) {
    for (unsigned lane = 0; lane < WarpSize; ++lane)
      values[lane] |= Whole(warp.values<Part>(part)[lane]) << shift;
    shift += 8 * sizeof(Part);
  }
  store(warp, instruction.result, lanes, values);
}

template <class Whole, class Part>
void unpack(Warp &warp, const Instruction &instruction, Mask lanes) {
  Whole whole[WarpSize];
  std::memcpy(whole, warp.values<Whole>(instruction.operands[0]), sizeof whole);
  unsigned shift = 0;
  for (uint32_t part : warp.launch.program.tables[instruction.extra]) {
    Part values[WarpSize];
    for (unsigned lane = 0; lane < WarpSize; ++lane)
      values[lane] = static_cast<Part>(whole[lane] >> shift);
    if (part != NoOperand)
      store(warp, part, lanes, values);
    shift += 8 * sizeof(Part);
  }
}

} // namespace

Handler conversionHandler(const Opcode &opcode, unsigned from, unsigned to, int64_t &offset) {
  const Type target = opcode.type(0), source = opcode.type(1);
  if (target.bytes == 0 || source.bytes == 0 || opcode.has("ftz") || opcode.has("relu"))
    return nullptr;
  if (target.isInteger() && source.isInteger()) {
    if (opcode.has("sat"))
      return nullptr;
    offset = Widths{64u - 8 * source.bytes, 64u - 8 * target.bytes, source.kind == Type::Signed,
                    target.kind == Type::Signed}
                 .packed();
    return to == 2   ? resizeFrom<uint16_t>(from)
           : to == 4 ? resizeFrom<uint32_t>(from)
           : to == 8 ? resizeFrom<uint64_t>(from)
                     : nullptr;
  }
  // Registers of the very type only.
  if (target.bytes != to || source.bytes != from ||
      (source.kind == Type::Float && source.bytes < 4) ||
      (target.kind == Type::Float && target.bytes < 4))
    return nullptr;
  if (target.isInteger())
    return source.bytes == 8 ? toIntegerHandler<double>(target, roundingOf(opcode))
                             : toIntegerHandler<float>(target, roundingOf(opcode));
  if (source.isInteger()) // Only int64 and int32 to float could be rounded in other ways.
    return roundingOf(opcode) == Rounding::Nearest ? fromIntegerHandler(source, target) : nullptr;
  return betweenFloats(opcode, source, target);
}

Handler moveHandler(unsigned bytes) {
  switch (bytes) {
  case 2:
    return move<uint16_t>;
  case 4:
    return move<uint32_t>;
  case 8:
    return move<uint64_t>;
  default:
    return nullptr;
  }
}

Handler packHandler(unsigned bytes, unsigned count) {
  if (bytes == 8)
    return count == 2 ? pack<uint64_t, uint32_t> : count == 4 ? pack<uint64_t, uint16_t> : nullptr;
  return bytes == 4 && count == 2 ? pack<uint32_t, uint16_t> : nullptr;
}

Handler unpackHandler(unsigned bytes, unsigned count) {
  if (bytes == 8)
    return count == 2   ? unpack<uint64_t, uint32_t>
           : count == 4 ? unpack<uint64_t, uint16_t>
                        : nullptr;
  return bytes == 4 && count == 2 ? unpack<uint32_t, uint16_t> : nullptr;
}

} // namespace gputile::counts
