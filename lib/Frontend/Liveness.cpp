//===- Liveness.cpp - Is a variable read behind the region? ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Liveness.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <optional>

using namespace clang;

namespace gputile {
namespace {

class StmtCollector : public RecursiveASTVisitor<StmtCollector> {
public:
  explicit StmtCollector(std::set<const Stmt *> &found) : Found(found) {}
  bool VisitStmt(Stmt *stmt) {
    Found.insert(stmt);
    return true;
  }

private:
  std::set<const Stmt *> &Found;
};

/// The statement of \p element; null for ends of scopes, destructors and the like, which
/// mention no variable of a type without destructor.
const Stmt *stmtOf(const CFGElement &element) {
  auto stmt = element.getAs<CFGStmt>();
  return stmt ? stmt->getStmt() : nullptr;
}

} // namespace

Liveness::Liveness(ASTContext &ast, const FunctionDecl *function, const Stmt *region) {
  // The graph of a pattern of a template is of no use, and Clang does not build it safely.
  if (!function || !function->hasBody() || function->isDependentContext())
    return;
  CFG::BuildOptions options;
  options.setAllAlwaysAdd(); // Each expression is an element, in the order of evaluation.
  options.AddEHEdges = true;
  Graph = CFG::buildCFG(function, function->getBody(), &ast, options);
  if (!Graph)
    return;
  findRegion(region);
  findExits();
}

void Liveness::findRegion(const Stmt *region) {
  StmtCollector(Inside).TraverseStmt(const_cast<Stmt *>(region));
  // `int i, j;` is split in two.
  for (const auto &[part, whole] : Graph->synthetic_stmts())
    if (isInside(whole))
      Inside.insert(part);
  for (const CFGBlock *block : *Graph)
    for (const CFGElement &element : *block)
      if (const Stmt *stmt = stmtOf(element)) {
        Seen.insert(stmt);
        ReachesRegion |= isInside(stmt);
        const auto *assign = dyn_cast<BinaryOperator>(stmt);
        if (assign && assign->getOpcode() == BO_Assign)
          Overwritten.insert(assign->getLHS()->IgnoreParens());
      }
}

void Liveness::findExits() {
  for (const CFGBlock *block : *Graph) {
    size_t position = 0;
    for (const CFGElement &element : *block) {
      ++position;
      if (const Stmt *stmt = stmtOf(element); stmt && isInside(stmt))
        followOut({block, position});
    }
    if (isInside(block->getTerminatorStmt()))
      for (const CFGBlock *next : block->succs())
        if (next)
          followOut({next, 0});
  }
}

/// Finds the first places from \p from on, behind something inside the region, that are not
/// inside.
void Liveness::followOut(Point from) {
  std::set<const CFGBlock *> passed;
  std::vector<Point> pending{from};
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

/// Whether \p variable is live at \p point, when it is \p live at the end of the block.
bool Liveness::liveBefore(Point point, const VarDecl *variable, bool live) const {
  auto [block, position] = point;
  for (size_t k = block->size(); k > position; --k) {
    const Stmt *stmt = stmtOf((*block)[k - 1]);
    if (const auto *mention = dyn_cast_or_null<DeclRefExpr>(stmt))
      live |= mention->getDecl()->getCanonicalDecl() == variable && !Overwritten.count(mention);
    else if (const auto *assign = dyn_cast_or_null<BinaryOperator>(stmt)) {
      const auto *target = dyn_cast<DeclRefExpr>(assign->getLHS()->IgnoreParens());
      live &= assign->getOpcode() != BO_Assign || !target ||
              target->getDecl()->getCanonicalDecl() != variable;
    } else if (const auto *declared = dyn_cast_or_null<DeclStmt>(stmt)) {
      for (const Decl *decl : declared->decls())
        live &= decl->getCanonicalDecl() != variable;
    }
  }
  return live;
}

bool Liveness::liveAtEnd(const CFGBlock *block, const BlockFlags &liveAtStarts) const {
  for (const CFGBlock *next : block->succs())
    if (next && liveAtStarts[next->getBlockID()])
      return true;
  return false;
}

/// The least solution: from nothing live to what reads make live.
Liveness::BlockFlags Liveness::liveAtEnds(const VarDecl *variable) const {
  BlockFlags starts(Graph->getNumBlockIDs()), ends(Graph->getNumBlockIDs());
  for (bool changed = true; changed;) {
    changed = false;
    for (const CFGBlock *block : *Graph) {
      const unsigned id = block->getBlockID();
      ends[id] = liveAtEnd(block, starts);
      if (!starts[id] && liveBefore({block, 0}, variable, ends[id]))
        starts[id] = changed = true;
    }
  }
  return ends;
}

bool Liveness::isLiveBehind(const VarDecl *variable,
                            const std::vector<const DeclRefExpr *> &mentions) const {
  if (!Graph || !ReachesRegion)
    return true;
  variable = variable->getCanonicalDecl();
  // The graph does not have the sizes in types of pointers to arrays, for example.
  for (const DeclRefExpr *mention : mentions)
    if (!isInside(mention) && !Seen.count(mention))
      return true;
  const BlockFlags ends = liveAtEnds(variable);
  for (const Point &exit : Exits)
    if (liveBefore(exit, variable, ends[exit.first->getBlockID()]))
      return true;
  return false;
}

} // namespace gputile
