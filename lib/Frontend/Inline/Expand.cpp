//===- Expand.cpp - Functions that are statements -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Inliner.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/State.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Assumptions.h"
#include "Frontend/Inline/Leaves.h"
#include "Frontend/Inline/ProgramEnds.h"
#include "Frontend/Inline/ValueVisitor.h"

using namespace clang;

namespace gputile::frontend {

namespace {

/// The parts of a statement that run whenever it runs and may have to stand in front of it, in the
/// order in which they are done.
class CertainParts : public ValueVisitor {
public:
  std::vector<const Expr *> Parts;

  bool shouldTraversePostOrder() const override { return true; }
  bool VisitCallExpr(CallExpr *call) override {
    const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
    if (op && isTrivialAssignment(op))
      loaded(op->getArg(1));
    else
      Parts.push_back(call);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    if (copiesMembers(made->getConstructor()) && made->getNumArgs() == 1)
      loaded(made->getArg(0));
    else
      Parts.push_back(made);
    return true;
  }
  bool VisitMaterializeTemporaryExpr(MaterializeTemporaryExpr *temporary) override {
    if (temporary->getType()->isRecordType())
      Parts.push_back(temporary);
    return true;
  }
  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *literal) override {
    if (literal->getType()->isRecordType())
      Parts.push_back(literal);
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *op) override {
    if (!op->isGLValue())
      Parts.push_back(op);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isLogicalOp())
      Parts.push_back(op);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    if (cast->getCastKind() == CK_LValueToRValue)
      loaded(cast->getSubExpr());
    return true;
  }
  bool TraverseConditionalOperator(ConditionalOperator *op, DataRecursionQueue *) override {
    return TraverseStmt(op->getCond()) && VisitConditionalOperator(op);
  }
  bool TraverseBinaryOperator(BinaryOperator *op, DataRecursionQueue *) override {
    if (!op->isLogicalOp())
      return ValueVisitor::TraverseBinaryOperator(op);
    return TraverseStmt(op->getLHS()) && VisitBinaryOperator(op);
  }
  bool TraverseLambdaExpr(LambdaExpr *, DataRecursionQueue *) override { return true; }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *) override {
    return true;
  } // Several calls share it.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *, DataRecursionQueue *) override {
    return true;
  }

private:
  /// Only the value of \p place is needed: a structure made for that needs no variable, and a choice is one of values.
  void loaded(const Expr *place) {
    place = withoutNoOps(const_cast<Expr *>(place))->IgnoreParens();
    if (isa<MaterializeTemporaryExpr, CompoundLiteralExpr>(place) && !Parts.empty() && Parts.back() == place)
      Parts.pop_back();
    if (isa<ConditionalOperator>(place) && place->isGLValue())
      Parts.push_back(place);
  }
};

} // namespace

static bool hasCertainParts(const Stmt *item) {
  CertainParts certain;
  certain.TraverseStmt(const_cast<Stmt *>(item));
  return !certain.Parts.empty();
}

/// \p item without what only wraps it.
static const Expr *wholeExpression(const Stmt *item) {
  const auto *whole = dyn_cast<Expr>(item);
  while (whole) {
    const Expr *inner = whole->IgnoreParenCasts();
    if (const auto *full = dyn_cast<FullExpr>(inner))
      inner = full->getSubExpr();
    if (inner == whole)
      break;
    whole = inner;
  }
  return whole;
}

static bool isLocalScalar(const VarDecl *variable) {
  return variable->hasLocalStorage() && variable->getType()->isScalarType();
}

