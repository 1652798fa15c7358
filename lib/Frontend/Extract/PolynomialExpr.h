//===- PolynomialExpr.h - C expressions as polynomials ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_POLYNOMIALEXPR_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_POLYNOMIALEXPR_H

#include "Frontend/Extract/Polynomial.h"
#include "Frontend/Extract/State.h"

#include "llvm/ADT/FoldingSet.h"

namespace gputile::frontend {

/// An expression that is a variable of polynomials.
struct Atom {
  enum class Kind {
    Fixed,   ///< Mentions nothing that the region changes.
    Varying, ///< Mentions iterators, or locals of the region.
    Opaque,  ///< Varying, and reads memory that is no place, calls functions, or divides by a variable.
  };
  const clang::Expr *expr; ///< One of its occurrences.
  Kind kind;
};

/// Integer expressions of a region as polynomials in atoms: sums, differences and products are
/// taken apart, variables with known values are replaced by them, and all else is an atom. Equal
/// expressions are one atom.
class PolynomialReader {
public:
  /// Which variables are replaced by their values.
  enum class Locals {
    Known,  ///< Variables of which the walk knows the value: FixedLocals, and Scalars.
    Likely, ///< All, by their initialiser or first assignment: a guess before the walk.
  };

  explicit PolynomialReader(ExtractState &state) : State(state) {}

  /// \p expr, an integer expression, as a polynomial. Its value in C equals the polynomial's:
  /// signed arithmetic does not overflow, and arithmetic that may wrap around is an atom, but for
  /// that of 64 bits, where they are equal modulo 2^64.
  /// \param inRange if not null, arithmetic of 32 bits is no atom either, and receives
  ///        polynomials: the result holds where each of them is a number from 0 to 2^31 - 1
  Polynomial read(const clang::Expr *expr, Locals locals = Locals::Known,
                  std::vector<Polynomial> *inRange = nullptr);
  const Atom &atom(unsigned number) const { return Atoms[number]; }

private:
  /// A polynomial equal to a C value, or equal modulo 2^bits.
  struct Value {
    Polynomial polynomial;
    unsigned bits;
  };

  ExtractState &State;
  std::vector<Atom> Atoms;
  std::map<llvm::FoldingSetNodeID, unsigned> Numbers; ///< By structure.
  Locals Replaced = Locals::Known;
  /// Guesses; none while one is being made.
  std::map<const clang::VarDecl *, std::optional<Value>> Guesses;
  unsigned Depth = 0; ///< Of nested calls.
  std::vector<Polynomial> *InRange = nullptr; ///< While reading: see read.

  Value visit(const clang::Expr *expr);
  std::optional<Value> taken(const clang::Expr *expr);
  std::optional<Value> visitVariable(const clang::VarDecl *variable);
  std::optional<Value> visitCast(const clang::CastExpr *cast);
  std::optional<Value> visitUnary(const clang::UnaryOperator *op);
  std::optional<Value> visitBinary(const clang::BinaryOperator *op);
  std::optional<Value> visitChoice(const clang::ConditionalOperator *choice);
  Value makeAtom(const clang::Expr *expr);
  bool assumeInRange(Value &value);
  unsigned bitsOfResult(unsigned bits, clang::QualType type) const;
  std::optional<Value> knownValue(const clang::VarDecl *variable);
  std::optional<Value> likelyValue(const clang::VarDecl *variable);
  Atom::Kind kindOf(const clang::Expr *expr) const;
};

} // namespace gputile::frontend

#endif
