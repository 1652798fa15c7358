//===- Floats.cpp - Floating-point arithmetic -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounded to nearest, results are those of a device bit for bit; approximations (.approx, .full)
// are computed as well as the host can, so that their last bits may differ.

#include "Handlers.h"
#include "Lanes.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace llvm;

namespace gputile::counts {

using Handler = Instruction::Handler;

namespace {

constexpr auto Add = [](auto a, auto b) { return a + b; };
constexpr auto Subtract = [](auto a, auto b) { return a - b; };
constexpr auto Multiply = [](auto a, auto b) { return a * b; };
constexpr auto Divide = [](auto a, auto b) { return a / b; };
// A number wins over a NaN; -0 is less than 0.
constexpr auto Minimum = [](auto a, auto b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : a < b || (a == b && std::signbit(a)) ? a : b;
};
constexpr auto Maximum = [](auto a, auto b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : a > b || (a == b && std::signbit(b)) ? a : b;
};
constexpr auto Negate = [](auto a) { return -a; };
constexpr auto Absolute = [](auto a) { return std::fabs(a); };
constexpr auto Root = [](auto a) { return std::sqrt(a); };
constexpr auto Reciprocal = [](auto a) { return 1 / a; };
constexpr auto ReciprocalRoot = [](auto a) {
  return static_cast<decltype(a)>(1 / std::sqrt(double(a)));
};
constexpr auto Exponential = [](auto a) { return std::exp2(a); };
constexpr auto Logarithm = [](auto a) { return std::log2(a); };
constexpr auto Sine = [](auto a) { return std::sin(a); };
constexpr auto Cosine = [](auto a) { return std::cos(a); };
constexpr auto HyperbolicTangent = [](auto a) { return std::tanh(a); };
// PTX takes the sign from the first operand.
constexpr auto CopySign = [](auto a, auto b) { return std::copysign(b, a); };

template <class T> T flushed(T value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T(0), value) : value;
}
template <class T> T saturated(T value) { return !(value > 0) ? T(0) : value > 1 ? T(1) : value; }

template <auto F> constexpr auto Flushed = [](auto... a) { return flushed(F(flushed(a)...)); };
template <auto F> constexpr auto Saturated = [](auto... a) { return saturated(F(a...)); };

template <auto F> Handler unaryOf(Type type, bool flush) {
  if (type.bytes == 8)
    return unary<F, double, double>;
  return flush ? unary<Flushed<F>, float, float> : unary<F, float, float>;
}
template <auto F> Handler binaryOf(Type type, bool flush) {
  if (type.bytes == 8)
    return binary<F, double, double>;
  return flush ? binary<Flushed<F>, float, float> : binary<F, float, float>;
}

// Processors with the instruction execute it; others call the library.
#if defined(__x86_64__) && defined(__GNUC__)
#define COUNTS_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define COUNTS_CLONES
#endif
COUNTS_CLONES void fuse(float *result, const float *a, const float *b, const float *c) {
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    result[lane] = __builtin_fmaf(a[lane], b[lane], c[lane]);
}
COUNTS_CLONES void fuse(double *result, const double *a, const double *b, const double *c) {
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    result[lane] = __builtin_fma(a[lane], b[lane], c[lane]);
}
#undef COUNTS_CLONES

template <class T, bool Flush>
void fusedMultiplyAdd(Warp &warp, const Instruction &instruction, Mask lanes) {
  T values[WarpSize], in[3][WarpSize];
  const T *operands[3];
  for (unsigned which = 0; which < 3; ++which) {
    operands[which] = warp.values<T>(instruction.operands[which]);
    if constexpr (Flush) {
      for (unsigned lane = 0; lane < WarpSize; ++lane)
        in[which][lane] = flushed(operands[which][lane]);
      operands[which] = in[which];
    }
  }
  fuse(values, operands[0], operands[1], operands[2]);
  if constexpr (Flush)
    for (T &value : values)
      value = flushed(value);
  store(warp, instruction.result, lanes, values);
}

/// testp: kinds of numbers.
template <class T, auto F> void test(Warp &warp, const Instruction &instruction, Mask lanes) {
  const T *a = warp.values<T>(instruction.operands[0]);
  Mask result = 0;
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    result |= Mask(F(a[lane])) << lane;
  storePredicate(warp, instruction.result, lanes, result);
}
constexpr auto IsFinite = [](auto a) { return std::isfinite(a); };
constexpr auto IsInfinite = [](auto a) { return std::isinf(a); };
constexpr auto IsNumber = [](auto a) { return !std::isnan(a); };
constexpr auto IsNotNumber = [](auto a) { return std::isnan(a); };
constexpr auto IsNormal = [](auto a) { return std::isnormal(a); };
constexpr auto IsSubnormal = [](auto a) { return std::fpclassify(a) == FP_SUBNORMAL; };

template <auto F> Handler testOf(Type type) {
  return type.bytes == 8 ? test<double, F> : test<float, F>;
}

Handler testHandler(const Opcode &opcode, Type type) {
  return StringSwitch<Handler>(opcode.modifiers().front())
      .Case("finite", testOf<IsFinite>(type))
      .Case("infinite", testOf<IsInfinite>(type))
      .Case("number", testOf<IsNumber>(type))
      .Case("notanumber", testOf<IsNotNumber>(type))
      .Case("normal", testOf<IsNormal>(type))
      .Case("subnormal", testOf<IsSubnormal>(type))
      .Default(nullptr);
}

/// add.sat and so on: results from 0 to 1.
Handler saturatingHandler(StringRef name, Type type) {
  if (type.bytes != 4)
    return nullptr;
  return StringSwitch<Handler>(name)
      .Case("add", binary<Saturated<Add>, float, float>)
      .Case("sub", binary<Saturated<Subtract>, float, float>)
      .Case("mul", binary<Saturated<Multiply>, float, float>)
      .Case("fma", ternary<Saturated<[](float a, float b, float c) { return std::fma(a, b, c); }>,
                           float, float>)
      .Default(nullptr);
}

} // namespace

