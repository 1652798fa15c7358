//===- AccessPath.cpp - An lvalue as variable and subscripts --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/AccessPath.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Describe.h"
#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/Members.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/SourceText.h"

#include "gputile/Frontend/DynamicVisitor.h"

using namespace clang;

namespace gputile::frontend {

static AccessPath lvaluePath(ExtractState &state, const Expr *expr);
static AccessPath pointerPath(ExtractState &state, const Expr *expr);

static AccessPath pathOf(const VarDecl *variable) {
  AccessPath path;
  path.variable = variable;
  return path;
}

/// The variable from which \p expr reads a pointer, in the end; else null.
static const VarDecl *pointerVariable(const Expr *expr) {
  while (true) {
    expr = expr->IgnoreParenCasts();
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
      expr = subscript->getBase();
    else if (const auto *op = dyn_cast<UnaryOperator>(expr))
      expr = op->getSubExpr();
    else
      return namedVariable(expr);
  }
}

[[noreturn]] static void refusePointer(const Expr *expr, const char *why) {
  const VarDecl *variable = pointerVariable(expr);
  if (!variable)
    refuse(DiagId::UnsupportedExpression, expr->getExprLoc(),
           {std::string("this pointer (") + why + ")"});
  refuse(DiagId::PointerUse, expr->getExprLoc(), {variable->getName().str(), why});
}

/// The subscript of \p path that a pointer to its end counts with; null when there is none.
static Subscript *lastSubscript(AccessPath &path) {
  if (path.member)
    return path.member->subscripts.empty() ? nullptr : &path.member->subscripts.back().subscript;
  return path.subscripts.empty() ? nullptr : &path.subscripts.back();
}

static AccessPath addOffset(AccessPath path, const Expr *offset, bool negative) {
  Subscript *last = lastSubscript(path);
  if (!last)
    refusePointer(offset, "its address is computed");
  last->push_back({offset, negative});
  return path;
}

/// True for an entry of a table of pointers, A[i] or *(A + i).
static bool isTableEntry(const Expr *expr) {
  expr = expr->IgnoreParens();
  const auto *op = dyn_cast<UnaryOperator>(expr);
  return isa<ArraySubscriptExpr>(expr) || (op && op->getOpcode() == UO_Deref);
}

/// Whether \p cast makes of a pointer to rows of m elements one to rows of m elements: types that
/// name m in two places. Where the numbers differ the program has no meaning.
static bool isSamePointer(ASTContext &ast, const CastExpr *cast) {
  const QualType from = cast->getSubExpr()->getType(), to = cast->getType();
  return isa<ImplicitCastExpr>(cast) && from->isPointerType() && to->isPointerType() &&
         to->getPointeeType()->isArrayType() &&
         ast.typesAreCompatible(from->getPointeeType().getUnqualifiedType(),
                                to->getPointeeType().getUnqualifiedType());
}

/// \p expr is a pointer: the last subscript of the result counts what it points to.
static AccessPath pointerCast(ExtractState &state, const CastExpr *cast) {
  switch (cast->getCastKind()) {
  case CK_ArrayToPointerDecay: {
    AccessPath path = lvaluePath(state, cast->getSubExpr());
    if (path.member)
      enterInnerArray(state, *path.member, cast->getSubExpr());
    else
      path.subscripts.emplace_back();
    return path;
  }
  case CK_LValueToRValue: {
    const VarDecl *variable = namedVariable(cast->getSubExpr());
    if (auto derived = state.DerivedPointers.find(variable); derived != state.DerivedPointers.end())
      return pointerPath(state, derived->second);
    const Place *place = variable ? nullptr : state.Places.find(cast->getSubExpr());
    if (!variable && !place && !isTableEntry(cast->getSubExpr()))
      refusePointer(cast, "it is read from memory");
    AccessPath path = place      ? pathOf(place->variable)
                      : variable ? pathOf(variable)
                                 : lvaluePath(state, cast->getSubExpr());
    if (path.member)
      refusePointer(cast, "it is read from memory");
    path.subscripts.emplace_back();
    return path;
  }
  case CK_NoOp:
    return pointerPath(state, cast->getSubExpr());
  case CK_BitCast:
    if (isSamePointer(state.Ast, cast))
      return pointerPath(state, cast->getSubExpr());
    [[fallthrough]];
  default:
    refusePointer(cast, "it is converted to another type");
  }
}

static AccessPath pointerSum(ExtractState &state, const BinaryOperator *op) {
  bool leftIsPointer = op->getLHS()->getType()->isPointerType();
  if (op->getOpcode() == BO_Add || (op->getOpcode() == BO_Sub && leftIsPointer)) {
    const Expr *pointer = leftIsPointer ? op->getLHS() : op->getRHS();
    const Expr *offset = leftIsPointer ? op->getRHS() : op->getLHS();
    if (offset->getType()->isIntegralOrEnumerationType())
      return addOffset(pointerPath(state, pointer), offset, op->getOpcode() == BO_Sub);
  }
  refusePointer(op, "it is computed by this operator");
}

/// The elements of a container.
static AccessPath calledPath(ExtractState &state, const CallExpr *call) {
  const Expr *container = containerOfData(call);
  if (!container)
    refuseCall(call);
  const Place *place = state.Places.find(call);
  if (!place)
    refuse(DiagId::UnsupportedExpression, container->getExprLoc(),
           {"'" + sourceText(state.Ast, container) + "', a container that is another one from time to time,"});
  AccessPath path = pathOf(place->variable);
  path.subscripts.emplace_back();
  return path;
}

static AccessPath pointerPath(ExtractState &state, const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return pointerCast(state, cast);
  if (const auto *op = dyn_cast<BinaryOperator>(expr))
    return pointerSum(state, op);
  if (const auto *call = dyn_cast<CallExpr>(expr))
    return calledPath(state, call);
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_AddrOf) {
    AccessPath path = lvaluePath(state, op->getSubExpr());
    if (!lastSubscript(path)) // `*&x`: x as an array of one.
      refusePointer(op->getSubExpr(), "its address is taken");
    return path;
  }
  refusePointer(expr, "its value is not known");
}

