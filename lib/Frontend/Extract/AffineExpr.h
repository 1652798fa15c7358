//===- AffineExpr.h - C expressions as functions of iterators and parameters -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang expression → isl function. Values are modelled in unbounded integers;
/// where C would wrap around or narrow, `valid` says for which iterators and
/// parameters it does not. Signed overflow is undefined in C and not modelled.
///
/// Example, with size_t i: `i - 1` is [i] -> { [(i - 1)] } with valid { : i >= 1 }.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_AFFINEEXPR_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_AFFINEEXPR_H

#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/NullTest.h"
#include "Frontend/Extract/State.h"

#include <optional>

namespace gputile::frontend {

/// An integer expression as a function.
struct Affine {
  isl::pw_aff value; ///< [n, i] -> { [(…)] }, total.
  isl::set valid;    ///< Where the C expression has this value.
  /// The C value equals `value` modulo 2^width only: + - * of unsigned operands
  /// and conversions, whose range is checked where the result is used.
  bool modular = false;
};

/// \p a where \p holds, [n, i] -> { : … }, and \p b elsewhere.
Affine selected(const isl::set &holds, const Affine &a, const Affine &b);

/// A condition as a set.
struct AffineCondition {
  isl::set holds; ///< [n, i] -> { : … }
  isl::set valid; ///< Where the C condition holds exactly on `holds`.
};

/// Why an expression is not affine.
struct AffineFailure {
  enum class Kind {
    Other,    ///< Calls, floating point, …
    Product,  ///< Iterator or parameter times another.
    Modified, ///< A variable that the region changes.
    Data,     ///< Reads memory.
  };
  Kind kind = Kind::Other;
  const clang::Expr *expr = nullptr;         ///< The culprit.
  const clang::VarDecl *variable = nullptr;  ///< For Modified.
};

/// Translates expressions at one point of the walk.
class AffineBuilder {
public:
  /// \param domain where the value counts: only makes results simpler
  /// \param evaluated points at which the expression is certainly evaluated, unless there
  /// is a condition on data around it
  AffineBuilder(ExtractState &state, isl::set domain, isl::set evaluated)
      : State(state), Domain(std::move(domain)), Evaluated(std::move(evaluated)) {}
  AffineBuilder(ExtractState &state, isl::set domain)
      : AffineBuilder(state, domain, domain) {}

  /// The value of \p expr, within the range of its type.
  std::optional<Affine> value(const clang::Expr *expr);
  /// The truth of \p expr.
  std::optional<AffineCondition> condition(const clang::Expr *expr);
  /// The first reason why the last call gave none.
  const AffineFailure &failure() const { return Failure; }

private:
  ExtractState &State;
  isl::set Domain, Evaluated;
  AffineFailure Failure;
  unsigned Depth = 0; ///< Of nested calls.

  using MaybeAffine = std::optional<Affine>;
  using MaybeCondition = std::optional<AffineCondition>;

  MaybeAffine visit(const clang::Expr *expr);
  MaybeAffine visitVariable(const clang::DeclRefExpr *ref);
  MaybeAffine visitPlace(const clang::Expr *expr);
  MaybeAffine visitTable(const TableElement &element);
  MaybeAffine visitKnown(const ScalarValue &known);
  MaybeAffine visitCast(const clang::CastExpr *cast);
  MaybeAffine visitUnary(const clang::UnaryOperator *op);
  MaybeAffine visitBinary(const clang::BinaryOperator *op);
  MaybeAffine visitProduct(const clang::BinaryOperator *op, const Affine &a, const Affine &b);
  MaybeAffine visitInvariant(const clang::BinaryOperator *op);
  MaybeAffine visitByConstant(const clang::BinaryOperator *op, Affine a);
  MaybeAffine visitByAffine(const clang::BinaryOperator *op, Affine a);
  MaybeAffine visitLowestBit(const clang::BinaryOperator *op);
  MaybeAffine visitConditional(const clang::Expr *condition, const clang::Expr *yes,
                               const clang::Expr *no);
  MaybeAffine visitEither(const clang::Expr *yes, const clang::Expr *no);
  MaybeCondition visitCondition(const clang::Expr *expr);
  MaybeCondition visitComparison(const clang::BinaryOperator *op);
  MaybeCondition visitLogical(const clang::BinaryOperator *op);
  MaybeCondition visitNullTest(const clang::Expr *expr, const NullTest &test);

  MaybeAffine settled(const clang::Expr *expr);
  /// The same for what is evaluated only where \p condition is \p holds.
  MaybeAffine settledWhere(const AffineCondition &condition, bool holds,
                           const clang::Expr *expr);
  MaybeCondition visitConditionWhere(const AffineCondition &condition, bool holds,
                                     const clang::Expr *expr);
  Affine settle(Affine a, clang::QualType type);
  Affine convert(Affine a, clang::QualType from, clang::QualType to);
  Affine truth(const AffineCondition &condition);
  Affine constant(const llvm::APSInt &value);
  std::nullopt_t fail(AffineFailure::Kind kind, const clang::Expr *expr,
                      const clang::VarDecl *variable = nullptr);
};

/// Whether \p variable, a local of the region, is an integer with a first value of its own that it keeps.
bool keepsItsValue(const ExtractState &state, const clang::VarDecl *variable);

/// Notes that \p variable, a local of the region, always equals its initialiser, if that is
/// constant, affine, or a polynomial in affine expressions. \returns whether it is.
bool registerAffineLocal(ExtractState &state, const clang::VarDecl *variable,
                         const isl::set &domain);

} // namespace gputile::frontend

#endif
