//===- FlowGraph.h - Where variables of a function are live -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's control flow graph of a function, with the places of its statements, and
/// liveness of local variables on it. Both are computed once for all regions of the
/// function. Only direct mentions of variables count.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_FLOWGRAPH_H
#define GPUTILE_LIB_FRONTEND_FLOWGRAPH_H

#include "clang/AST/Decl.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <memory>
#include <vector>

namespace gputile::frontend {

/// The control flow of a function, and where its statements and variables stand in it.
class FlowGraph {
public:
  /// A place before element `second` of a block, or before its terminator.
  using Point = std::pair<const clang::CFGBlock *, size_t>;
  /// Every direct mention of a variable.
  using Mentions = std::vector<const clang::DeclRefExpr *>;

  FlowGraph(clang::ASTContext &ast, const clang::FunctionDecl *function);

  /// False when Clang cannot build the graph; the queries below need it.
  bool valid() const { return Graph != nullptr; }
  /// The places behind the evaluations of \p stmt.
  llvm::ArrayRef<Point> pointsBehind(const clang::Stmt *stmt) const;
  /// The blocks that end with \p stmt.
  llvm::ArrayRef<const clang::CFGBlock *> blocksEndingWith(const clang::Stmt *stmt) const;
  /// What Clang made from \p stmt: `int i, j;` is split in two.
  llvm::ArrayRef<const clang::Stmt *> partsOf(const clang::Stmt *stmt) const;
  /// Those of \p mentions, all that \p variable has, that the graph does not evaluate: the
  /// sizes in types of pointers to arrays, for example.
  const Mentions &notEvaluated(const clang::VarDecl *variable, const Mentions &mentions);
  /// Whether the value of \p variable may be read from \p point on.
  bool isLive(Point point, const clang::VarDecl *variable);
  /// Whether the function may read a value that \p variable has when it starts.
  bool isLiveAtStart(const clang::VarDecl *variable);
  /// Whether the function may read a value that \p variable has behind a call, or another
  /// place where other code may have run since this function has written it.
  bool isLiveBehindOtherCode(const clang::VarDecl *variable);

private:
  /// Per block, by its number.
  using BlockFlags = std::vector<bool>;
  template <typename T> using PerStmt = llvm::DenseMap<const clang::Stmt *, llvm::SmallVector<T, 1>>;

  void addBlock(const clang::CFGBlock *block);
  const BlockFlags &liveAtEnds(const clang::VarDecl *variable);
  BlockFlags computeLiveAtEnds(const clang::VarDecl *variable) const;
  bool liveAtEnd(const clang::CFGBlock *block, const BlockFlags &liveAtStarts) const;
  bool liveBefore(Point point, const clang::VarDecl *variable, bool live) const;
  bool mayRunOtherCode(const clang::Stmt *stmt) const;

  const clang::ASTContext &Ast;
  std::unique_ptr<clang::CFG> Graph;
  std::vector<Point> OtherCode; ///< Behind what may run other code.
  PerStmt<Point> Behind;
  PerStmt<const clang::CFGBlock *> Ending;
  PerStmt<const clang::Stmt *> Parts;
  llvm::DenseSet<const clang::Expr *> Overwritten; ///< Left-hand sides of `=`.
  std::map<const clang::VarDecl *, BlockFlags> LiveAtEnds;
  std::map<const clang::VarDecl *, Mentions> NotEvaluated;
};

/// The statement of \p element; null for ends of scopes, destructors and the like, which
/// mention no variable of a type without destructor.
const clang::Stmt *stmtOf(const clang::CFGElement &element);

} // namespace gputile::frontend

#endif
