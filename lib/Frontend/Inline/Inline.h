//===- Inline.h - Bodies of functions in the place of calls -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A region is analysed as if functions that reach memory stood in it: `f(&A[i][0], n);` becomes
/// a block with the body of f, in which `p[k]` is `A[i][0 + k]`. A function of values alone stays
/// a call, but for integers, which bounds and subscripts may depend on.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_INLINE_H
#define GPUTILE_LIB_FRONTEND_INLINE_INLINE_H

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace gputile::frontend {

/// The values of pointers behind a loop whose iterations hand them on, and likewise the elements of
/// containers.
struct PointerTurns {
  /// A pointer or an integer, as an lvalue, and the one whose value from before the loop it has; or
  /// the difference of a constant and an integer.
  struct Value {
    const clang::Expr *pointer, *source;
  };
  std::vector<const clang::Expr *> pointers; ///< That take turns.
  std::vector<const clang::Expr *> bits;     ///< Integers that have to be 0 or 1.
  /// Runs as often as the loop, and does nothing.
  const clang::ForStmt *counting = nullptr;
  /// By number of iterations modulo their number, where that is not 0: the values that differ from
  /// those before.
  std::vector<std::vector<Value>> after;
  std::vector<Value> apart; ///< Pairs of lvalues that have to be different objects.
};

/// A region with calls replaced.
struct InlinedRegion {
  const clang::Stmt *statement = nullptr;
  /// By statement of the copy: the statement of the program that it stands for.
  std::map<const clang::Stmt *, const clang::Stmt *> originals;
  /// By block that stands for a call: the call.
  std::map<const clang::Stmt *, const clang::CallExpr *> calls;
  /// Conversions that change no value, though the types would allow it.
  std::set<const clang::Expr *> exact;
  /// By variable that stands for it: a call that ends the program. The copy gives the variable the value 1 instead.
  llvm::MapVector<const clang::VarDecl *, const clang::CallExpr *> programEnds;
  /// How pointers stand behind the region that take turns in it (PointerTurns.h).
  std::optional<PointerTurns> turns;
  bool stepped = false; ///< Counted loops stand for loops with variable steps (VariableSteps.h).

  /// True when the text of \p expr stands in \p region: it is neither a copy nor part of a body.
  bool hasText(const clang::Stmt *region, const clang::Expr *expr) const;
  /// Whether the program ends where \p stmt of the copy runs.
  bool endsProgram(const clang::Stmt *stmt) const;
  /// Whether \p loop of the copy stands for a do loop: it runs once at least.
  bool runsOnce(const clang::ForStmt *loop) const;
  const clang::Stmt *originalOf(const clang::Stmt *stmt) const {
    auto found = originals.find(stmt);
    return found == originals.end() ? stmt : found->second;
  }
  /// Becomes \p copy of the statement, made with \p copies: by statement of the copy that of which it is one.
  void replace(const clang::Stmt *copy, const std::map<const clang::Stmt *, const clang::Stmt *> &copies);
};

/// \p region with the bodies of the functions that it calls. Calls that cannot be replaced stay.
InlinedRegion inlineCalls(clang::ASTContext &ast, const MarkedRegion &region);

} // namespace gputile::frontend

#endif
