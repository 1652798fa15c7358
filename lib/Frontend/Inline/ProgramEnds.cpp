//===- ProgramEnds.cpp - What ends the program ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/ProgramEnds.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Callees.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <utility>

using namespace clang;

namespace gputile::frontend {

bool isFailedAssert(const FunctionDecl *function) {
  return function && function->getIdentifier() &&
         llvm::StringSwitch<bool>(function->getName()).Cases("__assert_fail", "__assert_rtn", "__assert", true).Default(false);
}

static bool mayEndProgram(const FunctionDecl *definition, std::set<const FunctionDecl *> &seen) {
  return seen.insert(definition).second && anyPart(definition->getBody(), [&](const Stmt *part) {
    const auto *call = dyn_cast<CallExpr>(part);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const FunctionDecl *known = knownDefinition(callee);
    return callee && (callee->isNoReturn() || (known && mayEndProgram(known, seen)));
  });
}

bool mayEndProgram(const FunctionDecl *definition) {
  std::set<const FunctionDecl *> seen;
  return mayEndProgram(definition, seen);
}

/// \p expr without what does not matter where its value is not used.
static const Expr *discarded(const Expr *expr) {
  while (true) {
    const Expr *inner = expr->IgnoreParens();
    if (const auto *full = dyn_cast<FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto *cast = dyn_cast<CastExpr>(inner); cast && cast->getCastKind() == CK_ToVoid)
      inner = cast->getSubExpr();
    else if (const auto *op = dyn_cast<UnaryOperator>(inner); op && op->getOpcode() == UO_Extension)
      inner = op->getSubExpr();
    if (inner == expr)
      return expr;
    expr = inner;
  }
}

const Expr *lastExpression(const Stmt *stmt) {
  while (const auto *block = dyn_cast_or_null<CompoundStmt>(stmt))
    stmt = block->body_empty() ? nullptr : block->body_back();
  const auto *whole = dyn_cast_or_null<Expr>(stmt);
  return whole ? discarded(whole) : nullptr;
}

bool endsProgram(const Stmt *stmt) {
  const auto *call = dyn_cast_or_null<CallExpr>(lastExpression(stmt));
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->isNoReturn();
}

const Stmt *discardedAsStatement(ASTContext &ast, const Expr *expr) {
  const Expr *whole = discarded(expr);
  const SourceLocation loc = whole->getBeginLoc();
  if (const auto *block = dyn_cast<StmtExpr>(whole))
    return block->getSubStmt();
  if (isa<IntegerLiteral, UnaryExprOrTypeTraitExpr>(whole) && !whole->HasSideEffects(ast))
    return new (ast) NullStmt(loc);
  const auto *choice = dyn_cast<ConditionalOperator>(whole);
  if (!choice || !choice->getType()->isVoidType())
    return nullptr;
  return IfStmt::Create(ast, loc, IfStatementKind::Ordinary, nullptr, nullptr, choice->getCond(), loc, loc,
                        choice->getTrueExpr(), loc, choice->getFalseExpr());
}

static void printString(llvm::StringRef text, llvm::raw_ostream &out) {
  out << '"';
  out.write_escaped(text, /*UseHexEscapes=*/false);
  out << '"';
}

/// A function of the C library after which nothing sees what the region has written.
static bool isEndOfProgram(const FunctionDecl *function) {
  return function && function->getIdentifier() && function->isNoReturn() && function->isExternC() &&
         (isFailedAssert(function) || llvm::StringSwitch<bool>(function->getName())
                                          .Cases("abort", "exit", "_exit", "_Exit", "quick_exit", true)
                                          .Default(false));
}

std::optional<std::string> endText(const ASTContext &ast, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!isEndOfProgram(callee))
    return std::nullopt;
  std::string text = (ast.getLangOpts().CPlusPlus ? "::" : "") + callee->getNameAsString() + "(";
  llvm::raw_string_ostream out(text);
  const char *separator = "";
  for (const Expr *argument : call->arguments()) {
    out << std::exchange(separator, ", ");
    argument = discarded(argument->IgnoreParenImpCasts())->IgnoreParenImpCasts();
    if (const auto *name = dyn_cast<PredefinedExpr>(argument); name && name->getFunctionName())
      argument = name->getFunctionName();
    const auto *string = dyn_cast<StringLiteral>(argument);
    if (string && string->isOrdinary())
      printString(string->getString(), out);
    else if (const auto number = argument->getType()->isIntegralOrEnumerationType()
                                     ? argument->getIntegerConstantExpr(ast)
                                     : std::nullopt)
      out << *number;
    else
      return std::nullopt;
  }
  out << ")";
  return text;
}

} // namespace gputile::frontend