Handler floatHandler(const Opcode &opcode) {
  const Type type = opcode.type();
  if (type.kind != Type::Float || type.bytes < 4 || opcode.has("NaN") || opcode.has("xorsign"))
    return nullptr;
  const StringRef name = opcode.name();
  if (opcode.has("rz") || opcode.has("rm") || opcode.has("rp"))
    return roundedHandler(opcode);
  const bool flush = opcode.has("ftz");
  if (opcode.has("sat"))
    return flush ? nullptr : saturatingHandler(name, type);
  if (name == "fma" || name == "mad") {
    if (type.bytes == 8)
      return fusedMultiplyAdd<double, false>;
    return flush ? fusedMultiplyAdd<float, true> : fusedMultiplyAdd<float, false>;
  }
  if (name == "testp")
    return testHandler(opcode, type);
  using Find = Handler (*)(Type, bool);
  const auto find = StringSwitch<Find>(name)
                        .Case("add", binaryOf<Add>)
                        .Case("sub", binaryOf<Subtract>)
                        .Case("mul", binaryOf<Multiply>)
                        .Case("div", binaryOf<Divide>)
                        .Case("min", binaryOf<Minimum>)
                        .Case("max", binaryOf<Maximum>)
                        .Case("copysign", binaryOf<CopySign>)
                        .Case("neg", unaryOf<Negate>)
                        .Case("abs", unaryOf<Absolute>)
                        .Case("sqrt", unaryOf<Root>)
                        .Case("rcp", unaryOf<Reciprocal>)
                        .Case("rsqrt", unaryOf<ReciprocalRoot>)
                        .Case("ex2", unaryOf<Exponential>)
                        .Case("lg2", unaryOf<Logarithm>)
                        .Case("sin", unaryOf<Sine>)
                        .Case("cos", unaryOf<Cosine>)
                        .Case("tanh", unaryOf<HyperbolicTangent>)
                        .Default(nullptr);
  return find ? find(type, flush) : nullptr;
}

} // namespace gputile::counts
