//===- ComplexNumbers.cpp - Complex numbers as two real ones --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/ComplexNumbers.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/ComplexSplitter.h"
#include "Frontend/Inline/Leaves.h"
#include "Frontend/Refusal.h"
#include "Frontend/RegionFacts.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

bool ComplexSplitter::isReplaced(const Stmt *stmt) const {
  if (const auto *expr = dyn_cast<Expr>(stmt))
    return isComplex(expr);
  const auto *declared = dyn_cast<DeclStmt>(stmt);
  return declared && llvm::any_of(declared->decls(), [&](const Decl *decl) {
           const auto *variable = dyn_cast<VarDecl>(decl);
           return variable && partOfComplex(Ast, Ast.getBaseElementType(variable->getType()));
         });
}

//===-- Statements --------------------------------------------------------------===//

/// The imaginary part is computed before the real part is assigned, unless it does not depend on that.
bool ComplexSplitter::assign(const Expr *target, MaybeNumber value, Items &items) {
  Expr *places[2] = {halfOf(target, Half::Real), halfOf(target, Half::Imaginary)};
  if (!value || !value->imaginary || !places[0] || !places[1])
    return false;
  llvm::SaveAndRestore before(Before, &items);
  value = assignable(*value);
  if (!value)
    return false;
  Expr *values[2] = {value->real, value->imaginary};
  const QualType part = *partOfComplex(Ast, target->getType());
  const bool cxx = Ast.getLangOpts().CPlusPlus;
  for (unsigned k = 0; k < 2; ++k) {
    items.push_back(BinaryOperator::Create(Ast, places[k], widened(values[k], part), BO_Assign, part,
                                           cxx ? VK_LValue : VK_PRValue, OK_Ordinary, target->getExprLoc(),
                                           FPOptionsOverride()));
  }
  return true;
}

bool ComplexSplitter::compound(BinaryOperatorKind op, const Expr *target, const Expr *value, Items &items) {
  const MaybeNumber added = operand(value);
  if (op != BO_Add && op != BO_Sub)
    return assign(target, combine(op, place(target), added), items);
  Expr *places[2] = {halfOf(target, Half::Real), halfOf(target, Half::Imaginary)};
  if (!added || !places[0] || !places[1])
    return false;
  const bool cxx = Ast.getLangOpts().CPlusPlus;
  const QualType part = *partOfComplex(Ast, target->getType());
  llvm::SaveAndRestore before(Before, &items);
  const MaybeNumber assigned = assignable(*added);
  if (!assigned)
    return false;
  Expr *values[2] = {assigned->real, assigned->imaginary};
  for (unsigned k = 0; k < 2; ++k)
    if (values[k])
      items.push_back(CompoundAssignOperator::Create(
          Ast, places[k], values[k], op == BO_Add ? BO_AddAssign : BO_SubAssign, part, cxx ? VK_LValue : VK_PRValue,
          OK_Ordinary, target->getExprLoc(), FPOptionsOverride(), values[k]->getType(), values[k]->getType()));
  return true;
}

bool ComplexSplitter::declareParts(const VarDecl *variable, Items &items) {
  const QualType whole = variable->getType();
  const Expr *init = variable->getInit();
  if (!variable->hasLocalStorage() || whole.isVolatileQualified() || variable->hasAttrs() ||
      whole->isReferenceType() || (init && whole->isArrayType() && !isa<CXXConstructExpr>(init)))
    return false;
  std::vector<uint64_t> extents;
  QualType element = whole;
  while (const auto *array = Ast.getAsConstantArrayType(element)) {
    extents.push_back(array->getSize().getLimitedValue());
    element = array->getElementType();
  }
  const auto part = partOfComplex(Ast, element);
  if (!part)
    return false;
  const bool isArray = !extents.empty();
  const MaybeNumber value = init && !isArray ? converted(number(init), *part) : std::nullopt;
  if (init && !isArray && !value)
    return false;
  const auto make = [&](const char *suffix, Expr *initial) {
    const QualType type = arrayOf(Ast, *part, extents);
    const SourceLocation loc = variable->getLocation();
    auto *made = VarDecl::Create(Ast, Owner, variable->getBeginLoc(), loc,
                                 &Ast.Idents.get(variable->getNameAsString() + suffix), type,
                                 Ast.getTrivialTypeSourceInfo(type, loc), SC_None);
    made->setInit(initial);
    items.push_back(declaration(made));
    return made;
  };
  VarDecl *real = make("_real", value ? value->real : nullptr);
  VarDecl *imaginary = make("_imag", value ? value->imaginary : nullptr);
  Variables[variable] = {real, imaginary};
  if (!init || !isArray)
    return true;
  return clearElements(mention(real, variable->getLocation()), items) &&
         clearElements(mention(imaginary, variable->getLocation()), items);
}

