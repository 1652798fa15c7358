//===- LoopHeader.h - The parts in the head of a for statement --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Syntax only: `for (sum = 0, i = lower; i < n; i++, k += 2)` has the iterator i; the other parts
/// are statements before the loop and at the end of its body.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_LOOPHEADER_H
#define GPUTILE_LIB_FRONTEND_LOOPHEADER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <vector>

namespace gputile::frontend {

/// What the first and the third part of a `for` statement consist of.
struct LoopHeader {
  const clang::VarDecl *iterator = nullptr; ///< Null when no variable is one.
  const clang::Expr *first = nullptr;       ///< `i = lower`; null when it is declared or set before.
  const clang::Expr *step = nullptr;        ///< `i += c`.
  bool stepsInCondition = false;            ///< `for (…; i-- > 0;)`
  std::vector<const clang::Expr *> before;  ///< Other parts of the first part, in order.
  std::vector<const clang::Expr *> after;   ///< Other parts of the third part, in order.

  /// True when the iterator has the value from before the loop.
  bool startsFromBefore(const clang::ForStmt *loop) const;
  /// A part that cannot move out of the head, since another one depends on it; else null.
  const clang::Expr *tiedPart() const;
};

LoopHeader headerOf(const clang::ForStmt *loop);

/// The step of a variable in \p condition where that is `i-- > 0` or, for unsigned ones, `i--` or
/// `i-- != 0`; else null, as where there is no condition.
const clang::UnaryOperator *countdownIn(const clang::Expr *condition);

/// `i < bound` and the like.
struct Comparison {
  const clang::Expr *bound = nullptr;            ///< Does not mention i.
  clang::BinaryOperatorKind code = clang::BO_LT; ///< With i on the left.
};

/// \p condition as a comparison of \p variable; none where it is something else.
std::optional<Comparison> comparisonOf(const clang::Expr *condition,
                                       const clang::VarDecl *variable);

/// Whether \p expr is `a, b`.
bool isComma(const clang::Expr *expr);

/// The operands of the comma operators that \p expr consists of.
std::vector<const clang::Expr *> commaParts(const clang::Expr *expr);

/// The constant that \p expr, `i++`, `i -= c`, `i = i + c`, …, adds to \p variable; else none.
std::optional<llvm::APSInt> stepOf(clang::ASTContext &ast, const clang::VarDecl *variable,
                                   const clang::Expr *expr);

} // namespace gputile::frontend

#endif
