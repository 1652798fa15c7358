//===- Polynomial.h - Polynomials with integer coefficients -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What linearised subscripts such as `(m + 4) * (j - 1) + i` are: polynomials in
/// several variables, which are numbers here.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_POLYNOMIAL_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_POLYNOMIAL_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace gputile::frontend {

/// A product of variables in ascending order: {0, 0, 2} is x0² x2, {} is 1.
using Monomial = std::vector<unsigned>;

/// First by degree, then by the variables.
struct MonomialOrder {
  bool operator()(const Monomial &a, const Monomial &b) const {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }
};

/// A sum of monomials with coefficients other than zero. Where coefficients leave 64 bits, or
/// terms get too many to be a subscript, the result is not known (`known`).
class Polynomial {
public:
  using Terms = std::map<Monomial, int64_t, MonomialOrder>;

  Polynomial() = default; ///< Zero.
  Polynomial(int64_t constant) { add({}, constant); }
  static Polynomial variable(unsigned number);
  /// \p coefficient * \p monomial.
  static Polynomial term(Monomial monomial, int64_t coefficient);

  bool known() const { return Known; }
  const Terms &terms() const { return Sum; }
  bool isZero() const { return Sum.empty(); }
  size_t degree() const { return Sum.empty() ? 0 : Sum.rbegin()->first.size(); }
  /// The value of a polynomial without variables.
  std::optional<int64_t> constant() const;
  /// The coefficient of the leading, greatest monomial; 0 for zero.
  int64_t leadingCoefficient() const { return Sum.empty() ? 0 : Sum.rbegin()->second; }

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator-(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  bool operator==(const Polynomial &other) const = default;

  /// The quotient and the remainder of division by \p divisor, not zero: no monomial of the
  /// remainder is one that the leading term of \p divisor divides.
  std::pair<Polynomial, Polynomial> dividedBy(const Polynomial &divisor) const;

private:
  Terms Sum;
  bool Known = true;

  void add(const Monomial &monomial, int64_t coefficient);
};

} // namespace gputile::frontend

#endif
