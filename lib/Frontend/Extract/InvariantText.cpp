//===- InvariantText.cpp - Values fixed before the region as C ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/InvariantText.h"

#include "Frontend/CText/Literal.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/EarlyReads.h"

using namespace clang;

namespace gputile::frontend {

namespace {

using MaybeText = std::optional<std::string>;

/// Prints one expression.
class Printer {
public:
  Printer(ExtractState &state, PlaceReads reads) : State(state), Reads(reads) {}
  InvariantText Result;

  MaybeText print(const Expr *expr) {
    expr = expr->IgnoreParens();
    if (!isInteger(expr->getType()) || ++Parts > MostParts)
      return std::nullopt;
    if (const auto constant = integerConstant(State.Ast, expr))
      return integerLiteral(*constant, integerType(expr->getType()));
    if (const auto *ref = dyn_cast<DeclRefExpr>(expr))
      return State.Places.find(ref)
                 ? place(ref)
                 : variable(dyn_cast<VarDecl>(ref->getDecl()), ref->getExprLoc());
    if (const auto *cast = dyn_cast<CastExpr>(expr))
      return conversion(cast);
    if (const auto *full = dyn_cast<FullExpr>(expr))
      return print(full->getSubExpr());
    if (const auto *op = dyn_cast<BinaryOperator>(expr))
      return binary(op);
    if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() != UO_Deref)
      return unary(op);
    return place(expr);
  }

private:
  /// Longer expressions are not worth their text, and each level is printed by a call.
  static constexpr unsigned MostParts = 60;

  ExtractState &State;
  PlaceReads Reads;
  unsigned Parts = 0;

  void note(const VarDecl *variable) {
    Result.variables.insert(variable->getCanonicalDecl());
    Result.name += (Result.name.empty() ? "" : "_") + variable->getName().str();
  }
  MaybeText variable(const VarDecl *variable, SourceLocation use) {
    if (!variable || variable->getType().isVolatileQualified() || State.Facts.modified(variable) ||
        State.Facts.declared.count(variable) || variable->getType()->isReferenceType())
      return std::nullopt;
    note(variable);
    return State.Places.textOf(variable->getCanonicalDecl(), use);
  }
  MaybeText place(const Expr *expr) {
    const Place *place = State.Places.find(expr);
    if (!place || !isFixedInteger(State, *place))
      return std::nullopt;
    if (!canAlwaysRead(State, *place)) {
      if (Reads == PlaceReads::Always)
        return std::nullopt;
      Result.latePlaces.insert(place->variable);
    }
    note(place->variable);
    return place->text;
  }
  /// Also implicit ones: those of a function's arguments are none where its body stands.
  MaybeText conversion(const CastExpr *cast) {
    const Expr *sub = cast->getSubExpr();
    const CastKind kind = cast->getCastKind();
    if ((kind != CK_LValueToRValue && kind != CK_NoOp && kind != CK_IntegralCast) ||
        !isInteger(sub->getType()))
      return std::nullopt;
    const MaybeText text = print(sub);
    return text && kind == CK_IntegralCast
               ? "((" + typeText(integerType(cast->getType())) + ")" + *text + ")"
               : text;
  }
  MaybeText unary(const UnaryOperator *op) {
    if (op->getOpcode() != UO_Plus && op->getOpcode() != UO_Minus && op->getOpcode() != UO_Not)
      return std::nullopt;
    const MaybeText text = print(op->getSubExpr());
    return text ? MaybeText("(" + UnaryOperator::getOpcodeStr(op->getOpcode()).str() + " " + *text +
                            ")")
                : text;
  }
  MaybeText binary(const BinaryOperator *op) {
    const BinaryOperatorKind code = op->getOpcode();
    if (!op->isMultiplicativeOp() && !op->isAdditiveOp() && !op->isShiftOp() && !op->isBitwiseOp())
      return std::nullopt;
    const MaybeText left = print(op->getLHS()), right = left ? print(op->getRHS()) : std::nullopt;
    if (!right)
      return std::nullopt;
    if (code == BO_Div || code == BO_Rem)
      return "(" + *left + op->getOpcodeStr().str() + divisor(op, *left, *right) + ")";
    if (op->isShiftOp())
      return shift(op, *left, *right);
    return "(" + *left + op->getOpcodeStr().str() + *right + ")";
  }
  /// \p right, or something else where the quotient is not defined.
  std::string divisor(const BinaryOperator *op, const std::string &left,
                      const std::string &right) const {
    const auto constant = integerConstant(State.Ast, op->getRHS());
    if (constant && *constant != 0 && !(constant->isSigned() && constant->isAllOnes()))
      return right;
    std::string text = "(" + right + " + (" + right + " == 0)";
    const QualType type = op->getType();
    if (type->isSignedIntegerType()) {
      const llvm::APSInt most =
          llvm::APSInt::getMaxValue(static_cast<unsigned>(State.Ast.getIntWidth(type)), false);
      text += " + 2 * (" + right + " == -1 && " + left + " < -" + llvm::toString(most, 10) + "LL)";
    }
    return text + ")";
  }
  /// Shifts left in a type without overflow.
  std::string shift(const BinaryOperator *op, const std::string &left,
                    const std::string &right) const {
    const QualType type = op->getType();
    const std::string by =
        "(" + right + " & " + std::to_string(State.Ast.getIntWidth(type) - 1) + ")";
    if (op->getOpcode() == BO_Shr)
      return "(" + left + " >> " + by + ")";
    return "((" + typeText(integerType(type)) + ")((unsigned long long)" + left + " << " + by +
           "))";
  }
};

} // namespace

std::optional<InvariantText> invariantText(ExtractState &state, const Expr *expr,
                                           PlaceReads reads) {
  Printer printer(state, reads);
  const MaybeText text = printer.print(expr);
  if (!text || printer.Result.variables.empty())
    return std::nullopt;
  printer.Result.text = *text;
  return std::move(printer.Result);
}

} // namespace gputile::frontend
