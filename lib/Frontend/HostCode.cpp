//===- HostCode.cpp - What runs on the CPU between regions -------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "PureFunctions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace gputile {
namespace {

/// Functions of the system that read and write only what their arguments show.
bool isHarmless(StringRef name) {
  name.consume_front("__builtin_");
  return llvm::StringSwitch<bool>(name)
      .Cases("printf", "fprintf", "puts", "fputs", "putchar", "fputc", "fflush", true)
      .Cases("clock", "time", "difftime", "clock_gettime", "gettimeofday", true)
      .Case("omp_get_wtime", true)
      .Default(false);
}

/// The variables that a region mentions, and members it reads through pointers.
class Mentions : public RecursiveASTVisitor<Mentions> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *ref) {
    if (isa<VarDecl>(ref->getDecl()))
      variables.push_back(ref);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) {
    members.push_back(member);
    return true;
  }
  std::vector<const DeclRefExpr *> variables;
  std::vector<const MemberExpr *> members;
};

Mentions mentionsIn(const Stmt *statement) {
  Mentions mentions;
  mentions.TraverseStmt(const_cast<Stmt *>(statement));
  return mentions;
}

const VarDecl *canonical(const DeclRefExpr *ref) {
  return cast<VarDecl>(ref->getDecl())->getCanonicalDecl();
}

/// Typedefs with attribute may_alias name types that alias all others.
bool mayAliasAll(QualType type) {
  for (const auto *name = type->getAs<TypedefType>(); name; name = type->getAs<TypedefType>()) {
    if (name->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    type = name->desugar();
  }
  return false;
}

bool isCharacter(QualType type) { return type->isAnyCharacterType() || type->isStdByteType(); }

} // namespace

HostCode::HostCode(ASTContext &context, const std::vector<const VarDecl *> &arrays,
                   const std::vector<RegionUse> &regions, bool strictAliasing)
    : Context(context), Arrays(arrays), StrictAliasing(strictAliasing) {
  for (const RegionUse &use : regions)
    Regions.emplace(use.region.statement, &use);
}

std::optional<HostCode::Culprit> HostCode::check(const Stmt &block) {
  visitChildren(&block);
  return Found;
}

const VarDecl *HostCode::variableAt(SourceRef loc) const {
  const auto found = Variables.find(loc.raw);
  return found == Variables.end() ? nullptr : found->second;
}

bool HostCode::refuse(SourceLocation loc, const std::string &what) {
  Found = Culprit{loc, what, Call, nullptr};
  return false;
}

bool HostCode::visit(const Stmt *statement) {
  if (!statement)
    return true;
  if (const auto found = Regions.find(statement); found != Regions.end())
    return visitRegion(*found->second);
  if (const auto *expr = dyn_cast<Expr>(statement))
    return visitExpression(expr);
  return visitStatement(statement);
}

bool HostCode::visitChildren(const Stmt *statement) {
  for (const Stmt *child : statement->children())
    if (!visit(child))
      return false;
  return true;
}

bool HostCode::visitStatement(const Stmt *statement) {
  const auto within = [&](unsigned &depth) {
    ++depth;
    const bool good = visitChildren(statement);
    --depth;
    return good;
  };
  const SourceLocation loc = statement->getBeginLoc();
  switch (statement->getStmtClass()) {
  case Stmt::NullStmtClass:
  case Stmt::CompoundStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::IfStmtClass:
    return visitChildren(statement);
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
    return within(Loops);
  case Stmt::SwitchStmtClass:
    return within(Switches);
  case Stmt::DeclStmtClass:
    return visitDeclarations(cast<DeclStmt>(statement));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return Switches > 0 ? visitChildren(statement)
                        : refuse(loc, "a 'switch' outside jumps into the block");
  case Stmt::BreakStmtClass:
    return Loops + Switches > 0 || refuse(loc, "'break' leaves the block");
  case Stmt::ContinueStmtClass:
    return Loops > 0 || refuse(loc, "'continue' leaves the block");
  case Stmt::ReturnStmtClass:
    return InFunction ? visitChildren(statement) : refuse(loc, "'return' leaves the block");
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    return refuse(loc, "'goto' may leave the block");
  case Stmt::LabelStmtClass:
    return refuse(loc, "'goto' may jump to this label from outside the block");
  default:
    return refuse(loc, "this statement is not one whose effects are known");
  }
}

