//===- Updates.cpp - Statements that only update an element -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Updates.h"

#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace gputile::frontend {
namespace {

class Recogniser {
public:
  Recogniser(ASTContext &ast, MayReassociate mayReassociate)
      : Ast(ast), Allowed(mayReassociate) {}

  std::optional<UpdateForm> statement(const Stmt *stmt) const {
    std::optional<UpdateForm> form;
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      form = guardedAssignment(branch);
    else if (const auto *expr = dyn_cast<Expr>(stmt))
      form = expression(expr->IgnoreParens());
    if (!form || form->target->HasSideEffects(Ast) ||
        (form->operand && form->operand->HasSideEffects(Ast)))
      return std::nullopt;
    form->reassociable = isFloat(form->target->getType());
    return isWord(form->target->getType()) || isAllowedSum(*form) ? form : std::nullopt;
  }

private:
  ASTContext &Ast;
  MayReassociate Allowed;

  static bool isFloat(QualType type) {
    return type->isSpecificBuiltinType(BuiltinType::Float) ||
           type->isSpecificBuiltinType(BuiltinType::Double);
  }

  bool isAllowedSum(const UpdateForm &form) const {
    return form.reassociable && form.notation == UpdateForm::Compound &&
           Allowed(form.target, form.op);
  }

  /// Whether `target op= operand`, computed in \p computation, is an update of integers, or of
  /// floating-point numbers without more conversions than `target += operand` has.
  bool isOfOneKind(UpdateOperator op, QualType target, QualType computation,
                   QualType operand) const {
    if (!isFloat(target))
      return computation->isIntegerType() && operand->isIntegerType();
    return isFloat(computation) && operand->isArithmeticType() &&
           (op != UpdateOperator::Multiply ||
            (sameType(target, computation) && sameType(target, operand)));
  }

  /// An integer for which there are atomic functions.
  bool isWord(QualType type) const {
    return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType() &&
           (Ast.getTypeSize(type) == 32 || Ast.getTypeSize(type) == 64);
  }

  bool sameType(QualType a, QualType b) const {
    return Ast.hasSameUnqualifiedType(a, b);
  }

  static const Expr *withoutRead(const Expr *expr) {
    expr = expr->IgnoreParens();
    const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
    const bool reads = cast && (cast->getCastKind() == CK_LValueToRValue ||
                                cast->getCastKind() == CK_NoOp);
    return reads ? withoutRead(cast->getSubExpr()) : expr;
  }

  /// \p expr before conversions between integers, or between floating-point numbers, that are
  /// not written.
  static const Expr *withoutConversion(const Expr *expr) {
    expr = withoutRead(expr);
    const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
    const bool converts = cast && (cast->getCastKind() == CK_IntegralCast ||
                                   cast->getCastKind() == CK_FloatingCast);
    return converts ? withoutConversion(cast->getSubExpr()) : expr;
  }

  /// Both are the same text, but for brackets around it.
  bool same(const Expr *a, const Expr *b) const {
    llvm::FoldingSetNodeID first, second;
    withoutRead(a)->Profile(first, Ast, /*Canonical=*/true);
    withoutRead(b)->Profile(second, Ast, /*Canonical=*/true);
    return first == second;
  }

  static std::optional<UpdateOperator> updateOperator(BinaryOperatorKind code) {
    switch (code) {
    case BO_Add:
    case BO_AddAssign:
      return UpdateOperator::Add;
    case BO_Sub:
    case BO_SubAssign:
      return UpdateOperator::Subtract;
    case BO_Mul:
    case BO_MulAssign:
      return UpdateOperator::Multiply;
    case BO_And:
    case BO_AndAssign:
      return UpdateOperator::And;
    case BO_Or:
    case BO_OrAssign:
      return UpdateOperator::Or;
    case BO_Xor:
    case BO_XorAssign:
      return UpdateOperator::Xor;
    default:
      return std::nullopt;
    }
  }

  std::optional<UpdateForm> expression(const Expr *expr) const {
    if (const auto *unary = dyn_cast<UnaryOperator>(expr))
      return increment(unary);
    const auto *op = dyn_cast<BinaryOperator>(expr);
    if (const auto *compound = dyn_cast_or_null<CompoundAssignOperator>(op))
      return compoundAssignment(compound);
    return op && op->getOpcode() == BO_Assign ? assignment(op) : std::nullopt;
  }

