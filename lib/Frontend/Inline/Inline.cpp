//===- Inline.cpp - Bodies of functions in the place of calls -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Inline.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/Places.h"
#include "Frontend/Extract/PureCalls.h"
#include "Frontend/Extract/PureFunctions.h"
#include "Frontend/Inline/Callees.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/Inline/ComplexNumbers.h"
#include "Frontend/Inline/ComplexTypes.h"
#include "Frontend/Inline/Structures.h"
#include "Frontend/RegionFacts.h"
#include "Frontend/Refusal.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"

#include <set>

using namespace clang;

namespace gputile::frontend {

namespace {

/// What the copies of a region and of the bodies in it share.
struct Shared {
  ASTContext &Ast;
  const MarkedRegion &Region;
  InlinedRegion &Result;
  std::set<const FunctionDecl *> Open; ///< Being copied now.
  /// Calls that give integers: those that are to be replaced, and copies of those that stay.
  std::set<const CallExpr *> Expanded;
  std::map<const CallExpr *, const CallExpr *> Kept;
  SourceLocation At = {}; ///< Of the call for which an expression of another function is copied.
};

/// Copies a statement with the bodies of the functions that it calls.
class Inliner : public Cloner {
public:
  Inliner(Shared &shared, bool fresh)
      : Cloner(shared.Ast, owner(shared), fresh, shared.Result.originals), All(shared) {}

protected:
  bool replaces(const CallExpr *call) const override {
    if (Cloner::replaces(call) || containerAccess(call))
      return true;
    const FunctionDecl *definition = candidate(call);
    if (!definition || !staysFixed(call, definition))
      return definition;
    All.Kept.emplace(call, call);
    return false;
  }
  SourceLocation placeOf(SourceLocation original) const override {
    return All.At.isValid() ? All.At : original;
  }
  Expr *call(const CallExpr *call) override;
  Expr *load(const Expr *place) override;
  bool append(const Stmt *item, std::vector<Stmt *> &items) override;

private:
  Shared &All;

  static DeclContext *owner(const Shared &shared) {
    return const_cast<FunctionDecl *>(shared.Region.function);
  }
  const FunctionDecl *candidate(const CallExpr *call) const;
  bool changesMore(const Expr *copy) const;
  bool isNumber(QualType type) const;
  bool staysFixed(const CallExpr *call, const FunctionDecl *definition) const;
  Expr *keep(const CallExpr *call);
  Expr *containerCall(const CallExpr *call);
  Expr *passedObject(const ObjectCall &object);

  Expr *valueOf(const CallExpr *call, bool loaded);
  Expr *result(std::vector<const Stmt *> items, const CallExpr *call, bool loaded);
  bool passForValue(const ParmVarDecl *parameter, const Expr *argument, Inliner &callee);
  Expr *choose(const IfStmt *branch, std::vector<const Stmt *> rest, const CallExpr *call, bool loaded);