bool HostCode::visitDeclarations(const DeclStmt *statement) {
  for (const Decl *decl : statement->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!variable) {
      if (isa<TypeDecl, EmptyDecl, StaticAssertDecl, FunctionDecl>(decl))
        continue;
      return refuse(decl->getLocation(), "the effects of this declaration are not known");
    }
    const QualType type = variable->getType();
    if (type->isReferenceType() || type.isDestructedType() || variable->hasAttr<CleanupAttr>() ||
        type->isVariablyModifiedType())
      return refuse(decl->getLocation(), "the effects of this declaration are not known");
    if (const Expr *init = variable->getInit()) {
      if (!visit(init))
        return false;
      join(variable, init);
    }
  }
  return true;
}

bool HostCode::visitRegion(const RegionUse &use) {
  const Stmt *statement = use.region.statement;
  if (!use.transformed) {
    const bool good = visitStatement(statement);
    if (!good && Found && !Found->refused)
      Found->refused = &use;
    return good;
  }
  const Mentions mentions = mentionsIn(statement);
  for (const DeclRefExpr *ref : mentions.variables) {
    const VarDecl *variable = canonical(ref);
    Variables.emplace(variable->getLocation().getRawEncoding(), variable);
    // Arrays of regions are the run-time library's to compare.
    if (!ref->getType()->isArrayType() && !visitReference(ref))
      return false;
  }
  for (const MemberExpr *member : mentions.members)
    if (!visitMember(member))
      return false;
  Reached.push_back(&use);
  return visitCondition(use);
}

/// The condition is text; the variables in it must be plain ones.
bool HostCode::visitCondition(const RegionUse &use) {
  const SourceLocation loc = use.region.pragma->loc;
  StringRef text = use.ifCondition;
  const auto refuseIt = [&] { return refuse(loc, "clause 'if' of this region may read memory"); };
  if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
                             " <>=!&|+-%/") != StringRef::npos ||
      text.contains("->") || text.contains("++") || text.contains("--"))
    return refuseIt();
  while (!(text = text.drop_until(llvm::isAlnum)).empty()) {
    const StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    text = text.drop_front(word.size());
    if (llvm::isDigit(word[0]))
      continue;
    const VarDecl *variable = variableNamed(Context, word.str(), *use.region.statement);
    if (!variable || variable->getType()->isReferenceType() || variable->getType()->isArrayType())
      return refuseIt();
    if (!accessObject(variable, isExposed(variable), loc))
      return false;
  }
  return true;
}

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
      join(target, op->getRHS());
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
  if (const VarDecl *array = sharing(member->getType()))
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
                      ref->refersToEnclosingVariableOrCapture() || isExposed(variable),
                      ref->getExprLoc());
}

bool HostCode::visitCall(const CallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  const SourceLocation loc = call->getExprLoc();
  if (!function)
    return refuse(loc, "a call through a pointer may reach the arrays");
  for (const Expr *argument : call->arguments())
    if (!visit(argument))
      return false;
  const FunctionDecl *definition = nullptr;
  const bool swaps = function->isInStdNamespace() && function->getIdentifier() &&
                     function->getName() == "swap" && call->getNumArgs() == 2;
  if (swaps)
    if (const VarDecl *variable = namedVariable(call->getArg(0));
        variable && namedVariable(call->getArg(1)) && variable->getType()->isPointerType()) {
      join(variable, call->getArg(1));
      return true;
    }
  if ((function->getBuiltinID() != 0 && !function->hasBody()) ||
      Context.getSourceManager().isInSystemHeader(function->getLocation()))
    return visitLibraryCall(call, function);
  // Of C's plain inline functions another file has the definition that is called.
  if (!function->hasBody(definition) || definition->isWeak() ||
      Context.GetGVALinkageForFunction(definition) == GVA_AvailableExternally ||
      (Context.getLangOpts().SemanticInterposition && definition->isExternallyVisible()))
    return refuse(loc, "'" + function->getNameAsString() +
                           "' may reach the arrays; its definition is not in this file");
  return visitBody(definition, call);
}

bool HostCode::visitLibraryCall(const CallExpr *call, const FunctionDecl *function) {
  const bool known =
      function->getIdentifier() && (isHarmless(function->getName()) || pureFunction(Context, call));
  if (!known)
    return refuse(call->getExprLoc(), "'" + function->getNameAsString() + "' may reach the arrays");
  for (const Expr *argument : call->arguments()) {
    if (!argument->getType()->isPointerType())
      continue;
    const Expr *value = argument->IgnoreParenCasts();
    const auto *address = dyn_cast<UnaryOperator>(value);
    const bool object = address && address->getOpcode() == UO_AddrOf &&
                        !address->getSubExpr()->getType()->isArrayType();
    const auto *record = value->getType()->isPointerType()
                             ? value->getType()->getPointeeType()->getAsRecordDecl()
                             : nullptr;
    const bool ofSystem =
        record && Context.getSourceManager().isInSystemHeader(record->getLocation());
    if (!object && !ofSystem && !isa<StringLiteral, PredefinedExpr, IntegerLiteral>(value))
      return refuse(argument->getExprLoc(), "'" + function->getNameAsString() +
                                                "' gets a pointer that may lead to the arrays");
  }
  return true;
}

