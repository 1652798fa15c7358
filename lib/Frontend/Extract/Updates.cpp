//===- Updates.cpp - Statements that only update an element -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Updates.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/CText/Literal.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/PureFunctions.h"
#include "Frontend/Extract/UpdateParts.h"
#include "Frontend/Inline/Containers.h"

#include <algorithm>

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
      form.floating = isFloat(form.target->getType()) && form.notation != UpdateForm::Constant;
      if (!isAllowed(form) || changesMore(form.target) || (form.operand && changesMore(form.operand)) ||
          (form.condition && changesMore(form.condition)))
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

  bool isAllowed(const UpdateForm &form) const {
    const QualType type = form.target->getType();
    if (form.floating)
      return form.notation == UpdateForm::Compound || form.notation == UpdateForm::Extremum;
    if (form.notation == UpdateForm::Constant && isFloat(type))
      return true;
    if (!type->isBooleanType())
      return type->isIntegerType() && !type->isEnumeralType() && Ast.getTypeSize(type) <= 64;
    // `x |= 2` stores 1, `x ^= 2` any of both: bits of truth values only.
    const bool bits = form.op == UpdateOperator::And || form.op == UpdateOperator::Or ||
                      form.op == UpdateOperator::Xor;
    return form.notation == UpdateForm::Logical || form.notation == UpdateForm::Constant ||
           (bits && form.operand && isTruthValue(form.operand));
  }

  /// Integers that are converted to int before anything is computed with them.
  bool isNarrow(QualType type) const {
    return type->isIntegerType() && !type->isBooleanType() && Ast.getTypeSize(type) < 32;
  }

  bool sameType(QualType a, QualType b) const {
    return Ast.hasSameUnqualifiedType(a, b);
  }

  /// Both are the same text, but for brackets around it.
  bool same(const Expr *a, const Expr *b) const {
    return sameStructure(Ast, withoutRead(a), withoutRead(b));
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
    const Expr *target = op->getLHS();
    const QualType type = target->getType();
    const Expr *value = type->isBooleanType() ? withoutTruth(Ast, op->getRHS(), type)
                                              : withoutConversion(Ast, op->getRHS(), type);
    if (const auto *choice = dyn_cast<ConditionalOperator>(value))
      return chosen(target, choice);
    if (const auto *call = dyn_cast<CallExpr>(value))
      return numbers(target, call);
    const auto *sum = dyn_cast<BinaryOperator>(value);
    if (sum && sum->isLogicalOp())
      return logical(target, sum);
    const Forms forms = sum ? chain(target, sum) : Forms();
    return forms.empty() ? constant(target, op->getRHS()) : forms;
  }

  /// `target = target && e && f`, `target = e || target`. What stands on the left of the target is
  /// always evaluated.
  Forms logical(const Expr *target, const BinaryOperator *op) const {
    const UpdateOperator code =
        op->getOpcode() == BO_LAnd ? UpdateOperator::LogicalAnd : UpdateOperator::LogicalOr;
    const Expr *operand = withoutTarget(target, op);
    UpdateForm form{code, UpdateForm::Logical, target, operand};
    if (!operand && same(withoutTruth(Ast, op->getRHS(), target->getType()), target))
      form.operand = op->getLHS();
    else
      form.speculative = true;
    return form.operand && !(form.speculative && mayTrap(form.operand)) ? Forms{form} : Forms();
  }

  /// `e && f` for `target && e && f`; null where the target does not come first.
  const Expr *withoutTarget(const Expr *target, const BinaryOperator *op) const {
    if (same(withoutTruth(Ast, op->getLHS(), target->getType()), target))
      return op->getRHS();
    const auto *inner =
        dyn_cast<BinaryOperator>(withoutTruth(Ast, op->getLHS(), target->getType()));
    const bool isChain = inner && inner->getOpcode() == op->getOpcode();
    const Expr *first = isChain ? withoutTarget(target, inner) : nullptr;
    if (!first)
      return nullptr;
    return BinaryOperator::Create(Ast, const_cast<Expr *>(first), op->getRHS(), op->getOpcode(),
                                  op->getType(), VK_PRValue, OK_Ordinary, op->getOperatorLoc(),
                                  FPOptionsOverride());
  }

  /// `target = 1.0`
  Forms floatingConstant(const Expr *target, const Expr *value) const {
    const std::optional<llvm::APFloat> number = floatConstant(Ast, value);
    if (!number || !number->isFinite())
      return {};
    UpdateForm form{UpdateOperator::Assign, UpdateForm::Constant, target, value};
    form.constant = floatLiteral(*number, target->getType());
    return {form};
  }

  /// `target = 1`
  Forms constant(const Expr *target, const Expr *value) const {
    const QualType type = target->getType();
    if (isFloat(type))
      return floatingConstant(target, value);
    Expr::EvalResult result;
    if (!type->isIntegerType() || type->isEnumeralType() || value->isValueDependent() ||
        !value->EvaluateAsInt(result, Ast))
      return {};
    const bool promoted = type->isBooleanType() || isNarrow(type);
    llvm::APSInt number = result.Val.getInt();
    if (promoted)
      number = number.extend(Ast.getIntWidth(Ast.IntTy)), number.setIsSigned(true);
    UpdateForm form{UpdateOperator::Assign, UpdateForm::Constant, target, value};
    form.constant = integerLiteral(number, promoted ? Ast.IntTy : type);
    return {form};
  }

  /// `target + e - f`: updates in the order in which the value is computed. Only sums and
  /// differences of numbers of one type are the same number by number. Elements of arrays are
  /// written once.
  Forms chain(const Expr *target, const BinaryOperator *sum) const {
    const std::optional<UpdateOperator> code = updateOperator(sum->getOpcode());
    if (!code || sum->isAssignmentOp() ||
        !isOfOneKind(*code, target->getType(), sum->getType(), sum->getType()))
      return {};
    if (same(withoutConversion(Ast, sum->getLHS(), target->getType()), target))
      return {{*code, UpdateForm::Compound, target, sum->getRHS()}};
    if (*code != UpdateOperator::Subtract &&
        same(withoutConversion(Ast, sum->getRHS(), target->getType()), target))
      return {{*code, UpdateForm::Compound, target, sum->getLHS()}};
    const auto *inner =
        dyn_cast<BinaryOperator>(withoutConversion(Ast, sum->getLHS(), target->getType()));
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

  /// What \p comparison compares `target` with, and the comparison with that on the left.
  struct Comparison {
    const Expr *operand;
    BinaryOperatorKind op;
  };
  std::optional<Comparison> comparisonWith(const Expr *target, const Expr *comparison) const {
    const auto *op = dyn_cast<BinaryOperator>(comparison->IgnoreParenImpCasts());
    if (!op || !op->isRelationalOp())
      return std::nullopt;
    const Expr *left = before(op->getLHS(), target), *right = before(op->getRHS(), target);
    if (!sameType(left->getType(), target->getType()) ||
        !sameType(right->getType(), target->getType()))
      return std::nullopt;
    if (same(right, target))
      return Comparison{left, op->getOpcode()};
    if (!same(left, target))
      return std::nullopt;
    return Comparison{right, BinaryOperator::reverseComparisonOp(op->getOpcode())};
  }

  /// \p expr before the conversion to int that a number of the type of \p target, which is
  /// narrower, goes through: it keeps the order. So do conversions of floating-point numbers that
  /// are of that type, as `fabs` has them.
  const Expr *before(const Expr *expr, const Expr *target) const {
    const QualType type = target->getType().getUnqualifiedType();
    if (isFloat(type) && !sameType(expr->getType(), type) && isNumberOf(Ast, expr, type)) {
      const auto *cast = dyn_cast<ImplicitCastExpr>(expr->IgnoreParens());
      return cast && sameType(cast->getSubExpr()->getType(), type)
                 ? cast->getSubExpr()
                 : ImplicitCastExpr::Create(Ast, type, CK_FloatingCast,
                                            const_cast<Expr *>(expr->IgnoreParens()), nullptr,
                                            VK_PRValue, FPOptionsOverride());
    }
    const Expr *number = isNarrow(target->getType()) ? expr->IgnoreParens() : expr;
    while (const auto *cast = dyn_cast<ImplicitCastExpr>(number)) {
      if (cast->getCastKind() != CK_IntegralCast)
        break;
      number = cast->getSubExpr()->IgnoreParens();
    }
    return sameType(number->getType(), target->getType()) ? number : expr;
  }

  Forms extremum(const Expr *target, const Comparison &comparison, bool keeps) const {
    return {{extremumOf(comparison.op, keeps, isFloat(target->getType())), UpdateForm::Extremum,
             target, comparison.operand}};
  }

  /// `target = (e > target) ? e : target`, in any order.
  Forms chosen(const Expr *target, const ConditionalOperator *choice) const {
    const auto comparison = comparisonWith(target, choice->getCond());
    const Expr *yes = before(choice->getTrueExpr(), target),
               *no = before(choice->getFalseExpr(), target);
    if (!comparison || !sameType(yes->getType(), target->getType()) ||
        !sameType(no->getType(), target->getType()) ||
        !(sameType(choice->getType(), target->getType()) || isNarrow(target->getType()) ||
          isFloat(target->getType())))
      return {};
    const bool takes = same(yes, comparison->operand) && same(no, target);
    const bool keeps = same(yes, target) && same(no, comparison->operand);
    return takes || keeps ? extremum(target, *comparison, keeps) : Forms();
  }

  static const Stmt *onlyStatement(const Stmt *stmt) {
    const auto *block = dyn_cast<CompoundStmt>(stmt);
    return block && block->size() == 1 ? onlyStatement(block->body_front()) : stmt;
  }

  /// Whether \p condition is `target != 0`, or with \p zero `target == 0`, in any notation.
  bool isTest(const Expr *condition, const Expr *target, bool zero) const {
    const Expr *expr = condition->IgnoreParenImpCasts();
    if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_LNot)
      return isTest(op->getSubExpr(), target, !zero);
    const auto *op = dyn_cast<BinaryOperator>(expr);
    if (!op || !op->isEqualityOp())
      return !zero && same(expr, target);
    const auto isZero = [&](const Expr *side) {
      Expr::EvalResult result;
      return side->getType()->isIntegerType() && !side->isValueDependent() &&
             side->EvaluateAsInt(result, Ast) && result.Val.getInt() == 0;
    };
    const Expr *left = op->getLHS()->IgnoreParenImpCasts(), *right = op->getRHS()->IgnoreParenImpCasts();
    return zero == (op->getOpcode() == BO_EQ) && ((same(left, target) && isZero(right)) ||
                                                  (same(right, target) && isZero(left)));
  }

  static void appendConjuncts(const Expr *condition, std::vector<const Expr *> &all) {
    const auto *op = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
    if (!op || op->getOpcode() != BO_LAnd)
      return all.push_back(condition);
    appendConjuncts(op->getLHS(), all);
    appendConjuncts(op->getRHS(), all);
  }

  /// `if (!target && e && f) target = 1;`, `if (target && e) target = 0;`
  Forms guardedConstant(const BinaryOperator *assignment, const Expr *condition) const {
    const Expr *target = assignment->getLHS();
    Forms forms = constant(target, assignment->getRHS());
    Expr::EvalResult result;
    if (forms.empty() || !assignment->getRHS()->EvaluateAsInt(result, Ast))
      return {};
    const bool fills = result.Val.getInt() != 0;
    std::vector<const Expr *> conjuncts;
    appendConjuncts(condition, conjuncts);
    const auto test = std::find_if(conjuncts.begin(), conjuncts.end(), [&](const Expr *conjunct) {
      return isTest(conjunct, target, fills);
    });
    if (test == conjuncts.end())
      return {};
    UpdateForm &form = forms.front();
    form.op = fills ? UpdateOperator::Fill : UpdateOperator::Assign;
    form.conditional = true;
    form.speculative = std::next(test) != conjuncts.end();
    conjuncts.erase(test);
    form.condition = conjunction(conjuncts);
    const bool good = !form.condition || !(mentions(form.condition, target) || mayTrap(form.condition));
    return good ? forms : Forms();
  }

  bool mentions(const Expr *expr, const Expr *target) const {
    return anyPart(expr, [&](const Stmt *part) {
      const auto *inner = dyn_cast<Expr>(part);
      return inner && same(inner, target);
    });
  }

  /// Null for none.
  const Expr *conjunction(const std::vector<const Expr *> &conjuncts) const {
    const Expr *all = nullptr;
    for (const Expr *next : conjuncts)
      all = all ? BinaryOperator::Create(Ast, const_cast<Expr *>(all), const_cast<Expr *>(next), BO_LAnd,
                                         Ast.getLogicalOperationType(), VK_PRValue, OK_Ordinary,
                                         next->getExprLoc(), FPOptionsOverride())
                : next;
    return all;
  }

  /// `if (e > target) target = e;`
  Forms guardedAssignment(const IfStmt *branch) const {
    const auto *op = dyn_cast<BinaryOperator>(onlyStatement(branch->getThen()));
    if (!op || op->getOpcode() != BO_Assign || branch->getElse() || branch->getInit() ||
        branch->getConditionVariable() || branch->isConsteval())
      return {};
    const auto comparison = comparisonWith(op->getLHS(), branch->getCond());
    if (!comparison)
      return guardedConstant(op, branch->getCond());
    if ( !same(before(op->getRHS(), op->getLHS()), comparison->operand))
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

const VarDecl *updatedVariable(const UpdateForm &form) {
  const Expr *place = form.target->IgnoreParenImpCasts();
  while (const auto *subscript = dyn_cast<ArraySubscriptExpr>(place))
    place = subscript->getBase()->IgnoreParenImpCasts();
  return namedVariable(place);
}

static void addVariables(const Stmt *part, std::set<const VarDecl *> &variables) {
  forEachPart(part, [&](const Stmt *stmt) {
    if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
      if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
        variables.insert(variable);
  });
}

std::set<const VarDecl *> usedBesideUpdates(ASTContext &ast, llvm::ArrayRef<const Stmt *> statements) {
  std::set<const VarDecl *> variables;
  std::vector<const Stmt *> pending(statements.begin(), statements.end());
  while (!pending.empty()) {
    const Stmt *stmt = pending.back();
    pending.pop_back();
    const std::vector<UpdateForm> forms = stmt ? updateForms(ast, stmt) : std::vector<UpdateForm>();
    for (const UpdateForm &form : forms) {
      addVariables(form.operand, variables);
      const Expr *place = form.target->IgnoreParenImpCasts();
      for (; const auto *subscript = dyn_cast<ArraySubscriptExpr>(place);
           place = subscript->getBase()->IgnoreParenImpCasts())
        addVariables(subscript->getIdx(), variables);
    }
    if (!forms.empty() || !stmt)
      continue;
    if (isa<CompoundStmt, IfStmt>(stmt))
      pending.insert(pending.end(), stmt->child_begin(), stmt->child_end());
    else
      addVariables(stmt, variables);
  }
  return variables;
}

} // namespace gputile::frontend
