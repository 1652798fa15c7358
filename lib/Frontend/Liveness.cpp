//===- Liveness.cpp - Is a variable read behind the region? ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Liveness.h"

#include "Frontend/AssignedVariable.h"

#include "gputile/Frontend/DynamicVisitor.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::frontend {
namespace {

class StmtCollector : public DynamicVisitor {
public:
  explicit StmtCollector(std::set<const Stmt *> &found) : Found(found) {}
  bool VisitStmt(Stmt *stmt) override {
    Found.insert(stmt);
    return true;
  }

private:
  std::set<const Stmt *> &Found;
};

} // namespace

Liveness::Liveness(FlowGraph &graph, const Stmt *region) : Graph(graph) {
  if (!graph.valid())
    return;
  StmtCollector(Inside).TraverseStmt(const_cast<Stmt *>(region));
  std::vector<const Stmt *> parts;
  for (const Stmt *stmt : Inside)
    parts.insert(parts.end(), graph.partsOf(stmt).begin(), graph.partsOf(stmt).end());
  Inside.insert(parts.begin(), parts.end());
  findExits();
  findEntries();
}

void Liveness::findExits() {
  for (const Stmt *stmt : Inside) {
    for (const FlowGraph::Point &point : Graph.pointsBehind(stmt)) {
      ReachesRegion = true;
      followOut(point);
    }
    for (const CFGBlock *block : Graph.blocksEndingWith(stmt))
      for (const CFGBlock *next : block->succs())
        if (next)
          followOut({next, 0});
  }
}

/// Finds the first places from \p from on, behind something inside the region, that are not
/// inside.
void Liveness::followOut(FlowGraph::Point from) {
  std::set<const CFGBlock *> passed;
  std::vector<FlowGraph::Point> pending{from};
  while (!pending.empty()) {
    auto [block, position] = pending.back();
    pending.pop_back();
    while (position < block->size() && !stmtOf((*block)[position]))
      ++position;
    const bool atEnd = position == block->size();
    const Stmt *next = atEnd ? block->getTerminatorStmt() : stmtOf((*block)[position]);
    if (next && !isInside(next))
      Exits.insert({block, position});
    if (next)
      continue;
    for (const CFGBlock *successor : block->succs())
      if (successor && passed.insert(successor).second)
        pending.push_back({successor, 0});
  }
}

/// Whether everything that may run just before \p point is inside.
bool Liveness::comesFromInside(FlowGraph::Point point) const {
  std::set<const CFGBlock *> passed;
  std::vector<FlowGraph::Point> pending{point};
  while (!pending.empty()) {
    auto [block, position] = pending.back();
    pending.pop_back();
    while (position > 0 && !stmtOf((*block)[position - 1]))
      --position;
    if (position > 0) {
      if (!isInside(stmtOf((*block)[position - 1])))
        return false;
      continue;
    }
    if (block->pred_empty())
      return false;
    for (const CFGBlock *previous : block->preds()) {
      const Stmt *jump = previous ? previous->getTerminatorStmt() : nullptr;
      if (jump && !isInside(jump))
        return false;
      if (previous && !jump && passed.insert(previous).second)
        pending.push_back({previous, previous->size()});
    }
  }
  return true;
}

void Liveness::findEntries() {
  for (const Stmt *stmt : Inside)
    for (auto [block, position] : Graph.pointsBehind(stmt))
      if (!comesFromInside({block, position - 1}))
        Entries.insert({block, position - 1});
}

bool Liveness::isLiveBefore(const VarDecl *variable, const FlowGraph::Mentions &mentions) const {
  if (!Graph.valid() || !Graph.notEvaluated(variable, mentions).empty() || Entries.empty())
    return true;
  for (const FlowGraph::Point &entry : Entries)
    if (Graph.isLive(entry, variable))
      return true;
  return false;
}

/// Whether an assignment to \p variable inside is a copy, with other parts than the one that the
/// graph has: behind parts of that one which the copy shares, the graph has the assignment, as if
/// it came later.
bool Liveness::isAssignedInCopy(const VarDecl *variable) const {
  return llvm::any_of(Inside, [&](const Stmt *stmt) {
    const VarDecl *assigned =
        isa<UnaryOperator, BinaryOperator>(stmt) ? assignedVariable(cast<Expr>(stmt)) : nullptr;
    return assigned && assigned->getCanonicalDecl() == variable->getCanonicalDecl() &&
           Graph.pointsBehind(stmt).empty();
  });
}

bool Liveness::isLiveBehind(const VarDecl *variable, const FlowGraph::Mentions &mentions) const {
  if (!Graph.valid() || !ReachesRegion || isAssignedInCopy(variable))
    return true;
  for (const DeclRefExpr *mention : Graph.notEvaluated(variable, mentions))
    if (!isInside(mention))
      return true;
  for (const FlowGraph::Point &exit : Exits)
    if (Graph.isLive(exit, variable))
      return true;
  return false;
}

} // namespace gputile::frontend
