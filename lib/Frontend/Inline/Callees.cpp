//===- Callees.cpp - Functions whose bodies are known ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Callees.h"

#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/PureFunctions.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
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

/// Whether \p call is one of a lambda that captures nothing by copy but what never changes.
static bool isPlainLambdaCall(const CallExpr *call, const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!isa<CXXOperatorCallExpr>(call) || !method || !method->getParent()->isLambda())
    return false;
  for (const LambdaCapture &capture : method->getParent()->captures()) {
    if (!capture.capturesVariable())
      return false;
    const auto *variable = dyn_cast<VarDecl>(capture.getCapturedVar());
    const bool constant = variable && variable->getType().isConstQualified();
    if (!variable || variable->isInitCapture() ||
        (capture.getCaptureKind() == LCK_ByCopy && !constant))
      return false;
  }
  return true;
}

const FunctionDecl *inlinableCallee(ASTContext &ast, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const FunctionDecl *definition = knownDefinition(callee);
  if (!definition || isa<CoroutineBodyStmt>(definition->getBody()) || pureFunction(ast, call))
    return nullptr;
  const bool plain = call->getStmtClass() == Stmt::CallExprClass && !isa<CXXMethodDecl>(definition);
  if (!plain && !isPlainLambdaCall(call, callee))
    return nullptr;
  if (ast.getSourceManager().isInSystemHeader(definition->getLocation()) &&
      !definition->isInStdNamespace())
    return nullptr;
  return definition;
}

namespace {
/// Looks for memory that a body reaches beside its own variables.
class MemoryUses : public RecursiveASTVisitor<MemoryUses> {
public:
  bool Found = false;
  std::vector<const VarDecl *> Globals, Captured;

  bool VisitDeclRefExpr(DeclRefExpr *ref) {
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
  bool VisitCXXThisExpr(CXXThisExpr *) {
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
  uses.TraverseStmt(definition->getBody());
  return !uses.Found && !definition->getReturnType()->isVoidType();
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

bool seesTheSame(const FunctionDecl *definition, const Stmt *region, const FunctionDecl *function) {
  const ASTContext &ast = definition->getASTContext();
  MemoryUses uses;
  uses.TraverseStmt(definition->getBody());
  for (const VarDecl *global : uses.Globals) {
    if (global->isStaticLocal() ||
        !ast.getSourceManager().isBeforeInTranslationUnit(
            global->getFirstDecl()->getLocation(), region->getBeginLoc()))
      return false;
    if (ast.getLangOpts().CPlusPlus || !function) // There, names of globals are qualified.
      continue;
    if (isHidden(global, function))
      return false;
  }
  for (const VarDecl *captured : uses.Captured)
    if (captured->getDeclContext() != function || isHidden(captured, function))
      return false;
  return true;
}

} // namespace gputile::frontend