/// Whether \p part, of which running has \p effects, may run before the rest of \p item: nothing else
/// there writes, but for the assignment that \p item is, and nothing reads what \p part may change.
bool Inliner::mayMove(const Expr *part, const Stmt *item, const CallEffects &effects) const {
  const Expr *whole = wholeExpression(item);
  if (whole == part)
    return true;
  const auto *assign = dyn_cast_or_null<BinaryOperator>(whole);
  const auto *copy = dyn_cast_or_null<CXXOperatorCallExpr>(whole);
  const auto *declared = dyn_cast<DeclStmt>(item);
  ValueUses rest, arguments;
  if (assign && assign->isAssignmentOp()) {
    addUses(assign->getLHS(), part, rest);
    addUses(assign->getRHS(), part, rest);
  } else if (copy && isTrivialAssignment(copy)) {
    addUses(copy->getArg(0), part, rest);
    addUses(copy->getArg(1), part, rest);
  } else if (isa_and_nonnull<CallExpr>(whole)) { // It runs when its arguments are known.
    for (const Stmt *child : whole->children())
      addUses(child, part, rest);
  } else if (whole || (declared && declared->isSingleDecl())) {
    addUses(item, part, rest);
  } else {
    return false;
  }
  if (rest.writes || !effects.found)
    return !rest.writes;
  addUses(part, nullptr, arguments);
  for (const VarDecl *variable : rest.read)
    if (!isLocalScalar(variable) || arguments.reached.count(variable) || effects.assigned.count(variable))
      return false;
  return !rest.memory && !rest.pointers && !rest.calls &&
         (!assign || !assign->isAssignmentOp() || assign->getOpcode() == BO_Assign);
}

/// Whether \p argument of \p call has the same value, or is the same place, wherever in a body with
/// \p effects it is evaluated.
static bool isStable(const Expr *argument, const Expr *call, const CallEffects &effects) {
  ValueUses uses, arguments;
  addUses(argument, nullptr, uses);
  if (!effects.found)
    return !uses.calls;
  addUses(call, nullptr, arguments);
  for (const VarDecl *variable : uses.read)
    if (effects.assigned.count(variable) || arguments.reached.count(variable) ||
        (!isLocalScalar(variable) && effects.calls))
      return false;
  return !uses.memory && !uses.calls;
}

/// A literal or a variable, under conversions.
static bool isCheap(const Expr *argument) {
  argument = argument->IgnoreParenCasts();
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral>(argument) || isInteger(argument->getType());
}

/// \p place with variables in the place of subscripts that may change while a body with \p effects runs.
Expr *Inliner::pinned(Expr *place, const Expr *call, const CallEffects &effects, Items &items) {
  if (isStable(place, call, effects))
    return place;
  if (auto *paren = dyn_cast<ParenExpr>(place))
    return pinned(paren->getSubExpr(), call, effects, items);
  if (auto *cast = dyn_cast<ImplicitCastExpr>(place)) {
    if (cast->getCastKind() != CK_NoOp && cast->getCastKind() != CK_ArrayToPointerDecay)
      return place;
    Expr *sub = pinned(cast->getSubExpr(), call, effects, items);
    return ImplicitCastExpr::Create(Ast, cast->getType(), cast->getCastKind(), sub, nullptr, cast->getValueKind(),
                                    FPOptionsOverride());
  }
  if (auto *member = dyn_cast<MemberExpr>(place); member && isa<FieldDecl>(member->getMemberDecl())) {
    MemberExpr *copy = MemberExpr::CreateImplicit(Ast, pinned(member->getBase(), call, effects, items),
                                                  member->isArrow(), member->getMemberDecl(), member->getType(),
                                                  member->getValueKind(), member->getObjectKind());
    copy->setMemberLoc(member->getMemberLoc());
    return copy;
  }
  auto *element = dyn_cast<ArraySubscriptExpr>(place);
  if (!element)
    return place;
  Expr *base = pinned(element->getBase(), call, effects, items), *index = element->getIdx();
  if (!isStable(index, call, effects) && isInteger(index->getType()) && !changesMore(index)) {
    VarDecl *at = newTemporary("at", index->getType(), index->getExprLoc());
    at->setInit(index);
    items.push_back(declaration(at));
    index = readOf(Ast, at, index->getExprLoc());
  }
  return new (Ast) ArraySubscriptExpr(base, index, element->getType(), element->getValueKind(),
                                      element->getObjectKind(), element->getRBracketLoc());
}

bool Inliner::passPlace(const ParmVarDecl *parameter, Expr *place, const Expr *call, const CallEffects &effects,
                        Inliner &callee, Items &items) {
  place = pinned(withoutNoOps(place), call, effects, items);
  callee.setPlace(parameter, place);
  return isStable(place, call, effects) && !changesMore(place);
}