bool HostCode::visitBody(const FunctionDecl *function, const CallExpr *call) {
  for (unsigned i = 0; i < std::min(function->getNumParams(), call->getNumArgs()); ++i)
    join(function->getParamDecl(i), call->getArg(i));
  if (!Visited.insert(function).second)
    return true;
  if (function->isVariadic() || function->isNoReturn())
    return refuse(call->getExprLoc(), "'" + function->getNameAsString() + "' may reach the arrays");
  const auto saved = std::make_tuple(Loops, Switches, InFunction, Call);
  if (!InFunction)
    Call = call->getExprLoc();
  Loops = Switches = 0;
  InFunction = true;
  const bool good = visit(function->getBody());
  std::tie(Loops, Switches, InFunction, Call) = saved;
  return good;
}

bool HostCode::accessObject(const VarDecl *variable, bool exposed, SourceLocation loc) {
  const bool isArray = variable->getType()->isArrayType();
  if (isArray && std::find(Arrays.begin(), Arrays.end(), variable) != Arrays.end())
    return refuse(loc, "'" + variable->getNameAsString() + "' is accessed outside of regions");
  if (!exposed || (variable->getType().isConstQualified() && !isArray))
    return true;
  if (const VarDecl *array = sharing(variable->getType()))
    return refuse(loc, "'" + variable->getNameAsString() + "' might lie in the memory of '" +
                           array->getNameAsString() + "'");
  return true;
}

bool HostCode::isExposed(const VarDecl *variable) {
  if (!variable->hasLocalStorage())
    return true;
  const auto *function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (!function)
    return true;
  const auto [facts, isNew] = Facts.try_emplace(function);
  if (isNew)
    facts->second = collectFunctionFacts(function);
  return facts->second.addressTaken.count(variable) != 0;
}

bool HostCode::mayHold(QualType object, QualType element) const {
  object = Context.getBaseElementType(object).getCanonicalType().getUnqualifiedType();
  const bool any = !StrictAliasing || mayAliasAll(element);
  element = element.getCanonicalType().getUnqualifiedType();
  if (const auto *record = object->getAsRecordDecl()) {
    if (!record->getDefinition())
      return true;
    if (const auto *cxx = dyn_cast<CXXRecordDecl>(record); cxx && cxx->getNumBases() > 0)
      return true;
    return std::any_of(record->field_begin(), record->field_end(),
                       [&](const FieldDecl *field) { return mayHold(field->getType(), element); });
  }
  if (any || isCharacter(object) || isCharacter(element))
    return true;
  if (object->isPointerType())
    return !element->isArithmeticType();
  if (object->isIntegralOrEnumerationType() && element->isIntegralOrEnumerationType())
    return Context.getTypeSize(object) == Context.getTypeSize(element);
  const bool different = object->isIntegralOrEnumerationType()
                             ? element->isRealFloatingType()
                             : element->isIntegralOrEnumerationType();
  if (object->isArithmeticType() && different)
    return false;
  return !(object->isRealFloatingType() && element->isRealFloatingType()) || object == element;
}

/// Arrays that are variables themselves share memory with no other one.
const VarDecl *HostCode::sharing(QualType type) const {
  for (const VarDecl *array : Arrays)
    if (array->getType()->isPointerType() && mayHold(type, elementType(Context, array)))
      return array;
  return nullptr;
}

const VarDecl *HostCode::leader(const VarDecl *variable) const {
  variable = variable->getCanonicalDecl();
  for (auto found = Leaders.find(variable); found != Leaders.end(); found = Leaders.find(variable))
    variable = found->second;
  return variable;
}

void HostCode::join(const VarDecl *variable, const Expr *value) {
  if (!variable->getType()->isPointerType())
    return;
  for (const DeclRefExpr *ref : mentionsIn(value).variables) {
    if (!ref->getType()->isPointerType() && !ref->getType()->isArrayType())
      continue;
    const VarDecl *a = leader(variable), *b = leader(canonical(ref));
    if (a != b)
      Leaders[a] = b;
  }
}

QualType elementType(const ASTContext &context, const VarDecl *variable) {
  QualType type = variable->getType();
  if (!type->isPointerType() && !type->isArrayType())
    return QualType();
  if (type->isPointerType())
    type = type->getPointeeType();
  return context.getBaseElementType(type);
}

} // namespace gputile
