//===- CallEffects.cpp - What calls and expressions change ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/CallEffects.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/PureFunctions.h"
#include "Frontend/Inline/Callees.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/Inline/Leaves.h"
#include "Frontend/Inline/ValueVisitor.h"
#include "Frontend/RegionFacts.h"

#include "clang/Basic/Builtins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

bool isTrivialAssignment(const CXXOperatorCallExpr *call) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
  return method && call->getOperator() == OO_Equal && call->getNumArgs() == 2 && copiesMembers(method);
}

namespace {

bool dropsConst(const ExplicitCastExpr *cast) {
  const QualType to = cast->getType(), from = cast->getSubExpr()->getType();
  if (cast->isGLValue())
    return from.isConstQualified() && !to.isConstQualified();
  return to->isPointerType() && from->isPointerType() && from->getPointeeType().isConstQualified() &&
         !to->getPointeeType().isConstQualified();
}

/// What the body that is visited has of its own, beside its variables.
struct Frame {
  bool object = false;                     ///< `this` points to a variable of a caller that is visited, too.
  std::set<const VarDecl *> parameters;    ///< References and pointers to such variables.
  friend bool operator<(const Frame &a, const Frame &b) {
    return std::tie(a.object, a.parameters) < std::tie(b.object, b.parameters);
  }
};

class EffectVisitor : public ValueVisitor {
public:
  CallEffects Result;

  void traverse(const FunctionDecl *definition, Frame frame) {
    if (!Seen.insert({definition, frame}).second)
      return;
    llvm::SaveAndRestore current(Current, std::move(frame));
    Bodies.push_back(definition);
    auto leave = llvm::make_scope_exit([&] { Bodies.pop_back(); });
    traverseFunction(definition);
  }

  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      write(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      write(op->getSubExpr());
    return true;
  }
  /// Behind a cast that drops const, what is passed as const may change.
  bool VisitExplicitCastExpr(ExplicitCastExpr *cast) override {
    Result.found |= dropsConst(cast);
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    const CXXConstructorDecl *constructor = made->getConstructor();
    if (constructor->isTrivial() || constructor->getParent()->isLambda())
      return true;
    Frame frame;
    frame.object = true;
    run(knownDefinition(constructor), {made->getArgs(), made->getNumArgs()}, frame);
    return true;
  }

  bool VisitCallExpr(CallExpr *call) override {
    if (containerAccess(call) || containerOfData(call) || passedOn(call))
      return true;
    const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
    if (op && isTrivialAssignment(op)) {
      write(op->getArg(0));
      return true;
    }
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && (pureFunction(callee->getASTContext(), call) || callee->isNoReturn() ||
                   callee->getBuiltinID() == Builtin::BI__builtin_is_constant_evaluated))
      return true; // Nothing sees what a call does from which the program does not come back.
    if (const auto object = objectOf(call); object && object->object)
      reach(object->object);
    const unsigned first = firstArgument(call);
    run(knownDefinition(callee), {call->getArgs() + first, call->getNumArgs() - first}, frameOf(call));
    return true;
  }

private:
  Frame Current;
  std::vector<const DeclContext *> Bodies; ///< Those that are visited, outermost first.
  std::set<std::pair<const FunctionDecl *, Frame>> Seen;

  static unsigned firstArgument(const CallExpr *call) {
    const auto object = objectOf(call);
    return object ? std::min(object->firstArgument, call->getNumArgs()) : 0;
  }

  /// Without parameters.
  Frame frameOf(const CallExpr *call) const {
    Frame frame;
    const auto object = objectOf(call);
    if (object && object->object)
      frame.object = object->isPointer ? isOwnPointer(object->object) : isOwn(object->object);
    return frame;
  }

  void run(const FunctionDecl *definition, ArrayRef<const Expr *> arguments, Frame frame) {
    if (!definition) {
      Result.calls = Result.found = true;
      return;
    }
    for (const Expr *argument : arguments)
      reach(argument);
    passOwn(definition, arguments, frame);
    traverse(definition, std::move(frame));
  }

  /// Adds the parameters for which \p arguments pass what is own.
  void passOwn(const FunctionDecl *definition, ArrayRef<const Expr *> arguments, Frame &frame) const {
    std::optional<RegionFacts> facts;
    for (size_t a = 0; a < std::min<size_t>(arguments.size(), definition->getNumParams()); ++a) {
      const ParmVarDecl *parameter = definition->getParamDecl(a);
      if (parameter->getType()->isReferenceType() && isOwn(arguments[a]))
        frame.parameters.insert(parameter);
      if (!parameter->getType()->isPointerType() || !isOwnPointer(arguments[a]))
        continue;
      if (!facts)
        facts = collectRegionFacts(definition->getBody());
      if (!facts->modified(parameter))
        frame.parameters.insert(parameter);
    }
  }

