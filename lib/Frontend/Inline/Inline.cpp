//===- Inline.cpp - Bodies of functions in the place of calls -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Inline.h"

#include "Frontend/Inline/Inliner.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/Places.h"
#include "Frontend/Extract/PureCalls.h"
#include "Frontend/Extract/PureFunctions.h"
#include "Frontend/Inline/Assumptions.h"
#include "Frontend/Inline/CallEffects.h"
#include "Frontend/Inline/Callees.h"
#include "Frontend/Inline/ComplexNumbers.h"
#include "Frontend/Inline/ComplexTypes.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/Inline/Leaves.h"
#include "Frontend/Inline/ProgramEnds.h"
#include "Frontend/Inline/Structures.h"
#include "Frontend/Refusal.h"

#include "llvm/Support/SaveAndRestore.h"

#include <set>

using namespace clang;

namespace gputile::frontend {

static DeclContext *owner(const InlinerState &state) { return const_cast<FunctionDecl *>(state.region.function); }

Inliner::Inliner(InlinerState &state, bool fresh)
    : Cloner(state.ast, owner(state), fresh, state.result.originals), All(state) {}

bool Inliner::replaces(const CallExpr *call) const {
  if (containerAccess(call) || passedOn(call))
    return true;
  const FunctionDecl *definition = candidate(call);
  if (!definition || !staysFixed(call, definition))
    return definition;
  All.kept.emplace(call, call);
  return false;
}

/// Whether \p stmt may have to stand in front of its statement, as calls may.
bool Inliner::isReplaced(const Stmt *stmt) const {
  if (const auto *made = dyn_cast<CXXConstructExpr>(stmt))
    return !made->getConstructor()->isTrivial() && isPlainStructure(made->getType());
  if (const auto *op = dyn_cast<ConditionalOperator>(stmt))
    return op->getType()->isVoidType() || (op->getType()->isRecordType() && isPlainStructure(op->getType()));
  if (const auto *call = dyn_cast<CallExpr>(stmt))
    return raises(call);
  return isa<LambdaExpr, StmtExpr, CXXForRangeStmt>(stmt);
}

/// What stays in its place is refused, whatever is in it.
Expr *Inliner::replacement(const Expr *expr) {
  const auto *made = dyn_cast<CXXConstructExpr>(expr);
  const bool stays = isa<LambdaExpr, StmtExpr>(expr) || (made && isReplaced(made) && !isGiven(made) &&
                                               !copiesMembers(made->getConstructor()));
  return stays ? const_cast<Expr *>(expr) : nullptr;
}

/// Whether a function of the device can run in the place of \p call.
bool isCopied(const CallExpr *call, const FunctionDecl *definition) {
  const auto *method = dyn_cast<CXXMethodDecl>(definition);
  return takesValuesOnly(definition) && !usesStructures(definition) && !mayEndProgram(definition) &&
         !isa<CXXOperatorCallExpr>(call) &&
         (!method || method->isStatic());
}

/// Whether \p call computes with complex numbers in the library, as splitComplexNumbers knows it.
static bool isComplexArithmetic(const ASTContext &ast, const CallExpr *call, const FunctionDecl *definition) {
  return definition->isInStdNamespace() && llvm::any_of(call->arguments(), [&](const Expr *argument) {
           return partOfComplex(ast, argument->getType()).has_value();
         });
}

const FunctionDecl *Inliner::candidate(const CallExpr *call) const {
  const FunctionDecl *definition = inlinableCallee(Ast, call);
  const bool isKnownLambda = calledObject(call) && isKnownClosure(calledObject(call));
  if (!definition && isKnownLambda)
    definition = knownDefinition(call->getDirectCallee());
  if (!definition || passedOn(call) || isComplexArithmetic(Ast, call, definition) || All.open.count(definition) ||
      !seesTheSame(definition, All.region.statement, All.region.function, isKnownLambda))
    return nullptr;
  const bool ofComplex = llvm::any_of(definition->parameters(), [&](const ParmVarDecl *parameter) {
    return partOfComplex(Ast, parameter->getType()).has_value();
  });
  return ofComplex || partOfComplex(Ast, definition->getReturnType()) || !isCopied(call, definition) ||
                 isInteger(definition->getReturnType())
             ? definition
             : nullptr;
}

/// Whether \p call, which gives an integer, may have one value in all of the region. Such calls
/// are read before it, in the user's words, unless they turn out to vary.
bool Inliner::staysFixed(const CallExpr *call, const FunctionDecl *definition) const {
  return isa<CXXMemberCallExpr>(call) && !isCopied(call, definition) && !All.expanded.count(call) &&
         !call->isGLValue() && isInteger(call->getType()) && typesReadBy(Ast, call);
}

/// Whether \p call computes a value and does nothing else. That mathematical functions may set errno
/// does not count.
bool Inliner::onlyComputes(const CallExpr *call) const {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || call->isGLValue())
    return false;
  if (isComplexArithmetic(Ast, call, callee) || pureFunction(Ast, call))
    return true;
  const FunctionDecl *definition = inlinableCallee(Ast, call);
  return definition && isCopied(call, definition) && !effectsOf(definition).found;
}

