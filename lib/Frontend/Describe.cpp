//===- Describe.cpp - Users' words for what is not supported ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Describe.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/State.h"
#include "Frontend/Inline/CallEffects.h"
#include "Frontend/Inline/Callees.h"
#include "Frontend/Inline/Leaves.h"
#include "Frontend/Inline/Obstacle.h"
#include "Frontend/Inline/ProgramEnds.h"
#include "Frontend/SourceText.h"

#include "gputile/Frontend/DynamicVisitor.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace gputile::frontend {

/// What \p stmt is, with an article; empty when there is no better word.
static const char *statementWord(const Stmt *stmt) {
  switch (stmt->getStmtClass()) {
  case Stmt::SwitchStmtClass: return "a 'switch' statement";
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass: return "inline assembly";
  case Stmt::LabelStmtClass: return "a label";
  case Stmt::CXXTryStmtClass: return "a 'try' block";
  case Stmt::CXXForRangeStmtClass: return "a range-based 'for' loop";
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass: return "a 'case' label";
  case Stmt::IfStmtClass: return "this form of 'if'";
  case Stmt::DeclStmtClass: return "this declaration";
  default: break;
  }
  llvm::StringRef name = stmt->getStmtClassName();
  if (name.starts_with("OMP"))
    return "an OpenMP directive";
  return isa<Expr>(stmt) ? "" : "this statement";
}

static std::string calleeName(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee ? callee->getNameAsString() : "a pointer";
}

static bool isAssertion(const Expr *expr) {
  return anyPart(expr, [](const Stmt *part) {
    const auto *call = dyn_cast<CallExpr>(part);
    return call && isFailedAssert(call->getDirectCallee());
  });
}

/// The unit of \p expr, if that names anything.
static ASTContext *contextOf(const Expr *expr) {
  ASTContext *found = nullptr;
  anyPart(expr, [&](const Stmt *part) {
    const Decl *named = nullptr;
    if (const auto *ref = dyn_cast<DeclRefExpr>(part))
      named = ref->getDecl();
    else if (const auto *member = dyn_cast<MemberExpr>(part))
      named = member->getMemberDecl();
    found = named ? &named->getASTContext() : nullptr;
    return named != nullptr;
  });
  return found;
}

static std::string expressionWord(const Expr *expr) {
  if (expr->getType()->isVoidType() && isAssertion(expr))
    return "which -DNDEBUG removes";
  switch (expr->getStmtClass()) {
  case Stmt::UnaryExprOrTypeTraitExprClass: return "'sizeof' of a variable-length array";
  case Stmt::BinaryConditionalOperatorClass: return "operator '?:' without a middle operand";
  case Stmt::ConditionalOperatorClass:
    return expr->getType()->isVoidType() ? "operator '?:' without a value"
                                         : "operator '?:' as a place to write to";
  case Stmt::StmtExprClass: return "a statement expression";
  case Stmt::CompoundLiteralExprClass: return "a compound literal";
  case Stmt::InitListExprClass: return "an initialiser list";
  case Stmt::StringLiteralClass: return "a string";
  case Stmt::VAArgExprClass: return "'va_arg'";
  case Stmt::CXXThisExprClass: return "'this'";
  case Stmt::CXXThrowExprClass: return "'throw'";
  case Stmt::LambdaExprClass: return "a lambda";
  case Stmt::CXXNewExprClass:
  case Stmt::CXXDeleteExprClass: return "memory allocation";
  case Stmt::ImaginaryLiteralClass: return "an imaginary number";
  case Stmt::AtomicExprClass: return "an atomic operation";
  case Stmt::AddrLabelExprClass: return "the address of a label";
  case Stmt::CXXOperatorCallExprClass: return "a call of '" + calleeName(cast<CallExpr>(expr)) + "'";
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: return "an object of a class";
  default: break;
  }
  if (const auto *op = dyn_cast<BinaryOperator>(expr)) {
    if (op->getOpcode() == BO_Comma)
      return "the comma operator";
    return "operator '" + op->getOpcodeStr().str() + "' on these operands";
  }
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return "operator '" + UnaryOperator::getOpcodeStr(op->getOpcode()).str() +
           "' on this operand";
  if (isa<CastExpr>(expr))
    return "this conversion";
  return "this expression";
}

