//===- Stmt.h - Statements with locals as CUDA text -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_CTEXT_STMT_H
#define GPUTILE_LIB_FRONTEND_CTEXT_STMT_H

#include "Frontend/CText/Expr.h"

#include <map>

namespace gputile::frontend {

/// Prints statements without loops and jumps, with the local variables they
/// declare.
class StmtPrinter : public ExprPrinter {
public:
  using ExprPrinter::ExprPrinter;

  /// Prints \p stmt with its ';' or braces.
  void statement(const clang::Stmt *stmt);

protected:
  std::map<const clang::VarDecl *, std::string> Locals; ///< With their names in the text.

  /// Statements that a derived printer may allow; refuses by default.
  virtual void otherStatement(const clang::Stmt *stmt);
  /// Prints \p stmt with its ';' if it is an update that is to be known as such.
  /// \returns whether it did.
  virtual bool update(const clang::Stmt *stmt) { return false; }
  /// Takes care of a branch of which only one side runs.
  virtual bool handleBranch(const clang::IfStmt *branch) { return false; }
  /// Takes care of a local variable that is not declared in the text.
  virtual bool handleLocal(const clang::VarDecl *variable) { return false; }
  /// Called when the text has given \p value to \p variable, which may be null.
  virtual void assigned(const clang::VarDecl *variable, const clang::Expr *value) {}
  /// Takes care of `k++` and the like where that needs no text.
  virtual bool handleStep(const clang::Expr *expr) { return false; }
  /// Takes care of `variable = value;` where that needs no text.
  virtual bool handleAssignment(const clang::VarDecl *variable, const clang::Expr *value) {
    return false;
  }

  void declaration(const clang::VarDecl *variable);
  void block(const clang::Stmt *stmt);
  /// Prints `name[i][j]` for an lvalue that is part of local \p name.
  void localPlace(const clang::Expr *expr);
  /// The local that \p expr is or is part of; null when it is none.
  const clang::VarDecl *localOf(const clang::Expr *expr) const;

private:
  void assignment(const clang::Expr *expr);
  void ifStatement(const clang::IfStmt *branch);
  void initialiser(const clang::Expr *init, clang::QualType type);
};

/// True when nothing jumps to \p label.
bool isUnused(const clang::LabelStmt *label);

/// Refuses locals that live longer than their block or have no fixed size.
void refuseOddLocal(const clang::VarDecl *variable);

} // namespace gputile::frontend

#endif