/// Whether evaluating \p copy may do more than compute a value.
bool Inliner::changesMore(const Expr *copy) const {
  return hasEffects(Ast, copy,
                    [&](const CallExpr *call) { return All.kept.count(call) > 0 || onlyComputes(call); });
}

Expr *Inliner::keep(const CallExpr *call) {
  Expr *copy = Cloner::call(call);
  if (copy)
    All.kept[cast<CallExpr>(copy)] = call;
  return copy;
}

//===-- Functions that are one expression ---------------------------------------===//

/// The expression that \p expr binds to a reference to const, if it makes a value for that.
const Expr *temporaryValue(const Expr *expr) {
  while (true) {
    expr = expr->IgnoreParens();
    const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
    if (!cast || cast->getCastKind() != CK_NoOp)
      break;
    expr = cast->getSubExpr();
  }
  const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr);
  return temporary ? temporary->getSubExpr() : nullptr;
}

/// Also one with pointers.
bool Inliner::isCopiedStructure(QualType type) const {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return type->isRecordType() && !(record && record->isLambda()) && !partOfComplex(Ast, type);
}

bool Inliner::isPlainStructure(QualType type) const { return isCopiedStructure(type) && leavesOf(Ast, type); }

/// Also a complex one.
bool Inliner::isNumber(QualType type) const { return type->isScalarType() || partOfComplex(Ast, type); }

bool Inliner::passForValue(const ParmVarDecl *parameter, const Expr *argument, Inliner &callee) {
  const Expr *value = parameter->getType()->isReferenceType() ? temporaryValue(argument) : argument;
  if (std::vector<Stmt *> none; passClosure(parameter, argument, none))
    return none.empty();
  Expr *copy = expr(value ? value : argument);
  // What is referred to may be one of several values: it is the same all the time, too.
  const QualType type = parameter->getType().getNonReferenceType();
  if (!value && type.isConstQualified() && type->isScalarType() && !(copy && isSmall(copy) && !changesMore(copy))) {
    value = argument;
    copy = load(argument);
  }
  // Nothing changes a structure while a function without effects reads it.
  if (Expr *place = copy && value ? placeOfStructure(copy) : nullptr; place && isCopiedStructure(place->getType())) {
    copy = place;
    value = nullptr;
  }
  if (!copy || changesMore(copy) || !isSmall(copy) || (value && !isNumber(copy->getType())))
    return false;
  if (value && !copy->getType()->isScalarType()) // A complex number: functions take it by reference.
    callee.setPlace(parameter, new (Ast) MaterializeTemporaryExpr(copy->getType(), copy, /*BoundToLvalueReference=*/true));
  else if (value)
    callee.setValue(parameter, copy);
  else
    callee.setPlace(parameter, withoutNoOps(copy));
  return true;
}

