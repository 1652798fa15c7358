//===- LoopShape.cpp - The parts of a for statement -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/LoopShape.h"

#include "Frontend/CText/Type.h"

#include "gputile/Frontend/DynamicVisitor.h"

using namespace clang;

namespace gputile::frontend {

[[noreturn]] static void refuseForm(SourceLocation loc, const char *what) {
  refuse(DiagId::LoopForm, loc, {what});
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

/// The variable that \p step changes, as an expression.
static const Expr *steppedLvalue(const Expr *step) {
  if (const auto *op = dyn_cast<UnaryOperator>(step))
    return op->getSubExpr();
  return cast<BinaryOperator>(step)->getLHS();
}

static void analyseInit(LoopShape &shape, const LoopHeader &header) {
  if (const auto *declaration = dyn_cast_or_null<DeclStmt>(shape.loop->getInit()))
    analyseDeclaration(shape, declaration);
  if (header.first)
    shape.lower = cast<BinaryOperator>(header.first)->getRHS();
  else if (header.startsFromBefore(shape.loop))
    shape.lower = steppedLvalue(header.step);
  if (!shape.lower)
    refuseForm(shape.loop->getForLoc(), "it gives its iterator no first value");
}

static void analyseStep(ExtractState &state, LoopShape &shape, const LoopHeader &header) {
  auto step = stepOf(state.Ast, shape.iterator, header.step);
  if (!step)
    refuseForm(header.step->getExprLoc(), "its step is not a constant");
  shape.step = llvm::APSInt(step->extOrTrunc(128), false);
  if (step->isUnsigned())
    shape.step = llvm::APSInt(step->zextOrTrunc(128), false);
  if (shape.step == 0)
    refuseForm(header.step->getExprLoc(), "its step is zero");
}

namespace {
/// Finds a write to the iterator in the body or the condition of its loop.
class IteratorWrites : public DynamicVisitor {
public:
  explicit IteratorWrites(const VarDecl *iterator) : Iterator(iterator) {}
  const Expr *Culprit = nullptr;

  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf)
      check(op->getSubExpr(), op);
    return !Culprit;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
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
  if (!writes.Culprit && !shape.stepsInCondition)
    writes.TraverseStmt(const_cast<Expr *>(shape.condition));
  if (writes.Culprit)
    refuse(DiagId::IteratorModified, writes.Culprit->getExprLoc(),
           {shape.iterator->getName().str()});
}

LoopShape analyseLoop(ExtractState &state, const ForStmt *loop, StepKind kind) {
  const LoopHeader header = headerOf(loop);
  LoopShape shape;
  shape.loop = loop;
  shape.condition = loop->getCond();
  shape.iterator = header.iterator;
  shape.stepsInCondition = header.stepsInCondition;
  if (!header.step && !loop->getInc())
    refuseForm(loop->getForLoc(), "it has no step");
  if (!shape.iterator)
    refuseForm(loop->getInc()->getExprLoc(), "its step is not a change of one variable");
  if (!shape.condition || loop->getConditionVariable())
    refuseForm(loop->getForLoc(), "it has no condition");
  refuseVolatile(shape.iterator->getType(), shape.iterator->getName(), loop->getForLoc());
  QualType type = shape.iterator->getType();
  if (!isInteger(type) || type->isBooleanType())
    refuseForm(header.step->getExprLoc(), "its iterator is not an integer");
  if (const Expr *tied = header.tiedPart())
    refuseForm(tied->getExprLoc(), "another part of it depends on the iterator");
  analyseInit(shape, header);
  if (kind == StepKind::Constant)
    analyseStep(state, shape, header);
  else
    shape.step = llvm::APSInt::get(1);
  refuseIteratorWrites(shape);
  return shape;
}

} // namespace gputile::frontend
