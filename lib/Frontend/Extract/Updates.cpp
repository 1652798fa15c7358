//===- Updates.cpp - Statements that only update an element -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Updates.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/PureFunctions.h"
#include "Frontend/Inline/Containers.h"

using namespace clang;

namespace gputile::frontend {
namespace {

class Recogniser {
public:
  explicit Recogniser(ASTContext &ast) : Ast(ast) {}

  std::vector<UpdateForm> statement(const Stmt *stmt) const {
    std::vector<UpdateForm> forms;
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      forms = guardedAssignment(branch);
    else if (const auto *expr = dyn_cast<Expr>(stmt))
      forms = expression(expr->IgnoreParens());
    for (UpdateForm &form : forms) {
      form.floating = isFloat(form.target->getType());
      const bool allowed = isWord(form.target->getType()) ||
                           (form.floating && (form.notation == UpdateForm::Compound ||
                                              form.notation == UpdateForm::Extremum));
      if (!allowed || changesMore(form.target) || (form.operand && changesMore(form.operand)))
        return {};
    }
    return forms;
  }

private:
  using Forms = std::vector<UpdateForm>;

  ASTContext &Ast;

  /// Math functions may set errno, which the GPU does not have.
  bool changesMore(const Expr *expr) const {
    return hasEffects(Ast, expr,
                      [&](const CallExpr *call) { return pureFunction(Ast, call).has_value(); });
  }

