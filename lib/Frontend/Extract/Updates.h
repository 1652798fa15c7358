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

#include <set>
#include <vector>

namespace gputile::frontend {

/// How the text of an update is printed, and where its parts stand in the program.
struct UpdateForm {
  enum Notation { Compound, Prefix, Postfix, Extremum, Logical, Constant };
  UpdateOperator op;
  Notation notation;
  const clang::Expr *target;
  const clang::Expr *operand; ///< Null for Prefix and Postfix, where it is 1.
  bool conditional = false;   ///< Nothing is written where the value stays: `if (e > x) x = e;`.
  bool floating = false;      ///< Of floating-point numbers: the order may matter.
  bool speculative = false;   ///< The program evaluates the operand only where it decides.
  std::string constant = "";  ///< What Assign and Fill write, as text.
  const clang::Expr *condition = nullptr; ///< Beside the value of the target; null: none.
};

/// \p stmt as updates of one place, in their order: `x += e;`, `x++;`, `x = x + e - f;`,
/// `x = e > x ? e : x;`, `if (e > x) x = e;`, `x = fmax(x, e);`, `x = x && e;`, `x = 1;`,
/// `if (!x && e) x = 1;` and their like (gputile::Update). The order of those of integers does not change the result. Empty where
/// it is something else.
std::vector<UpdateForm> updateForms(clang::ASTContext &ast, const clang::Stmt *stmt);

/// The variable of which \p form updates an element; null for other places.
const clang::VarDecl *updatedVariable(const UpdateForm &form);

/// The variables that \p statements use otherwise than to update them or their elements.
std::set<const clang::VarDecl *> usedBesideUpdates(clang::ASTContext &ast,
                                                   llvm::ArrayRef<const clang::Stmt *> statements);

} // namespace gputile::frontend

#endif
