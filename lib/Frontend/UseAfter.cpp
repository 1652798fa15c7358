//===- UseAfter.cpp - Is a variable read after the region? -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UseAfter.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace gputile {

bool isExposed(const ExtractState &state, const VarDecl *variable) {
  return !variable->hasLocalStorage() || state.Function.addressTaken.count(variable) ||
         variable->hasAttr<CleanupAttr>();
}

/// True when \p loc lies within \p range, as the file is read.
static bool within(const SourceManager &sources, SourceRange range, SourceLocation loc) {
  SourceLocation begin = sources.getExpansionLoc(range.getBegin());
  SourceLocation end = sources.getExpansionRange(range.getEnd()).getEnd();
  SourceLocation at = sources.getExpansionLoc(loc);
  return !sources.isBeforeInTranslationUnit(at, begin) &&
         !sources.isBeforeInTranslationUnit(end, at);
}

/// The outermost loop around the region that lies within the scope of
/// \p variable; null when there is none.
static const Stmt *outermostLoop(ExtractState &state, const VarDecl *variable) {
  const SourceManager &sources = state.Ast.getSourceManager();
  const Stmt *found = nullptr;
  DynTypedNode node = DynTypedNode::create(*state.Region.statement);
  while (true) {
    DynTypedNodeList parents = state.Ast.getParents(node);
    if (parents.empty())
      return found;
    node = parents[0];
    if (node.get<FunctionDecl>())
      return found;
    const Stmt *stmt = node.get<Stmt>();
    if (stmt && isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(stmt)) {
      if (within(sources, stmt->getSourceRange(), variable->getLocation()))
        return found;
      found = stmt;
    }
  }
}

bool mayBeReadAfter(ExtractState &state, const VarDecl *variable) {
  if (isExposed(state, variable) || state.Function.hasLabels)
    return true;
  auto uses = state.Function.uses.find(variable);
  if (uses == state.Function.uses.end())
    return true; // Not seen where it is used: the region lies elsewhere.
  const SourceManager &sources = state.Ast.getSourceManager();
  SourceRange region = state.Region.statement->getSourceRange();
  SourceLocation begin = sources.getExpansionLoc(region.getBegin());
  const Stmt *loop = outermostLoop(state, variable);
  for (const DeclRefExpr *use : uses->second) {
    SourceLocation at = use->getExprLoc();
    if (loop && within(sources, loop->getSourceRange(), at))
      return true;
    bool before = sources.isBeforeInTranslationUnit(sources.getExpansionLoc(at), begin);
    if (!before && !within(sources, region, at))
      return true;
  }
  return false;
}

} // namespace gputile
