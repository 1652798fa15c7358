//===- Regions.cpp - Which statement a pragma marks ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/EnclosingFunction.h"
#include "Frontend/FunctionAnalyses.h"

#include "gputile/Frontend/DynamicVisitor.h"
#include "gputile/Frontend/Frontend.h"
#include "gputile/Frontend/StatementText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>
#include <set>

using namespace clang;

namespace gputile {

using namespace frontend;

namespace {

/// Where a pragma stands among the tokens.
struct Place {
  SourceLocation loc;
  bool isBeforeToken; ///< Before the token at `loc`: the pragma has no token of its own there.
};

/// Order of locations after macro expansion, as users see the text.
class TextOrder {
public:
  explicit TextOrder(const SourceManager &sources) : Sources(sources) {}

  bool before(const Place &a, SourceLocation b) const {
    return a.isBeforeToken ? !before(b, a.loc) : before(a.loc, b);
  }
  bool before(SourceLocation a, const Place &b) const { return before(a, b.loc); }
  bool before(const Place &a, const Place &b) const { return before(a.loc, b.loc); }

  bool before(SourceLocation a, SourceLocation b) const {
    return Sources.isBeforeInTranslationUnit(Sources.getExpansionLoc(a),
                                             Sources.getExpansionLoc(b));
  }
  /// The beginning of the last token of \p range.
  SourceLocation endOf(SourceRange range) const {
    return Sources.getExpansionRange(range.getEnd()).getEnd();
  }

private:
  const SourceManager &Sources;
};

/// Some of the pragmas in text order, by number: [begin, end).
struct PragmaRange {
  size_t begin, end;
  bool empty() const { return begin >= end; }
};

/// The places of all pragmas, in text order.
class PragmaPlaces {
public:
  PragmaPlaces(const PragmaState &state, const SourceManager &sources) : Order(sources) {
    for (const PragmaRecord &pragma : state.pragmas) {
      // A directive of OpenMP stands before the statement that begins with it, and the loop
      // behind an operator may come from the same macro.
      Places.push_back({sources.getExpansionLoc(pragma.loc),
                        pragma.implied || pragma.asOperator.isValid()});
      const auto later = llvm::partition_point(
          Numbers, [&](size_t k) { return !Order.before(Places.back(), Places[k]); });
      Numbers.insert(later, Places.size() - 1); // At the end, but for odd inclusions.
    }
  }

  size_t size() const { return Places.size(); }
  /// The index in PragmaState of the pragma that is number \p number in the text.
  size_t indexOf(size_t number) const { return Numbers[number]; }
  const Place &place(size_t number) const { return Places[Numbers[number]]; }

  /// Those between the beginning of the first and the last token of \p range.
  PragmaRange inside(SourceRange range) const {
    if (range.isInvalid())
      return {0, 0};
    const SourceLocation end = Order.endOf(range);
    const auto first = llvm::partition_point(
        Numbers, [&](size_t k) { return !Order.before(range.getBegin(), Places[k]); });
    const auto last = std::partition_point(
        first, Numbers.end(), [&](size_t k) { return Order.before(Places[k], end); });
    return {size_t(first - Numbers.begin()), size_t(last - Numbers.begin())};
  }

  const TextOrder &order() const { return Order; }

private:
  TextOrder Order;
  std::vector<Place> Places;   ///< In the order of PragmaState.
  std::vector<size_t> Numbers; ///< Indices into Places, in text order.
};

/// Pairs pragmas with the statements that the text after them begins, in one walk over the
/// declarations that contain them.
///
/// A statement S is marked when the pragma stands inside S's parent statement,
/// after everything that precedes S there. Then only comments, directives and
/// S's own parent's punctuation lie between; `else` is the one keyword that
/// could, and is checked.
///
/// Templates: the pattern is marked, whatever is instantiated from it.
class RegionFinder : public DynamicVisitor {
  using Base = DynamicVisitor;

public:
  RegionFinder(const PragmaState &state, const SourceManager &sources)
      : Places(state, sources), Regions(state.pragmas.size()) {
    for (size_t k = 0; k < Regions.size(); ++k)
      Regions[k].pragma = &state.pragmas[k];
  }

  std::vector<MarkedRegion> find(TranslationUnitDecl *unit) {
    findTopLevel(unit);
    for (size_t number = 0; number < Places.size(); ++number)
      if (const Decl *decl = region(number).topLevel; decl && Walked.insert(decl).second)
        TraverseDecl(const_cast<Decl *>(decl));
    return std::move(Regions);
  }

