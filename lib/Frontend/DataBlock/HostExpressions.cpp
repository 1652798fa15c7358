//===- HostExpressions.cpp - Expressions between regions ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/DataBlock/HostCode.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace gputile::frontend {

bool HostCode::visitExpression(const Expr *expr) {
  switch (expr->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::CXXThisExprClass:
    return true;
  case Stmt::ParenExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConditionalOperatorClass:
  case Stmt::InitListExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return visitChildren(expr);
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
    return visitCast(cast<CastExpr>(expr));
  case Stmt::UnaryOperatorClass:
    return visitUnary(cast<UnaryOperator>(expr));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return visitBinary(cast<BinaryOperator>(expr));
  case Stmt::DeclRefExprClass:
    return visitReference(cast<DeclRefExpr>(expr));
  case Stmt::MemberExprClass:
    return visitMember(cast<MemberExpr>(expr));
  case Stmt::ArraySubscriptExprClass:
    return visitSubscript(cast<ArraySubscriptExpr>(expr));
  case Stmt::CallExprClass:
    return visitCall(cast<CallExpr>(expr));
  case Stmt::CXXMemberCallExprClass: {
    const auto *call = cast<CXXMemberCallExpr>(expr);
    const CXXMethodDecl *method = call->getMethodDecl();
    if (method && !method->isVirtual() && isa<CXXThisExpr>(call->getImplicitObjectArgument()))
      return visitCall(call);
    break;
  }
  case Stmt::CXXConstructExprClass:
    if (cast<CXXConstructExpr>(expr)->getConstructor()->isTrivial())
      return visitChildren(expr);
    break;
  case Stmt::UnaryExprOrTypeTraitExprClass:
    if (!cast<UnaryExprOrTypeTraitExpr>(expr)->getTypeOfArgument()->isVariablyModifiedType())
      return true;
    break;
  default:
    break;
  }
  return refuse(expr->getExprLoc(), "the effects of this expression are not known");
}

bool HostCode::visitCast(const CastExpr *cast) {
  switch (cast->getCastKind()) {
  case CK_ArrayToPointerDecay:
    // The address of an array is no access.
    return namedVariable(cast->getSubExpr()) || visit(cast->getSubExpr());
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_BitCast:
  case CK_NullToPointer:
  case CK_PointerToBoolean:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
  case CK_ToVoid:
    return visit(cast->getSubExpr());
  default:
    return refuse(cast->getExprLoc(), "the effects of this conversion are not known");
  }
}

bool HostCode::visitUnary(const UnaryOperator *op) {
  switch (op->getOpcode()) {
  case UO_Deref:
    return refuse(op->getExprLoc(), "memory is accessed through a pointer outside of regions");
  case UO_Real:
  case UO_Imag:
  case UO_Coawait:
    return refuse(op->getExprLoc(), "the effects of this expression are not known");
  default:
    return visit(op->getSubExpr());
  }
}

bool HostCode::visitBinary(const BinaryOperator *op) {
  if (op->isPtrMemOp())
    return refuse(op->getExprLoc(), "memory is accessed through a pointer outside of regions");
  if (op->isAssignmentOp())
    if (const VarDecl *target = namedVariable(op->getLHS()))
      Memory.join(target, op->getRHS());
  return visitChildren(op);
}

bool HostCode::visitMember(const MemberExpr *member) {
  const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (!field || field->getType()->isReferenceType() || member->getType().isVolatileQualified() ||
      member->getType()->isAtomicType())
    return refuse(member->getExprLoc(), "the effects of this expression are not known");
  if (!member->isArrow())
    return visit(member->getBase());
  if (!isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
    return refuse(member->getExprLoc(), "memory is accessed through a pointer outside of regions");
  if (const VarDecl *array = Memory.sharing(member->getType()))
    return refuse(member->getExprLoc(), "'" + field->getNameAsString() +
                                            "' might lie in the memory of '" +
                                            array->getNameAsString() + "'");
  return true;
}

bool HostCode::visitSubscript(const ArraySubscriptExpr *subscript) {
  const Expr *base = subscript->getBase()->IgnoreParens();
  const auto *decay = dyn_cast<ImplicitCastExpr>(base);
  if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
    return refuse(subscript->getExprLoc(),
                  "memory is accessed through a pointer outside of regions");
  if (!visit(subscript->getIdx()))
    return false;
  const Expr *array = decay->getSubExpr()->IgnoreParens();
  const VarDecl *variable = namedVariable(array);
  if (!variable)
    return visit(array);
  if (variable->getType()->isReferenceType() || subscript->getType().isVolatileQualified() ||
      subscript->getType()->isAtomicType())
    return refuse(subscript->getExprLoc(), "the effects of this expression are not known");
  return accessObject(variable->getCanonicalDecl(), /*exposed=*/true, subscript->getExprLoc());
}

bool HostCode::visitReference(const DeclRefExpr *ref) {
  if (isa<EnumConstantDecl, NonTypeTemplateParmDecl>(ref->getDecl()))
    return true;
  const auto *variable = dyn_cast<VarDecl>(ref->getDecl());
  if (!variable || variable->getType()->isReferenceType() ||
      variable->getType().isVolatileQualified() || variable->getType()->isAtomicType())
    return refuse(ref->getExprLoc(),
                  "the effects of using '" + ref->getDecl()->getNameAsString() + "' are not known");
  if (variable->getType()->isArrayType())
    return true; // Its address, or the size of it.
  return accessObject(variable->getCanonicalDecl(),
                      ref->refersToEnclosingVariableOrCapture() || Memory.isExposed(variable),
                      ref->getExprLoc());
}

} // namespace gputile::frontend
