//===- ImpliedRegions.cpp - Regions that nobody marked for gputile --------===//
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
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

using namespace clang;

namespace gputile {

using namespace frontend;

namespace {

using Statements = std::set<const Stmt *>;

bool holdsOther(const Stmt *stmt, const Statements &others) {
  std::vector<const Stmt *> parts;
  appendParts(*stmt, parts);
  return llvm::any_of(parts, [&](const Stmt *child) {
    return child && (others.count(child) != 0 || holdsOther(child, others));
  });
}

/// Finds the loops of the main file that stand in no other loop, but for loops around marked
/// regions: these are looked into.
class OutermostLoops : public DynamicVisitor {
  using Base = DynamicVisitor;

public:
  OutermostLoops(ASTContext &context, const Statements &regions, const Statements &marked)
      : Sources(context.getSourceManager()), Regions(regions), Marked(marked) {}

  void findIn(const DeclContext *scope) {
    for (Decl *decl : scope->decls()) {
      if (isa<NamespaceDecl>(decl) || isa<LinkageSpecDecl>(decl)) {
        findIn(cast<DeclContext>(decl));
        continue;
      }
      TopLevel = decl;
      if (Sources.isInMainFile(Sources.getExpansionLoc(decl->getLocation())))
        TraverseDecl(decl);
    }
  }

  bool TraverseForStmt(ForStmt *loop, DataRecursionQueue *) override {
    if (Regions.count(loop))
      return true;
    if (holdsOther(loop, Marked))
      return Base::TraverseForStmt(loop);
    const auto attributes = Attributes.find(loop);
    Found.push_back({loop, attributes == Attributes.end() ? nullptr : attributes->second, TopLevel});
    return true;
  }

  bool TraverseAttributedStmt(AttributedStmt *stmt, DataRecursionQueue *) override {
    const Stmt *inner = stmt;
    while (const auto *attributed = dyn_cast<AttributedStmt>(inner))
      inner = attributed->getSubStmt();
    Attributes.try_emplace(inner, stmt); // The outermost comes first.
    return Base::TraverseAttributedStmt(stmt);
  }

  /// Several threads may run what stands inside.
  bool dataTraverseStmtPre(Stmt *stmt) override { return !isa<OMPExecutableDirective>(stmt); }

  struct Loop {
    const ForStmt *statement;
    const AttributedStmt *attributes; ///< The statement with those of the loop, or null.
    const Decl *topLevel;
  };
  std::vector<Loop> Found;

private:
  const SourceManager &Sources;
  const Statements &Regions, &Marked;
  const Decl *TopLevel = nullptr;
  std::map<const Stmt *, const AttributedStmt *> Attributes;
};

/// Where the text of \p loop begins: nothing can stand between an attribute, or `#pragma unroll`, and
/// the loop.
SourceLocation beginOf(const SourceManager &sources, const OutermostLoops::Loop &loop) {
  if (!loop.attributes)
    return sources.getExpansionLoc(loop.statement->getBeginLoc());
  const SourceLocation attribute = sources.getExpansionLoc(loop.attributes->getBeginLoc());
  const auto [file, offset] = sources.getDecomposedLoc(attribute);
  const StringRef before = sources.getBufferData(file).take_front(offset);
  size_t line = before.rfind('\n') + 1;
  while (before.take_front(line).ends_with("\\\n"))
    line = before.take_front(line - 1).rfind('\n') + 1;
  // Of a pragma Clang knows where its name stands.
  const size_t first = before.find_first_not_of(" \t", line);
  const bool isPragma = first != StringRef::npos && before[first] == '#';
  return isPragma ? attribute.getLocWithOffset(int(first) - int(offset)) : attribute;
}

void addOutermost(ASTContext &context, PragmaState &state, std::vector<MarkedRegion> &regions,
                  const Statements &marked) {
  Statements taken;
  for (const MarkedRegion &region : regions)
    if (region.statement)
      taken.insert(region.statement);
  OutermostLoops loops(context, taken, marked);
  loops.findIn(context.getTranslationUnitDecl());
  const SourceManager &sources = context.getSourceManager();
  for (const OutermostLoops::Loop &loop : loops.Found) {
    PragmaRecord &record = state.loops.emplace_back();
    record.begin = record.end = beginOf(sources, loop);
    record.loc = sources.getExpansionLoc(loop.statement->getBeginLoc());
    record.implied = true;
    MarkedRegion region;
    region.pragma = &record;
    region.statement = loop.statement;
    region.function = enclosingFunction(context, *loop.statement);
    region.topLevel = loop.topLevel;
    if (region.function)
      regions.push_back(region);
  }
}

/// The directive of OpenMP around \p stmt whose threads may come to it, or null.
const OMPExecutableDirective *directiveAround(ASTContext &context, const Stmt &stmt) {
  DynTypedNode node = DynTypedNode::create(stmt);
  while (true) {
    const auto parents = context.getParents(node);
    if (parents.empty() || parents[0].get<FunctionDecl>() || parents[0].get<LambdaExpr>())
      return nullptr;
    node = parents[0];
    if (const auto *directive = node.get<OMPExecutableDirective>())
      return directive;
  }
}

/// Leaves loops to OpenMP that its threads share or run already. Nothing is said of those inside
/// of a loop that is a region itself.
void leaveToThreads(ASTContext &context, PragmaState &state, std::vector<MarkedRegion> &regions) {
  Statements directives;
  for (const MarkedRegion &region : regions)
    if (region.pragma->implied && region.directive)
      directives.insert(region.directive);
  std::map<const PragmaRecord *, std::string> names;
  llvm::erase_if(regions, [&](const MarkedRegion &region) {
    const auto *around = region.pragma->implied && region.directive
                             ? directiveAround(context, *region.directive)
                             : nullptr;
    if (!around || directives.count(around))
      return around != nullptr;
    names[region.pragma] =
        "omp " + llvm::omp::getOpenMPDirectiveName(around->getDirectiveKind()).str();
    return false;
  });
  for (PragmaRecord &record : state.pragmas)
    if (auto found = names.find(&record); found != names.end() && record.errors.empty())
      record.errors.push_back(
          {DiagId::OpenMpOn, {record.loc.getRawEncoding()}, {found->second}, {}, {}});
}

} // namespace

std::vector<MarkedRegion> findRegions(ASTContext &context, PragmaState &state,
                                      RegionChoice choice) {
  std::vector<MarkedRegion> regions = findRegions(context, state);
  if (choice == RegionChoice::Marked)
    return regions;
  leaveToThreads(context, state, regions);
  Statements marked;
  for (const MarkedRegion &region : regions)
    if (region.statement && !region.pragma->implied)
      marked.insert(region.statement);
  Statements implied;
  llvm::erase_if(regions, [&](const MarkedRegion &region) {
    return region.pragma->implied && region.pragma->errors.empty() &&
           (!region.statement || marked.count(region.statement) != 0 ||
            holdsOther(region.statement, marked) || !implied.insert(region.statement).second);
  });
  if (choice == RegionChoice::All)
    addOutermost(context, state, regions, marked);
  const SourceManager &sources = context.getSourceManager();
  std::sort(regions.begin(), regions.end(), [&](const auto &a, const auto &b) {
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(a.pragma->loc),
                                             sources.getExpansionLoc(b.pragma->loc));
  });
  shareAnalyses(regions, state);
  return regions;
}

} // namespace gputile
