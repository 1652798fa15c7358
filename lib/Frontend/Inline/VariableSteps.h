//===- VariableSteps.h - Loops whose step is a variable ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `for (i = lower; i < upper; i += s) …` becomes `for (k = 0; k < count; k++) …` with lower + s *
/// k in the place of i: subscripts with products of s are found by delinearisation. In it, `for (j
/// = i; j < i + m; j++) …` becomes `for (x = 0; x < m; x++) …` with lower + s * k + x in the place
/// of j.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_VARIABLESTEPS_H
#define GPUTILE_LIB_FRONTEND_INLINE_VARIABLESTEPS_H

#include "Frontend/Inline/Inline.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <utility>
#include <vector>

namespace gputile::frontend {

/// Whether loops over tiles (Extract/TileLoops.h) are taken, too.
enum class TilesToo { No, Yes };

/// How often a loop runs whose step is a variable: `for (i = lower; i < bound; i += size)`.
struct IterationCount {
  const clang::VarDecl *variable = nullptr; ///< Stands for it in the copy.
  const clang::ForStmt *loop = nullptr;     ///< Of the program.
  const clang::VarDecl *iterator = nullptr;
  /// The region assigns no variable in them.
  const clang::Expr *lower = nullptr, *bound = nullptr, *size = nullptr;
  bool down = false;                 ///< `i -= size`
  bool inclusive = false;            ///< `i <= bound`
};

/// The loops of a region that others stand for.
struct SteppedLoops {
  std::vector<IterationCount> counts;
  /// Loops of the program, the outer ones first, whose iterators the copy does not set.
  std::vector<std::pair<const clang::ForStmt *, const clang::VarDecl *>> replaced;
};

/// Counts the iterations of loops in \p inlined whose step is a variable.
/// \returns what the counts are; none where there are no such loops.
SteppedLoops countVariableSteps(clang::ASTContext &ast, const MarkedRegion &region, TilesToo tiles,
                                InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
