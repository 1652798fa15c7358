//===- Objects.cpp - Values that need a variable --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Inliner.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Leaves.h"

#include "gputile/Support/LlvmCompat.h"

using namespace clang;

namespace gputile::frontend {

/// A variable that no program names.
VarDecl *Inliner::newTemporary(const std::string &name, QualType type, SourceLocation loc) {
  type = type.getUnqualifiedType();
  VarDecl *variable = VarDecl::Create(Ast, Owner, loc, loc, &Ast.Idents.get(name), type,
                                      Ast.getTrivialTypeSourceInfo(type, loc), SC_None);
  All.temporaries.insert(variable);
  return variable;
}

/// One for a structure. Messages may name it: by its type, which the program names.
VarDecl *Inliner::newObject(QualType type, SourceLocation loc) {
  const RecordDecl *record = type->getAsRecordDecl();
  const TypedefNameDecl *alias = record->getTypedefNameForAnonDecl();
  return newTemporary((alias ? alias->getNameAsString() : record->getNameAsString()), type, loc);
}

/// Whether \p place is a variable that only one expression uses.
bool Inliner::isTemporary(const Expr *place) const {
  return place && All.temporaries.count(namedVariable(place));
}

Expr *Inliner::assignment(Expr *place, const Expr *value) {
  const bool cxx = Ast.getLangOpts().CPlusPlus;
  return BinaryOperator::Create(Ast, place, const_cast<Expr *>(value), BO_Assign, place->getType(),
                                cxx ? VK_LValue : VK_PRValue, OK_Ordinary, value->getExprLoc(),
                                FPOptionsOverride());
}

//===-- Constructors ------------------------------------------------------------===//

/// Appends what gives \p place, a part of `this`, its first value.
bool Inliner::initialise(Expr *place, const Expr *init, Items &items) {
  if (const auto *ofMember = dyn_cast<CXXDefaultInitExpr>(init))
    init = ofMember->getExpr();
  if (const auto *full = dyn_cast<FullExpr>(init))
    init = full->getSubExpr();
  const auto *made = dyn_cast<CXXConstructExpr>(init);
  if (made && made->getConstructor()->isDefaultConstructor() && made->getConstructor()->isTrivial() &&
      !made->requiresZeroInitialization())
    return true;
  const SourceLocation loc = init->getExprLoc();
  const auto *array = Ast.getAsConstantArrayType(place->getType());
  if (!array) {
    const bool isZero = isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(init);
    return append(assignment(place, isZero ? emptyList(Ast, place->getType(), loc) : init), items);
  }
  const auto *list = dyn_cast<InitListExpr>(init);
  const uint64_t count = array->getSize().getLimitedValue();
  constexpr uint64_t MaxInitialised = 64;
  if ((!list && !isa<ImplicitValueInitExpr>(init)) || count > MaxInitialised)
    return false;
  Expr *first = ImplicitCastExpr::Create(Ast, Ast.getArrayDecayedType(place->getType()), CK_ArrayToPointerDecay,
                                         place, nullptr, VK_PRValue, FPOptionsOverride());
  for (uint64_t k = 0; k < count; ++k) {
    Expr *index = IntegerLiteral::Create(Ast, llvm::APInt(Ast.getIntWidth(Ast.IntTy), k), Ast.IntTy, loc);
    auto *element = new (Ast) ArraySubscriptExpr(first, index, array->getElementType(), VK_LValue, OK_Ordinary, loc);
    const Expr *value = !list                     ? nullptr
                        : k < list->getNumInits() ? list->getInit(k)
                                                  : list->getArrayFiller();
    if (!initialise(element, value ? value : new (Ast) ImplicitValueInitExpr(array->getElementType()), items))
      return false;
  }
  return true;
}

/// Appends the body of the constructor that \p made runs. \returns whether that could be done.
bool Inliner::construct(const CXXConstructExpr *made, Items &items) {
  const CXXConstructorDecl *constructor = made->getConstructor();
  const QualType type = made->getType().getUnqualifiedType();
  const auto *definition = dyn_cast_or_null<CXXConstructorDecl>(knownDefinition(constructor));
  if (constructor->isTrivial() || !definition || All.open.count(definition) || definition->isInheritingConstructor() ||
      made->getNumArgs() != definition->getNumParams() ||
      !seesTheSame(definition, All.region.statement, All.region.function))
    return false;
  const SourceLocation loc = made->getExprLoc();
  VarDecl *object = newObject(type, loc);
  Expr *place = mention(object, loc);
  Inliner callee(All, true);
  callee.setThis(UnaryOperator::Create(Ast, place, UO_AddrOf, Ast.getPointerType(type), VK_PRValue, OK_Ordinary, loc,
                                       false, FPOptionsOverride()));
  const CallEffects effects = effectsOf(definition);
  Items block;
  if (made->requiresZeroInitialization())
    block.push_back(assignment(place, emptyList(Ast, type, loc)));
  for (unsigned a = 0; a < definition->getNumParams(); ++a)
    if (!pass(definition->getParamDecl(a), made->getArg(a), made, effects, definition, callee, block))
      return false;
  All.open.insert(definition);
  Expr *self = makeThis(Ast, loc, Ast.getPointerType(type));
  const bool good = llvm::all_of(definition->inits(), [&](const CXXCtorInitializer *init) {
    Expr *target = init->isMemberInitializer()
                       ? MemberExpr::CreateImplicit(Ast, self, /*IsArrow=*/true, init->getMember(),
                                                    init->getMember()->getType(), VK_LValue, OK_Ordinary)
                   : init->isDelegatingInitializer()
                       ? static_cast<Expr *>(UnaryOperator::Create(Ast, self, UO_Deref, type, VK_LValue, OK_Ordinary,
                                                                   loc, false, FPOptionsOverride()))
                       : nullptr;
    return target && callee.initialise(target, init->getInit(), block);
  });
  Stmt *body = good ? bodyOf(definition, nullptr, callee) : nullptr;
  All.open.erase(definition);
  if (!body)
    return false;
  items.push_back(declaration(object));
  block.push_back(body);
  items.push_back(CompoundStmt::Create(Ast, block, FPOptionsOverride(), loc, made->getEndLoc()));
  setValue(made, readOf(Ast, object, loc));
  return true;
}

//===-- Structures made in an expression ----------------------------------------===//

/// Gives \p temporary, a place that is made for a structure, a variable.
bool Inliner::hoistTemporary(const Expr *temporary, Items &items) {
  const auto *made = dyn_cast<MaterializeTemporaryExpr>(temporary);
  const auto *literal = dyn_cast<CompoundLiteralExpr>(temporary);
  Expr *value = expr(made ? made->getSubExpr() : literal->getInitializer());
  Expr *place = value ? placeOfStructure(value) : nullptr;
  if (!value || isTemporary(place) || changesMore(value))
    return false;
  const SourceLocation loc = temporary->getExprLoc();
  VarDecl *kept = newObject(temporary->getType(), loc);
  kept->setInit(value);
  items.push_back(declaration(kept));
  setValue(temporary, mention(kept, loc));
  return true;
}

/// References that the region declares to parts of its own structures are these.
bool Inliner::bindReference(const DeclStmt *declared) {
  const auto *variable = declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
  if (!variable || !variable->getType()->isReferenceType() || !variable->getInit() ||
      !Ast.getBaseElementType(variable->getType().getNonReferenceType())->isRecordType())
    return false;
  Expr *place = expr(variable->getInit());
  place = place ? withoutNoOps(place) : nullptr;
  const auto chain = place && place->isLValue() ? memberChain(place) : std::nullopt;
  const bool isFixed = chain && chain->variable->hasLocalStorage() && isPlainStructure(variable->getType().getNonReferenceType()) &&
                       llvm::all_of(chain->subscripts, [](const Expr *subscript) {
                         return !subscript || isa<IntegerLiteral>(subscript->IgnoreParenImpCasts());
                       });
  if (isFixed)
    setPlace(variable, place);
  return isFixed;
}

//===-- What a condition lets run -----------------------------------------------===//

/// Whether \p expr holds something that has to stand in front of it.
bool Inliner::needsStatements(const Expr *expr) {
  return anyPart(expr, [&](const Stmt *part) {
    if (const auto *call = dyn_cast<CallExpr>(part)) {
      const FunctionDecl *definition = isGiven(call) ? nullptr : candidate(call);
      return definition && !staysFixed(call, definition) && !isCopied(call, definition) && !valueOf(call, false) &&
             !(call->isGLValue() && valueOf(call, true));
    }
    const auto *made = dyn_cast<CXXConstructExpr>(part);
    return made && !made->getConstructor()->isTrivial() && !copiesMembers(made->getConstructor()) &&
           isPlainStructure(made->getType());
  });
}

/// `c ? a : b`, `a && b`, `a || b` as a variable that a branch assigns, where a or b need statements of their own and
/// where structures are chosen. \returns whether what had to be copied could be.
bool Inliner::hoistChoice(const Expr *choice, Items &items) {
  const auto *op = dyn_cast<ConditionalOperator>(choice);
  const auto *logical = dyn_cast<BinaryOperator>(choice);
  const bool ofStructure = op && isPlainStructure(op->getType());
  if (!ofStructure && (!isNumber(choice->getType()) || choice->getType()->isPointerType() ||
                       !(op ? needsStatements(op->getTrueExpr()) || needsStatements(op->getFalseExpr())
                            : needsStatements(logical->getRHS()))))
    return true;
  const SourceLocation loc = choice->getExprLoc();
  VarDecl *chosen = ofStructure ? newObject(choice->getType(), loc) : newTemporary("chosen", choice->getType(), loc);
  const auto assigned = [&](const Expr *value) {
    if (value->isGLValue())
      value = ImplicitCastExpr::Create(Ast, value->getType().getUnqualifiedType(), CK_LValueToRValue,
                                       const_cast<Expr *>(value), nullptr, VK_PRValue, FPOptionsOverride());
    return assignment(mention(chosen, loc), value);
  };
  const auto constant = [&](unsigned value) -> Expr * {
    if (choice->getType()->isBooleanType())
      return CXXBoolLiteralExpr::Create(Ast, value, choice->getType(), loc);
    return IntegerLiteral::Create(Ast, llvm::APInt(Ast.getIntWidth(choice->getType()), value), choice->getType(), loc);
  };
  const auto truth = [&](Expr *value) -> Expr * {
    if (choice->getType()->isBooleanType())
      return value;
    return new (Ast) ConditionalOperator(value, loc, constant(1), loc, constant(0), choice->getType(), VK_PRValue,
                                         OK_Ordinary);
  };
  Expr *yes, *no;
  if (op) {
    yes = assigned(op->getTrueExpr());
    no = assigned(op->getFalseExpr());
  } else {
    const bool isAnd = logical->getOpcode() == BO_LAnd;
    Expr *right = assigned(truth(logical->getRHS()));
    yes = isAnd ? right : assigned(constant(1));
    no = isAnd ? assigned(constant(0)) : right;
  }
  const auto *branch = IfStmt::Create(Ast, loc, IfStatementKind::Ordinary, nullptr, nullptr,
                                      op ? op->getCond() : logical->getLHS(), loc, loc, yes, loc, no);
  items.push_back(declaration(chosen));
  if (!append(branch, items))
    return false;
  setValue(choice, choice->isGLValue() ? mention(chosen, loc) : readOf(Ast, chosen, loc));
  return true;
}

} // namespace gputile::frontend