  static bool isFloat(QualType type) {
    return type->isSpecificBuiltinType(BuiltinType::Float) ||
           type->isSpecificBuiltinType(BuiltinType::Double);
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
    return sameStructure(Ast, withoutRead(a), withoutRead(b));
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

  Forms expression(const Expr *expr) const {
    if (const auto *unary = dyn_cast<UnaryOperator>(expr))
      return increment(unary);
    const auto *op = dyn_cast<BinaryOperator>(expr);
    if (const auto *compound = dyn_cast_or_null<CompoundAssignOperator>(op))
      return compoundAssignment(compound);
    return op && op->getOpcode() == BO_Assign ? assignment(op) : Forms();
  }

  static Forms increment(const UnaryOperator *op) {
    if (!op->isIncrementDecrementOp())
      return {};
    return {{op->isIncrementOp() ? UpdateOperator::Add : UpdateOperator::Subtract,
             op->isPrefix() ? UpdateForm::Prefix : UpdateForm::Postfix, op->getSubExpr(),
             nullptr}};
  }

  Forms compoundAssignment(const CompoundAssignOperator *op) const {
    const std::optional<UpdateOperator> code = updateOperator(op->getOpcode());
    if (!code || !isOfOneKind(*code, op->getLHS()->getType(), op->getComputationResultType(),
                              op->getRHS()->getType()))
      return {};
    return {{*code, UpdateForm::Compound, op->getLHS(), op->getRHS()}};
  }

  Forms assignment(const BinaryOperator *op) const {
    const Expr *target = op->getLHS(), *value = withoutConversion(op->getRHS());
    if (const auto *choice = dyn_cast<ConditionalOperator>(value))
      return chosen(target, choice);
    if (const auto *call = dyn_cast<CallExpr>(value))
      return numbers(target, call);
    const auto *sum = dyn_cast<BinaryOperator>(value);
    return sum ? chain(target, sum) : Forms();
  }

  /// `target + e - f`: updates in the order in which the value is computed. Only sums and
  /// differences of numbers of one type are the same number by number. Elements of arrays are
  /// written once.
  Forms chain(const Expr *target, const BinaryOperator *sum) const {
    const std::optional<UpdateOperator> code = updateOperator(sum->getOpcode());
    if (!code || sum->isAssignmentOp() ||
        !isOfOneKind(*code, target->getType(), sum->getType(), sum->getType()))
      return {};
    if (same(withoutConversion(sum->getLHS()), target))
      return {{*code, UpdateForm::Compound, target, sum->getRHS()}};
    if (*code != UpdateOperator::Subtract && same(withoutConversion(sum->getRHS()), target))
      return {{*code, UpdateForm::Compound, target, sum->getLHS()}};
    const auto *inner = dyn_cast<BinaryOperator>(withoutConversion(sum->getLHS()));
    Forms forms = inner && isLink(*code, target, sum) ? chain(target, inner) : Forms();
    if (forms.empty() || commutingClass(forms.back().op) != commutingClass(*code))
      return {};
    forms.push_back({*code, UpdateForm::Compound, target, sum->getRHS()});
    return forms;
  }

  bool isLink(UpdateOperator code, const Expr *target, const BinaryOperator *sum) const {
    const bool adds = commutingClass(code) == UpdateOperator::Add;
    return adds && namedVariable(target) &&
           (!isFloat(target->getType()) ||
                    (sameType(target->getType(), sum->getType()) &&
                     sameType(target->getType(), sum->getLHS()->getType())));
  }

  /// `target = fmax(target, e)`
  Forms numbers(const Expr *target, const CallExpr *call) const {
    const auto function = call->getDirectCallee() ? pureFunction(Ast, call) : std::nullopt;
    if (!function || call->getNumArgs() != 2 || !sameType(call->getType(), target->getType()))
      return {};
    const llvm::StringRef name = function->name;
    const bool least = name == "fmin" || name == "fminf";
    if (!least && name != "fmax" && name != "fmaxf")
      return {};
    const bool first = same(call->getArg(0), target);
    if (!first && !same(call->getArg(1), target))
      return {};
    return {{least ? UpdateOperator::LeastNumber : UpdateOperator::GreatestNumber,
             UpdateForm::Extremum, target, call->getArg(first ? 1 : 0)}};
  }

  /// The extremum `e op target ? e : target`, or with \p keeps `e op target ? target : e`.
  static UpdateOperator extremumOf(BinaryOperatorKind op, bool keeps, bool floating) {
    using enum UpdateOperator;
    const bool less = op == BO_LT || op == BO_LE;
    if (!floating)
      return less == keeps ? Max : Min;
    switch (op) {
    case BO_LT:
      return keeps ? KeepGreater : TakeLess;
    case BO_LE:
      return keeps ? KeepNotLess : TakeNotGreater;
    case BO_GT:
      return keeps ? KeepLess : TakeGreater;
    default:
      return keeps ? KeepNotGreater : TakeNotLess;
    }
  }

  /// What \p comparison compares `target` with, and the comparison with that on the left.
  struct Comparison {
    const Expr *operand;
    BinaryOperatorKind op;
  };
  std::optional<Comparison> comparisonWith(const Expr *target, const Expr *comparison) const {
    const auto *op = dyn_cast<BinaryOperator>(comparison->IgnoreParenImpCasts());
    if (!op || !op->isRelationalOp() || !sameType(op->getLHS()->getType(), target->getType()))
      return std::nullopt;
    if (same(op->getRHS(), target))
      return Comparison{op->getLHS(), op->getOpcode()};
    if (!same(op->getLHS(), target))
      return std::nullopt;
    return Comparison{op->getRHS(), BinaryOperator::reverseComparisonOp(op->getOpcode())};
  }

  Forms extremum(const Expr *target, const Comparison &comparison, bool keeps) const {
    return {{extremumOf(comparison.op, keeps, isFloat(target->getType())), UpdateForm::Extremum,
             target, comparison.operand}};
  }

  /// `target = (e > target) ? e : target`, in any order.
  Forms chosen(const Expr *target, const ConditionalOperator *choice) const {
    const auto comparison = comparisonWith(target, choice->getCond());
    if (!comparison || !sameType(choice->getType(), target->getType()))
      return {};
    const Expr *yes = choice->getTrueExpr(), *no = choice->getFalseExpr();
    const bool takes = same(yes, comparison->operand) && same(no, target);
    const bool keeps = same(yes, target) && same(no, comparison->operand);
    return takes || keeps ? extremum(target, *comparison, keeps) : Forms();
  }

  static const Stmt *onlyStatement(const Stmt *stmt) {
    const auto *block = dyn_cast<CompoundStmt>(stmt);
    return block && block->size() == 1 ? onlyStatement(block->body_front()) : stmt;
  }

  /// `if (e > target) target = e;`
  Forms guardedAssignment(const IfStmt *branch) const {
    const auto *op = dyn_cast<BinaryOperator>(onlyStatement(branch->getThen()));
    if (!op || op->getOpcode() != BO_Assign || branch->getElse() || branch->getInit() ||
        branch->getConditionVariable() || branch->isConsteval())
      return {};
    const auto comparison = comparisonWith(op->getLHS(), branch->getCond());
    if (!comparison || !same(op->getRHS(), comparison->operand))
      return {};
    Forms forms = extremum(op->getLHS(), *comparison, false);
    forms.front().conditional = true;
    return forms;
  }
};

} // namespace

std::vector<UpdateForm> updateForms(ASTContext &ast, const Stmt *stmt) {
  return Recogniser(ast).statement(stmt);
}

} // namespace gputile::frontend
