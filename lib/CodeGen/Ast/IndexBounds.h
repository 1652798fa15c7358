//===- IndexBounds.h - How large an index expression can get ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Bounds every integer expression that is printed, so that the entry can pick
/// 32-bit index arithmetic when a run-time comparison proves it cannot overflow.

#ifndef GPUTILE_LIB_CODEGEN_AST_INDEXBOUNDS_H
#define GPUTILE_LIB_CODEGEN_AST_INDEXBOUNDS_H

#include "gputile/Support/Isl.h"

#include <cstdint>
#include <map>
#include <string>

namespace gputile::codegen {

/// |value| <= alpha * P + beta, where P is the largest absolute value of the
/// parameters and kernel arguments. Saturates at `Infinite`.
struct Bound {
  static constexpr int64_t Infinite = INT64_C(1) << 62;
  int64_t alpha = 0, beta = 0;

  bool finite() const { return alpha < Infinite && beta < Infinite; }
  static Bound constant(int64_t value) { return {0, value}; }
  static Bound parameter() { return {1, 0}; }
  static Bound infinite() { return {Infinite, Infinite}; }
};

Bound operator+(Bound a, Bound b);
/// Component-wise maximum: bounds whatever a or b bounds.
Bound maxOf(Bound a, Bound b);
/// \p bound times |\p factor|.
Bound scaled(Bound bound, int64_t factor);

/// Walks the expressions that an ExprPrinter prints and keeps the largest bound of any
/// value computed on the way, intermediate ones included.
class IndexBounds {
public:
  /// Says how large the identifier \p name is; unknown names are parameters.
  void setIdentifier(const std::string &name, Bound bound) { Identifiers[name] = bound; }

  Bound identifier(const std::string &name) const;

  /// \returns a bound of \p expr after adding it and all its parts to `worst`.
  Bound visit(const isl::ast_expr &expr);
  /// Adds a loop `for (iterator = init; cond; iterator += inc)`.
  /// \returns a bound of the iterator inside it
  Bound visitLoop(const std::string &iterator, const isl::ast_expr &init, const isl::ast_expr &cond,
                  const isl::ast_expr &inc);
  /// Adds a bound that is not of an isl expression.
  void add(Bound bound) { Worst = maxOf(Worst, bound); }

  Bound worst() const { return Worst; }

private:
  Bound visitOperation(isl_ast_expr *expr);
  Bound iteratorLimit(const std::string &iterator, const isl::ast_expr &cond);

  std::map<std::string, Bound> Identifiers;
  Bound Worst;
};

/// C text of the largest P with worst.alpha * P + worst.beta <= limit; negative
/// when there is none.
int64_t largestSafe(Bound worst, int64_t limit);

/// The largest P for which 64 bits hold all values; throws NumberTooLarge when there is none.
int64_t largestInWide(Bound worst);

} // namespace gputile::codegen

#endif
