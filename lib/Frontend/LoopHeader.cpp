//===- LoopHeader.cpp - The parts in the head of a for statement ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/LoopHeader.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/OperandChain.h"

#include <algorithm>

using namespace clang;

namespace gputile::frontend {

bool isComma(const Expr *expr) {
  const auto *op = dyn_cast<BinaryOperator>(expr->IgnoreParens());
  return op && op->getOpcode() == BO_Comma;
}

std::vector<const Expr *> commaParts(const Expr *expr) { return operandChain(expr, BO_Comma); }

//===-- Steps -----------------------------------------------------------------===//

/// The constant that `i = i + c`, `i = c + i` or `i = i - c` adds to \p iterator.
static std::optional<llvm::APSInt> stepOfSum(ASTContext &ast, const VarDecl *iterator,
                                             const Expr *sum) {
  const auto *op = dyn_cast<BinaryOperator>(sum->IgnoreParenImpCasts());
  if (!op || (op->getOpcode() != BO_Add && op->getOpcode() != BO_Sub))
    return std::nullopt;
  const Expr *left = op->getLHS()->IgnoreParenImpCasts(),
             *right = op->getRHS()->IgnoreParenImpCasts();
  if (op->getOpcode() == BO_Add && namedVariable(right) == iterator)
    return integerConstant(ast, left);
  if (namedVariable(left) != iterator)
    return std::nullopt;
  auto constant = integerConstant(ast, right);
  if (!constant)
    return std::nullopt;
  llvm::APSInt wide(constant->extend(128), false);
  return op->getOpcode() == BO_Add ? wide : llvm::APSInt(-wide, false);
}

std::optional<llvm::APSInt> stepOf(ASTContext &ast, const VarDecl *variable, const Expr *expr) {
  expr = expr->IgnoreParens();
  if (assignedVariable(expr) != variable)
    return std::nullopt;
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return llvm::APSInt::get(op->isIncrementOp() ? 1 : -1);
  const auto *op = cast<BinaryOperator>(expr);
  if (op->getOpcode() == BO_Assign)
    return stepOfSum(ast, variable, op->getRHS());
  if (op->getOpcode() != BO_AddAssign && op->getOpcode() != BO_SubAssign)
    return std::nullopt;
  // Without the conversion to the variable's type: `u += -1` counts down.
  auto constant = integerConstant(ast, op->getRHS()->IgnoreParenImpCasts());
  if (!constant)
    return std::nullopt;
  llvm::APSInt wide(constant->extend(128), false);
  return op->getOpcode() == BO_AddAssign ? wide : llvm::APSInt(-wide, false);
}

//===-- Parts -----------------------------------------------------------------===//

const UnaryOperator *countdownIn(const Expr *condition) {
  if (!condition)
    return nullptr;
  const Expr *counted = condition->IgnoreParenImpCasts();
  bool greater = false;
  if (const auto *op = dyn_cast<BinaryOperator>(counted)) {
    const auto *zero = dyn_cast<IntegerLiteral>(op->getRHS()->IgnoreParenImpCasts());
    if (!zero || zero->getValue() != 0 || (op->getOpcode() != BO_GT && op->getOpcode() != BO_NE))
      return nullptr;
    greater = op->getOpcode() == BO_GT;
    counted = op->getLHS()->IgnoreParenImpCasts();
  }
  const auto *step = dyn_cast<UnaryOperator>(counted);
  if (!step || step->getOpcode() != UO_PostDec || !namedVariable(step->getSubExpr()))
    return nullptr;
  return greater || step->getType()->isUnsignedIntegerType() ? step : nullptr;
}

/// The part of \p parts that steps the iterator of the loop with \p condition.
static const Expr *stepAmong(const std::vector<const Expr *> &parts, const Expr *condition) {
  if (parts.size() == 1)
    return assignedVariable(parts.front()) ? parts.front() : nullptr;
  const Expr *found = nullptr;
  for (const Expr *part : parts) {
    const VarDecl *variable = assignedVariable(part);
    if (!variable || !condition || !mentions(condition, variable))
      continue;
    if (found)
      return nullptr;
    found = part;
  }
  return found;
}

static bool isPlainAssignment(const Expr *expr) {
  const auto *op = dyn_cast<BinaryOperator>(expr);
  return op && op->getOpcode() == BO_Assign;
}

LoopHeader headerOf(const ForStmt *loop) {
  LoopHeader header;
  const auto steps = loop->getInc() ? commaParts(loop->getInc()) : std::vector<const Expr *>();
  header.step = stepAmong(steps, loop->getCond());
  if (!loop->getInc())
    header.step = countdownIn(loop->getCond());
  header.stepsInCondition = !loop->getInc() && header.step;
  header.iterator = assignedVariable(header.step);
  for (const Expr *part : steps)
    if (part != header.step)
      header.after.push_back(part);
  if (const auto *init = dyn_cast_or_null<Expr>(loop->getInit()))
    for (const Expr *part : commaParts(init)) {
      const bool sets = header.iterator && assignedVariable(part) == header.iterator;
      if (sets && isPlainAssignment(part) && !header.first)
        header.first = part;
      else
        header.before.push_back(part);
    }
  return header;
}

bool LoopHeader::startsFromBefore(const ForStmt *loop) const {
  const auto *declared = dyn_cast_or_null<DeclStmt>(loop->getInit());
  return iterator && !first &&
         !(declared && std::find(declared->decl_begin(), declared->decl_end(), iterator) != declared->decl_end());
}

/// True when \p part and the first value of the iterator depend on each other.
static bool dependsOn(const Expr *part, const LoopHeader &header) {
  if (mentions(part, header.iterator))
    return true;
  const VarDecl *assigned = assignedVariable(part);
  return header.first && assigned && mentions(header.first, assigned) &&
         part->getBeginLoc() > header.first->getBeginLoc();
}

const Expr *LoopHeader::tiedPart() const {
  for (const Expr *part : before)
    if (dependsOn(part, *this))
      return part;
  for (const Expr *part : after)
    if (mentions(part, iterator))
      return part;
  return nullptr;
}

//===-- Conditions ------------------------------------------------------------===//

std::optional<Comparison> comparisonOf(const Expr *condition, const VarDecl *variable) {
  const auto *op =
      dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  if (!op || !op->isRelationalOp())
    return std::nullopt;
  if (namedVariable(op->getLHS()->IgnoreParenImpCasts()) == variable &&
      !mentions(op->getRHS(), variable))
    return Comparison{op->getRHS(), op->getOpcode()};
  if (namedVariable(op->getRHS()->IgnoreParenImpCasts()) == variable &&
      !mentions(op->getLHS(), variable))
    return Comparison{op->getLHS(), BinaryOperator::reverseComparisonOp(op->getOpcode())};
  return std::nullopt;
}

} // namespace gputile::frontend
