//===- ComplexSplitter.h - Numbers, places and statements -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How ComplexNumbers.h takes complex numbers apart.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_COMPLEXSPLITTER_H
#define GPUTILE_LIB_FRONTEND_INLINE_COMPLEXSPLITTER_H

#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/ComplexTypes.h"

#include "gputile/Support/LlvmCompat.h"

namespace gputile::frontend {

enum class Half { Real, Imaginary };

/// A number in two parts; one that is real by its type has no imaginary part.
struct Number {
  clang::Expr *real = nullptr;
  clang::Expr *imaginary = nullptr;
};
using MaybeNumber = std::optional<Number>;

/// The parts of a variable.
struct PartVariables {
  clang::VarDecl *real, *imaginary;
  clang::VarDecl *of(Half half) const { return half == Half::Real ? real : imaginary; }
};

/// What a function of the library does with complex numbers.
enum class Function { None, Real, Imaginary, Conjugate, Norm, Make };

/// The operation of an overloaded operator, `+` for `+=`.
std::optional<clang::BinaryOperatorKind> arithmeticOf(clang::OverloadedOperatorKind op);
/// Whether \p call is of the library.
bool isOfLibrary(const clang::CXXOperatorCallExpr *call);
/// The member of std::complex that \p call calls, `real` or `imag`.
Function memberOf(const clang::CXXMemberCallExpr *call);

/// Copies a region with real numbers in the place of complex ones. Values that take time to compute go to variables
/// in front of the statement.
class ComplexSplitter : public Cloner {
public:
  ComplexSplitter(clang::ASTContext &ast, clang::DeclContext *owner, Originals &originals)
      : Cloner(ast, owner, /*fresh=*/false, originals) {}

protected:
  bool isReplaced(const clang::Stmt *stmt) const override;
  clang::Expr *replacement(const clang::Expr *expr) override;
  bool append(const clang::Stmt *item, std::vector<clang::Stmt *> &items) override;

private:
  using Items = std::vector<clang::Stmt *>;

  std::map<const clang::VarDecl *, PartVariables> Variables; ///< Of the region.
  Items *Before = nullptr; ///< Where values can be computed before the expression.
  /// Of the product that is taken apart: whether it recovers infinities.
  bool RecoversInfinities = recoversInfinities(Ast.getLangOpts());

  bool isComplex(const clang::Expr *expr) const { return partOfComplex(Ast, expr->getType()).has_value(); }

  // Values.
  MaybeNumber number(const clang::Expr *expr);
  MaybeNumber place(const clang::Expr *expr);
  MaybeNumber castNumber(const clang::CastExpr *cast);
  MaybeNumber unaryNumber(const clang::UnaryOperator *op);
  MaybeNumber conditional(const clang::ConditionalOperator *op);
  MaybeNumber called(const clang::CallExpr *call);
  MaybeNumber made(const clang::CXXConstructExpr *made);
  MaybeNumber operatorNumber(const clang::CXXOperatorCallExpr *call);
  MaybeNumber operand(const clang::Expr *expr);
  MaybeNumber pairOf(llvm::ArrayRef<const clang::Expr *> parts, clang::QualType part);
  MaybeNumber combine(clang::BinaryOperatorKind op, MaybeNumber left, MaybeNumber right);
  MaybeNumber product(Number left, Number right);
  MaybeNumber sum(clang::BinaryOperatorKind op, Number left, Number right);
  MaybeNumber converted(MaybeNumber value, clang::QualType part);

  // Parts.
  clang::Expr *halfOf(const clang::Expr *place, Half half);
  clang::Expr *ownHalf(const clang::Expr *place, Half half);
  clang::Expr *element(clang::Expr *array, clang::Expr *index);
  bool clearElements(clang::Expr *array, Items &items);
  clang::Expr *comparison(clang::BinaryOperatorKind op, const clang::Expr *left, const clang::Expr *right);
  clang::Expr *realCall(const clang::CallExpr *call);
  const clang::Expr *objectArgument(const clang::CallExpr *call) const;
  Function functionOf(const clang::CallExpr *call) const;

  // Text.
  clang::Expr *read(clang::Expr *place);
  clang::Expr *zero(clang::QualType type);
  clang::Expr *unary(clang::UnaryOperatorKind op, clang::Expr *value);
  clang::Expr *binary(clang::BinaryOperatorKind op, clang::Expr *left, clang::Expr *right);
  clang::Expr *paren(clang::Expr *value);
  clang::Expr *kept(clang::Expr *value);
  clang::Expr *stored(clang::Expr *value);
  bool readsReal(const clang::Expr *value) const;
  MaybeNumber assignable(const Number &value);
  clang::Expr *callProduct(const char *name, const Number &left, const Number &right);
  clang::Expr *widened(clang::Expr *value, clang::QualType part);

  // Statements.
  bool assign(const clang::Expr *target, MaybeNumber value, Items &items);
  bool compound(clang::BinaryOperatorKind op, const clang::Expr *target, const clang::Expr *value, Items &items);
  bool declare(const clang::DeclStmt *declared, Items &items);
  bool declareParts(const clang::VarDecl *variable, Items &items);
  bool appendExpression(const clang::Expr *expr, Items &items, bool &isDone);
  bool assignHalf(const clang::CXXMemberCallExpr *setter, Half half, Items &items);
};

} // namespace gputile::frontend

#endif