Expr *Inliner::choose(const IfStmt *branch, std::vector<const Stmt *> rest, const CallExpr *call,
                      bool loaded) {
  if (branch->getInit() || branch->getConditionVariable() || branch->isConsteval())
    return nullptr;
  std::vector<const Stmt *> otherwise = itemsOf(branch->getElse());
  otherwise.insert(otherwise.end(), rest.begin(), rest.end());
  Expr *condition = expr(branch->getCond());
  Expr *yes = condition ? result(itemsOf(branch->getThen()), call, loaded) : nullptr;
  Expr *no = yes ? result(otherwise, call, loaded) : nullptr;
  const SourceLocation loc = branch->getIfLoc();
  return no ? new (Ast) ConditionalOperator(condition, loc, yes, loc, no, yes->getType(),
                                            yes->getValueKind(), OK_Ordinary)
            : nullptr;
}

/// What a function with the body \p items returns, when that is one expression.
Expr *Inliner::result(std::vector<const Stmt *> items, const CallExpr *call, bool loaded) {
  while (!items.empty() && onlyAssumes(Ast, items.front()))
    items.erase(items.begin());
  if (items.empty())
    return nullptr;
  const Stmt *first = items.front();
  items.erase(items.begin());
  if (isa<CompoundStmt>(first)) {
    std::vector<const Stmt *> inner = itemsOf(first);
    inner.insert(inner.end(), items.begin(), items.end());
    return result(inner, call, loaded);
  }
  if (const auto *branch = dyn_cast<IfStmt>(first))
    return choose(branch, items, call, loaded);
  const auto *returned = dyn_cast<ReturnStmt>(first);
  if (!returned || !returned->getRetValue())
    return nullptr;
  Expr *value = loaded ? load(returned->getRetValue()) : expr(returned->getRetValue());
  return value && !changesMore(value) ? value : nullptr;
}

/// \param loaded whether the value is wanted of the place that \p call returns
Expr *Inliner::valueOf(const CallExpr *call, bool loaded) {
  const FunctionDecl *definition = candidate(call);
  if (!definition || definition->getReturnType()->isVoidType() ||
      (definition->getReturnType()->isRecordType() && !isNumber(definition->getReturnType())))
    return nullptr;
  const auto object = objectOf(call);
  Inliner callee(All, true);
  Items copies;
  if (!object || call->getNumArgs() != definition->getNumParams() + object->firstArgument ||
      !enter(call, callee, copies) || !copies.empty())
    return nullptr;
  if (object->object) {
    Expr *pointer = passedObject(*object);
    if (!pointer || changesMore(pointer) || !isSmall(pointer))
      return nullptr;
    callee.setThis(pointer);
  }
  for (unsigned a = 0; a < definition->getNumParams(); ++a)
    if (!passForValue(definition->getParamDecl(a), call->getArg(a + object->firstArgument), callee))
      return nullptr;
  All.open.insert(definition);
  llvm::SaveAndRestore at(All.at, placeOf(call->getExprLoc()));
  Expr *value = callee.result(itemsOf(definition->getBody()), call, loaded);
  All.open.erase(definition);
  if (!value || value->isGLValue() != (call->isGLValue() && !loaded))
    return nullptr;
  return new (Ast) ParenExpr(call->getBeginLoc(), call->getEndLoc(), value);
}

/// A pointer to the object of a call, as the copy has it.
Expr *Inliner::passedObject(const ObjectCall &object) {
  Expr *copy = expr(object.object);
  if (!copy || object.isPointer)
    return copy;
  copy = withoutNoOps(copy);
  if (Expr *place = placeOfStructure(copy))
    copy = place;
  if (!copy->isLValue() || copy->getObjectKind() != OK_Ordinary)
    return nullptr;
  return UnaryOperator::Create(Ast, copy, UO_AddrOf, Ast.getPointerType(copy->getType()), VK_PRValue,
                               OK_Ordinary, copy->getExprLoc(), false, FPOptionsOverride());
}

