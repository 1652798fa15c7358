//===- ConstantDivision.cpp - Divisions by constants ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CText/ConstantDivision.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace gputile::frontend {

/// The number below \p odd that times 2^exponent is congruent to \p value modulo \p odd.
static uint64_t halved(uint64_t value, int exponent, uint64_t odd) {
  for (value %= odd; exponent > 0; --exponent)
    value = (value % 2 == 0 ? value : value + odd) / 2;
  return value;
}

template <typename T> constexpr int Bits = std::numeric_limits<T>::digits;

/// 1 / \p c in two parts, both positive.
template <typename T> static std::pair<T, T> reciprocalParts(T c) {
  T high = 1 / c;
  if (std::fma(c, high, T(-1)) > 0)
    high = std::nextafter(high, T(0));
  return {high, std::fma(-c, high, T(1)) / c};
}

/// Whether parts divide those \p x = X, X + C, … with p bits as a division does.
template <typename T> static bool divides(uint64_t x, uint64_t odd) {
  const uint64_t least = uint64_t(1) << (Bits<T> - 1);
  const T c = static_cast<T>(odd);
  const auto [high, low] = reciprocalParts(c);
  if (x < least)
    x += (least - x + odd - 1) / odd * odd;
  for (; x < 2 * least; x += odd) {
    const T value = static_cast<T>(x), small = value * low;
    if (std::fma(value, high, small) != value / c)
      return false;
  }
  return true;
}

/// Whether Parts is right for all x where nothing is subnormal, for divisors \p odd 2^k.
template <typename T> static bool partsAreExact(uint64_t odd) {
  int length = 0;
  while (odd >> length)
    ++length;
  const double number = static_cast<double>(odd);
  const double reach = 4 * number * number * reciprocalParts(static_cast<T>(odd)).second * 1.001;
  for (const int exponent : {length, length + 1})
    for (uint64_t r = 1; static_cast<double>(r) <= reach; r += 2) {
      const uint64_t x = halved(r, exponent, odd);
      if (!divides<T>(x, odd) || !divides<T>(odd - x, odd))
        return false;
    }
  return true;
}

template <typename T> ConstantDivision<T> constantDivision(T divisor) {
  const T c = std::fabs(divisor);
  if (!std::isnormal(c))
    return {};
  int exponent = 0;
  const T mantissa = std::frexp(c, &exponent);
  auto odd = static_cast<uint64_t>(std::ldexp(mantissa, Bits<T>));
  exponent -= Bits<T>;
  for (; odd % 2 == 0; ++exponent)
    odd /= 2;
  if (odd == 1)
    return std::isfinite(1 / c) ? ConstantDivision<T>{DivisionForm::Product, 1 / divisor}
                                : ConstantDivision<T>{};
  if (exponent >= 0 && c <= std::ldexp(T(1), Bits<T> - 3))
    return {exponent == 0 ? DivisionForm::Odd : DivisionForm::Even};
  // Far from where a part of the reciprocal is subnormal.
  const int largest = std::numeric_limits<T>::max_exponent / 2;
  if (std::abs(std::ilogb(c)) > largest || !partsAreExact<T>(odd))
    return {};
  const auto [high, low] = reciprocalParts(c);
  return {DivisionForm::Parts, 0, std::copysign(high, divisor), std::copysign(low, divisor)};
}

template ConstantDivision<float> constantDivision(float);
template ConstantDivision<double> constantDivision(double);

} // namespace gputile::frontend