  bool mayMove(const CallExpr *call, const Stmt *item, const FunctionDecl *definition) const;
  bool expand(const CallExpr *call, bool discarded, std::vector<Stmt *> &items);
  bool pass(const ParmVarDecl *parameter, const Expr *argument, const CallExpr *call,
            const FunctionDecl *definition, Inliner &callee, std::vector<Stmt *> &items);
  Stmt *bodyOf(const FunctionDecl *definition, VarDecl *result, Inliner &callee);
};

} // namespace

/// Whether a function of the device can run in the place of \p call.
static bool isCopied(const CallExpr *call, const FunctionDecl *definition) {
  const auto *method = dyn_cast<CXXMethodDecl>(definition);
  return takesValuesOnly(definition) && !isa<CXXOperatorCallExpr>(call) && (!method || method->isStatic());
}

/// Whether \p call computes with complex numbers in the library, as splitComplexNumbers knows it.
static bool isComplexArithmetic(const ASTContext &ast, const CallExpr *call, const FunctionDecl *definition) {
  return definition->isInStdNamespace() && llvm::any_of(call->arguments(), [&](const Expr *argument) {
           return partOfComplex(ast, argument->getType()).has_value();
         });
}

const FunctionDecl *Inliner::candidate(const CallExpr *call) const {
  const FunctionDecl *definition = inlinableCallee(Ast, call);
  if (!definition || isComplexArithmetic(Ast, call, definition) || All.Open.count(definition) ||
      !seesTheSame(definition, All.Region.statement, All.Region.function))
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
  return isa<CXXMemberCallExpr>(call) && !isCopied(call, definition) && !All.Expanded.count(call) &&
         !call->isGLValue() && isInteger(call->getType()) && typesReadBy(Ast, call);
}

/// Whether evaluating \p copy may do more than compute a value.
bool Inliner::changesMore(const Expr *copy) const {
  return hasEffects(Ast, copy, [&](const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    return All.Kept.count(call) > 0 || (callee && !call->isGLValue() && isComplexArithmetic(Ast, call, callee));
  });
}

Expr *Inliner::keep(const CallExpr *call) {
  Expr *copy = Cloner::call(call);
  if (copy)
    All.Kept[cast<CallExpr>(copy)] = call;
  return copy;
}

//===-- Functions that are one expression ---------------------------------------===//

/// The expression that \p expr binds to a reference to const, if it makes a value for that.
static const Expr *temporaryValue(const Expr *expr) {
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

/// What is put in the place of parameters may pile up.
static bool isSmall(const Expr *expr) {
  size_t count = 0;
  std::vector<const Stmt *> pending{expr};
  for (; !pending.empty() && count < 500; ++count) {
    const Stmt *part = pending.back();
    pending.pop_back();
    pending.insert(pending.end(), part->child_begin(), part->child_end());
  }
  return pending.empty();
}

/// Also a complex one.
bool Inliner::isNumber(QualType type) const { return type->isScalarType() || partOfComplex(Ast, type); }

bool Inliner::passForValue(const ParmVarDecl *parameter, const Expr *argument, Inliner &callee) {
  const Expr *value = parameter->getType()->isReferenceType() ? temporaryValue(argument) : argument;
  Expr *copy = expr(value ? value : argument);
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
  while (!items.empty() && isa<NullStmt>(items.front()))
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
  if (!object || call->getNumArgs() != definition->getNumParams() + object->firstArgument)
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
  All.Open.insert(definition);
  llvm::SaveAndRestore at(All.At, placeOf(call->getExprLoc()));
  Expr *value = callee.result(itemsOf(definition->getBody()), call, loaded);
  All.Open.erase(definition);
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
  if (Cloner::replaces(call))
    return Cloner::call(call);
  if (Expr *element = containerCall(call))
    return element;
  if (const FunctionDecl *definition = candidate(call); definition && staysFixed(call, definition))
    return keep(call);
  if (Expr *value = valueOf(call, false))
    return value;
  if (isa<CXXOperatorCallExpr>(call) && !partOfComplex(Ast, call->getType()))
    return const_cast<CallExpr *>(call); // What its arguments are does not matter: refused.
  return Cloner::call(call);
}

Expr *Inliner::load(const Expr *place) {
  const auto *call = dyn_cast<CallExpr>(place->IgnoreParens());
  if (call && !Cloner::replaces(call) && !containerAccess(call))
    if (Expr *value = valueOf(call, true))
      return value;
  return Cloner::load(place);
}

//===-- Functions that are statements -------------------------------------------===//

namespace {

/// The calls in a statement that run whenever it runs, in the order in which they return.
class CertainCalls : public RecursiveASTVisitor<CertainCalls> {
public:
  std::vector<const CallExpr *> Calls;

  bool shouldTraversePostOrder() const { return true; }
  bool VisitCallExpr(CallExpr *call) {
    Calls.push_back(call);
    return true;
  }
  bool TraverseConditionalOperator(ConditionalOperator *op) { return TraverseStmt(op->getCond()); }
  bool TraverseBinaryOperator(BinaryOperator *op) {
    return op->isLogicalOp() ? TraverseStmt(op->getLHS())
                             : RecursiveASTVisitor::TraverseBinaryOperator(op);
  }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; }
};

/// Whether a body changes anything but its own variables, for all that is known.
class Effects : public RecursiveASTVisitor<Effects> {
public:
  bool Found = false;
  bool Calls = false; ///< Of functions of which nothing is known.
  std::set<const VarDecl *> Assigned; ///< By their names, here or in functions called.

  void traverse(const FunctionDecl *definition) {
    if (Seen.insert(definition).second)
      TraverseStmt(definition->getBody());
  }

  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->isAssignmentOp())
      write(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->isIncrementDecrementOp())
      write(op->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    if (containerAccess(call) || containerOfData(call))
      return true;
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && pureFunction(callee->getASTContext(), call))
      return true;
    const FunctionDecl *definition = knownDefinition(callee);
    if (definition)
      traverse(definition);
    Calls |= !definition;
    Found |= Calls;
    return true;
  }

private:
  std::set<const FunctionDecl *> Seen;

