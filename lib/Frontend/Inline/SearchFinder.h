//===- SearchFinder.h - Loops that look for extrema and places --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_SEARCHFINDER_H
#define GPUTILE_LIB_FRONTEND_INLINE_SEARCHFINDER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <vector>

namespace gputile::frontend {

/// One of the loops of a search.
struct SearchLoop {
  const clang::VarDecl *iterator;
  bool down;
  const clang::Expr *first; ///< Null where the iterator has its value from before the loop.
  bool startsAtConstant;
  const clang::Expr *condition;

  /// Whether the iterator is above the least number, or below the greatest one, where its values
  /// end. Numbers of 64 bits may not be.
  bool isInside(const clang::ASTContext &ast) const {
    return ast.getIntWidth(iterator->getType()) < 64 ||
           (!down && (startsAtConstant || iterator->getType()->isUnsignedIntegerType()));
  }
};

/// A number that each iteration computes in front of what is in the loop.
struct SearchLocal {
  const clang::VarDecl *variable;
  const clang::Expr *value;
  bool isDeclared; ///< In the loop, not assigned.
};

/// Loops in each other around `if (e > m) { m = e; at = i; }`, around `if (e > m) at = i;` where m
/// is what e was at that place, or around `if (c) at = i;`.
struct Search {
  std::vector<SearchLoop> loops; ///< The outermost first.
  std::vector<SearchLocal> locals;
  const clang::IfStmt *test;
  const clang::BinaryOperator *comparison = nullptr; ///< Of m and e.
  const clang::Expr *held = nullptr;                 ///< m; null where there is no extremum.
  const clang::BinaryOperator *extremum = nullptr;   ///< `m = e`
  std::vector<const clang::BinaryOperator *> others; ///< `at = i` and the like, in order.

  bool heldIsLeft() const { return held == comparison->getLHS(); }
  const clang::Expr *value() const {
    return heldIsLeft() ? comparison->getRHS() : comparison->getLHS();
  }
  /// Whether the first place of those that fit is taken, not the last.
  bool takesFirst() const {
    return held &&
           (comparison->getOpcode() == clang::BO_LT || comparison->getOpcode() == clang::BO_GT);
  }
  /// Whether that is where the loop's iterator is least.
  bool takesLeast(const SearchLoop &loop) const { return takesFirst() != loop.down; }
};

/// What \p loop, in a function \p owner, looks for, if the loops of a search can be taken apart:
/// they do nothing else, and what they compute is known behind them.
std::optional<Search> searchOf(clang::ASTContext &ast, clang::DeclContext *owner,
                               const clang::ForStmt *loop);

} // namespace gputile::frontend

#endif
