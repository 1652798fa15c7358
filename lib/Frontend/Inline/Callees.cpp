//===- Callees.cpp - Functions whose bodies are known ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Callees.h"

#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/PureFunctions.h"
#include "Frontend/Inline/ComplexTypes.h"
#include "Frontend/Inline/ValueVisitor.h"
#include "Frontend/RegionFacts.h"

#include "gputile/Support/LlvmCompat.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace gputile::frontend {

/// Whether a shared library may bring another definition of a function of this linkage.
static bool isReplaceable(const FunctionDecl *definition) {
  const LangOptions &options = definition->getASTContext().getLangOpts();
  return options.SemanticInterposition && definition->isExternallyVisible() &&
         !(options.CPlusPlus && definition->isInlined()) && !definition->isTemplateInstantiation();
}

const FunctionDecl *knownDefinition(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  if (!function || !function->hasBody(definition) || definition->isWeak() ||
      definition->isVariadic() || definition->isDependentContext() || definition->isMultiVersion() ||
      isReplaceable(definition))
    return nullptr;
  return definition;
}

/// Whether the function that declares \p variable gives it a value only where it does so.
static bool isNeverModified(const VarDecl *variable) {
  const auto *function = dyn_cast_or_null<FunctionDecl>(variable->getDeclContext());
  return function && function->hasBody() && !variable->getType()->isReferenceType() &&
         (variable->getInit() || isa<ParmVarDecl>(variable)) &&
         !collectRegionFacts(function->getBody()).modified(variable) &&
         !collectFunctionFacts(function).addressTaken.count(variable);
}

bool capturesOnlyFixed(const CXXRecordDecl *lambda) {
  return llvm::all_of(lambda->captures(), [](const LambdaCapture &capture) {
    const auto *variable = capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
    return variable && !variable->isInitCapture() &&
           (capture.getCaptureKind() != LCK_ByCopy || variable->getType().isConstQualified() ||
            isNeverModified(variable));
  });
}

/// Whether \p call is one of a lambda that captures nothing by copy but what never changes.
static bool isPlainLambdaCall(const CallExpr *call, const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  return isa<CXXOperatorCallExpr>(call) && method && method->getParent()->isLambda() &&
         capturesOnlyFixed(method->getParent());
}

/// Whether \p call always runs \p method, and that does nothing behind its text.
static bool isPlainMethodCall(const CallExpr *call, const CXXMethodDecl *method) {
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(method) || method->getParent()->isLambda() ||
      method->getParent()->isInStdNamespace() || method->isDefaulted() ||
      hasExplicitObject(*method))
    return false;
  if (method->isStatic())
    return !isa<CXXOperatorCallExpr>(call);
  if (!method->isVirtual())
    return true;
  const auto *ofObject = dyn_cast<CXXMemberCallExpr>(call);
  const auto *callee = ofObject ? dyn_cast<MemberExpr>(ofObject->getCallee()->IgnoreParens()) : nullptr;
  return callee && (callee->hasQualifier() || method->hasAttr<FinalAttr>() ||
                    method->getParent()->hasAttr<FinalAttr>());
}

/// Whether what \p call does is what the text of \p definition says.
static bool isPlainCall(const CallExpr *call, const FunctionDecl *callee, const FunctionDecl *definition) {
  if (isPlainLambdaCall(call, callee))
    return true;
  if (const auto *method = dyn_cast<CXXMethodDecl>(definition))
    return isPlainMethodCall(call, method);
  return call->getStmtClass() == Stmt::CallExprClass || isa<CXXOperatorCallExpr>(call);
}

const FunctionDecl *inlinableCallee(ASTContext &ast, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const FunctionDecl *definition = knownDefinition(callee);
  if (!definition || isa<CoroutineBodyStmt>(definition->getBody()) || pureFunction(ast, call) ||
      !isPlainCall(call, callee, definition))
    return nullptr;
  if (ast.getSourceManager().isInSystemHeader(definition->getLocation()) &&
      !definition->isInStdNamespace())
    return nullptr;
  return definition;
}

const Expr *passedOn(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || call->getNumArgs() != 1)
    return nullptr;
  switch (callee->getBuiltinID()) {
  case Builtin::BImove:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIforward:
  case Builtin::BIas_const:
    return call->getArg(0);
  default:
    return nullptr;
  }
}