  bool TraverseDecl(Decl *decl) override {
    const auto *function = dyn_cast_or_null<FunctionDecl>(decl);
    llvm::SaveAndRestore inner(Function, function ? function : Function);
    return Base::TraverseDecl(decl);
  }

  bool TraverseLambdaExpr(LambdaExpr *lambda, DataRecursionQueue *) override {
    llvm::SaveAndRestore inner(Function,
                               static_cast<const FunctionDecl *>(lambda->getCallOperator()));
    return Base::TraverseLambdaExpr(lambda);
  }

  /// Goes on only where a pragma stands inside.
  bool TraverseStmt(Stmt *stmt, DataRecursionQueue * = nullptr) override {
    if (!stmt)
      return true;
    ++Visited;
    const SourceRange text = textRange(*stmt);
    const PragmaRange inside = Places.inside(text);
    if (inside.empty() && text.isValid())
      return true;
    const bool onLoop = isa<OMPLoopBasedDirective>(stmt);
    llvm::SaveAndRestore around(Directive, !onLoop ? nullptr : Directive ? Directive : stmt);
    mark(*stmt, inside);
    const Stmt *directed = directedStatement(*stmt);
    return directed ? TraverseStmt(const_cast<Stmt *>(directed)) : Base::TraverseStmt(stmt);
  }

  size_t visited() const { return Visited; }

private:
  MarkedRegion &region(size_t number) { return Regions[Places.indexOf(number)]; }

  /// Finds the declarations at file or namespace scope around the pragmas in \p scope.
  void findTopLevel(const DeclContext *scope) {
    for (const Decl *decl : scope->decls()) {
      // `void f(auto *p)` has no beginning as a template.
      if (const auto *made = dyn_cast<TemplateDecl>(decl); made && made->getBeginLoc().isInvalid())
        decl = made->getTemplatedDecl();
      if (!decl || decl->isImplicit())
        continue;
      const PragmaRange inside = Places.inside(decl->getSourceRange());
      if (inside.empty())
        continue;
      if (isa<NamespaceDecl>(decl) || isa<LinkageSpecDecl>(decl)) {
        findTopLevel(cast<DeclContext>(decl));
        continue;
      }
      for (size_t number = inside.begin; number < inside.end; ++number)
        if (!region(number).topLevel)
          region(number).topLevel = decl;
    }
  }

  /// Tells statements that begin at \p place or before it.
  template <typename P> auto startsNotAfter(P place) const {
    return [this, place](const Stmt *stmt) {
      return !Places.order().before(place, stmt->getBeginLoc());
    };
  }

  /// The children of \p parent that have a place in the text, in its order.
  std::vector<const Stmt *> childrenOf(const Stmt &parent) const {
    if (const Stmt *directed = directedStatement(parent))
      return {directed};
    std::vector<const Stmt *> children;
    for (const Stmt *child : parent.children())
      if (child && child->getSourceRange().isValid())
        children.insert(llvm::partition_point(children, startsNotAfter(child->getBeginLoc())),
                        child);
    return children;
  }

  /// Marks the children of \p parent that follow the pragmas \p inside it. Closer parents
  /// are visited later.
  void mark(const Stmt &parent, PragmaRange inside) {
    if (inside.empty())
      return;
    if (const auto *expression = dyn_cast<StmtExpr>(&parent))
      Values.insert(expression->getSubStmt());
    const bool isBlock = isa<CompoundStmt>(parent) && Values.count(&parent) == 0;
    const std::vector<const Stmt *> children = childrenOf(parent);
    // In the middle of a child, that child is a closer parent, or has no place for a
    // region there.
    std::vector<bool> inChild(inside.end - inside.begin);
    for (const Stmt *child : children) {
      const PragmaRange part = Places.inside(textRange(*child));
      for (size_t number = std::max(part.begin, inside.begin);
           number < std::min(part.end, inside.end); ++number)
        inChild[number - inside.begin] = true;
    }
    for (size_t number = inside.begin; number < inside.end; ++number) {
      region(number).statement = nullptr;
      region(number).function = nullptr;
      region(number).directive = nullptr;
      region(number).culprit = SourceLocation();
      region(number).next = region(number).later = nullptr;
      region(number).betweenStatements = isBlock && !inChild[number - inside.begin];
      const auto next = llvm::partition_point(children, startsNotAfter(Places.place(number)));
      const bool marks = !region(number).pragma->wait; // It stands for a statement of its own.
      if (marks && !inChild[number - inside.begin] && next != children.end())
        markNext(parent, llvm::ArrayRef(children).drop_front(size_t(next - children.begin())), number);
    }
  }

