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

/// The outermost loop around the region that lies within the scope of
/// \p variable; null when there is none.
static const Stmt *outermostLoop(ExtractState &state, const VarDecl *variable) {
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
    if (!stmt || !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(stmt))
      continue;
    if (collectRegionFacts(stmt).declared.count(variable))
      return found;
    found = stmt;
  }
}

/// Mentions are found by AST, not by place: a macro has one place for all it expands to.
bool mayBeReadAfter(ExtractState &state, const VarDecl *variable) {
  if (isExposed(state, variable) || state.Function.hasLabels)
    return true;
  auto uses = state.Function.uses.find(variable);
  if (uses == state.Function.uses.end())
    return true; // Not seen where it is used: the region lies elsewhere.
  if (outermostLoop(state, variable))
    return true; // The region itself may read it, the next time around.
  const SourceManager &sources = state.Ast.getSourceManager();
  SourceLocation begin = sources.getExpansionLoc(state.Region.statement->getBeginLoc());
  for (const DeclRefExpr *use : uses->second) {
    bool before =
        sources.isBeforeInTranslationUnit(sources.getExpansionLoc(use->getExprLoc()), begin);
    if (!before && !state.Facts.mentions.count(use))
      return true;
  }
  return false;
}

} // namespace gputile
