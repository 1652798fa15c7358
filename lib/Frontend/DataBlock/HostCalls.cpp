//===- HostCalls.cpp - Calls between regions ------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/DataBlock/HostCode.h"
#include "Frontend/Extract/PureFunctions.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace gputile::frontend {

/// Functions of the system that read and write only what their arguments show.
static bool isHarmless(StringRef name) {
  name.consume_front("__builtin_");
  return llvm::StringSwitch<bool>(name)
      .Cases("printf", "fprintf", "puts", "fputs", "putchar", "fputc", "fflush", true)
      .Cases("clock", "time", "difftime", "clock_gettime", "gettimeofday", true)
      .Case("omp_get_wtime", true)
      .Default(false);
}

bool HostCode::visitCall(const CallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  const SourceLocation loc = call->getExprLoc();
  if (!function)
    return refuse(loc, "a call through a pointer may reach the arrays");
  for (const Expr *argument : call->arguments())
    if (!visit(argument))
      return false;
  const FunctionDecl *definition = nullptr;
  const bool swaps = function->isInStdNamespace() && function->getIdentifier() &&
                     function->getName() == "swap" && call->getNumArgs() == 2;
  if (swaps)
    if (const VarDecl *variable = namedVariable(call->getArg(0));
        variable && namedVariable(call->getArg(1)) && variable->getType()->isPointerType()) {
      Memory.join(variable, call->getArg(1));
      return true;
    }
  if ((function->getBuiltinID() != 0 && !function->hasBody()) ||
      Context.getSourceManager().isInSystemHeader(function->getLocation()))
    return visitLibraryCall(call, function);
  // Of C's plain inline functions another file has the definition that is called.
  if (!function->hasBody(definition) || definition->isWeak() ||
      Context.GetGVALinkageForFunction(definition) == GVA_AvailableExternally ||
      (Context.getLangOpts().SemanticInterposition && definition->isExternallyVisible()))
    return refuse(loc, "'" + function->getNameAsString() +
                           "' may reach the arrays; its definition is not in this file");
  return visitBody(definition, call);
}

bool HostCode::visitLibraryCall(const CallExpr *call, const FunctionDecl *function) {
  const bool known =
      function->getIdentifier() && (isHarmless(function->getName()) || pureFunction(Context, call));
  if (!known)
    return refuse(call->getExprLoc(), "'" + function->getNameAsString() + "' may reach the arrays");
  for (const Expr *argument : call->arguments()) {
    if (!argument->getType()->isPointerType())
      continue;
    const Expr *value = argument->IgnoreParenCasts();
    const auto *address = dyn_cast<UnaryOperator>(value);
    const bool object = address && address->getOpcode() == UO_AddrOf &&
                        !address->getSubExpr()->getType()->isArrayType();
    const auto *record = value->getType()->isPointerType()
                             ? value->getType()->getPointeeType()->getAsRecordDecl()
                             : nullptr;
    const bool ofSystem =
        record && Context.getSourceManager().isInSystemHeader(record->getLocation());
    if (!object && !ofSystem && !isa<StringLiteral, PredefinedExpr, IntegerLiteral>(value))
      return refuse(argument->getExprLoc(), "'" + function->getNameAsString() +
                                                "' gets a pointer that may lead to the arrays");
  }
  return true;
}

bool HostCode::visitBody(const FunctionDecl *function, const CallExpr *call) {
  for (unsigned i = 0; i < std::min(function->getNumParams(), call->getNumArgs()); ++i)
    Memory.join(function->getParamDecl(i), call->getArg(i));
  if (!Visited.insert(function).second)
    return true;
  if (function->isVariadic() || function->isNoReturn())
    return refuse(call->getExprLoc(), "'" + function->getNameAsString() + "' may reach the arrays");
  const auto saved = std::make_tuple(Loops, Switches, InFunction, Call);
  if (!InFunction)
    Call = call->getExprLoc();
  Loops = Switches = 0;
  InFunction = true;
  const bool good = visit(function->getBody());
  std::tie(Loops, Switches, InFunction, Call) = saved;
  return good;
}

} // namespace gputile::frontend
