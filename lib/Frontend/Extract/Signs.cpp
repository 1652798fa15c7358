//===- Signs.cpp - Signs of floating-point values ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Signs.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/PureFunctions.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace gputile::frontend {
namespace {

/// Computes signs in round-to-nearest, without flushing of subnormal numbers.
class Signs {
public:
  explicit Signs(const ExtractState &state) : State(state) {}

  /// Each value is above zero, +0.0, or no number.
  bool isPositive(const Expr *expr) const {
    expr = expr->IgnoreParens();
    if (const auto constant = valueOf(expr))
      return !constant->isNegative();
    if (const auto *cast = dyn_cast<CastExpr>(expr))
      return keepsSign(cast) && isPositive(cast->getSubExpr());
    if (const auto *choice = dyn_cast<ConditionalOperator>(expr))
      return isPositive(choice->getTrueExpr()) && isPositive(choice->getFalseExpr());
    if (const Expr *init = onlyValueOf(expr))
      return isPositive(init);
    if (const auto *call = dyn_cast<CallExpr>(expr))
      return isPositiveCall(call);
    const auto *op = dyn_cast<BinaryOperator>(expr);
    if (!op || !op->getType()->isRealFloatingType())
      return false;
    switch (op->getOpcode()) {
    case BO_Mul:
      return isSquare(op) || bothPositive(op);
    case BO_Add:
    case BO_Div:
      return bothPositive(op);
    default:
      return false;
    }
  }

  /// No value is -0.0.
  bool isNeverNegativeZero(const Expr *expr) const {
    expr = expr->IgnoreParens();
    if (const auto constant = valueOf(expr))
      return !constant->isNegZero();
    if (isPositive(expr))
      return true;
    if (const auto *cast = dyn_cast<CastExpr>(expr))
      return cast->getCastKind() == CK_IntegralToFloating ||
             (keepsSign(cast) && !narrows(cast) && isNeverNegativeZero(cast->getSubExpr()));
    if (const auto *choice = dyn_cast<ConditionalOperator>(expr))
      return isNeverNegativeZero(choice->getTrueExpr()) &&
             isNeverNegativeZero(choice->getFalseExpr());
    if (const Expr *init = onlyValueOf(expr))
      return isNeverNegativeZero(init);
    const auto *op = dyn_cast<BinaryOperator>(expr);
    if (!op || !op->getType()->isRealFloatingType())
      return false;
    // Only -0.0 + -0.0 and -0.0 - 0.0 are -0.0.
    if (op->getOpcode() == BO_Add)
      return isNeverNegativeZero(op->getLHS()) || isNeverNegativeZero(op->getRHS());
    return op->getOpcode() == BO_Sub &&
           (isNeverNegativeZero(op->getLHS()) || isNotZero(op->getRHS()));
  }

private:
  /// Of a constant.
  std::optional<llvm::APFloat> valueOf(const Expr *expr) const {
    llvm::APFloat value(0.0);
    const bool constant = expr->getType()->isRealFloatingType() && !expr->isValueDependent() &&
                          expr->EvaluateAsFloat(value, State.Ast);
    return constant ? std::optional(value) : std::nullopt;
  }

  bool isNotZero(const Expr *expr) const {
    const auto constant = valueOf(expr);
    return constant && !constant->isZero();
  }

  static bool keepsSign(const CastExpr *cast) {
    switch (cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_FloatingCast:
      return true;
    default:
      return false;
    }
  }

  /// Small numbers may become zeros.
  bool narrows(const CastExpr *cast) const {
    return State.Ast.getTypeSize(cast->getType()) <
           State.Ast.getTypeSize(cast->getSubExpr()->getType());
  }

  /// The initialiser of a variable of the region that nothing else writes.
  const Expr *onlyValueOf(const Expr *expr) const {
    const VarDecl *variable = namedVariable(expr);
    const bool fixed = variable && variable->isLocalVarDecl() && variable->getInit() &&
                       variable->getType()->isRealFloatingType() &&
                       !variable->isStaticLocal() && State.Facts.declared.count(variable) &&
                       !State.Facts.modified(variable) &&
                       !State.Function.addressTaken.count(variable);
    return fixed ? variable->getInit() : nullptr;
  }

  bool isPositiveCall(const CallExpr *call) const {
    const auto function = call->getDirectCallee() ? pureFunction(State.Ast, call) : std::nullopt;
    if (!function)
      return false;
    llvm::StringRef name = function->name;
    name.consume_back("f");
    if (name == "sqrt")
      return isPositive(call->getArg(0));
    return llvm::StringSwitch<bool>(name).Cases("fabs", "exp", "exp2", "cosh", "hypot", true).Default(false);
  }

  bool bothPositive(const BinaryOperator *op) const {
    return isPositive(op->getLHS()) && isPositive(op->getRHS());
  }

  /// `e * e`
  bool isSquare(const BinaryOperator *op) const {
    return !op->HasSideEffects(State.Ast) &&
           sameStructure(State.Ast, op->getLHS()->IgnoreParens(), op->getRHS()->IgnoreParens());
  }

  const ExtractState &State;
};

} // namespace

bool isNeverNegativeZero(const ExtractState &state, const Expr *expr) {
  return Signs(state).isNeverNegativeZero(expr);
}

} // namespace gputile::frontend