/// \p expr as the user wrote it, with what it is.
static std::string inUsersWords(const Expr *expr) {
  const std::string word = expressionWord(expr);
  ASTContext *context = contextOf(expr);
  const std::string text = context ? sourceText(*context, expr) : "";
  return text.empty() ? word : "'" + text + "', " + word + ",";
}

static void refuseMember(const MemberExpr *member) {
  QualType record = member->getBase()->getType();
  if (member->isArrow() && record->isPointerType())
    record = record->getPointeeType();
  std::string name = member->getMemberNameInfo().getAsString();
  if (isa<CXXThisExpr>(member->getBase()->IgnoreImpCasts()))
    refuse(DiagId::UnsupportedExpression, member->getExprLoc(), {"the member '" + name + "'"});
  if (record->isUnionType())
    refuse(DiagId::UnionAccess, member->getExprLoc(), {userType(record)});
  refuse(DiagId::UnsupportedExpression, member->getExprLoc(),
         {"the member '" + name + "' of '" + userType(record) + "'"});
}

void refuseCall(const FunctionDecl *function, SourceLocation call) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  if (method && method->getParent()->isLambda())
    refuse(DiagId::UnsupportedExpression, call, {"the call of a lambda, whose body cannot take its place,"});
  const std::string name = function ? function->getNameAsString() : "a pointer";
  if (isFailedAssert(function))
    refuse(DiagId::UnsupportedExpression, call, {"'assert', which -DNDEBUG removes,"});
  if (function && function->isNoReturn())
    refuse(DiagId::UnsupportedExpression, call, {"'" + name + "', which ends the program where data says so,"});
  if (method && method->isVirtual())
    refuse(DiagId::UnsupportedExpression, call, {"the call of the virtual function '" + name + "'"});
  const bool isSystem = function && function->getASTContext().getSourceManager().isInSystemHeader(
                                        function->getLocation());
  if (!function || isSystem || !knownDefinition(function))
    refuse(DiagId::UnknownCall, call, {name});
  const std::vector<std::string> what{"the call of '" + name +
                                      "', whose body cannot take its place,"};
  if (const auto obstacle = obstacleIn(knownDefinition(function)))
    refuseWithNote(DiagId::UnsupportedExpression, call, what, obstacle->loc, obstacle->what);
  refuse(DiagId::UnsupportedExpression, call, what);
}

static const CallExpr *firstCall(const Stmt *stmt) {
  const CallExpr *found = nullptr;
  anyPart(stmt, [&](const Stmt *part) { return (found = dyn_cast<CallExpr>(part)); });
  return found;
}

void refuseCall(const CallExpr *call) {
  const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
  if (op && isTrivialAssignment(op)) {
    if (const CallExpr *source = firstCall(op->getArg(1)))
      refuseCall(source);
    refuse(DiagId::UnsupportedExpression, call->getExprLoc(),
           {"the struct '" + userType(call->getType()) + "' as a whole"});
  }
  refuseCall(call->getDirectCallee(), call->getExprLoc());
}

/// Why there is no variable for each member of \p variable.
static std::string structureObstacle(const VarDecl *variable) {
  ASTContext &ast = variable->getASTContext();
  const QualType type = ast.getBaseElementType(variable->getType());
  if (const CXXRecordDecl *record = type->getAsCXXRecordDecl(); record && record->hasDefinition()) {
    if (record->isPolymorphic())
      return "it has virtual functions";
    if (record->getNumBases() > 0)
      return "it has a base class";
    if (!record->isTriviallyCopyable())
      return "functions copy or destroy it";
  }
  if (variable->getInit() && readsItsObject(variable->getInit()))
    return "by default, a member starts with the value of another one";
  return leavesOf(ast, type) ? "it is used as a whole" : "it has members that are no numbers";
}

