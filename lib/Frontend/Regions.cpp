//===- Regions.cpp - Which statement a pragma marks ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EnclosingFunction.h"

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace gputile {
namespace {

/// Order of locations after macro expansion, as users see the text.
class TextOrder {
public:
  explicit TextOrder(const SourceManager &sources) : Sources(sources) {}

  bool before(SourceLocation a, SourceLocation b) const {
    return Sources.isBeforeInTranslationUnit(Sources.getExpansionLoc(a),
                                             Sources.getExpansionLoc(b));
  }
  bool contains(SourceRange range, SourceLocation loc) const {
    return range.isValid() && before(range.getBegin(), loc) &&
           before(loc, Sources.getExpansionRange(range.getEnd()).getEnd());
  }

private:
  const SourceManager &Sources;
};

/// The declaration at file or namespace scope around \p loc, or null.
const Decl *topLevelDeclAt(const DeclContext *scope, SourceLocation loc, const TextOrder &order) {
  for (const Decl *decl : scope->decls()) {
    // `void f(auto *p)` has no beginning as a template.
    if (const auto *made = dyn_cast<TemplateDecl>(decl); made && made->getBeginLoc().isInvalid())
      decl = made->getTemplatedDecl();
    if (!decl || decl->isImplicit() || !order.contains(decl->getSourceRange(), loc))
      continue;
    if (isa<NamespaceDecl>(decl) || isa<LinkageSpecDecl>(decl))
      return topLevelDeclAt(cast<DeclContext>(decl), loc, order);
    return decl;
  }
  return nullptr;
}

/// Pairs one pragma with the statement that the text after it begins.
///
/// A statement S is marked when the pragma stands inside S's parent statement,
/// after everything that precedes S there. Then only comments, directives and
/// S's own parent's punctuation lie between; `else` is the one keyword that
/// could, and is checked.
class RegionFinder : public MatchFinder::MatchCallback {
public:
  RegionFinder(const PragmaRecord &pragma, const SourceManager &sources)
      : Pragma(pragma), Order(sources) {}

  void run(const MatchFinder::MatchResult &result) override {
    const auto *parent = result.Nodes.getNodeAs<Stmt>("parent");
    if (!standsInside(*parent))
      return;
    // The innermost parent is visited last.
    Statement = nullptr;
    Culprit = SourceLocation();
    const Stmt *next = firstChildAfterPragma(*parent);
    if (!next)
      return;
    Culprit = next->getBeginLoc();
    // Loop pragmas of compilers (`#pragma unroll`) and attributes wrap the loop.
    while (const auto *attributed = dyn_cast<AttributedStmt>(next))
      next = attributed->getSubStmt();
    if ((isa<ForStmt>(next) || isa<CompoundStmt>(next)) && !elseBetween(*parent) &&
        !isa<StmtExpr>(parent) && !isa<LambdaExpr>(parent))
      Statement = next;
  }

  const Stmt *statement() const { return Statement; }
  SourceLocation culprit() const { return Culprit; }

private:
  bool standsInside(const Stmt &stmt) const {
    return Order.contains(stmt.getSourceRange(), Pragma.loc);
  }

  /// Null when the pragma stands in the middle of a child as well: that child
  /// is a closer parent, or has no place for a region there.
  const Stmt *firstChildAfterPragma(const Stmt &parent) const {
    const Stmt *first = nullptr;
    for (const Stmt *child : parent.children()) {
      if (!child || child->getSourceRange().isInvalid())
        continue;
      if (standsInside(*child))
        return nullptr;
      if (Order.before(Pragma.loc, child->getBeginLoc()) &&
          (!first || Order.before(child->getBeginLoc(), first->getBeginLoc())))
        first = child;
    }
    return first;
  }

  /// `if (c) S; <pragma> else T`: no statement begins between pragma and `else`.
  bool elseBetween(const Stmt &parent) const {
    const auto *conditional = dyn_cast<IfStmt>(&parent);
    return conditional && conditional->getElse() &&
           Order.before(conditional->getThen()->getEndLoc(), Pragma.loc) &&
           Order.before(Pragma.loc, conditional->getElseLoc());
  }

  const PragmaRecord &Pragma;
  TextOrder Order;
  const Stmt *Statement = nullptr;
  SourceLocation Culprit;
};

MarkedRegion findRegion(ASTContext &context, const PragmaRecord &pragma) {
  const SourceManager &sources = context.getSourceManager();
  MarkedRegion region;
  region.pragma = &pragma;
  region.topLevel =
      topLevelDeclAt(context.getTranslationUnitDecl(), pragma.loc, TextOrder(sources));
  if (!region.topLevel)
    return region;

  RegionFinder callback(pragma, sources);
  MatchFinder finder;
  // Templates: the pattern is marked, whatever is instantiated from it.
  const auto inTemplateInstance = hasAncestor(
      decl(anyOf(functionDecl(isTemplateInstantiation()), cxxRecordDecl(isTemplateInstantiation()),
                 varDecl(isTemplateInstantiation()))));
  finder.addMatcher(stmt(unless(inTemplateInstance)).bind("parent"), &callback);
  finder.matchAST(context);
  region.statement = callback.statement();
  region.culprit = callback.culprit();
  if (region.statement)
    region.function = enclosingFunction(context, *region.statement);
  return region;
}

/// Restricts traversals to the declarations that hold pragmas: parent maps and
/// matchers then never look into the headers.
class PragmaScope {
public:
  PragmaScope(ASTContext &context, const PragmaState &state) : Context(context) {
    TextOrder order(context.getSourceManager());
    std::vector<Decl *> decls;
    for (const PragmaRecord &pragma : state.pragmas) {
      const Decl *decl = topLevelDeclAt(context.getTranslationUnitDecl(), pragma.loc, order);
      if (decl && std::find(decls.begin(), decls.end(), decl) == decls.end())
        decls.push_back(const_cast<Decl *>(decl));
    }
    Before = context.getTraversalScope();
    context.setTraversalScope(decls);
  }
  ~PragmaScope() { Context.setTraversalScope(Before); }

private:
  ASTContext &Context;
  std::vector<Decl *> Before;
};

} // namespace

const FunctionDecl *enclosingFunction(ASTContext &context, const Stmt &statement) {
  DynTypedNode node = DynTypedNode::create(statement);
  while (true) {
    const auto parents = context.getParents(node);
    if (parents.empty())
      return nullptr;
    node = parents[0];
    if (const auto *function = node.get<FunctionDecl>())
      return function;
    if (const auto *lambda = node.get<LambdaExpr>())
      return lambda->getCallOperator();
  }
}

std::vector<MarkedRegion> findRegions(ASTContext &context, const PragmaState &state) {
  std::vector<MarkedRegion> regions;
  if (state.pragmas.empty())
    return regions;
  PragmaScope scope(context, state);
  for (const PragmaRecord &pragma : state.pragmas)
    regions.push_back(findRegion(context, pragma));
  return regions;
}

} // namespace gputile
