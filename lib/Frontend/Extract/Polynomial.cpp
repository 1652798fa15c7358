//===- Polynomial.cpp - Polynomials with integer coefficients -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Polynomial.h"

#include <algorithm>
#include <iterator>

namespace gputile::frontend {

/// Longer sums are no subscripts that anyone writes.
static constexpr size_t MaxTerms = 64;

Polynomial Polynomial::variable(unsigned number) { return term({number}, 1); }

Polynomial Polynomial::term(Monomial monomial, int64_t coefficient) {
  Polynomial result;
  result.add(monomial, coefficient);
  return result;
}

void Polynomial::add(const Monomial &monomial, int64_t coefficient) {
  int64_t &sum = Sum[monomial];
  // The negative of each coefficient is a number, too.
  Known = Known && !__builtin_add_overflow(sum, coefficient, &sum) && sum != INT64_MIN;
  if (sum == 0)
    Sum.erase(monomial);
  Known = Known && Sum.size() <= MaxTerms;
}

std::optional<int64_t> Polynomial::constant() const {
  if (!Known || degree() > 0)
    return std::nullopt;
  return leadingCoefficient();
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial result = *this;
  result.Known = Known && other.Known;
  for (const auto &[monomial, coefficient] : other.Sum)
    result.add(monomial, coefficient);
  return result;
}

Polynomial Polynomial::operator-(const Polynomial &other) const {
  return *this + other * Polynomial(-1);
}

static Monomial product(const Monomial &a, const Monomial &b) {
  Monomial result;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial result;
  result.Known = Known && other.Known;
  for (const auto &[monomial, coefficient] : Sum)
    for (const auto &[otherMonomial, otherCoefficient] : other.Sum) {
      int64_t both = 0;
      result.Known = result.Known && !__builtin_mul_overflow(coefficient, otherCoefficient, &both);
      if (!result.Known)
        return result;
      result.add(product(monomial, otherMonomial), both);
    }
  return result;
}

/// \p a / \p b as a polynomial of one term, where that is one.
static std::optional<Polynomial> termQuotient(const Polynomial::Terms::value_type &a,
                                              const Polynomial::Terms::value_type &b) {
  if (a.second % b.second != 0 ||
      !std::includes(a.first.begin(), a.first.end(), b.first.begin(), b.first.end()))
    return std::nullopt;
  Monomial rest;
  std::set_difference(a.first.begin(), a.first.end(), b.first.begin(), b.first.end(),
                      std::back_inserter(rest));
  return Polynomial::term(std::move(rest), a.second / b.second);
}

std::pair<Polynomial, Polynomial> Polynomial::dividedBy(const Polynomial &divisor) const {
  Polynomial quotient, remainder, rest = *this;
  quotient.Known = Known && divisor.Known;
  while (quotient.Known && rest.Known && !rest.isZero()) {
    const Terms::value_type leading = *rest.Sum.rbegin();
    if (auto factor = termQuotient(leading, *divisor.Sum.rbegin())) {
      quotient = quotient + *factor;
      rest = rest - *factor * divisor;
    } else {
      remainder.add(leading.first, leading.second);
      rest.Sum.erase(leading.first);
    }
  }
  quotient.Known = remainder.Known = quotient.Known && rest.Known && remainder.Known;
  return {quotient, remainder};
}

} // namespace gputile::frontend