  void write(const Expr *target) {
    Found |= !isOwn(target);
    if (const VarDecl *variable = namedVariable(target))
      Assigned.insert(variable);
  }
  static bool isOwn(const Expr *target) {
    target = target->IgnoreParens();
    while (const auto *subscript = dyn_cast<ArraySubscriptExpr>(target)) {
      const auto *decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
        return false;
      target = decay->getSubExpr()->IgnoreParens();
    }
    const VarDecl *variable = namedVariable(target);
    return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
  }
};

/// What an expression reads and writes, but for one part of it.
class Uses : public RecursiveASTVisitor<Uses> {
public:
  explicit Uses(const Stmt *except = nullptr) : Except(except) {}
  bool Memory = false;   ///< It reads more than variables …
  bool Pointers = false; ///< … and pointers, which no region that is accepted writes.
  bool Writes = false;
  bool Calls = false;
  std::set<const VarDecl *> Read, Reached; ///< Reached: by address, which others may use.

  bool TraverseStmt(Stmt *stmt) {
    return stmt == Except || RecursiveASTVisitor::TraverseStmt(stmt);
  }
  bool TraverseImplicitCastExpr(ImplicitCastExpr *cast) {
    const VarDecl *variable = namedVariable(cast->getSubExpr());
    if (cast->getCastKind() == CK_ArrayToPointerDecay && variable)
      return true;
    if (cast->getCastKind() != CK_LValueToRValue)
      return RecursiveASTVisitor::TraverseImplicitCastExpr(cast);
    if (variable)
      Read.insert(variable);
    const bool pointer = cast->getType()->isPointerType();
    Memory |= !variable && !pointer;
    Pointers |= !variable && pointer;
    return variable || RecursiveASTVisitor::TraverseImplicitCastExpr(cast);
  }
  bool VisitDeclRefExpr(DeclRefExpr *ref) {
    if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
      Reached.insert(variable);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) {
    Writes |= op->isAssignmentOp();
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) {
    Writes |= op->isIncrementDecrementOp();
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const bool isData = containerOfData(call) != nullptr;
    Pointers |= isData;
    Calls |= !isData;
    return true;
  }

private:
  const Stmt *Except;
};

} // namespace

static bool isLocalScalar(const VarDecl *variable) {
  return variable->hasLocalStorage() && !variable->getType()->isReferenceType();
}