  /// Whether \p call returns a reference to what is own.
  bool returnsOwn(const CallExpr *call) const {
    const FunctionDecl *definition = knownDefinition(call->getDirectCallee());
    if (!definition || !definition->getReturnType()->isReferenceType() || llvm::is_contained(Bodies, definition))
      return false;
    EffectVisitor inner;
    inner.Current = frameOf(call);
    const unsigned first = firstArgument(call);
    passOwn(definition, {call->getArgs() + first, call->getNumArgs() - first}, inner.Current);
    inner.Bodies = Bodies;
    inner.Bodies.push_back(definition);
    return !anyPart(definition->getBody(), [&](const Stmt *part) {
      const auto *returned = dyn_cast<ReturnStmt>(part);
      return returned && !(returned->getRetValue() && inner.isOwn(returned->getRetValue()));
    });
  }

  void write(const Expr *target) {
    Result.found |= !isOwn(target);
    for (const Expr *part = target->IgnoreParenCasts(); part;) {
      if (const VarDecl *variable = namedVariable(part)) {
        Result.assigned.insert(variable);
        if (variable->getType()->isReferenceType() && variable->getInit())
          reach(variable->getInit());
        break;
      }
      const auto *member = dyn_cast<MemberExpr>(part);
      const auto *element = dyn_cast<ArraySubscriptExpr>(part);
      const Expr *outer = member ? member->getBase() : element ? element->getBase() : nullptr;
      if (isa<CallExpr>(part))
        reach(part);
      part = outer ? outer->IgnoreParenCasts() : nullptr;
    }
  }

  /// What a call gets a place of may change by another name.
  void reach(const Expr *place) {
    if (place->isGLValue() || place->getType()->isPointerType())
      forEachPart(place, [&](const Stmt *part) {
        const auto *ref = dyn_cast<DeclRefExpr>(part);
        if (const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr)
          Result.assigned.insert(variable);
      });
  }

  /// Whether \p place is part of a variable of the bodies that are visited.
  bool isOwn(const Expr *place) const {
    place = place->IgnoreParens();
    if (isa<MaterializeTemporaryExpr>(place))
      return true;
    if (const auto *cast = dyn_cast<CastExpr>(place); cast && cast->getCastKind() == CK_NoOp)
      return isOwn(cast->getSubExpr());
    if (const auto *element = dyn_cast<ArraySubscriptExpr>(place))
      return isOwnPointer(element->getBase());
    if (const auto *member = dyn_cast<MemberExpr>(place)) {
      const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
      if (!field || field->getType()->isReferenceType())
        return false;
      return member->isArrow() ? isOwnPointer(member->getBase()) : isOwn(member->getBase());
    }
    if (const auto *op = dyn_cast<UnaryOperator>(place); op && op->getOpcode() == UO_Deref)
      return isOwnPointer(op->getSubExpr());
    if (const auto *choice = dyn_cast<ConditionalOperator>(place))
      return isOwn(choice->getTrueExpr()) && isOwn(choice->getFalseExpr());
    if (const auto *call = dyn_cast<CallExpr>(place)) {
      const Expr *same = passedOn(call);
      return same ? isOwn(same) : returnsOwn(call);
    }
    const auto *ref = dyn_cast<DeclRefExpr>(place);
    const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (!variable || !variable->hasLocalStorage() || !llvm::is_contained(Bodies, variable->getDeclContext()))
      return false;
    if (!variable->getType()->isReferenceType() || Current.parameters.count(variable))
      return true;
    return !isa<ParmVarDecl>(variable) && variable->getInit() && isOwn(variable->getInit());
  }

  bool isOwnPointer(const Expr *pointer) const {
    pointer = pointer->IgnoreParens();
    if (isa<CXXThisExpr>(pointer))
      return Current.object;
    if (const auto *op = dyn_cast<UnaryOperator>(pointer))
      return op->getOpcode() == UO_AddrOf && isOwn(op->getSubExpr());
    const auto *cast = dyn_cast<ImplicitCastExpr>(pointer);
    if (!cast)
      return false;
    if (cast->getCastKind() == CK_ArrayToPointerDecay)
      return isOwn(cast->getSubExpr());
    if (cast->getCastKind() == CK_NoOp)
      return isOwnPointer(cast->getSubExpr());
    const VarDecl *variable = namedVariable(cast->getSubExpr());
    return cast->getCastKind() == CK_LValueToRValue && variable && !variable->getType()->isReferenceType() &&
           Current.parameters.count(variable);
  }
};

/// Looks for what may change a variable.
class ChangeVisitor : public ValueVisitor {
public:
  explicit ChangeVisitor(const VarDecl *variable) : Variable(variable) {}
  bool Found = false;

