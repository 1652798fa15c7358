//===- PureCalls.cpp - Calls whose value a region cannot change -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/PureCalls.h"

#include "Frontend/RegionFacts.h"

#include "gputile/Frontend/DynamicVisitor.h"
#include "gputile/Frontend/SideEffects.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace gputile::frontend {
namespace {

/// Collects what functions without side effects read.
class ReadTypes : public DynamicVisitor {
public:
  bool Known = true;
  std::vector<QualType> Types;

  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitCastExpr(CastExpr *cast) override {
    if (cast->getCastKind() == CK_LValueToRValue && !isParameter(cast->getSubExpr()))
      Types.push_back(cast->getSubExpr()->getType());
    return Known;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *) override { return Known = false; }
  bool VisitCallExpr(CallExpr *call) override {
    enter(call->getDirectCallee());
    return Known;
  }

  /// Functions that findSideEffect accepts do not call themselves.
  void enter(const FunctionDecl *function) {
    if (function && function->hasAttr<ConstAttr>())
      return;
    Known = Known && function && !function->hasAttr<PureAttr>() && function->getBody();
    if (Known)
      TraverseStmt(function->getBody());
  }

private:
  static bool isParameter(const Expr *expr) {
    const VarDecl *variable = namedVariable(expr);
    return variable && isa<ParmVarDecl>(variable) && !variable->getType()->isReferenceType();
  }
};

} // namespace

std::optional<std::vector<QualType>> typesReadBy(const ASTContext &ast, const CallExpr *call) {
  if (findSideEffect(ast, call))
    return std::nullopt;
  ReadTypes read;
  read.enter(call->getDirectCallee());
  if (!read.Known)
    return std::nullopt;
  return std::move(read.Types);
}

} // namespace gputile::frontend
