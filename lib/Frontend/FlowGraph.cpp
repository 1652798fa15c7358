//===- FlowGraph.cpp - Where variables of a function are live ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/FlowGraph.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::frontend {

const Stmt *stmtOf(const CFGElement &element) {
  auto stmt = element.getAs<CFGStmt>();
  return stmt ? stmt->getStmt() : nullptr;
}

FlowGraph::FlowGraph(ASTContext &ast, const FunctionDecl *function) : Ast(ast) {
  // The graph of a pattern of a template is of no use, and Clang does not build it safely.
  if (!function || !function->hasBody() || function->isDependentContext())
    return;
  CFG::BuildOptions options;
  options.setAllAlwaysAdd(); // Each expression is an element, in the order of evaluation.
  options.AddEHEdges = true;
  Graph = CFG::buildCFG(function, function->getBody(), &ast, options);
  if (!Graph)
    return;
  for (const auto &[part, whole] : Graph->synthetic_stmts())
    Parts[whole].push_back(part);
  for (const CFGBlock *block : *Graph)
    addBlock(block);
}

void FlowGraph::addBlock(const CFGBlock *block) {
  size_t position = 0;
  for (const CFGElement &element : *block) {
    ++position;
    const Stmt *stmt = stmtOf(element);
    if (!stmt)
      continue;
    Behind[stmt].push_back({block, position});
    if (mayRunOtherCode(stmt))
      OtherCode.push_back({block, position});
    const auto *assign = dyn_cast<BinaryOperator>(stmt);
    if (assign && assign->getOpcode() == BO_Assign)
      Overwritten.insert(assign->getLHS()->IgnoreParens());
  }
  if (const Stmt *terminator = block->getTerminatorStmt())
    Ending[terminator].push_back(block);
}

/// Whether \p function depends on its arguments alone, and changes nothing but `errno`.
static bool isArithmetic(const ASTContext &ast, const FunctionDecl *function) {
  const unsigned id = function ? function->getBuiltinID() : 0;
  return id != 0 && !function->hasBody() &&
         (ast.BuiltinInfo.isConst(id) || ast.BuiltinInfo.isConstWithoutErrnoAndExceptions(id));
}

/// Whether other functions may run in \p stmt, or other threads may have run until it ends.
bool FlowGraph::mayRunOtherCode(const Stmt *stmt) const {
  if (const auto *call = dyn_cast<CallExpr>(stmt))
    return !isArithmetic(Ast, call->getDirectCallee());
  if (const auto *expr = dyn_cast<Expr>(stmt); expr && expr->isGLValue())
    return expr->getType().isVolatileQualified() || expr->getType()->isAtomicType();
  return isa<AtomicExpr, AsmStmt>(stmt);
}

/// What \p map says of \p stmt, which may be nothing.
template <typename Map> static auto listAt(const Map &map, const Stmt *stmt) {
  auto found = map.find(stmt);
  using List = llvm::ArrayRef<typename Map::mapped_type::value_type>;
  return found == map.end() ? List() : List(found->second);
}

llvm::ArrayRef<FlowGraph::Point> FlowGraph::pointsBehind(const Stmt *stmt) const {
  return listAt(Behind, stmt);
}

llvm::ArrayRef<const CFGBlock *> FlowGraph::blocksEndingWith(const Stmt *stmt) const {
  return listAt(Ending, stmt);
}

llvm::ArrayRef<const Stmt *> FlowGraph::partsOf(const Stmt *stmt) const {
  return listAt(Parts, stmt);
}

const FlowGraph::Mentions &FlowGraph::notEvaluated(const VarDecl *variable,
                                                   const Mentions &mentions) {
  auto [entry, isNew] = NotEvaluated.try_emplace(variable);
  for (const DeclRefExpr *mention : mentions)
    if (isNew && !Behind.count(mention))
      entry->second.push_back(mention);
  return entry->second;
}

/// Whether \p variable is live at \p point, when it is \p live at the end of the block.
bool FlowGraph::liveBefore(Point point, const VarDecl *variable, bool live) const {
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

bool FlowGraph::liveAtEnd(const CFGBlock *block, const BlockFlags &liveAtStarts) const {
  for (const CFGBlock *next : block->succs())
    if (next && liveAtStarts[next->getBlockID()])
      return true;
  return false;
}

/// The least solution: from nothing live to what reads make live.
FlowGraph::BlockFlags FlowGraph::computeLiveAtEnds(const VarDecl *variable) const {
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

const FlowGraph::BlockFlags &FlowGraph::liveAtEnds(const VarDecl *variable) {
  auto [entry, isNew] = LiveAtEnds.try_emplace(variable);
  if (isNew)
    entry->second = computeLiveAtEnds(variable);
  return entry->second;
}

bool FlowGraph::isLive(Point point, const VarDecl *variable) {
  variable = variable->getCanonicalDecl();
  return liveBefore(point, variable, liveAtEnds(variable)[point.first->getBlockID()]);
}

bool FlowGraph::isLiveAtStart(const VarDecl *variable) {
  return isLive({&Graph->getEntry(), 0}, variable);
}

bool FlowGraph::isLiveBehindOtherCode(const VarDecl *variable) {
  return llvm::any_of(OtherCode, [&](Point point) { return isLive(point, variable); });
}

} // namespace gputile::frontend