/// A member of one object is a variable, a member of an element a part of that.
static AccessPath memberPath(ExtractState &state, const MemberExpr *member) {
  const Place *place = state.Places.find(member);
  if (place && !state.Places.isAmongElements(*place))
    return pathOf(place->variable);
  refuseOddMember(member);
  AccessPath path = member->isArrow() ? pointerPath(state, member->getBase())
                                      : lvaluePath(state, member->getBase());
  if (!path.member && path.subscripts.empty())
    refuseStatement(member);
  enterMember(state, path, member);
  return path;
}

static AccessPath lvaluePath(ExtractState &state, const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const VarDecl *variable = namedVariable(expr)) {
    auto derived = state.DerivedPointers.find(variable);
    return variable->getType()->isReferenceType() && derived != state.DerivedPointers.end()
               ? lvaluePath(state, derived->second)
               : pathOf(variable);
  }
  if (const auto *member = dyn_cast<MemberExpr>(expr))
    return memberPath(state, member);
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
    return addOffset(pointerPath(state, subscript->getBase()), subscript->getIdx(), false);
  if (const auto *op = dyn_cast<UnaryOperator>(expr)) {
    if (op->getOpcode() == UO_Deref)
      return pointerPath(state, op->getSubExpr());
    if (op->getOpcode() == UO_Extension)
      return lvaluePath(state, op->getSubExpr());
    if (op->getOpcode() == UO_Real || op->getOpcode() == UO_Imag) {
      AccessPath path = lvaluePath(state, op->getSubExpr());
      enterPart(state, path, op);
      return path;
    }
  }
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr); cast && cast->getCastKind() == CK_NoOp)
    return lvaluePath(state, cast->getSubExpr());
  refuseStatement(expr);
}

//===-- Pointers of the region ----------------------------------------------===//

namespace {
/// Finds out whether an integer expression has one value from here to the end of the block.
class StableValue : public DynamicVisitor {
public:
  explicit StableValue(ExtractState &state) : State(state) {}
  bool Stable = true;