  /// \param children those of \p parent behind the pragma
  void markNext(const Stmt &parent, llvm::ArrayRef<const Stmt *> children, size_t number) {
    const Stmt &child = *children.front();
    region(number).culprit = child.getBeginLoc();
    const Stmt *directive = Directive;
    const Stmt *next = &child;
    while (const Stmt *inner = wrapped(*next)) {
      if (!directive && isa<OMPLoopBasedDirective>(next))
        directive = next;
      next = inner;
    }
    if (!isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, CompoundStmt>(next) || elseBetween(parent, number) ||
        isa<StmtExpr>(parent) || isa<LambdaExpr>(parent)) {
      region(number).next = &child;
      region(number).later = isa<CompoundStmt>(parent) ? laterLoop(children, number) : nullptr;
      return;
    }
    region(number).statement = next;
    region(number).function = Function;
    region(number).directive = directive;
  }

  /// The first loop of \p children, or what stands before it in the text and belongs to it, if only
  /// declarations and expressions lie between pragma \p number and the loop, and no other pragma.
  const Stmt *laterLoop(llvm::ArrayRef<const Stmt *> children, size_t number) const {
    const auto found = llvm::find_if_not(
        children, [](const Stmt *stmt) { return isa<DeclStmt>(stmt) || isa<Expr>(stmt); });
    if (found == children.end())
      return nullptr;
    const Stmt *loop = *found;
    while (const Stmt *inner = wrapped(*loop))
      loop = inner;
    const bool isNext = number + 1 == Places.size() ||
                        Places.order().before((*found)->getBeginLoc(), Places.place(number + 1));
    return isa<ForStmt>(loop) && isNext ? *found : nullptr;
  }

  /// What stands behind attributes, loop pragmas of compilers (`#pragma unroll`) and
  /// OpenMP directives; null for other statements.
  static const Stmt *wrapped(const Stmt &stmt) {
    if (const auto *attributed = dyn_cast<AttributedStmt>(&stmt))
      return attributed->getSubStmt();
    return isa<OMPLoopBasedDirective>(stmt) ? directedStatement(stmt) : nullptr;
  }

  /// `if (c) S; <pragma> else T`: no statement begins between pragma and `else`.
  bool elseBetween(const Stmt &parent, size_t number) const {
    const auto *conditional = dyn_cast<IfStmt>(&parent);
    const Place &place = Places.place(number);
    return conditional && conditional->getElse() &&
           Places.order().before(conditional->getThen()->getEndLoc(), place) &&
           Places.order().before(place, conditional->getElseLoc());
  }

  PragmaPlaces Places;
  std::vector<MarkedRegion> Regions; ///< In the order of PragmaState.
  std::set<const Decl *> Walked;
  std::set<const Stmt *> Values; ///< Blocks whose last statement is the value of an expression.
  size_t Visited = 0; ///< Statements.
  const FunctionDecl *Function = nullptr; ///< The innermost around the walk.
  /// The outermost of the OpenMP directives that end at the walk, each for the loop behind it.
  const Stmt *Directive = nullptr;
};

} // namespace

const FunctionDecl *frontend::enclosingFunction(ASTContext &context, const Stmt &statement) {
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

void frontend::shareAnalyses(std::vector<MarkedRegion> &regions, const PragmaState &state) {
  const auto analyses = std::make_shared<FunctionAnalyses>();
  for (MarkedRegion &region : regions) {
    region.analyses = analyses;
    region.strictAliasing = state.strictAliasing;
  }
}

std::vector<MarkedRegion> findRegions(ASTContext &context, const PragmaState &state,
                                      size_t *visited) {
  if (state.pragmas.empty())
    return {};
  RegionFinder finder(state, context.getSourceManager());
  std::vector<MarkedRegion> regions = finder.find(context.getTranslationUnitDecl());
  shareAnalyses(regions, state);
  if (visited)
    *visited = finder.visited();
  return regions;
}

} // namespace gputile
