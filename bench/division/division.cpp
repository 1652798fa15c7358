//===- division.cpp - Divisions by constants against the processor's -----===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares what kernels compute for x / c with the division of the processor, bit for bit.
///
///   division             samples x for many constants, of both types
///   division --all C…    all floats, for each C
///
//===----------------------------------------------------------------------===//

#include "CodeGen/Prelude/Division.cuh"
#include "Frontend/CText/ConstantDivision.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

using gputile::frontend::constantDivision;
using gputile::frontend::ConstantDivision;
using gputile::frontend::DivisionForm;

template <typename T> struct Words;
template <> struct Words<float> {
  using type = uint32_t;
};
template <> struct Words<double> {
  using type = uint64_t;
};
template <typename T> using Word = typename Words<T>::type;

template <typename To, typename From> static To bitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// x / c as the emitted text computes it.
template <typename T> static T emitted(const ConstantDivision<T> &division, T x, T c) {
  switch (division.form) {
  case DivisionForm::Product:
    return gpt_mul(x, division.reciprocal);
  case DivisionForm::Odd:
    return gpt_div_odd(x, c);
  case DivisionForm::Even:
    return gpt_div_even(x, c);
  case DivisionForm::Parts:
    return gpt_div(x, c, division.high, division.low);
  case DivisionForm::Quotient:
    break;
  }
  return x / c;
}

static unsigned long long Compared, Wrong;
static unsigned Constants[5]; ///< By form.

/// NaN keeps its sign, as on this processor.
template <typename T> static void compare(const ConstantDivision<T> &division, Word<T> bits, T c) {
  const T x = bitsAs<T>(bits), expected = x / c, found = emitted(division, x, c);
  ++Compared;
  if (bitsAs<Word<T>>(expected) == bitsAs<Word<T>>(found))
    return;
  if (++Wrong <= 20)
    std::printf("%a / %a is %a, not %a\n", double(x), double(c), double(expected), double(found));
}

/// The numbers with distances up to \p reach from \p x in the order of numbers, and minus these.
template <typename T> static void around(const ConstantDivision<T> &division, T x, int reach, T c) {
  const Word<T> sign = Word<T>(1) << (sizeof(T) * 8 - 1), middle = bitsAs<Word<T>>(std::fabs(x));
  for (int d = -reach; d <= reach; ++d) {
    const Word<T> bits = (middle + Word<T>(d)) & (sign - 1);
    compare(division, bits, c);
    compare(division, bits | sign, c);
  }
}

/// Numbers of all magnitudes whose quotients are as near to the middle of two numbers as any: for
/// integers x and c, x 2^k is r modulo c, with a small r.
template <typename T> static void hardest(const ConstantDivision<T> &division, T c) {
  const int digits = std::numeric_limits<T>::digits;
  int length = 0;
  uint64_t odd = static_cast<uint64_t>(std::ldexp(std::frexp(std::fabs(c), &length), digits));
  while (odd % 2 == 0)
    odd /= 2;
  for (length = 0; odd >> length; ++length)
    ;
  const Word<T> one = Word<T>(1) << (digits - 1);
  for (uint64_t r = 1; r < 16; r += 2)
    for (const bool longer : {false, true}) {
      uint64_t x = r % odd;
      for (int k = 0; k < length + longer; ++k)
        x = (x % 2 == 0 ? x : x + odd) / 2;
      for (uint64_t number : {x, odd - x}) {
        if (number < one)
          number += (one - number + odd - 1) / odd * odd;
        for (int k = 0; k < 4 && number < 2 * one; ++k, number += odd)
          for (Word<T> e = 1; e < Word<T>(2 * std::numeric_limits<T>::max_exponent) - 1; ++e)
            compare<T>(division, (e << (digits - 1)) + (Word<T>(number) - one), c);
      }
    }
}

template <typename T> static void sample(T c, std::mt19937_64 &random) {
  using Limits = std::numeric_limits<T>;
  const ConstantDivision<T> division = constantDivision(c);
  ++Constants[static_cast<int>(division.form)];
  if (division.form == DivisionForm::Quotient)
    return;
  const int digits = Limits::digits;
  const T least = Limits::denorm_min();
  for (const T place : {T(0), Limits::min(), Limits::infinity(), c * Limits::min(), Limits::max() * c,
                        c * least, Limits::min() / division.low})
    around(division, place, 200, c);
  // Every exponent; the last NaN.
  const Word<T> exponents = Word<T>(1) << (sizeof(T) * 8 - digits);
  const Word<T> fractions = Word<T>(1) << (digits - 1);
  for (Word<T> e = 0; e < exponents; ++e)
    for (int k = 0; k < 4; ++k) {
      compare<T>(division, (e << (digits - 1)) + random() % fractions, c);
      around(division, bitsAs<T>(Word<T>(e << (digits - 1))), 1, c);
    }
  hardest(division, c);
  // Quotients near the middle of two numbers, normal and subnormal.
  for (int k = 0; k < 4000; ++k) {
    const Word<T> number = random() % fractions;
    const T quotient = bitsAs<T>(Word<T>((Word<T>(Limits::max_exponent) << (digits - 1)) + number));
    around(division, std::fma(c, quotient, c * std::ldexp(quotient, -digits)), 1, c);
    around(division, c * (T(number >> (k % digits)) + T(0.5)) * least, 1, c);
  }
}

template <typename T> static void sampleAll() {
  using Limits = std::numeric_limits<T>;
  std::mt19937_64 random(1);
  const T bound = std::ldexp(T(1), Limits::digits - 3);
  std::vector<T> constants = {3, 5, 7, 9, 27, 25, 6, 10, 12, 20, 100, 2, 4, 8, T(0.5), T(0.1), T(0.3),
                              T(1.1), T(0.01), T(1.5), T(2.5), T(1e-9), T(1e9), T(3.14159265358979),
                              Limits::min(), Limits::max(), std::ldexp(T(1), Limits::max_exponent - 1)};
  for (int d = -4; d <= 4; ++d)
    constants.push_back(bound + T(d));
  for (int k = 0; k < 60; ++k) {
    constants.push_back(std::floor(std::ldexp(bound, -(k % (Limits::digits - 5))) * T(random() % 1000 / 1000.0)) + 3);
    constants.push_back(std::ldexp(1 + std::ldexp(T(random() >> 12), -52), k % 40 - 20));
  }
  for (size_t k = 0; k < constants.size(); ++k)
    sample(k % 3 == 2 ? -constants[k] : constants[k], random);
}

static void compareAllFloats(float c) {
  const ConstantDivision<float> division = constantDivision(c);
  if (division.form == DivisionForm::Quotient)
    std::printf("no form for %a\n", double(c));
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; ++bits)
    compare<float>(division, static_cast<uint32_t>(bits), c);
}

int main(int count, char **arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--all") == 0) {
    for (int k = 2; k < count; ++k)
      compareAllFloats(std::strtof(arguments[k], nullptr));
  } else {
    sampleAll<float>();
    sampleAll<double>();
    std::printf("constants: %u divide, %u product, %u odd, %u even, %u parts\n", Constants[0], Constants[1],
                Constants[2], Constants[3], Constants[4]);
  }
  std::printf("%llu quotients, %llu wrong\n", Compared, Wrong);
  return Wrong > 0;
}