/// Whether \p place is a variable of the region's function that only its name leads to: a function that changes other
/// memory leaves it as it is.
bool Inliner::isUnexposed(const Expr *place) const {
  const VarDecl *variable = namedVariable(place);
  if (!variable || !variable->hasLocalStorage() || variable->getType()->isReferenceType() || !All.region.analyses)
    return false;
  const FunctionFacts &facts = All.region.analyses->factsOf(All.region.function);
  return facts.uses.count(variable) && !facts.addressTaken.count(variable);
}

/// Gives \p parameter what \p call passes: in its place where that does not change, else in a
/// variable. \returns whether that is possible.
bool Inliner::pass(const ParmVarDecl *parameter, const Expr *argument, const Expr *call, const CallEffects &effects,
                   const FunctionDecl *definition, Inliner &callee, Items &items) {
  if (const auto *byDefault = dyn_cast<CXXDefaultArgExpr>(argument))
    argument = byDefault->getExpr();
  if (passClosure(parameter, argument, items))
    return true;
  const QualType type = parameter->getType().getNonReferenceType().getUnqualifiedType();
  const bool reference = parameter->getType()->isReferenceType();
  const Expr *made = reference ? temporaryValue(argument) : argument;
  if (made && isGiven(argument))
    made = nullptr;
  Expr *copy = expr(made ? made : argument);
  if (!copy)
    return false;
  if (!made)
    return passPlace(parameter, copy, call, effects, callee, items);
  const bool stable = isStable(copy, call, effects) && !changesMore(copy);
  const bool changes = collectRegionFacts(definition->getBody()).modified(parameter);
  Expr *place = placeOfStructure(copy);
  if (place && (reference || !mayChange(definition, parameter)) &&
      (isTemporary(place) || (stable && (!effects.found || isUnexposed(place))))) {
    callee.setPlace(parameter, withoutNoOps(place));
    return true;
  }
  if (!type->isScalarType() && !isPlainStructure(type))
    return false;
  if (type->isScalarType() && stable && !changes && (type->isPointerType() || isCheap(copy))) {
    callee.setValue(parameter, copy);
    return true;
  }
  VarDecl *passed = newVariable(parameter, type);
  passed->setInit(copy);
  callee.rename(parameter, passed);
  items.push_back(declaration(passed));
  return true;
}

Stmt *Inliner::bodyOf(const FunctionDecl *definition, VarDecl *result, Inliner &callee) {
  const Stmt *body =
      withoutReturn(Ast, definition->getBody(), [&](const ReturnStmt *returned) -> Stmt * {
        auto *value = const_cast<Expr *>(returned->getRetValue());
        if (definition->getReturnType()->isReferenceType()) // Which place it is matters to the caller only.
          return value && value->HasSideEffects(Ast) ? value : nullptr;
        return result && value ? assignment(mention(result, returned->getReturnLoc()), value) : value;
      });
  return body ? callee.stmt(body) : nullptr;
}

/// The place to which \p definition returns a reference in its only `return`, at the end, if that names nothing that
/// its body declares. Null where it is not known.
Expr *Inliner::returnedPlace(const FunctionDecl *definition, Inliner &callee) const {
  const auto *body = dyn_cast<CompoundStmt>(definition->getBody());
  const auto *last = body && !body->body_empty() ? dyn_cast<ReturnStmt>(body->body_back()) : nullptr;
  size_t returns = 0;
  forEachPart(definition->getBody(), [&](const Stmt *part) { returns += isa<ReturnStmt>(part); });
  if (!last || returns != 1 || !last->getRetValue())
    return nullptr;
  const Expr *value = last->getRetValue();
  const bool isOutside = !anyPart(value, [&](const Stmt *part) {
    const auto *ref = dyn_cast<DeclRefExpr>(part);
    const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    return isa<CallExpr>(part) ||
           (variable && variable->getDeclContext() == definition && !isa<ParmVarDecl>(variable));
  });
  Expr *place = isOutside ? callee.expr(value) : nullptr;
  return place && place->isLValue() && !changesMore(place) ? place : nullptr;
}

