//===- Liveness.h - Is a variable read behind the region? -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Liveness of local variables at the end of a region, on Clang's control flow
/// graph of the function: right for loops around the region, goto, switch and
/// exceptions. Only direct mentions count: variables whose address is taken or that are
/// captured need another answer.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_LIVENESS_H
#define GPUTILE_LIB_FRONTEND_LIVENESS_H

#include "clang/AST/Decl.h"
#include "clang/Analysis/CFG.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace gputile {

class Liveness {
public:
  /// \param region a statement of the body of \p function
  Liveness(clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region);

  /// False only when on every path from the end of the region \p variable is written
  /// as a whole, or leaves its scope, before any of \p mentions reads it.
  bool isLiveBehind(const clang::VarDecl *variable,
                    const std::vector<const clang::DeclRefExpr *> &mentions) const;

private:
  /// Per block, by its number.
  using BlockFlags = std::vector<bool>;
  /// A place before element `element` of a block, or before its terminator.
  using Point = std::pair<const clang::CFGBlock *, size_t>;

  void findRegion(const clang::Stmt *region);
  void findExits();
  void followOut(Point from);
  bool isInside(const clang::Stmt *stmt) const { return Inside.count(stmt); }
  BlockFlags liveAtEnds(const clang::VarDecl *variable) const;
  bool liveAtEnd(const clang::CFGBlock *block, const BlockFlags &liveAtStarts) const;
  bool liveBefore(Point point, const clang::VarDecl *variable, bool live) const;

  std::unique_ptr<clang::CFG> Graph; ///< Null when Clang cannot build it.
  std::set<const clang::Stmt *> Inside;
  std::set<const clang::Expr *> Overwritten; ///< Left-hand sides of `=`.
  std::set<const clang::Stmt *> Seen;        ///< What the graph evaluates.
  bool ReachesRegion = false;
  std::set<Point> Exits; ///< The first places behind the region.
};

} // namespace gputile

#endif