/// A default constructor of std::complex sets elements to zero.
bool ComplexSplitter::clearElements(Expr *array, Items &items) {
  constexpr uint64_t MaxElements = 64;
  const auto *type = Ast.getAsConstantArrayType(array->getType());
  if (!type) {
    items.push_back(BinaryOperator::Create(Ast, array, zero(array->getType()), BO_Assign, array->getType(), VK_LValue,
                                           OK_Ordinary, array->getExprLoc(), FPOptionsOverride()));
    return items.size() < MaxElements * MaxElements;
  }
  const uint64_t count = type->getSize().getLimitedValue();
  for (uint64_t k = 0; k < count && count <= MaxElements; ++k) {
    Expr *index = IntegerLiteral::Create(Ast, llvm::APInt(Ast.getIntWidth(Ast.IntTy), k), Ast.IntTy, array->getExprLoc());
    if (!clearElements(element(array, index), items))
      return false;
  }
  return count <= MaxElements;
}

bool ComplexSplitter::declare(const DeclStmt *declared, Items &items) {
  for (Decl *decl : declared->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (variable && partOfComplex(Ast, Ast.getBaseElementType(variable->getType()))) {
      if (!declareParts(variable, items))
        return false;
      continue;
    }
    auto *alone = new (Ast) DeclStmt(DeclGroupRef(decl), declared->getBeginLoc(), declared->getEndLoc());
    if (!Cloner::append(alone, items))
      return false;
  }
  return true;
}

/// \param isDone set where \p expr assigns a complex number
bool ComplexSplitter::appendExpression(const Expr *expr, Items &items, bool &isDone) {
  expr = expr->IgnoreParens();
  isDone = true;
  if (const auto *full = dyn_cast<FullExpr>(expr))
    return appendExpression(full->getSubExpr(), items, isDone);
  if (const auto *op = dyn_cast<CompoundAssignOperator>(expr); op && isComplex(op->getLHS())) {
    llvm::SaveAndRestore recovers(RecoversInfinities,
                                  recoversInfinities(op->getFPFeaturesInEffect(Ast.getLangOpts())));
    return compound(BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), op->getLHS(), op->getRHS(), items);
  }
  if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->getOpcode() == BO_Assign && isComplex(op->getLHS()))
    return assign(op->getLHS(), number(op->getRHS()), items);
  const auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
  if (call && call->getNumArgs() == 2 && isComplex(call->getArg(0)) && isOfLibrary(call)) {
    if (call->getOperator() == OO_Equal) {
      MaybeNumber value = operand(call->getArg(1));
      if (value && !value->imaginary)
        value->imaginary = zero(value->real->getType());
      return assign(call->getArg(0), value, items);
    }
    if (const auto op = arithmeticOf(call->getOperator()); op && call->isGLValue())
      return compound(*op, call->getArg(0), call->getArg(1), items);
  }
  if (const auto *setter = dyn_cast<CXXMemberCallExpr>(expr); setter && setter->getNumArgs() == 1)
    if (const Function half = memberOf(setter); half == Function::Real || half == Function::Imaginary)
      return assignHalf(setter, half == Function::Real ? Half::Real : Half::Imaginary, items);
  isDone = false;
  return true;
}

/// `z.real(x)`
bool ComplexSplitter::assignHalf(const CXXMemberCallExpr *setter, Half half, Items &items) {
  Expr *place = halfOf(setter->getImplicitObjectArgument(), half);
  const MaybeNumber value = operand(setter->getArg(0));
  if (!place || !value || value->imaginary)
    return false;
  items.push_back(BinaryOperator::Create(Ast, place, value->real, BO_Assign, place->getType(), VK_LValue, OK_Ordinary,
                                         setter->getExprLoc(), FPOptionsOverride()));
  return true;
}

/// Whether all parts of \p expr are evaluated.
static bool isStraight(const Expr *expr) {
  return !anyPart(expr, [](const Stmt *part) {
    const auto *op = dyn_cast<BinaryOperator>(part);
    return isa<AbstractConditionalOperator>(part) || (op && op->isLogicalOp());
  });
}

bool ComplexSplitter::append(const Stmt *item, Items &items) {
  if (const auto *declared = dyn_cast<DeclStmt>(item); declared && isReplaced(declared)) {
    llvm::SaveAndRestore before(Before, &items);
    return declare(declared, items);
  }
  if (const auto *expr = dyn_cast<Expr>(item)) {
    llvm::SaveAndRestore before(Before, isStraight(expr) ? &items : nullptr);
    bool isDone = false;
    const bool good = appendExpression(expr, items, isDone);
    if (isDone)
      return good;
    return Cloner::append(item, items);
  }
  return Cloner::append(item, items);
}

void splitComplexNumbers(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  const bool any = anyPart(inlined.statement, [&](const Stmt *part) {
    const auto *expr = dyn_cast<Expr>(part);
    return expr && partOfComplex(ast, expr->getType());
  });
  if (!any || !region.function)
    return;
  Cloner::Originals copies;
  ComplexSplitter splitter(ast, const_cast<FunctionDecl *>(region.function), copies);
  if (Stmt *copy = splitter.stmt(inlined.statement))
    inlined.replace(copy, copies);
}
} // namespace gputile::frontend