/// Appends the body of the function that \p call runs. \returns whether that could be done.
bool Inliner::expand(const CallExpr *call, bool discarded, Items &items) {
  const FunctionDecl *definition = candidate(call);
  const QualType type = definition->getReturnType().getUnqualifiedType();
  const bool returns = !type->isVoidType() && (!discarded || type->isRecordType());
  const auto object = objectOf(call);
  if (!object || call->getNumArgs() != definition->getNumParams() + object->firstArgument ||
      (returns && !type->isArithmeticType() && !type->isEnumeralType() && !type->isReferenceType() &&
       !isPlainStructure(type)))
    return false;
  const CallEffects effects = effectsOf(definition);
  Inliner callee(All, true);
  Items block;
  if (!enter(call, callee, block))
    return false;
  if (object->object) {
    Expr *pointer = passedObject(*object);
    if (!pointer || changesMore(pointer))
      return false;
    if (Expr *place = behind(pointer); place && !isStable(pointer, call, effects))
      pointer = UnaryOperator::Create(Ast, pinned(place, call, effects, block), UO_AddrOf, pointer->getType(),
                                      VK_PRValue, OK_Ordinary, pointer->getExprLoc(), false, FPOptionsOverride());
    if (!isStable(pointer, call, effects))
      return false;
    callee.setThis(pointer);
  }
  for (unsigned a = 0; a < definition->getNumParams(); ++a)
    if (!pass(definition->getParamDecl(a), call->getArg(a + object->firstArgument), call, effects, definition,
              callee, block))
      return false;
  VarDecl *result = nullptr;
  const SourceLocation loc = call->getBeginLoc();
  if (returns && type->isRecordType())
    result = newObject(type, loc);
  else if (returns && !type->isReferenceType())
    result = newTemporary((definition->getIdentifier() ? definition->getNameAsString()
                           : calledObject(call)        ? "lambda"
                                                       : "operator") + std::string("_result"),
                          type, loc);
  All.open.insert(definition);
  Stmt *body = bodyOf(definition, result, callee);
  Expr *place = body && returns && !result ? returnedPlace(definition, callee) : nullptr;
  All.open.erase(definition);
  if (!body || (returns && !result && !place))
    return false;
  if (result)
    items.push_back(declaration(result));
  // What the place names has to be declared where the rest of the statement sees it.
  if (place)
    for (; !block.empty(); block.erase(block.begin()))
      items.push_back(block.front());
  if (returns)
    setValue(call, result ? readOf(Ast, result, loc) : place);
  block.push_back(body);
  Stmt *whole = CompoundStmt::Create(Ast, block, FPOptionsOverride(), loc, call->getEndLoc());
  All.result.calls[whole] = call;
  items.push_back(whole);
  return true;
}

/// \param isCondition whether \p item is a condition, which needs its value
bool Inliner::hoistCall(const CallExpr *call, const Stmt *item, bool isCondition, Items &items, bool &isDone) {
  const FunctionDecl *definition = isGiven(call) ? nullptr : candidate(call);
  if (!definition || staysFixed(call, definition))
    return true;
  const bool discarded = !isCondition && wholeExpression(item) == call;
  if (!discarded && (valueOf(call, false) || (call->isGLValue() && valueOf(call, true))))
    return true;
  if (isCopied(call, definition) || !mayMove(call, item, effectsOf(definition)))
    return true;
  isDone = expand(call, discarded, items) && discarded;
  return true;
}

/// The condition of a branch or a switch, for which calls may stand in front of it; null for
/// others.
static const Expr *conditionOf(const Stmt *item) {
  const auto *branch = dyn_cast<IfStmt>(item);
  if (branch && !branch->getInit() && !branch->getConditionVariable())
    return branch->getCond();
  const auto *choice = dyn_cast<SwitchStmt>(item);
  return choice && !choice->getInit() && !choice->getConditionVariable() ? choice->getCond()
                                                                         : nullptr;
}

