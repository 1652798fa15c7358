//===- Statements.cpp - Statements of interpreted programs -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::reader {

// --- Variables -----------------------------------------------------------------------

/// Marks variables that are used other than by reading and assigning.
static void markAddressed(const Stmt *s, llvm::DenseSet<const VarDecl *> &addressed) {
  for (const Stmt *child : s->children()) {
    if (!child)
      continue;
    const auto *e = dyn_cast<Expr>(child);
    const auto *name = e ? dyn_cast<DeclRefExpr>(e->IgnoreParens()) : nullptr;
    const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable) {
      markAddressed(child, addressed);
      continue;
    }
    const auto *cast = dyn_cast<CastExpr>(s);
    const auto *op = dyn_cast<BinaryOperator>(s);
    const auto *step = dyn_cast<UnaryOperator>(s);
    const bool plain = isa<ParenExpr>(s) || (cast && cast->getCastKind() == CK_LValueToRValue) ||
                       (op && op->isAssignmentOp() && op->getLHS() == child) ||
                       (step && step->isIncrementDecrementOp());
    if (!plain)
      addressed.insert(variable);
  }
  if (const auto *declaration = dyn_cast<DeclStmt>(s))
    for (const Decl *decl : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl))
        if (variable->getInit() && variable->getType()->isReferenceType())
          if (const auto *name = dyn_cast<DeclRefExpr>(variable->getInit()->IgnoreParenImpCasts()))
            if (const auto *target = dyn_cast<VarDecl>(name->getDecl()))
              addressed.insert(target);
}

void Interpreter::findAddressed(const FunctionDecl *function) {
  if (!Scanned.insert(function).second)
    return;
  markAddressed(function->getBody(), Addressed);
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    for (const CXXCtorInitializer *init : constructor->inits())
      if (const Expr *e = init->getInit()) {
        markAddressed(e, Addressed);
        if (const auto *name = dyn_cast<DeclRefExpr>(e->IgnoreParens()))
          if (const auto *variable = dyn_cast<VarDecl>(name->getDecl()))
            Addressed.insert(variable);
      }
}

bool Interpreter::needsMemory(const VarDecl *variable) {
  return !valueType(Context, variable->getType()).isScalar() || Addressed.count(variable) != 0;
}

void Interpreter::declareShared(const VarDecl *variable) {
  const auto [entry, isNew] = group().shared.try_emplace(variable);
  if (!isNew)
    return;
  Variable &made = entry->second;
  made.inMemory = true;
  made.values = uniform(0);
  const auto bytes = static_cast<uint64_t>(Context.getTypeSizeInChars(variable->getType()).getQuantity());
  for (size_t b = 0; b < group().blocks.size(); ++b) {
    MemoryObject &object = Data.allocate(variable->getNameAsString(), bytes);
    object.onDevice = object.ofBlock = true;
    object.shadow.resize(bytes);
    group().owned.push_back(object.base);
    for (unsigned t = 0; t < group().threads; ++t)
      made.values.bits[b * group().threads + t] = object.base;
  }
}

void Interpreter::declare(const VarDecl *variable) {
  if (variable->hasAttr<CUDASharedAttr>())
    return declareShared(variable);
  const QualType type = variable->getType();
  const bool fixed = variable->hasGlobalStorage();
  if (fixed && Statics.count(variable))
    return;
  Variable made;
  if (type->isReferenceType()) {
    made.inMemory = true;
    made.values = addressOf(variable->getInit());
  } else if (fixed || needsMemory(variable)) {
    made.inMemory = true;
    if (fixed)
      made.values = uniform(Data.allocate(variable->getNameAsString(), static_cast<uint64_t>(Context.getTypeSizeInChars(type).getQuantity())).base);
    else if (const auto old = frame().variables.find(variable); old != frame().variables.end())
      made.values = old->second.values; // Of an earlier turn of a loop.
    else
      made.values = temporary(type, variable->getName().str().c_str());
    if (variable->getInit())
      initialise(made.values, type, variable->getInit());
    else
      Data.find(made.values.bits[0], 1).known.reset();
  } else {
    if (const auto old = frame().variables.find(variable); old != frame().variables.end())
      made = old->second; // Lanes that are not active keep theirs.
    else
      made.values = uniform(0);
    const Lanes initial = variable->getInit() ? value(variable->getInit()) : uniform(0);
    for (size_t l = 0; l < initial.size(); ++l)
      if (Active[l]) {
        made.values.bits[l] = initial.bits[l];
        made.values.setUnknown(l, !variable->getInit() || initial.isUnknown(l));
      }
  }
  (fixed ? Statics : frame().variables)[variable] = std::move(made);
}

// --- Statements ------------------------------------------------------------------------

void Interpreter::runIf(const IfStmt *s) {
  if (s->getInit())
    run(s->getInit());
  if (s->getConditionVariable())
    declare(s->getConditionVariable());
  if (s->isConstexpr())
    throw NotFollowed{"if constexpr"};
  const Mask all = Active, chosen = truth(s->getCond());
  Mask left(all.size(), 0);
  for (const bool first : {true, false}) {
    for (size_t l = 0; l < all.size(); ++l)
      Active[l] = all[l] && (chosen[l] != 0) == first;
    if (any(Active) && (first || s->getElse()))
      run(first ? s->getThen() : s->getElse());
    for (size_t l = 0; l < all.size(); ++l)
      left[l] |= Active[l];
  }
  Active = left;
}

