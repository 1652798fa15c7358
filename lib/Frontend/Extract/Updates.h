//===- Updates.h - Statements that only update an element -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_UPDATES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_UPDATES_H

#include "gputile/IR/Scop.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace gputile::frontend {

/// How the text of an update is printed, and where its parts stand in the program.
struct UpdateForm {
  enum Notation { Compound, Prefix, Postfix, Extremum };
  UpdateOperator op;
  Notation notation;
  const clang::Expr *target;
  const clang::Expr *operand;    ///< Null for Prefix and Postfix, where it is 1.
  bool conditional = false;      ///< Nothing is written where the value stays: `if (e > x) x = e;`.
  bool reassociable = false;     ///< Of floating-point numbers: the order matters.
};

/// Whether updates of the place by the operator may be made in another order although that
/// changes the result.
using MayReassociate = llvm::function_ref<bool(const clang::Expr *, UpdateOperator)>;

/// \p stmt as an update of an integer of 4 or 8 bytes whose result does not depend on the
/// order of updates (gputile::Update): `x += e;`, `x++;`, `x = x + e;`, `x = e > x ? e : x;`,
/// `if (e > x) x = e;` and their like, or as a sum or product of floating-point numbers that
/// \p mayReassociate allows; else none.
std::optional<UpdateForm> updateForm(clang::ASTContext &ast, const clang::Stmt *stmt,
                                     MayReassociate mayReassociate);

} // namespace gputile::frontend

#endif