  bool VisitBinaryOperator(BinaryOperator *op) override {
    Found |= op->isAssignmentOp() && isPart(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    Found |= (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf) && isPart(op->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    for (const Expr *argument : call->arguments())
      bind(argument);
    if (const auto *ofObject = dyn_cast<CXXMemberCallExpr>(call))
      bind(ofObject->getImplicitObjectArgument());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    for (const Expr *argument : made->arguments())
      bind(argument);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->getType()->isReferenceType() && variable->getInit())
      bind(variable->getInit());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) override {
    Subscripted.insert(element->getBase()->IgnoreParens());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    Found |= cast->getCastKind() == CK_ArrayToPointerDecay && !Subscripted.count(cast) && isPart(cast->getSubExpr());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    for (const LambdaCapture &capture : lambda->captures())
      Found |= capture.capturesVariable() && capture.getCapturedVar() == Variable;
    return true;
  }

private:
  const VarDecl *Variable;
  std::set<const Expr *> Subscripted;

  void bind(const Expr *argument) {
    const CXXRecordDecl *record = argument->getType()->getAsCXXRecordDecl();
    const bool isFixed = argument->getType().isConstQualified() && !(record && record->hasMutableFields());
    Found |= argument->isGLValue() && !isFixed && isPart(argument);
  }
  /// What pointers in it lead to is no part of it.
  bool isPart(const Expr *expr) const {
    while (true) {
      expr = expr->IgnoreParens();
      const auto *cast = dyn_cast<CastExpr>(expr);
      if (cast && cast->getCastKind() == CK_LValueToRValue && cast->getType()->isPointerType())
        return false;
      if (cast)
        expr = cast->getSubExpr();
      else if (const auto *member = dyn_cast<MemberExpr>(expr))
        expr = member->getBase();
      else if (const auto *element = dyn_cast<ArraySubscriptExpr>(expr))
        expr = element->getBase();
      else
        return namedVariable(expr) == Variable;
    }
  }
};

class UseVisitor : public ValueVisitor {
public:
  UseVisitor(const Stmt *except, ValueUses &uses) : Except(except), Uses(uses) {}

  /// Calls after what is in them: those that hold the part run when it has a value.
  bool shouldTraversePostOrder() const override { return true; }
  bool TraverseStmt(Stmt *stmt, DataRecursionQueue * = nullptr) override {
    const bool before = HoldsExcept;
    HoldsExcept = stmt == Except;
    const bool good = HoldsExcept || ValueVisitor::TraverseStmt(stmt);
    HoldsExcept |= before;
    return good;
  }
  bool TraverseImplicitCastExpr(ImplicitCastExpr *cast, DataRecursionQueue *) override {
    const VarDecl *variable = namedVariable(cast->getSubExpr());
    if (cast->getCastKind() == CK_ArrayToPointerDecay && variable)
      return true;
    if (cast->getCastKind() != CK_LValueToRValue || cast == Except)
      return ValueVisitor::TraverseImplicitCastExpr(cast);
    read(cast->getSubExpr(), cast->getType()->isPointerType());
    return variable || ValueVisitor::TraverseImplicitCastExpr(cast);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    if (!made->getConstructor()->isTrivial())
      Uses.calls |= !HoldsExcept;
    else if (made->getNumArgs() == 1)
      read(made->getArg(0), false);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
      Uses.reached.insert(variable);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    Uses.writes |= op->isAssignmentOp();
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    Uses.writes |= op->isIncrementDecrementOp();
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const bool isData = containerOfData(call) != nullptr;
    Uses.pointers |= isData;
    Uses.calls |= !isData && !HoldsExcept;
    return true;
  }

private:
  const Stmt *Except;
  ValueUses &Uses;
  bool HoldsExcept = false; ///< What is visited now does.

  void read(const Expr *place, bool pointer) {
    if (withoutNoOps(const_cast<Expr *>(place))->IgnoreParens() == Except)
      return;
    const VarDecl *variable = namedVariable(place);
    if (variable)
      Uses.read.insert(variable);
    Uses.memory |= !variable && !pointer;
    Uses.pointers |= !variable && pointer;
  }
};

} // namespace

CallEffects effectsOf(const FunctionDecl *definition) {
  EffectVisitor visitor;
  Frame frame;
  frame.object = isa<CXXConstructorDecl>(definition);
  visitor.traverse(definition, frame);
  return visitor.Result;
}

CallEffects effectsOf(const Expr *expr) {
  EffectVisitor visitor;
  visitor.TraverseStmt(const_cast<Expr *>(expr));
  return visitor.Result;
}

bool mayChange(const FunctionDecl *definition, const ParmVarDecl *parameter) {
  ChangeVisitor visitor(parameter);
  visitor.traverseFunction(definition);
  return visitor.Found;
}

void addUses(const Stmt *stmt, const Stmt *except, ValueUses &uses) {
  UseVisitor(except, uses).TraverseStmt(const_cast<Stmt *>(stmt));
}

} // namespace gputile::frontend
