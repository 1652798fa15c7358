//===- UnknownCalls.cpp - Calls that no region can have -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Extract/UnknownCalls.h"

#include "Frontend/Describe.h"
#include "Frontend/Extract/PureFunctions.h"
#include "Frontend/Inline/Callees.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace gputile::frontend {

/// What the compiler knows by itself, as `__builtin_prefetch`, is no function of a library.
static bool isCompilersOwn(const ASTContext &ast, const FunctionDecl *function) {
  const unsigned builtin = function->getBuiltinID();
  return builtin != 0 && !ast.BuiltinInfo.isPredefinedLibFunction(builtin);
}

/// Some functions of the library of C++ are known without their bodies: std::swap.
static bool isPlainFunction(const FunctionDecl *function) {
  return !isa<CXXMethodDecl>(function) && !function->isInStdNamespace() &&
         !function->isFunctionTemplateSpecialization();
}

static bool isUnknown(ASTContext &ast, const CallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  return function && call->getStmtClass() == Stmt::CallExprClass && isPlainFunction(function) &&
         !function->isNoReturn() && !isCompilersOwn(ast, function) && !knownDefinition(function) &&
         !pureFunction(ast, call);
}

void refuseUnknownCalls(ASTContext &ast, const Stmt *region) {
  if (const auto *block = dyn_cast_or_null<CompoundStmt>(region)) {
    for (const Stmt *part : block->body())
      refuseUnknownCalls(ast, part);
  } else if (const auto *loop = dyn_cast_or_null<ForStmt>(region)) {
    refuseUnknownCalls(ast, loop->getBody());
  } else if (const auto *call = dyn_cast_or_null<Expr>(region)) {
    const auto *called = dyn_cast<CallExpr>(call->IgnoreParenCasts());
    if (called && isUnknown(ast, called))
      refuseCall(called);
  }
}

} // namespace gputile::frontend