/// An element of a container of the library, or a pointer to the first one.
Expr *Inliner::containerCall(const CallExpr *call) {
  const auto access = containerAccess(call);
  Expr *container = access ? expr(access->container) : nullptr;
  Expr *index = container && access->index ? expr(access->index) : nullptr;
  if (!container || (access->index && !index))
    return nullptr;
  const SourceLocation loc = placeOf(call->getExprLoc());
  if (access->isPointer) {
    Expr *object = behind(container);
    container = object ? object
                       : UnaryOperator::Create(Ast, container, UO_Deref, container->getType()->getPointeeType(),
                                               VK_LValue, OK_Ordinary, loc, false, FPOptionsOverride());
  }
  return accessOf(Ast, *access, withoutNoOps(container), index, loc);
}

Expr *Inliner::call(const CallExpr *call) {
  if (Expr *element = containerCall(call))
    return element;
  if (const Expr *same = passedOn(call))
    return expr(same);
  if (const FunctionDecl *definition = candidate(call); definition && staysFixed(call, definition))
    return keep(call);
  if (Expr *value = valueOf(call, false))
    return value;
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
      op && !partOfComplex(Ast, call->getType()) && !isTrivialAssignment(op))
    return const_cast<CallExpr *>(call); // What its arguments are does not matter: refused.
  return Cloner::call(call);
}

Expr *Inliner::load(const Expr *place) {
  const auto *call = dyn_cast<CallExpr>(place->IgnoreParens());
  if (const Expr *same = call ? passedOn(call) : nullptr)
    return load(same);
  if (call && !isGiven(call) && !containerAccess(call))
    if (Expr *value = valueOf(call, true))
      return value;
  return Cloner::load(place);
}

static bool isPlace(PlaceTable &places, const CallExpr *call) {
  try {
    return places.find(call);
  } catch (const RefusalError &) {
    return false;
  }
}

/// The calls of \p kept that have more than one value in \p inlined, or may not be named there.
/// \param unsplit the region before structures in it were split, which has the calls
static std::set<const CallExpr *>
varyingCalls(ASTContext &ast, const MarkedRegion &region, const InlinedRegion &inlined,
             const Stmt *unsplit, const std::map<const CallExpr *, const CallExpr *> &kept) {
  std::set<const CallExpr *> varying;
  if (kept.empty())
    return varying;
  const RegionFacts facts = collectRegionFacts(inlined.statement);
  PlaceTable places(ast, facts, inlined.statement, region, /*name=*/"");
  forEachPart(unsplit, [&](const Stmt *part) {
    const auto *call = dyn_cast<CallExpr>(part);
    auto known = call ? kept.find(call) : kept.end();
    if (known != kept.end() && !isPlace(places, call))
      varying.insert(known->second);
  });
  return varying;
}

/// The statement of \p region with calls replaced; null when it holds something that is not known.
static Stmt *copyOf(ASTContext &ast, const MarkedRegion &region, Inliner inliner) {
  if (!isa<CXXForRangeStmt>(region.statement))
    return inliner.stmt(region.statement);
  // Blocks know of loops that others stand for.
  const Stmt *block = CompoundStmt::Create(ast, const_cast<Stmt *>(region.statement), FPOptionsOverride(),
                                           region.statement->getBeginLoc(), region.statement->getEndLoc());
  const auto *copy = dyn_cast_or_null<CompoundStmt>(inliner.stmt(block));
  return copy ? *copy->body_begin() : nullptr;
}

InlinedRegion inlineCalls(ASTContext &ast, const MarkedRegion &region) {
  std::set<const CallExpr *> expanded;
  while (true) {
    InlinedRegion result;
    InlinerState shared{ast, region, result, {}, expanded, {}, {}, {}, {}};
    Stmt *copy = region.function ? copyOf(ast, region, Inliner(shared, false)) : nullptr;
    result.statement = copy ? copy : region.statement;
    const Stmt *unsplit = result.statement;
    splitStructures(ast, region, result);
    splitComplexNumbers(ast, region, result);
    const auto varying = varyingCalls(ast, region, result, unsplit, shared.kept);
    if (varying.empty())
      return result;
    expanded.insert(varying.begin(), varying.end());
  }
}

} // namespace gputile::frontend
