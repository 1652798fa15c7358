//===- Control.h - Loops and switches as CUDA text --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_CTEXT_CONTROL_H
#define GPUTILE_LIB_FRONTEND_CTEXT_CONTROL_H

#include "Frontend/CText/Stmt.h"

namespace gputile::frontend {

/// Prints statements with loops, `switch`, and the jumps that stay inside of these.
class ControlPrinter : public StmtPrinter {
public:
  using StmtPrinter::StmtPrinter;

protected:
  void otherStatement(const clang::Stmt *stmt) override;
  /// Runs \p body, which prints what \p stmt, a loop or a `switch`, executes any number of
  /// times: of a `for` statement all but its first part.
  virtual void repeated(const clang::Stmt *stmt, llvm::function_ref<void()> body) { body(); }
  /// Called before what stands behind a label of a `switch`, to which control jumps.
  virtual void atLabel() {}

private:
  unsigned Loops = 0;    ///< Around the current text: what `continue` may refer to.
  unsigned Switches = 0; ///< And what else `break` may refer to.

  void forLoop(const clang::ForStmt *loop);
  void whileLoop(const clang::WhileStmt *loop);
  void doLoop(const clang::DoStmt *loop);
  void loopBody(const clang::Stmt *body);
  void switchStatement(const clang::SwitchStmt *stmt);
  void caseLabel(const clang::SwitchCase *label);
};

} // namespace gputile::frontend

#endif