std::optional<ObjectCall> objectOf(const CallExpr *call) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
  if (!method || method->isStatic())
    return ObjectCall{};
  if (isa<CXXOperatorCallExpr>(call))
    return ObjectCall{method->getParent()->isLambda() ? nullptr : call->getArg(0), false, 1};
  const auto *ofObject = dyn_cast<CXXMemberCallExpr>(call);
  const auto *callee = ofObject ? dyn_cast<MemberExpr>(ofObject->getCallee()->IgnoreParens()) : nullptr;
  return callee ? std::optional(ObjectCall{callee->getBase(), callee->isArrow(), 0}) : std::nullopt;
}

namespace {
/// Looks for memory that a body reaches beside its own variables.
class MemoryUses : public ValueVisitor {
public:
  bool Found = false;
  std::vector<const VarDecl *> Globals, Captured;

  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    const auto *variable = dyn_cast<VarDecl>(ref->getDecl());
    if (!variable)
      return true;
    if (ref->refersToEnclosingVariableOrCapture()) {
      Captured.push_back(variable);
      Found = true;
    }
    if (variable->hasLocalStorage() || constantVariable(variable))
      return true;
    Globals.push_back(variable);
    Found = true;
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *) override {
    Found = true;
    return true;
  }
};
} // namespace

bool takesValuesOnly(const FunctionDecl *definition) {
  for (const ParmVarDecl *parameter : definition->parameters())
    if (!parameter->getType()->isArithmeticType() && !parameter->getType()->isEnumeralType())
      return false;
  MemoryUses uses;
  uses.traverseFunction(definition);
  return !uses.Found && !definition->getReturnType()->isVoidType();
}

const Expr *calledObject(const CallExpr *call) {
  const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
  return op && op->getOperator() == OO_Call && op->getNumArgs() > 0 ? op->getArg(0) : nullptr;
}

bool usesStructures(const FunctionDecl *definition) {
  const ASTContext &ast = definition->getASTContext();
  const auto isStructure = [&](QualType type) {
    return !type.isNull() && ast.getBaseElementType(type.getNonReferenceType())->isRecordType() &&
           !partOfComplex(ast, type);
  };
  return isStructure(definition->getReturnType()) || anyPart(definition->getBody(), [&](const Stmt *part) {
           const auto *expr = dyn_cast<Expr>(part);
           return expr && isStructure(expr->getType());
         });
}

/// Whether only functions of its class may name \p variable.
static bool isHiddenMember(const VarDecl *variable) {
  return variable->isStaticDataMember() && variable->getAccess() != AS_public;
}

/// Whether the name of \p variable may mean another one somewhere in \p function.
static bool isHidden(const VarDecl *variable, const FunctionDecl *function) {
  for (const Decl *decl : function->decls()) {
    const auto *local = dyn_cast<ValueDecl>(decl);
    if (local && local->getDeclName() == variable->getDeclName() &&
        local->getCanonicalDecl() != variable->getCanonicalDecl())
      return true;
  }
  return false;
}

bool seesTheSame(const FunctionDecl *definition, const Stmt *region, const FunctionDecl *function, bool isKnownLambda) {
  const ASTContext &ast = definition->getASTContext();
  MemoryUses uses;
  uses.traverseFunction(definition);
  for (const VarDecl *global : uses.Globals) {
    if (global->isStaticLocal() ||
        !ast.getSourceManager().isBeforeInTranslationUnit(
            global->getFirstDecl()->getLocation(), region->getBeginLoc()))
      return false;
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
    if (isHiddenMember(global) && !(method && method->getParent()->Encloses(global->getDeclContext())))
      return false;
    if (ast.getLangOpts().CPlusPlus || !function) // There, names of globals are qualified.
      continue;
    if (isHidden(global, function))
      return false;
  }
  for (const VarDecl *captured : uses.Captured)
    if (definition->Encloses(captured->getDeclContext())) // By a lambda in the body.
      continue;
    else if (captured->getDeclContext() != function ? !isKnownLambda : isHidden(captured, function))
      return false;
  return true;
}

} // namespace gputile::frontend
