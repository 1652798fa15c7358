//===- Increments.cpp - Increments inside expressions ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Increments.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Clone.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace gputile::frontend {

namespace {

/// Collects the increments that run whenever \p stmt does: none behind `&&`, `?` and the like.
void collectCertain(const Stmt *stmt, std::vector<const UnaryOperator *> &found) {
  if (!stmt || isa<LambdaExpr, StmtExpr, UnaryExprOrTypeTraitExpr>(stmt))
    return;
  if (const auto *op = dyn_cast<UnaryOperator>(stmt); op && op->isIncrementDecrementOp())
    found.push_back(op);
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(stmt))
    return collectCertain(choice->getCond(), found);
  if (const auto *op = dyn_cast<BinaryOperator>(stmt); op && op->isLogicalOp())
    return collectCertain(op->getLHS(), found);
  if (const auto *op = dyn_cast<BinaryOperator>(stmt); op && op->isCommaOp())
    return; // What stands behind it sees what it did.
  if (const auto *declared = dyn_cast<DeclStmt>(stmt)) {
    const auto *variable = declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
    return collectCertain(variable ? variable->getInit() : nullptr, found);
  }
  for (const Stmt *child : stmt->children())
    collectCertain(child, found);
}

class Increments : public Cloner {
public:
  Increments(ASTContext &ast, DeclContext *owner, const MarkedRegion &region, const Stmt *statement,
             Originals &originals)
      : Cloner(ast, owner, /*fresh=*/false, originals) {
    if (region.analyses)
      Exposed = region.analyses->factsOf(region.function).addressTaken;
    forEachPart(statement, [&](const Stmt *part) {
      const auto *op = dyn_cast<UnaryOperator>(part);
      if (const VarDecl *variable = op && op->getOpcode() == UO_AddrOf ? namedVariable(op->getSubExpr()) : nullptr)
        Exposed.insert(variable);
    });
    forEachPart(statement, [&](const Stmt *part) { findIn(part); });
  }
  bool any() const { return !Inside.empty(); }

  /// The copy of \p region, which may be a loop itself; null where there is none.
  Stmt *regionCopy(const Stmt *region) {
    std::vector<Stmt *> items;
    return append(region, items) && items.size() == 1 ? items.front() : nullptr;
  }

protected:
  bool append(const Stmt *item, std::vector<Stmt *> &items) override {
    const auto found = Inside.find(item);
    if (found == Inside.end())
      return Cloner::append(item, items);
    for (const UnaryOperator *op : found->second)
      if (op->isPrefix())
        items.push_back(alone(op));
    if (!Cloner::append(item, items))
      return false;
    for (const UnaryOperator *op : found->second)
      if (op->isPostfix())
        items.push_back(alone(op));
    return true;
  }

private:
  std::set<const VarDecl *> Exposed;
  std::map<const Stmt *, std::vector<const UnaryOperator *>> Inside; ///< By statement.

  /// Statements are what blocks have, and bodies.
  void findIn(const Stmt *stmt) {
    if (const auto *block = dyn_cast<CompoundStmt>(stmt)) {
      for (const Stmt *item : block->body())
        findInItem(item);
    } else if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
      findInItem(loop->getBody());
    } else if (const auto *repeat = dyn_cast<WhileStmt>(stmt)) {
      findInItem(repeat->getBody());
    } else if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
      findInItem(branch->getThen());
      findInItem(branch->getElse());
    }
  }

  void findInItem(const Stmt *item) {
    const auto *whole = dyn_cast_or_null<Expr>(item);
    if (!whole && !isa_and_nonnull<DeclStmt>(item))
      return;
    std::vector<const UnaryOperator *> certain;
    collectCertain(item, certain);
    for (const UnaryOperator *op : certain) {
      const VarDecl *variable = namedVariable(op->getSubExpr());
      if ((whole && whole->IgnoreParens() == op) || !variable || !isOwn(variable) || mentions(item, variable) != 1)
        continue;
      // Of C++, `++p` is the variable; else it is a value.
      Expr *now = mention(const_cast<VarDecl *>(variable), op->getExprLoc());
      if (op->isPRValue())
        now = ImplicitCastExpr::Create(Ast, op->getType(), CK_LValueToRValue, now, nullptr, VK_PRValue,
                                       FPOptionsOverride());
      setValue(op, now);
      Inside[item].push_back(op);
    }
  }

  bool isOwn(const VarDecl *variable) const {
    const QualType type = variable->getType();
    return variable->hasLocalStorage() && (type->isIntegerType() || type->isPointerType()) &&
           !type->isReferenceType() && !type.isVolatileQualified() && !Exposed.count(variable);
  }

  static unsigned mentions(const Stmt *item, const VarDecl *variable) {
    unsigned count = 0;
    forEachPart(item, [&](const Stmt *part) {
      const auto *expr = dyn_cast<DeclRefExpr>(part);
      count += expr && expr->getDecl() == variable;
    });
    return count;
  }

  Stmt *alone(const UnaryOperator *op) {
    return UnaryOperator::Create(Ast, const_cast<Expr *>(op->getSubExpr()), op->getOpcode(), op->getType(),
                                 op->getValueKind(), op->getObjectKind(), op->getOperatorLoc(), op->canOverflow(),
                                 FPOptionsOverride());
  }
};

} // namespace

void separateIncrements(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  if (!region.function)
    return;
  Cloner::Originals copies;
  Increments increments(ast, const_cast<FunctionDecl *>(region.function), region, inlined.statement, copies);
  if (Stmt *copy = increments.any() ? increments.regionCopy(inlined.statement) : nullptr)
    inlined.replace(copy, copies);
}

} // namespace gputile::frontend
