//===- LoopShape.cpp - The parts of a for statement -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/LoopShape.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace gputile::frontend {

[[noreturn]] static void refuseForm(SourceLocation loc, const char *what) {
  refuse(DiagId::LoopForm, loc, {what});
}

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

static std::optional<llvm::APSInt> stepOf(ASTContext &ast, const VarDecl *iterator,
                                          const Expr *increment) {
  increment = increment->IgnoreParens();
  if (const auto *op = dyn_cast<UnaryOperator>(increment))
    return llvm::APSInt::get(op->isIncrementOp() ? 1 : -1);
  const auto *op = cast<BinaryOperator>(increment);
  if (op->getOpcode() == BO_Assign)
    return stepOfSum(ast, iterator, op->getRHS());
  if (op->getOpcode() != BO_AddAssign && op->getOpcode() != BO_SubAssign)
    return std::nullopt;
  // Without the conversion to the iterator's type: `u += -1` counts down.
  auto constant = integerConstant(ast, op->getRHS()->IgnoreParenImpCasts());
  if (!constant)
    return std::nullopt;
  llvm::APSInt wide(constant->extend(128), false);
  return op->getOpcode() == BO_AddAssign ? wide : llvm::APSInt(-wide, false);
}

static void analyseDeclaration(LoopShape &shape, const DeclStmt *declaration) {
  for (const Decl *decl : declaration->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (variable == shape.iterator)
      shape.lower = variable->getInit();
    else if (variable)
      shape.otherLocals.push_back(variable);
  }
  shape.declaredInside = shape.lower != nullptr;
}

static void analyseInit(LoopShape &shape) {
  const Stmt *init = shape.loop->getInit();
  if (!init)
    refuseForm(shape.loop->getForLoc(), "it gives its iterator no first value");
  if (const auto *declaration = dyn_cast<DeclStmt>(init))
    analyseDeclaration(shape, declaration);
  else if (const auto *expr = dyn_cast<Expr>(init))
    if (const auto *op = dyn_cast<BinaryOperator>(expr->IgnoreParens()))
      if (op->getOpcode() == BO_Assign && namedVariable(op->getLHS()) == shape.iterator)
        shape.lower = op->getRHS();
  if (!shape.lower)
    refuseForm(init->getBeginLoc(), "its first part does not set the iterator");
}

static void analyseStep(ExtractState &state, LoopShape &shape) {
  const Expr *increment = shape.loop->getInc();
  auto step = stepOf(state.Ast, shape.iterator, increment);
  if (!step)
    refuseForm(increment->getExprLoc(), "its step is not a constant");
  shape.step = llvm::APSInt(step->extOrTrunc(128), false);
  if (step->isUnsigned())
    shape.step = llvm::APSInt(step->zextOrTrunc(128), false);
  if (shape.step == 0)
    refuseForm(increment->getExprLoc(), "its step is zero");
}

namespace {
/// Finds a write to the iterator in the body or the condition of its loop.
class IteratorWrites : public RecursiveASTVisitor<IteratorWrites> {
public:
  explicit IteratorWrites(const VarDecl *iterator) : Iterator(iterator) {}
  const Expr *Culprit = nullptr;

  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf)
      check(op->getSubExpr(), op);
    return !Culprit;
  }
  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->isAssignmentOp())
      check(op->getLHS(), op);
    return !Culprit;
  }

private:
  const VarDecl *Iterator;
  void check(const Expr *target, const Expr *write) {
    if (namedVariable(target) == Iterator)
      Culprit = write;
  }
};
} // namespace

static void refuseIteratorWrites(const LoopShape &shape) {
  IteratorWrites writes(shape.iterator);
  writes.TraverseStmt(const_cast<Stmt *>(shape.loop->getBody()));
  if (!writes.Culprit)
    writes.TraverseStmt(const_cast<Expr *>(shape.condition));
  if (writes.Culprit)
    refuse(DiagId::IteratorModified, writes.Culprit->getExprLoc(),
           {shape.iterator->getName().str()});
}

LoopShape analyseLoop(ExtractState &state, const ForStmt *loop) {
  LoopShape shape;
  shape.loop = loop;
  shape.condition = loop->getCond();
  if (!loop->getInc())
    refuseForm(loop->getForLoc(), "it has no step");
  shape.iterator = loopVariable(loop);
  if (!shape.iterator)
    refuseForm(loop->getInc()->getExprLoc(), "its step is not a change of one variable");
  if (!shape.condition || loop->getConditionVariable())
    refuseForm(loop->getForLoc(), "it has no condition");
  refuseVolatile(shape.iterator->getType(), shape.iterator->getName(), loop->getForLoc());
  QualType type = shape.iterator->getType();
  if (!isInteger(type) || type->isBooleanType())
    refuseForm(loop->getInc()->getExprLoc(), "its iterator is not an integer");
  analyseInit(shape);
  analyseStep(state, shape);
  refuseIteratorWrites(shape);
  return shape;
}

} // namespace gputile::frontend
