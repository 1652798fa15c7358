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

#include "Frontend/FlowGraph.h"

#include <set>
#include <vector>

namespace gputile::frontend {

/// Tells which variables are read after a region.
class Liveness {
public:
  /// \param graph of the function whose body has \p region as a statement; must outlive this
  Liveness(FlowGraph &graph, const clang::Stmt *region);

  /// False only when on every path from the end of the region \p variable is written
  /// as a whole, or leaves its scope, before any of its \p mentions reads it.
  bool isLiveBehind(const clang::VarDecl *variable, const FlowGraph::Mentions &mentions) const;
  /// False only when on every path from the start of the region \p variable is written
  /// as a whole, or leaves its scope, before any of its \p mentions reads it.
  bool isLiveBefore(const clang::VarDecl *variable, const FlowGraph::Mentions &mentions) const;

private:
  void findExits();
  void findEntries();
  bool isAssignedInCopy(const clang::VarDecl *variable) const;
  bool comesFromInside(FlowGraph::Point point) const;
  void followOut(FlowGraph::Point from);
  bool isInside(const clang::Stmt *stmt) const { return Inside.count(stmt); }

  FlowGraph &Graph;
  std::set<const clang::Stmt *> Inside;
  bool ReachesRegion = false;
  std::set<FlowGraph::Point> Exits; ///< The first places behind the region.
  std::set<FlowGraph::Point> Entries; ///< Places inside that may be the first.
};

} // namespace gputile::frontend

#endif