/// Appends what has to stand in front of \p item. \returns whether all could be copied.
/// \param isDone set where nothing of \p item is left
bool Inliner::hoist(const Stmt *item, Items &items, bool &isDone) {
  CertainParts certain;
  const Expr *condition = conditionOf(item);
  const Stmt *evaluated = condition ? condition : item;
  certain.TraverseStmt(const_cast<Stmt *>(evaluated));
  for (const Expr *part : certain.Parts) {
    if (const auto *call = dyn_cast<CallExpr>(part)) {
      if (!hoistCall(call, evaluated, condition != nullptr, items, isDone))
        return false;
      if (isDone)
        return true;
      continue;
    }
    if (isa<CXXConstructExpr, MaterializeTemporaryExpr, CompoundLiteralExpr>(part) &&
        !isPlainStructure(part->getType()))
      continue;
    if (!mayMove(part, evaluated, effectsOf(part)))
      continue;
    if (const auto *made = dyn_cast<CXXConstructExpr>(part))
      construct(made, items);
    else if (isa<MaterializeTemporaryExpr, CompoundLiteralExpr>(part))
      hoistTemporary(part, items);
    else if (!hoistChoice(part, items))
      return false;
  }
  return true;
}

/// Whether a variable notes that \p call was reached, by which the program ends.
bool Inliner::raises(const CallExpr *call) const {
  return endText(Ast, call).has_value();
}

Expr *Inliner::raise(const CallExpr *call) {
  const SourceLocation loc = placeOf(call->getExprLoc());
  const auto isSame = [&](const auto &known) { return known.second == call; };
  auto known = llvm::find_if(All.result.programEnds, isSame);
  if (known == All.result.programEnds.end()) {
    const std::string name = "gputile_end_" + nameOfRegion(Ast, All.region) + "_" +
                             std::to_string(All.result.programEnds.size());
    // Text at the region names it as it is: no namespace is in front of it.
    VarDecl *flag = VarDecl::Create(Ast, Owner, loc, loc, &Ast.Idents.get(name), Ast.IntTy,
                                    Ast.getTrivialTypeSourceInfo(Ast.IntTy, loc), SC_Static);
    known = All.result.programEnds.insert({flag, call}).first;
  }
  Expr *one = IntegerLiteral::Create(Ast, llvm::APInt(Ast.getIntWidth(Ast.IntTy), 1), Ast.IntTy, loc);
  return assignment(mention(const_cast<VarDecl *>(known->first), loc), one);
}

bool Inliner::append(const Stmt *item, Items &items) {
  if (!isa<NullStmt>(item) && onlyAssumes(Ast, item))
    return true;
  if (const auto *range = dyn_cast<CXXForRangeStmt>(item)) {
    items.push_back(rangeLoop(range));
    return items.back();
  }
  if (const auto *expr = dyn_cast<Expr>(item)) {
    if (const Stmt *statement = discardedAsStatement(Ast, expr))
      return append(statement, items);
    const auto *call = dyn_cast_or_null<CallExpr>(wholeExpression(item));
    if (call && raises(call)) {
      items.push_back(raise(call));
      return true;
    }
  }
  const auto *declared = dyn_cast<DeclStmt>(item);
  if (!isa<Expr>(item) && !declared && !conditionOf(item))
    return Cloner::append(item, items);
  const bool declaresReference = declared && llvm::any_of(declared->decls(), [](const Decl *decl) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    return variable && variable->getType()->isReferenceType();
  });
  if (declared && !declared->isSingleDecl() && (declaresReference || changes(item) || hasCertainParts(item)))
    return llvm::all_of(declared->decls(), [&](Decl *decl) {
      return append(new (Ast) DeclStmt(DeclGroupRef(decl), item->getBeginLoc(), item->getEndLoc()), items);
    });
  if (const auto *op = dyn_cast_or_null<BinaryOperator>(wholeExpression(item));
      op && op->getOpcode() == BO_Comma && (changes(item) || hasCertainParts(item)))
    return append(op->getLHS(), items) && append(op->getRHS(), items);
  bool isDone = false;
  if (declared && declareClosure(declared, items, isDone))
    return isDone;
  if (!hoist(item, items, isDone))
    return false;
  if (isDone || (declared && bindReference(declared)))
    return true;
  return Cloner::append(item, items);
}

} // namespace gputile::frontend
