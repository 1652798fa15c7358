//===- Closures.cpp - Lambdas of a region ---------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Inliner.h"

#include "Frontend/Inline/Leaves.h"

using namespace clang;

namespace gputile::frontend {

/// What \p expr makes an object of, or names.
static const Expr *closureSource(const Expr *expr) {
  while (true) {
    expr = expr->IgnoreParenImpCasts();
    const auto *made = dyn_cast<CXXConstructExpr>(expr);
    if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
      expr = temporary->getSubExpr();
    else if (const auto *full = dyn_cast<FullExpr>(expr))
      expr = full->getSubExpr();
    else if (made && made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1)
      expr = made->getArg(0);
    else
      return expr;
  }
}

static const LambdaExpr *lambdaOf(const Expr *expr) { return dyn_cast<LambdaExpr>(closureSource(expr)); }

static bool isClosure(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isLambda();
}

std::optional<Closure> Inliner::closureOf(const Expr *expr) const {
  const auto *ref = isClosure(expr->getType()) ? dyn_cast<DeclRefExpr>(closureSource(expr)) : nullptr;
  const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  const auto known = All.closures.find(variable);
  return known == All.closures.end() ? std::nullopt : std::optional(known->second);
}

/// Appends copies of what \p lambda captures by copy, which may change behind it. None where a closure is more than that.
std::optional<Closure> Inliner::makeClosure(const LambdaExpr *lambda, Items &items) {
  Closure closure{lambda, this, {}};
  bool hasCopies = false;
  for (const LambdaCapture &capture : lambda->captures()) {
    if (capture.capturesThis() && capture.getCaptureKind() == LCK_This)
      continue;
    const auto *variable = capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
    if (!variable || (variable->isInitCapture() && capture.getCaptureKind() == LCK_ByRef))
      return std::nullopt;
    if (capture.getCaptureKind() == LCK_ByRef)
      continue;
    const QualType type = variable->getType().getNonReferenceType().getUnqualifiedType();
    hasCopies = true;
    if (isClosure(type) || (!variable->isInitCapture() && variable->getType().isConstQualified()))
      continue;
    if (!type->isScalarType() && !isPlainStructure(type))
      return std::nullopt;
    const SourceLocation loc = capture.getLocation();
    VarDecl *copy = newVariable(variable, type);
    if (variable->isInitCapture()) {
      copy->setInit(const_cast<Expr *>(variable->getInit()));
    } else {
      Expr *place = DeclRefExpr::Create(Ast, NestedNameSpecifierLoc(), SourceLocation(), const_cast<VarDecl *>(variable),
                                        false, loc, variable->getType().getNonReferenceType(), VK_LValue);
      copy->setInit(ImplicitCastExpr::Create(Ast, type, CK_LValueToRValue, place, nullptr, VK_PRValue,
                                             FPOptionsOverride()));
    }
    if (!append(declaration(copy), items))
      return std::nullopt;
    // Its own copy, where what it is initialised with has one.
    closure.copies[variable] = cast<VarDecl>(cast<DeclStmt>(items.back())->getSingleDecl());
  }
  if (hasCopies && lambda->isMutable())
    return std::nullopt;
  return closure;
}

/// Whether \p declared is a lambda, which needs no variable: calls have its body.
/// \param isDone set to whether what it captures could be copied
bool Inliner::declareClosure(const DeclStmt *declared, Items &items, bool &isDone) {
  const auto *variable = declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
  if (!variable || !variable->getInit() || !isClosure(variable->getType()))
    return false;
  auto closure = closureOf(variable->getInit());
  const LambdaExpr *lambda = closure ? nullptr : lambdaOf(variable->getInit());
  if (lambda)
    closure = makeClosure(lambda, items);
  if (!closure)
    return false;
  All.closures[variable] = *closure;
  isDone = true;
  return true;
}

bool Inliner::passClosure(const ParmVarDecl *parameter, const Expr *argument, Items &items) {
  if (!isClosure(parameter->getType()))
    return false;
  auto closure = closureOf(argument);
  const LambdaExpr *lambda = closure ? nullptr : lambdaOf(argument);
  if (lambda)
    closure = makeClosure(lambda, items);
  // One that the function declares before the region.
  const auto *ref = dyn_cast<DeclRefExpr>(closureSource(argument));
  const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  if (!closure && variable && !isa<ParmVarDecl>(variable) && variable->getInit() &&
      variable->getDeclContext() == All.region.function && lambdaOf(variable->getInit()) &&
      capturesOnlyFixed(lambdaOf(variable->getInit())->getLambdaClass()))
    closure = Closure{lambdaOf(variable->getInit()), nullptr, {}};
  if (!closure)
    return false;
  All.closures[parameter] = *closure;
  return true;
}

bool Inliner::isKnownClosure(const Expr *object) const { return closureOf(object) || lambdaOf(object); }

/// The body of a lambda sees what is around the lambda. Appends copies of what one captures that is made for the call.
/// \returns whether that could be done
bool Inliner::enter(const CallExpr *call, Inliner &callee, Items &items) {
  const Expr *object = calledObject(call);
  const LambdaExpr *lambda = object ? lambdaOf(object) : nullptr;
  const auto closure = lambda ? makeClosure(lambda, items) : object ? closureOf(object) : std::nullopt;
  if (!closure)
    return !lambda;
  for (const auto &[variable, copy] : closure->copies)
    callee.rename(variable, copy);
  if (closure->environment)
    callee.inherit(*closure->environment);
  return true;
}

} // namespace gputile::frontend
