//===- KeptAddresses.cpp - Whose address may be held somewhere ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/KeptAddresses.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Inline/Callees.h"

#include "gputile/Frontend/DynamicVisitor.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::frontend {
namespace {

/// What a call of a function whose body is known gets.
struct Passed {
  const CallExpr *call = nullptr;
  const FunctionDecl *callee = nullptr; ///< Its definition.
  const ParmVarDecl *parameter = nullptr;
};

/// The place whose address \p argument is or binds: `x` of `&x`, of an array `x`, and of a
/// reference to x.
const Expr *placeOf(const Expr *argument) {
  if (argument->isGLValue())
    return argument;
  for (argument = argument->IgnoreParens(); const auto *cast = dyn_cast<ImplicitCastExpr>(argument);
       argument = cast->getSubExpr()->IgnoreParens())
    if (cast->getCastKind() == CK_ArrayToPointerDecay)
      return cast->getSubExpr();
  const auto *op = dyn_cast<UnaryOperator>(argument);
  return op && op->getOpcode() == UO_AddrOf ? op->getSubExpr() : nullptr;
}

/// The mention of a pointer whose value \p expr is.
const DeclRefExpr *pointerIn(const Expr *expr) {
  return dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
}

/// The calls of a body, and the mentions of pointers that are only followed.
class Uses : public DynamicVisitor {
public:
  std::map<const Expr *, Passed> places;          ///< By place whose address is passed.
  std::map<const DeclRefExpr *, Passed> pointers; ///< By mention of a pointer that is passed on.
  std::set<const DeclRefExpr *> followed;
  std::set<const CallExpr *> values; ///< Calls whose result is read at once.

  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = isa<CXXMemberCallExpr, CXXOperatorCallExpr>(call)
                                     ? nullptr
                                     : knownDefinition(call->getDirectCallee());
    for (unsigned a = 0; callee && a < std::min(call->getNumArgs(), callee->getNumParams()); ++a) {
      const Passed passed{call, callee, callee->getParamDecl(a)};
      const Expr *argument = call->getArg(a);
      if (const Expr *place = placeOf(argument))
        places[place] = passed;
      else if (const DeclRefExpr *pointer = pointerIn(argument))
        pointers[pointer] = passed;
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    return op->getOpcode() != UO_Deref || follow(op->getSubExpr());
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *subscript) override {
    return follow(subscript->getBase());
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    if (const auto *call = dyn_cast<CallExpr>(cast->getSubExpr()->IgnoreParens());
        call && cast->getCastKind() == CK_LValueToRValue)
      values.insert(call);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) override {
    return !member->isArrow() || follow(member->getBase());
  }

private:
  bool follow(const Expr *pointer) {
    if (const DeclRefExpr *mention = pointerIn(pointer))
      followed.insert(mention);
    return true;
  }
};

class KeptAddresses {
public:
  bool isKept(const FunctionFacts &facts, const FunctionDecl *function, const VarDecl *variable) {
    const auto escapes = facts.escapes.find(variable);
    if (escapes == facts.escapes.end())
      return false;
    const Uses uses = usesOf(function);
    return llvm::any_of(escapes->second, [&](const Expr *place) {
      const auto passed = place ? uses.places.find(place) : uses.places.end();
      return passed == uses.places.end() || keeps(passed->second, uses);
    });
  }

private:
  std::map<const ParmVarDecl *, bool> Known; ///< While it is looked for: true.

  static Uses usesOf(const FunctionDecl *function) {
    Uses uses;
    uses.TraverseStmt(function->getBody());
    return uses;
  }

  /// Whether an address may be held when the call has ended that got it, one of \p uses.
  bool keeps(const Passed &passed, const Uses &uses) {
    if (passed.callee->getReturnType()->isReferenceType() && uses.values.count(passed.call) == 0)
      return true;
    const auto [known, isNew] = Known.try_emplace(passed.parameter, true);
    if (isNew)
      known->second = isKeptBy(passed);
    return known->second;
  }

  /// The same, but for what the call returns.
  bool isKeptBy(const Passed &passed) {
    const FunctionFacts facts = collectFunctionFacts(passed.callee);
    if (isKept(facts, passed.callee, passed.parameter))
      return true;
    if (passed.parameter->getType()->isReferenceType())
      return false;
    const auto mentions = facts.uses.find(passed.parameter);
    if (mentions == facts.uses.end())
      return false;
    const Uses uses = usesOf(passed.callee);
    return !passed.parameter->getType()->isPointerType() || facts.written.count(passed.parameter) ||
           llvm::any_of(mentions->second, [&](const DeclRefExpr *mention) {
             const auto on = uses.pointers.find(mention);
             return on != uses.pointers.end() ? keeps(on->second, uses)
                                              : uses.followed.count(mention) == 0;
           });
  }
};

} // namespace

bool isAddressKept(const FunctionFacts &facts, const FunctionDecl *function,
                   const VarDecl *variable) {
  return KeptAddresses().isKept(facts, function, variable);
}

} // namespace gputile::frontend
