//===- VariableNamed.cpp - What a name means at a statement ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/DataBlock/VariableNamed.h"

#include "gputile/Frontend/DynamicVisitor.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace gputile::frontend {
namespace {

const VarDecl *declaredBy(const Stmt *statement, StringRef name) {
  const auto *declarations = dyn_cast_or_null<DeclStmt>(statement);
  const VarDecl *found = nullptr;
  if (declarations)
    for (const Decl *decl : declarations->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl); variable && variable->getName() == name)
        found = variable;
  return found;
}

/// What \p parent declares before its child \p child.
const VarDecl *declaredBefore(const Stmt *parent, const Stmt *child, StringRef name) {
  const VarDecl *found = nullptr;
  for (const Stmt *part : parent->children()) {
    if (part == child)
      return found;
    if (const VarDecl *variable = declaredBy(part, name))
      found = variable;
  }
  return found;
}

const VarDecl *parameterOf(const FunctionDecl *function, StringRef name) {
  for (const ParmVarDecl *parameter : function->parameters())
    if (parameter->getName() == name)
      return parameter;
  return nullptr;
}

/// A variable of the classes, namespaces and the file around \p function.
const VarDecl *declaredAround(ASTContext &context, const FunctionDecl *function, StringRef name) {
  const DeclarationName identifier(&context.Idents.get(name));
  for (const DeclContext *scope = function->getParent(); scope; scope = scope->getParent()) {
    if (const auto *record = dyn_cast<CXXRecordDecl>(scope);
        record && (record->isDependentContext() || record->hasMemberName(identifier)))
      return nullptr;
    const auto found = scope->lookup(identifier);
    if (!found.empty())
      return found.isSingleResult() ? dyn_cast<VarDecl>(found.front()) : nullptr;
  }
  return nullptr;
}

/// Finds the expression of a closure class.
class LambdaFinder : public DynamicVisitor {
public:
  explicit LambdaFinder(const CXXRecordDecl *closure) : Closure(closure) {}
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    if (lambda->getLambdaClass() == Closure)
      found = lambda;
    return !found;
  }
  const LambdaExpr *found = nullptr;

private:
  const CXXRecordDecl *Closure;
};

/// The lambda within a function whose operator() is \p function, or null.
const LambdaExpr *lambdaOf(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (!method || !method->getParent()->isLambda())
    return nullptr;
  const auto *outer =
      dyn_cast_or_null<FunctionDecl>(method->getParent()->getParentFunctionOrMethod());
  LambdaFinder finder(method->getParent());
  if (outer && outer->hasBody())
    finder.TraverseStmt(outer->getBody());
  return finder.found;
}

} // namespace

const VarDecl *variableNamed(ASTContext &context, const std::string &name, const Stmt &statement) {
  DynTypedNode node = DynTypedNode::create(statement);
  const Stmt *child = &statement;
  while (true) {
    const auto parents = context.getParents(node);
    if (parents.empty())
      return nullptr;
    node = parents[0];
    if (const auto *function = node.get<FunctionDecl>()) {
      if (const VarDecl *parameter = parameterOf(function, name))
        return parameter;
      const LambdaExpr *lambda = lambdaOf(function);
      if (!lambda)
        return declaredAround(context, function, name);
      child = lambda;
      node = DynTypedNode::create(*lambda);
      continue;
    }
    const Stmt *parent = node.get<Stmt>();
    if (!parent)
      continue;
    if (const VarDecl *found = declaredBefore(parent, child, name))
      return found;
    child = parent;
  }
}

} // namespace gputile::frontend