void Interpreter::runLoop(const Stmt *condition, const VarDecl *conditionVariable, const Stmt *body,
                          const Expr *increment, bool testFirst) {
  if (conditionVariable)
    throw NotFollowed{"a variable in a condition"};
  Frame &here = frame();
  const Mask broken = here.broken, continued = here.continued;
  Mask done(Active.size(), 0);
  here.broken.assign(Active.size(), 0);
  for (bool first = true; any(Active); first = false) {
    if (condition && (testFirst || !first)) {
      const Mask going = truth(cast<Expr>(condition));
      for (size_t l = 0; l < Active.size(); ++l)
        if (Active[l] && !going[l]) {
          done[l] = 1;
          Active[l] = 0;
        }
      if (!any(Active))
        break;
      if (isa<NullStmt>(body) && !increment && group().onDevice) {
        if (Limits.corners)
          throw CornerDone{};
        throw Fault{"waits for a flag that no block with a lower ticket sets"};
      }
    }
    here.continued.assign(Active.size(), 0);
    run(body);
    for (size_t l = 0; l < Active.size(); ++l)
      Active[l] |= here.continued[l];
    if (increment && any(Active))
      scalarOrRecord(increment);
  }
  for (size_t l = 0; l < Active.size(); ++l)
    Active[l] = done[l] || here.broken[l];
  here.broken = broken;
  here.continued = continued;
}

void Interpreter::runRange(const CXXForRangeStmt *s) {
  run(s->getRangeStmt());
  run(s->getBeginStmt());
  run(s->getEndStmt());
  Frame &here = frame();
  const Mask broken = here.broken, continued = here.continued;
  Mask done(Active.size(), 0);
  here.broken.assign(Active.size(), 0);
  for (;;) {
    const Mask going = truth(s->getCond());
    for (size_t l = 0; l < Active.size(); ++l) {
      done[l] |= Active[l] && !going[l];
      Active[l] = Active[l] && going[l];
    }
    if (!any(Active))
      break;
    here.continued.assign(Active.size(), 0);
    run(s->getLoopVarStmt());
    run(s->getBody());
    for (size_t l = 0; l < Active.size(); ++l)
      Active[l] |= here.continued[l];
    if (any(Active))
      scalarOrRecord(s->getInc());
  }
  for (size_t l = 0; l < Active.size(); ++l)
    Active[l] = done[l] || here.broken[l];
  here.broken = broken;
  here.continued = continued;
}

static void moveLanes(Mask &from, Mask &to) {
  to.resize(from.size(), 0);
  for (size_t l = 0; l < from.size(); ++l) {
    to[l] |= from[l];
    from[l] = 0;
  }
}

void Interpreter::run(const Stmt *s) {
  if (!any(Active))
    return;
  switch (s->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt *child : cast<CompoundStmt>(s)->body())
      run(child);
    return;
  case Stmt::DeclStmtClass:
    for (const Decl *decl : cast<DeclStmt>(s)->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl))
        declare(variable);
    return;
  case Stmt::NullStmtClass:
    return;
  case Stmt::AttributedStmtClass:
    return run(cast<AttributedStmt>(s)->getSubStmt());
  case Stmt::IfStmtClass:
    return runIf(cast<IfStmt>(s));
  case Stmt::WhileStmtClass: {
    const auto *loop = cast<WhileStmt>(s);
    return runLoop(loop->getCond(), loop->getConditionVariable(), loop->getBody(), nullptr, true);
  }
  case Stmt::DoStmtClass: {
    const auto *loop = cast<DoStmt>(s);
    return runLoop(loop->getCond(), nullptr, loop->getBody(), nullptr, false);
  }
  case Stmt::ForStmtClass: {
    const auto *loop = cast<ForStmt>(s);
    if (loop->getInit())
      run(loop->getInit());
    return runLoop(loop->getCond(), loop->getConditionVariable(), loop->getBody(), loop->getInc(), true);
  }
  case Stmt::CXXForRangeStmtClass:
    return runRange(cast<CXXForRangeStmt>(s));
  case Stmt::BreakStmtClass:
    return moveLanes(Active, frame().broken);
  case Stmt::ContinueStmtClass:
    return moveLanes(Active, frame().continued);
  case Stmt::ReturnStmtClass:
    return runReturn(cast<ReturnStmt>(s));
  default:
    break;
  }
  const auto *e = dyn_cast<Expr>(s);
  if (!e)
    throw NotFollowed{std::string("a statement (") + s->getStmtClassName() + ")"};
  scalarOrRecord(e);
}

void Interpreter::runReturn(const ReturnStmt *s) {
  Frame &here = frame();
  const QualType type = here.function->getReturnType();
  if (const Expr *e = s->getRetValue(); e && !type->isVoidType()) {
    Lanes values;
    if (type->isReferenceType()) {
      values = addressOf(e);
    } else if (valueType(Context, type).isScalar()) {
      values = value(e);
    } else {
      values = temporary(type, "a result");
      here.caller->owned.push_back(here.owned.pop_back_val());
      initialise(values, type, e);
    }
    if (here.result.size() == 0)
      here.result = uniform(0);
    for (size_t l = 0; l < values.size(); ++l)
      if (Active[l]) {
        here.result.bits[l] = values.bits[l];
        here.result.setUnknown(l, values.isUnknown(l));
      }
  } else if (e) {
    scalarOrRecord(e);
  }
  moveLanes(Active, here.returned);
}

} // namespace gputile::reader