  bool VisitStmt(Stmt *stmt) override {
    Stable = Stable && isa<DeclRefExpr, IntegerLiteral, CastExpr, ParenExpr, BinaryOperator,
                           UnaryOperator, ConditionalOperator, ConstantExpr>(stmt);
    return Stable;
  }
  /// What is read from memory stays where nothing that may be it is written.
  bool TraverseImplicitCastExpr(ImplicitCastExpr *cast, DataRecursionQueue *) override {
    const Expr *place = cast->getSubExpr()->IgnoreParens();
    if (cast->getCastKind() != CK_LValueToRValue || !isa<ArraySubscriptExpr, MemberExpr>(place))
      return DynamicVisitor::TraverseImplicitCastExpr(cast);
    const QualType type = cast->getType();
    Stable = Stable && isInteger(type) && !place->getType().isVolatileQualified() &&
             !State.Places.mayBeWritten(type) && hasStablePath(place);
    return Stable;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    Stable = Stable && !op->isAssignmentOp();
    return Stable;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    Stable = Stable && op->isArithmeticOp();
    return Stable;
  }
  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    const auto *variable = dyn_cast<VarDecl>(ref->getDecl());
    Stable = Stable && (isa<EnumConstantDecl>(ref->getDecl()) || (variable && isStable(variable)));
    return Stable;
  }

private:
  ExtractState &State;
  bool hasStablePath(const Expr *place) const;
  bool isStable(const VarDecl *variable) const {
    if (!isInteger(variable->getType()) || variable->getType().isVolatileQualified())
      return false;
    if (State.loopOver(variable))
      return !State.Scalars.follows(variable);
    return !State.Facts.modified(variable) &&
           (!State.Facts.declared.count(variable) || State.FixedLocals.count(variable));
  }
};
} // namespace

static bool hasStableOffsets(ExtractState &state, const AccessPath &path);

bool StableValue::hasStablePath(const Expr *place) const {
  const AccessPath path = lvaluePath(State, place);
  return !State.Facts.modified(path.variable) && !State.Facts.declared.count(path.variable) &&
         hasStableOffsets(State, path);
}

static bool isStable(ExtractState &state, const Subscript &subscript) {
  return llvm::all_of(subscript, [&](const SubscriptTerm &term) {
    StableValue value(state);
    value.TraverseStmt(const_cast<Expr *>(term.expr));
    return value.Stable;
  });
}

static bool hasStableOffsets(ExtractState &state, const AccessPath &path) {
  for (const Subscript &subscript : path.subscripts)
    if (!isStable(state, subscript))
      return false;
  return !path.member || llvm::all_of(path.member->subscripts, [&](const InnerSubscript &inner) {
    return isStable(state, inner.subscript);
  });
}


bool registerLoadedLocal(ExtractState &state, const VarDecl *variable) {
  if (!keepsItsValue(state, variable))
    return false;
  StableValue value(state);
  try {
    value.TraverseStmt(const_cast<Expr *>(variable->getInit()));
  } catch (const RefusalError &) {
    return false; // Its memory is of a kind that is refused where it is read.
  }
  if (value.Stable)
    state.FixedLocals[variable] = variable->getInit();
  return value.Stable;
}

/// Variables that a reference names are changed where their names do not stand.
static bool mayBeRenamed(const ExtractState &state, const VarDecl *reference, const AccessPath &path) {
  return reference->getType().getNonReferenceType()->isRecordType() ||
         (path.rank() > 0 && !state.Facts.declared.count(path.variable));
}

bool registerDerivedPointer(ExtractState &state, const VarDecl *variable) {
  const Expr *init = variable->getInit();
  // What is written through a reference does not change it.
  const bool reference = variable->getType()->isReferenceType();
  if (!init || !(reference || variable->getType()->isPointerType()) || !variable->hasLocalStorage() ||
      variable->getType().isVolatileQualified() || (!reference && state.Facts.modified(variable)))
    return false;
  try {
    const AccessPath path = reference ? lvaluePath(state, init) : pointerPath(state, init);
    if (!hasStableOffsets(state, path) || (reference && !mayBeRenamed(state, variable, path)))
      return false;
  } catch (const RefusalError &) {
    return false; // Where the pointer is used, it is refused.
  }
  state.DerivedPointers[variable] = init;
  return true;
}

AccessPath accessPath(ExtractState &state, const Expr *expr) {
  AccessPath path = lvaluePath(state, expr);
  path.loc = expr->getExprLoc();
  if (path.member)
    finishMember(state, path, expr);
  return path;
}

} // namespace gputile::frontend
