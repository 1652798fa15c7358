//===- Addresses.cpp - Members behind addresses ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Addresses.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Clone.h"

using namespace clang;

namespace gputile::frontend {

namespace {

/// The pointer that \p stmt goes through: that of `p->m` and `*p`.
const Expr *pointerOf(const Stmt *stmt) {
  if (const auto *member = dyn_cast<MemberExpr>(stmt))
    return member->isArrow() ? member->getBase() : nullptr;
  const auto *op = dyn_cast<UnaryOperator>(stmt);
  return op && op->getOpcode() == UO_Deref ? op->getSubExpr() : nullptr;
}

/// Whether \p stmt is `(&x)->m` or `*&x`.
bool isBehindAddress(const Stmt *stmt) {
  const Expr *pointer = pointerOf(stmt);
  const auto *op = pointer ? dyn_cast<UnaryOperator>(pointer->IgnoreParenImpCasts()) : nullptr;
  return op && op->getOpcode() == UO_AddrOf;
}

/// A copy of such an expression is the simple one.
class AddressCloner : public Cloner {
public:
  using Cloner::Cloner;

protected:
  bool isReplaced(const Stmt *stmt) const override { return isBehindAddress(stmt); }
};

} // namespace

void replaceAddresses(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  if (!region.function || !anyPart(inlined.statement, isBehindAddress))
    return;
  Cloner::Originals copies;
  AddressCloner cloner(ast, const_cast<FunctionDecl *>(region.function), /*fresh=*/false, copies);
  if (Stmt *copy = cloner.regionCopy(inlined.statement))
    inlined.replace(copy, copies);
}

} // namespace gputile::frontend
