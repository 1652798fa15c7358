//===- Control.cpp - Loops and switches as CUDA text ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CText/Control.h"

#include "Frontend/CText/Literal.h"
#include "Frontend/Describe.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/LoopHeader.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

void ControlPrinter::otherStatement(const Stmt *stmt) {
  if (const auto *loop = dyn_cast<ForStmt>(stmt))
    return forLoop(loop);
  if (const auto *loop = dyn_cast<WhileStmt>(stmt))
    return whileLoop(loop);
  if (const auto *loop = dyn_cast<DoStmt>(stmt))
    return doLoop(loop);
  if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
    return switchStatement(choice);
  if (const auto *label = dyn_cast<SwitchCase>(stmt))
    return caseLabel(label);
  if (isa<BreakStmt>(stmt) && Loops + Switches > 0)
    Out << "break;";
  else if (isa<ContinueStmt>(stmt) && Loops > 0)
    Out << "continue;";
  else
    StmtPrinter::otherStatement(stmt);
}

void ControlPrinter::loopBody(const Stmt *body) {
  llvm::SaveAndRestore inside(Loops, Loops + 1);
  block(body);
}

void ControlPrinter::forLoop(const ForStmt *loop) {
  if (loop->getConditionVariable() || State.Inlined.runsOnce(loop))
    refuseStatement(loop);
  Out << "{ ";
  if (const auto *first = dyn_cast_or_null<Expr>(loop->getInit()))
    for (const Expr *part : commaParts(first))
      statement(part);
  else if (loop->getInit())
    statement(loop->getInit());
  repeated(loop, [&] {
    Out << " for (; ";
    if (loop->getCond())
      condition(loop->getCond());
    Out << "; ";
    const char *separator = "";
    if (loop->getInc())
      for (const Expr *part : commaParts(loop->getInc())) {
        Out << separator;
        value(part);
        separator = ", ";
      }
    Out << ") ";
    loopBody(loop->getBody());
  });
  Out << " }";
}

void ControlPrinter::whileLoop(const WhileStmt *loop) {
  if (loop->getConditionVariable())
    refuseStatement(loop);
  repeated(loop, [&] {
    Out << "while (";
    condition(loop->getCond());
    Out << ") ";
    loopBody(loop->getBody());
  });
}

void ControlPrinter::doLoop(const DoStmt *loop) {
  repeated(loop, [&] {
    Out << "do ";
    loopBody(loop->getBody());
    Out << " while (";
    condition(loop->getCond());
    Out << ");";
  });
}

void ControlPrinter::switchStatement(const SwitchStmt *stmt) {
  if (stmt->getInit() || stmt->getConditionVariable())
    refuseStatement(stmt);
  if (const auto *body = dyn_cast<CompoundStmt>(stmt->getBody()))
    for (const Stmt *child : body->body())
      if (isa<DeclStmt>(child)) // C++ forbids to jump past an initialisation.
        refuseStatement(child);
  Out << "switch (";
  value(stmt->getCond());
  Out << ") ";
  llvm::SaveAndRestore inside(Switches, Switches + 1);
  repeated(stmt, [&] { block(stmt->getBody()); });
}

void ControlPrinter::caseLabel(const SwitchCase *label) {
  if (const auto *single = dyn_cast<CaseStmt>(label)) {
    auto value = integerConstant(State.Ast, single->getLHS());
    if (!value || single->getRHS())
      refuseStatement(label);
    Out << "case " << integerLiteral(*value, single->getLHS()->getType()) << ": ";
  } else {
    Out << "default: ";
  }
  atLabel();
  statement(label->getSubStmt());
}

} // namespace gputile::frontend
