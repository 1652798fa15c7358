//===- Instances.cpp - Regions of templates in what is made from them ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/EnclosingFunction.h"

#include "gputile/Frontend/DynamicVisitor.h"
#include "gputile/Frontend/Frontend.h"
#include "gputile/Frontend/StatementText.h"
#include "gputile/Support/LlvmCompat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace clang;

namespace gputile {

using namespace frontend;

namespace {

/// Finds an expression or declaration whose meaning is open.
class Dependence : public DynamicVisitor {
public:
  bool VisitExpr(Expr *expr) override {
    if (expr->isInstantiationDependent())
      found = expr->getExprLoc();
    return !found;
  }
  bool VisitValueDecl(ValueDecl *decl) override {
    if (!decl->getType().isNull() && decl->getType()->isDependentType())
      found = decl->getLocation();
    return !found;
  }
  std::optional<SourceLocation> found;
};

/// Finds the name of a function parameter or capture that stands for several.
class Packs : public DynamicVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    if (ref->getDecl()->isParameterPack())
      found = ref->getDecl()->getNameAsString();
    return found.empty();
  }
  std::string found;
};

/// The functions around a declaration, innermost first: a lambda's operator(), the
/// function that contains the lambda, …
std::vector<const FunctionDecl *> functionsAround(const FunctionDecl *function) {
  std::vector<const FunctionDecl *> found;
  for (const DeclContext *scope = function; scope && !scope->isFileContext();
       scope = scope->getParent())
    if (const auto *around = dyn_cast<FunctionDecl>(scope))
      found.push_back(around);
  return found;
}

/// Walks everything that was made from a template, down to one place in the text.
class InstanceSearch : public DynamicVisitor {
public:
  InstanceSearch(ASTContext &context, const MarkedRegion &region)
      : Context(context), Sources(context.getSourceManager()), Region(region) {}

  std::vector<RegionInstance> found;

  // Closures and what was made from generic lambdas are implicit.
  bool shouldVisitImplicitCode() const override { return true; }
  bool shouldVisitTemplateInstantiations() const override { return true; }

  /// Explicit instantiations are otherwise visited where they stand in the text.
  bool TraverseClassTemplateDecl(ClassTemplateDecl *pattern) override {
    for (ClassTemplateSpecializationDecl *made : pattern->specializations())
      if (made->getSpecializationKind() != TSK_ExplicitSpecialization && !TraverseDecl(made))
        return false;
    return true;
  }
  bool TraverseStmt(Stmt *statement, DataRecursionQueue * = nullptr) override {
    if (!statement || !mayContainRegion(*statement))
      return true;
    llvm::SaveAndRestore around(Directive, directiveAt(statement));
    const Stmt *directed = directedStatement(*statement);
    return directed ? TraverseStmt(const_cast<Stmt *>(directed)) : Base::TraverseStmt(statement);
  }
  bool VisitStmt(Stmt *statement) override {
    if (!isRegion(*statement))
      return true;
    const FunctionDecl *function = enclosingFunction(Context, *statement);
    if (function && !function->isDependentContext() && Seen.insert(function).second)
      found.push_back(makeInstance(statement, function));
    return true;
  }

private:
  using Base = DynamicVisitor;

  bool isRegion(const Stmt &statement) const {
    return statement.getStmtClass() == Region.statement->getStmtClass() &&
           statement.getSourceRange() == Region.statement->getSourceRange();
  }

  /// What Directive is in \p statement.
  const Stmt *directiveAt(const Stmt *statement) const {
    if (isa<OMPLoopBasedDirective>(statement))
      return Directive ? Directive : statement;
    return isRegion(*statement) ? Directive : nullptr;
  }

  bool mayContainRegion(const Stmt &statement) const {
    const SourceRange range = Sources.getExpansionRange(textRange(statement)).getAsRange();
    return range.isInvalid() ||
           Sources.isPointWithin(Sources.getExpansionLoc(Region.statement->getBeginLoc()),
                                 range.getBegin(), range.getEnd());
  }

  RegionInstance makeInstance(const Stmt *statement, const FunctionDecl *function) const {
    RegionInstance result{statement, function, "", SourceLocation(), {}, Directive};
    const std::vector<const FunctionDecl *> functions = functionsAround(function);
    // Functions of the text have one meaning.
    const size_t outermost = outerFunctions(Region).size();
    for (size_t i = outermost + 1; i-- > 0;)
      result.functionTexts.push_back(
          PredefinedExpr::ComputeName(PredefinedIdentKind::PrettyFunction, functions[i]));
    llvm::raw_string_ostream name(result.name);
    functions[outermost]->getNameForDiagnostic(name, PrintingPolicy(Context.getPrintingPolicy()),
                                               /*Qualified=*/true);
    result.requested = functions[outermost]->getPointOfInstantiation();
    return result;
  }

  ASTContext &Context;
  const SourceManager &Sources;
  const MarkedRegion &Region;
  std::set<const FunctionDecl *> Seen;
  /// The outermost of the OpenMP directives that end at the walk, each for the loop behind it.
  const Stmt *Directive = nullptr;
};

/// What all instances of \p function are made from, in the end: the outermost class or
/// function around it, as a template where it is one.
const Decl *rootOf(const FunctionDecl *function) {
  const Decl *root = function;
  const DeclContext *scope = function;
  while (!scope->isFileContext()) {
    const auto *decl = cast<Decl>(scope);
    if (isa<FunctionDecl, CXXRecordDecl>(decl))
      root = decl;
    const auto *inner = dyn_cast<FunctionDecl>(decl);
    scope = inner && inner->getFriendObjectKind() ? inner->getLexicalParent() : scope->getParent();
  }
  if (const auto *partial = dyn_cast<ClassTemplatePartialSpecializationDecl>(root))
    return partial->getSpecializedTemplate()->getCanonicalDecl();
  if (const TemplateDecl *pattern = root->getDescribedTemplate())
    return pattern->getCanonicalDecl();
  if (const auto *record = dyn_cast<CXXRecordDecl>(root))
    return record->getDefinition();
  return root;
}

} // namespace

std::optional<SourceLocation> dependsOnTemplate(const MarkedRegion &region) {
  if (!region.function || !region.function->isDependentContext())
    return std::nullopt;
  Dependence dependence;
  dependence.TraverseStmt(const_cast<Stmt *>(region.statement));
  return dependence.found;
}

std::string packIn(const MarkedRegion &region) {
  Packs packs;
  packs.TraverseStmt(const_cast<Stmt *>(region.statement));
  return packs.found;
}

std::optional<std::vector<RegionInstance>> findInstances(ASTContext &context,
                                                         const MarkedRegion &region) {
  const Decl *root = rootOf(region.function);
  if (const auto *scope = dyn_cast<DeclContext>(root); scope && scope->isDependentContext())
    return std::nullopt;
  InstanceSearch search(context, region);
  search.TraverseDecl(const_cast<Decl *>(root));
  return std::move(search.found);
}

std::vector<const FunctionDecl *> outerFunctions(const MarkedRegion &region) {
  std::vector<const FunctionDecl *> result;
  for (const FunctionDecl *function : functionsAround(region.function))
    if (function != region.function && function->isDependentContext())
      result.push_back(function);
  return {result.rbegin(), result.rend()};
}

} // namespace gputile
