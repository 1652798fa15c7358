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
};

/// \p stmt as an update of an integer of 4 or 8 bytes whose result does not depend on the
/// order of updates (gputile::Update): `x += e;`, `x++;`, `x = x + e;`, `x = e > x ? e : x;`,
/// `if (e > x) x = e;` and their like; else none.
std::optional<UpdateForm> updateForm(clang::ASTContext &ast, const clang::Stmt *stmt);

} // namespace gputile::frontend

#endif