/// Whether \p call may run before the rest of \p item, of which it is a part: nothing else there
/// writes, but for the assignment that \p item is, and nothing reads what the call may change.
bool Inliner::mayMove(const CallExpr *call, const Stmt *item, const FunctionDecl *definition) const {
  const auto *whole = dyn_cast<Expr>(item);
  whole = whole ? whole->IgnoreParenCasts() : nullptr;
  if (whole == call)
    return true;
  const auto *declared = dyn_cast<DeclStmt>(item);
  const auto *assign = dyn_cast_or_null<BinaryOperator>(whole);
  Uses rest(call), arguments;
  if (declared && declared->isSingleDecl())
    rest.TraverseStmt(const_cast<Stmt *>(item));
  else if (assign && assign->isAssignmentOp()) {
    rest.TraverseStmt(assign->getLHS());
    rest.TraverseStmt(assign->getRHS());
  } else
    return false;
  Effects effects;
  effects.traverse(definition);
  if (rest.Writes || !effects.Found)
    return !rest.Writes;
  arguments.TraverseStmt(const_cast<CallExpr *>(call));
  for (const VarDecl *variable : rest.Read)
    if (!isLocalScalar(variable) || arguments.Reached.count(variable))
      return false;
  return !rest.Memory && !rest.Pointers && !rest.Calls && (!assign || assign->getOpcode() == BO_Assign);
}

/// Whether \p argument of \p call has the same value wherever in the body of \p definition it is
/// evaluated.
static bool isStable(const Expr *argument, const CallExpr *call, const FunctionDecl *definition) {
  Uses uses, arguments;
  uses.TraverseStmt(const_cast<Expr *>(argument));
  arguments.TraverseStmt(const_cast<CallExpr *>(call));
  Effects effects;
  effects.traverse(definition);
  for (const VarDecl *variable : uses.Read)
    if (effects.Assigned.count(variable) || arguments.Reached.count(variable) ||
        (!isLocalScalar(variable) && effects.Calls))
      return false;
  return !uses.Memory && !uses.Calls;
}

/// A literal or a variable, under conversions.
static bool isCheap(const Expr *argument) {
  argument = argument->IgnoreParenCasts();
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral>(argument) || isInteger(argument->getType());
}

/// Gives \p parameter what \p call passes: in its place where that does not change, else in a
/// variable. \returns whether that is possible.
bool Inliner::pass(const ParmVarDecl *parameter, const Expr *argument, const CallExpr *call,
                   const FunctionDecl *definition, Inliner &callee, std::vector<Stmt *> &items) {
  const QualType type = parameter->getType().getNonReferenceType().getUnqualifiedType();
  const bool reference = parameter->getType()->isReferenceType();
  const Expr *made = reference ? temporaryValue(argument) : argument;
  Expr *copy = expr(made ? made : argument);
  if (!copy || (made && !type->isScalarType()))
    return false;
  const bool stable = isStable(copy, call, definition) && !changesMore(copy);
  if (!made) {
    callee.setPlace(parameter, withoutNoOps(copy));
    return stable;
  }
  const bool changes = collectRegionFacts(definition->getBody()).modified(parameter);
  if (type->isPointerType()) {
    callee.setValue(parameter, copy);
    return stable && !changes;
  }
  if (stable && !changes && isCheap(copy)) {
    callee.setValue(parameter, copy);
    return true;
  }
  VarDecl *variable = newVariable(parameter, type);
  variable->setInit(copy);
  callee.rename(parameter, variable);
  items.push_back(declaration(variable));
  return true;
}

Stmt *Inliner::bodyOf(const FunctionDecl *definition, VarDecl *result, Inliner &callee) {
  const Stmt *body =
      withoutReturn(Ast, definition->getBody(), [&](const ReturnStmt *returned) -> Stmt * {
        Expr *value = const_cast<Expr *>(returned->getRetValue());
        if (!result || !value)
          return value;
        const bool cxx = Ast.getLangOpts().CPlusPlus;
        return BinaryOperator::Create(Ast, mention(result, returned->getReturnLoc()), value, BO_Assign,
                                      result->getType(), cxx ? VK_LValue : VK_PRValue, OK_Ordinary,
                                      returned->getReturnLoc(), FPOptionsOverride());
      });
  return body ? callee.stmt(body) : nullptr;
}