  static std::optional<UpdateForm> increment(const UnaryOperator *op) {
    if (!op->isIncrementDecrementOp())
      return std::nullopt;
    return UpdateForm{op->isIncrementOp() ? UpdateOperator::Add : UpdateOperator::Subtract,
                      op->isPrefix() ? UpdateForm::Prefix : UpdateForm::Postfix, op->getSubExpr(),
                      nullptr};
  }

  std::optional<UpdateForm> compoundAssignment(const CompoundAssignOperator *op) const {
    const std::optional<UpdateOperator> code = updateOperator(op->getOpcode());
    if (!code || !isOfOneKind(*code, op->getLHS()->getType(), op->getComputationResultType(),
                              op->getRHS()->getType()))
      return std::nullopt;
    return UpdateForm{*code, UpdateForm::Compound, op->getLHS(), op->getRHS()};
  }

  std::optional<UpdateForm> assignment(const BinaryOperator *op) const {
    const Expr *value = withoutConversion(op->getRHS());
    if (const auto *choice = dyn_cast<ConditionalOperator>(value))
      return chosen(op->getLHS(), choice);
    const auto *sum = dyn_cast<BinaryOperator>(value);
    const auto code = sum ? updateOperator(sum->getOpcode()) : std::nullopt;
    if (!code || sum->isAssignmentOp() ||
        !isOfOneKind(*code, op->getLHS()->getType(), sum->getType(), sum->getType()))
      return std::nullopt;
    if (same(withoutConversion(sum->getLHS()), op->getLHS()))
      return UpdateForm{*code, UpdateForm::Compound, op->getLHS(), sum->getRHS()};
    if (*code != UpdateOperator::Subtract && same(withoutConversion(sum->getRHS()), op->getLHS()))
      return UpdateForm{*code, UpdateForm::Compound, op->getLHS(), sum->getLHS()};
    return std::nullopt;
  }

  /// What `target` becomes when it takes the other side of \p comparison where that holds.
  std::optional<UpdateForm> extremum(const Expr *target, const Expr *comparison) const {
    const auto *op = dyn_cast<BinaryOperator>(comparison->IgnoreParenImpCasts());
    if (!op || !op->isRelationalOp() || !sameType(op->getLHS()->getType(), target->getType()))
      return std::nullopt;
    const bool targetLeft = same(op->getLHS(), target);
    if (!targetLeft && !same(op->getRHS(), target))
      return std::nullopt;
    const bool less = op->getOpcode() == BO_LT || op->getOpcode() == BO_LE;
    return UpdateForm{less == targetLeft ? UpdateOperator::Max : UpdateOperator::Min,
                      UpdateForm::Extremum, target, targetLeft ? op->getRHS() : op->getLHS()};
  }

  /// `target = (e > target) ? e : target`, in any order.
  std::optional<UpdateForm> chosen(const Expr *target, const ConditionalOperator *choice) const {
    std::optional<UpdateForm> form = extremum(target, choice->getCond());
    if (!form || !sameType(choice->getType(), target->getType()))
      return std::nullopt;
    if (same(choice->getTrueExpr(), form->operand) && same(choice->getFalseExpr(), target))
      return form;
    if (!same(choice->getTrueExpr(), target) || !same(choice->getFalseExpr(), form->operand))
      return std::nullopt;
    form->op = form->op == UpdateOperator::Max ? UpdateOperator::Min : UpdateOperator::Max;
    return form;
  }

  static const Stmt *onlyStatement(const Stmt *stmt) {
    const auto *block = dyn_cast<CompoundStmt>(stmt);
    return block && block->size() == 1 ? onlyStatement(block->body_front()) : stmt;
  }

  /// `if (e > target) target = e;`
  std::optional<UpdateForm> guardedAssignment(const IfStmt *branch) const {
    const auto *op = dyn_cast<BinaryOperator>(onlyStatement(branch->getThen()));
    if (!op || op->getOpcode() != BO_Assign || branch->getElse() || branch->getInit() ||
        branch->getConditionVariable() || branch->isConsteval())
      return std::nullopt;
    std::optional<UpdateForm> form = extremum(op->getLHS(), branch->getCond());
    if (!form || !same(op->getRHS(), form->operand))
      return std::nullopt;
    form->conditional = true;
    return form;
  }
};

} // namespace

std::optional<UpdateForm> updateForm(ASTContext &ast, const Stmt *stmt,
                                     MayReassociate mayReassociate) {
  return Recogniser(ast, mayReassociate).statement(stmt);
}

} // namespace gputile::frontend