void refuseStructure(const VarDecl *variable, SourceLocation use) {
  const CXXRecordDecl *record = variable->getType()->getAsCXXRecordDecl();
  const CallExpr *call = variable->getInit() ? firstCall(variable->getInit()) : nullptr;
  const std::string name = variable->getName().str();
  if (call && call->getType()->isRecordType())
    refuseCall(call);
  if (record && record->isLambda())
    refuse(DiagId::UnsupportedExpression, use, {"the lambda '" + name + "', whose captures are not followed,"});
  refuse(DiagId::UnsupportedExpression, use, {"the struct '" + name + "' (" + structureObstacle(variable) + ")"});
}

void refuseStatement(const Stmt *stmt) {
  SourceLocation loc = stmt->getBeginLoc();
  if (isa<BreakStmt>(stmt))
    refuse(DiagId::JumpInRegion, loc, {"break"});
  if (isa<ContinueStmt>(stmt))
    refuse(DiagId::JumpInRegion, loc, {"continue"});
  if (isa<GotoStmt, IndirectGotoStmt>(stmt))
    refuse(DiagId::JumpInRegion, loc, {"goto"});
  if (isa<ReturnStmt>(stmt))
    refuse(DiagId::JumpInRegion, loc, {"return"});
  if (isa<WhileStmt>(stmt))
    refuse(DiagId::UnsupportedLoop, loc, {"while"});
  if (isa<DoStmt>(stmt))
    refuse(DiagId::UnsupportedLoop, loc, {"do"});
  const auto *expr = dyn_cast<Expr>(stmt);
  if (!expr)
    refuse(DiagId::UnsupportedStatement, loc, {statementWord(stmt)});
  if (const auto *member = dyn_cast<MemberExpr>(expr))
    refuseMember(member);
  if (!expr->getType().isNull() && !expr->getType()->isDependentType())
    refuseVolatile(expr->getType(), userType(expr->getType()), expr->getExprLoc());
  if (const auto *call = dyn_cast<CallExpr>(expr); call && !isa<CXXOperatorCallExpr>(call))
    refuseCall(call->getDirectCallee(), expr->getExprLoc());
  refuse(DiagId::UnsupportedExpression, expr->getExprLoc(), {inUsersWords(expr)});
}

namespace {
class InvalidCode : public DynamicVisitor {
public:
  /// Of a generic lambda, calls run what is made from its body.
  bool TraverseLambdaExpr(LambdaExpr *lambda, DataRecursionQueue *) override {
    return lambda->isGenericLambda() || DynamicVisitor::TraverseLambdaExpr(lambda);
  }
  bool VisitExpr(Expr *expr) override {
    if (expr->containsErrors() || isa<RecoveryExpr>(expr))
      refuse(DiagId::InvalidCode, expr->getExprLoc(), {"an error"});
    if (expr->isInstantiationDependent() || expr->getType().isNull())
      refuse(DiagId::InvalidCode, expr->getExprLoc(),
             {"code that depends on template parameters"});
    return true;
  }
  bool VisitDecl(Decl *decl) override {
    if (decl->isInvalidDecl())
      refuse(DiagId::InvalidCode, decl->getLocation(), {"an invalid declaration"});
    if (const auto *value = dyn_cast<ValueDecl>(decl))
      if (value->getType().isNull() || value->getType()->isDependentType())
        refuse(DiagId::InvalidCode, decl->getLocation(),
               {"code that depends on template parameters"});
    return true;
  }
};
} // namespace

void refuseInvalidCode(const Stmt *region) {
  InvalidCode().TraverseStmt(const_cast<Stmt *>(region));
}

} // namespace gputile::frontend