/// Appends the body of the function that \p call runs. \returns whether that could be done.
bool Inliner::expand(const CallExpr *call, bool discarded, std::vector<Stmt *> &items) {
  const FunctionDecl *definition = candidate(call);
  const QualType type = definition->getReturnType().getUnqualifiedType();
  const bool returns = !type->isVoidType() && !discarded;
  const auto object = objectOf(call);
  if (!object || call->getNumArgs() != definition->getNumParams() + object->firstArgument ||
      (returns && !type->isArithmeticType()))
    return false;
  Inliner callee(All, true);
  std::vector<Stmt *> block;
  if (object->object) {
    Expr *pointer = passedObject(*object);
    if (!pointer || changesMore(pointer) || !isStable(pointer, call, definition))
      return false;
    callee.setThis(pointer);
  }
  for (unsigned a = 0; a < definition->getNumParams(); ++a)
    if (!pass(definition->getParamDecl(a), call->getArg(a + object->firstArgument), call, definition,
              callee, block))
      return false;
  VarDecl *result = nullptr;
  const SourceLocation loc = call->getBeginLoc();
  if (returns)
    result = VarDecl::Create(Ast, Owner, loc, loc,
                             &Ast.Idents.get((definition->getNameAsString() == "operator()"
                                                  ? std::string("lambda")
                                                  : definition->getNameAsString()) + "_result"),
                             type, Ast.getTrivialTypeSourceInfo(type, loc), SC_None);
  All.Open.insert(definition);
  Stmt *body = bodyOf(definition, result, callee);
  All.Open.erase(definition);
  if (!body)
    return false;
  if (result) {
    items.push_back(declaration(result));
    setCall(call, ImplicitCastExpr::Create(Ast, type, CK_LValueToRValue, mention(result, loc), nullptr,
                                           VK_PRValue, FPOptionsOverride()));
  }
  block.push_back(body);
  Stmt *whole = CompoundStmt::Create(Ast, block, FPOptionsOverride(), loc, call->getEndLoc());
  All.Result.calls[whole] = call;
  items.push_back(whole);
  return true;
}

bool Inliner::append(const Stmt *item, std::vector<Stmt *> &items) {
  const auto *whole = dyn_cast<Expr>(item);
  if (!whole && !isa<DeclStmt>(item))
    return Cloner::append(item, items);
  CertainCalls certain;
  certain.TraverseStmt(const_cast<Stmt *>(item));
  for (const CallExpr *call : certain.Calls) {
    const FunctionDecl *definition = candidate(call);
    if (!definition || staysFixed(call, definition) || !mayMove(call, item, definition))
      continue;
    const bool discarded = whole && whole->IgnoreParenCasts() == call;
    if (!discarded && (valueOf(call, false) || (call->isGLValue() && valueOf(call, true))))
      continue;
    if (!isCopied(call, definition) && expand(call, discarded, items) && discarded)
      return true;
  }
  return Cloner::append(item, items);
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

InlinedRegion inlineCalls(ASTContext &ast, const MarkedRegion &region) {
  std::set<const CallExpr *> expanded;
  while (true) {
    InlinedRegion result;
    Shared shared{ast, region, result, {}, expanded, {}, {}};
    Stmt *copy = region.function ? Inliner(shared, false).stmt(region.statement) : nullptr;
    result.statement = copy ? copy : region.statement;
    const Stmt *unsplit = result.statement;
    splitStructures(ast, region, result);
    splitComplexNumbers(ast, region, result);
    const auto varying = varyingCalls(ast, region, result, unsplit, shared.Kept);
    if (varying.empty())
      return result;
    expanded.insert(varying.begin(), varying.end());
  }
}

} // namespace gputile::frontend
