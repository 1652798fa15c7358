//===- SideEffects.cpp - What evaluating an expression changes ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Frontend/SideEffects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace gputile {

using namespace frontend;

namespace {

class EffectFinder {
public:
  explicit EffectFinder(const ASTContext &context) : Context(context) {}

  const Expr *find(const Expr *expr) {
    if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(expr))
      return findInSize(*size);
    for (const Stmt *child : expr->children())
      if (const auto *part = dyn_cast_or_null<Expr>(child))
        if (const Expr *effect = find(part))
          return effect;
    return hasOwnEffect(expr) ? expr : nullptr;
  }

private:
  /// Only arrays of variable length are evaluated; Clang's own HasSideEffects knows of none.
  const Expr *findInSize(const UnaryExprOrTypeTraitExpr &size) {
    if (!size.getTypeOfArgument()->isVariablyModifiedType())
      return nullptr;
    return size.isArgumentType() ? &size : find(size.getArgumentExpr());
  }

  /// Besides those of its operands.
  bool hasOwnEffect(const Expr *expr) {
    if (const auto *op = dyn_cast<UnaryOperator>(expr))
      return op->isIncrementDecrementOp();
    if (const auto *op = dyn_cast<BinaryOperator>(expr))
      return op->isAssignmentOp();
    if (const auto *cast = dyn_cast<CastExpr>(expr))
      return (cast->getCastKind() == CK_LValueToRValue &&
              cast->getSubExpr()->getType().isVolatileQualified()) ||
             (isa<ExplicitCastExpr>(cast) && cast->getType()->isVariablyModifiedType());
    if (const auto *call = dyn_cast<CallExpr>(expr))
      return !onlyReturns(call->getDirectCallee());
    return !isa<ParenExpr, AbstractConditionalOperator, ArraySubscriptExpr, MemberExpr, FullExpr,
                MaterializeTemporaryExpr, SubstNonTypeTemplateParmExpr>(expr) &&
           expr->HasSideEffects(Context);
  }

  /// Whether \p function is known to do nothing but return a value.
  bool onlyReturns(const FunctionDecl *function) {
    if (!function)
      return false;
    if (function->hasAttr<PureAttr>() || function->hasAttr<ConstAttr>())
      return true;
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    const Stmt *body = function->getBody();
    const auto *block = dyn_cast_or_null<CompoundStmt>(body);
    if ((method && method->isVirtual()) || function->isWeak() || !block || block->size() != 1)
      return false;
    const auto *result = dyn_cast<ReturnStmt>(block->body_front());
    return result && result->getRetValue() && !hasEffectIn(function, result->getRetValue());
  }

  /// Whether returning \p value from \p function has an effect. A function that calls itself
  /// need not come to an end.
  bool hasEffectIn(const FunctionDecl *function, const Expr *value) {
    if (!Entered.insert(function->getCanonicalDecl()).second)
      return true;
    const bool effect = find(value) != nullptr;
    Entered.erase(function->getCanonicalDecl());
    return effect;
  }

  const ASTContext &Context;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Entered;
};

} // namespace

const Expr *findSideEffect(const ASTContext &context, const Expr *expr) {
  return EffectFinder(context).find(expr);
}

} // namespace gputile
