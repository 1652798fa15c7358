//===- PointerVariables.cpp - Pointers that a region moves -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/PointerVariables.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Liveness.h"

#include "clang/AST/ExprCXX.h"

#include <set>

using namespace clang;

namespace gputile::frontend {

namespace {

/// What an expression does to a pointer.
struct PointerChange {
  enum Kind { Assigned, Stepped } kind;
  const VarDecl *variable;
  const Expr *value = nullptr; ///< What it is assigned, or steps by; null: by one.
  bool down = false;           ///< What it steps by is subtracted.
};

/// `p = e`, `p = p + e`, `p += e`, `p++` and the like, as a statement or in a loop's head.
std::optional<PointerChange> changeBy(const Expr *expr) {
  const VarDecl *variable = expr->getType()->isPointerType() ? assignedVariable(expr) : nullptr;
  if (!variable)
    return std::nullopt;
  expr = expr->IgnoreParens();
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return PointerChange{PointerChange::Stepped, variable, nullptr, op->isDecrementOp()};
  const auto *assign = dyn_cast<BinaryOperator>(expr);
  if (!assign)
    return std::nullopt;
  if (assign->isCompoundAssignmentOp())
    return PointerChange{PointerChange::Stepped, variable, assign->getRHS(), assign->getOpcode() == BO_SubAssign};
  const auto *sum = dyn_cast<BinaryOperator>(assign->getRHS()->IgnoreParens());
  if (sum && sum->isAdditiveOp() && loadedVariable(sum->getLHS()) == variable)
    return PointerChange{PointerChange::Stepped, variable, sum->getRHS(), sum->getOpcode() == BO_Sub};
  return PointerChange{PointerChange::Assigned, variable, assign->getRHS()};
}

using Pointers = std::set<const VarDecl *>;

/// Finds pointers that a region changes, and which of them can be replaced.
class Candidates {
public:
  Candidates(ASTContext &ast, const MarkedRegion &region, const Stmt *statement);
  bool isReplaced(const VarDecl *variable) const { return Changed.count(variable) && !Bad.count(variable); }
  bool isStepped(const VarDecl *variable) const { return Stepped.count(variable); }
  /// Has its first value before the region.
  bool isEntered(const VarDecl *variable) const { return !Assigned.count(variable) && !Declared.count(variable); }
  const Pointers &changed() const { return Changed; }

private:
  /// By pointer that has a value: the block that gave it.
  using Scope = std::map<const VarDecl *, const Stmt *>;

  Pointers Changed, Stepped, Assigned, Declared, Bad;

  void collect(const Stmt *statement);
  void check(const Stmt *stmt, const Stmt *block, Scope &scope);
  void checkItem(const Stmt *item, const Stmt *block, Scope &scope);
  void checkReads(const Stmt *stmt, const Scope &scope);
};

Candidates::Candidates(ASTContext &ast, const MarkedRegion &region, const Stmt *statement) {
  collect(statement);
  if (Changed.empty())
    return;
  const FunctionFacts &facts = region.analyses->factsOf(region.function);
  Liveness liveness(region.analyses->graphOf(ast, region.function), region.statement);
  Scope scope;
  for (const VarDecl *variable : Changed) {
    const QualType type = variable->getType();
    if (!variable->hasLocalStorage() || type.isVolatileQualified() || facts.addressTaken.count(variable) ||
        type->getPointeeType()->isIncompleteType() || type->getPointeeType()->isFunctionType() ||
        type->getPointeeType()->isVariablyModifiedType())
      Bad.insert(variable);
    const auto uses = facts.uses.find(variable);
    if (!Declared.count(variable) && (uses == facts.uses.end() || liveness.isLiveBehind(variable, uses->second)))
      Bad.insert(variable);
    if (isEntered(variable))
      scope[variable] = nullptr;
  }
  checkItem(statement, nullptr, scope);
}

void Candidates::collect(const Stmt *statement) {
  bool jumps = false;
  forEachPart(statement, [&](const Stmt *part) {
    jumps = jumps || isa<GotoStmt, IndirectGotoStmt>(part);
    if (const auto *declared = dyn_cast<DeclStmt>(part))
      for (const Decl *decl : declared->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl))
          Declared.insert(variable);
    const auto *expr = dyn_cast<Expr>(part);
    if (const auto change = expr ? changeBy(expr) : std::nullopt) {
      Changed.insert(change->variable);
      (change->kind == PointerChange::Stepped ? Stepped : Assigned).insert(change->variable);
    }
    const auto *op = dyn_cast<UnaryOperator>(part);
    if (const VarDecl *variable = op && op->getOpcode() == UO_AddrOf ? namedVariable(op->getSubExpr()) : nullptr)
      Bad.insert(variable);
  });
  if (jumps)
    Bad.insert(Changed.begin(), Changed.end());
}

/// Everything mentioned in \p stmt has a value. Values that steps have, and assignments inside of
/// other expressions, are not followed.
void Candidates::checkReads(const Stmt *stmt, const Scope &scope) {
  if (!stmt)
    return;
  if (const auto *lambda = dyn_cast<LambdaExpr>(stmt)) {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        if (const auto *variable = dyn_cast<VarDecl>(capture.getCapturedVar()))
          Bad.insert(variable);
    return;
  }
  const auto *expr = dyn_cast<Expr>(stmt);
  if (const auto change = expr ? changeBy(expr) : std::nullopt)
    Bad.insert(change->variable);
  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
    if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()); variable && !scope.count(variable))
      if (Changed.count(variable))
        Bad.insert(variable);
  for (const Stmt *child : stmt->children())
    checkReads(child, scope);
}

void Candidates::checkItem(const Stmt *item, const Stmt *block, Scope &scope) {
  const auto *expr = dyn_cast_or_null<Expr>(item);
  const auto change = expr ? changeBy(expr) : std::nullopt;
  if (!change)
    return check(item, block, scope);
  checkReads(change->value, scope);
  if (change->kind == PointerChange::Stepped) {
    if (!scope.count(change->variable))
      Bad.insert(change->variable);
    return;
  }
  // In an inner block it may be skipped, and then the value of the outer one stays.
  const auto before = scope.find(change->variable);
  if (!block || (before != scope.end() && before->second != block))
    Bad.insert(change->variable);
  scope[change->variable] = block;
}

void Candidates::check(const Stmt *stmt, const Stmt *block, Scope &scope) {
  if (!stmt)
    return;
  const auto inner = [&](const Stmt *part) {
    Scope own = scope;
    checkItem(part, nullptr, own);
  };
  if (isa<CompoundStmt>(stmt)) {
    Scope own = scope;
    for (const Stmt *item : stmt->children())
      checkItem(item, stmt, own);
  } else if (const auto *declared = dyn_cast<DeclStmt>(stmt)) {
    for (const Decl *decl : declared->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl)) {
        checkReads(variable->getInit(), scope);
        if (variable->getInit())
          scope[variable] = block;
        else
          scope.erase(variable);
      }
  } else if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
    Scope own = scope;
    check(loop->getInit(), nullptr, own);
    checkReads(loop->getCond(), own);
    if (loop->getInc())
      checkItem(loop->getInc(), nullptr, own);
    checkItem(loop->getBody(), nullptr, own);
  } else if (const auto *repeat = dyn_cast<WhileStmt>(stmt)) {
    checkReads(repeat->getCond(), scope);
    inner(repeat->getBody());
  } else if (const auto *repeat = dyn_cast<DoStmt>(stmt)) {
    inner(repeat->getBody());
    checkReads(repeat->getCond(), scope);
  } else if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
    checkReads(branch->getCond(), scope);
    inner(branch->getThen());
    inner(branch->getElse());
  } else if (const auto *op = dyn_cast<BinaryOperator>(stmt); op && op->isCommaOp()) {
    checkItem(op->getLHS(), nullptr, scope);
    checkItem(op->getRHS(), nullptr, scope);
  } else {
    checkReads(stmt, scope);
  }
}

/// Copies a region with other pointers in the place of the candidates.
class PointerVariables : public Cloner {
public:
  PointerVariables(ASTContext &ast, DeclContext *owner, const Candidates &candidates, Originals &originals)
      : Cloner(ast, owner, /*fresh=*/false, originals), Found(candidates), Copies(originals) {}

  /// The copy of \p region; null where there is none.
  Stmt *regionCopy(const Stmt *region) {
    std::vector<Stmt *> items;
    for (const VarDecl *variable : Found.changed())
      if (Found.isReplaced(variable) && Found.isEntered(variable))
        start(variable, nullptr, items);
    if (!append(region, items))
      return nullptr;
    if (items.size() == 1)
      return items.front();
    Stmt *copy = CompoundStmt::Create(Ast, items, FPOptionsOverride(), region->getBeginLoc(), region->getEndLoc());
    Copies[copy] = region;
    return copy;
  }

protected:
  bool isReplaced(const Stmt *stmt) const override {
    const auto *ref = dyn_cast<DeclRefExpr>(stmt);
    const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (const auto *declared = dyn_cast<DeclStmt>(stmt))
      return llvm::any_of(declared->decls(), [&](const Decl *decl) {
        const auto *own = dyn_cast<VarDecl>(decl);
        return own && Found.isReplaced(own);
      });
    return variable && Found.isReplaced(variable);
  }

  /// Steps of a pointer are steps of its number; what reads it, reads both.
  Expr *replacement(const Expr *expr) override {
    if (const auto change = changeBy(expr); change && Found.isReplaced(change->variable))
      return change->kind == PointerChange::Stepped ? step(*change, expr) : nullptr;
    const VarDecl *variable = loadedVariable(expr);
    const auto stand = isa<ParenExpr>(expr) ? Stands.end() : Stands.find(variable);
    if (stand == Stands.end())
      return nullptr;
    Expr *pointer = readOf(Ast, stand->second.pointer, expr->getExprLoc());
    if (!stand->second.at)
      return pointer;
    return BinaryOperator::Create(Ast, pointer, readOf(Ast, stand->second.at, expr->getExprLoc()),
                                  BO_Add, expr->getType(), VK_PRValue, OK_Ordinary,
                                  expr->getExprLoc(), FPOptionsOverride());
  }

  bool append(const Stmt *item, std::vector<Stmt *> &items) override {
    if (const auto *declared = dyn_cast<DeclStmt>(item); declared && isReplaced(declared))
      return appendDeclared(declared, items);
    const auto *whole = dyn_cast<Expr>(item);
    const auto change = whole ? changeBy(whole) : std::nullopt;
    if (!change || change->kind != PointerChange::Assigned || !Found.isReplaced(change->variable))
      return Cloner::append(item, items);
    Expr *value = expr(change->value);
    return value && start(change->variable, value, items);
  }

private:
  /// What a pointer is now.
  struct Stand {
    VarDecl *pointer;
    VarDecl *at = nullptr; ///< How far it has been stepped.
  };
  const Candidates &Found;
  Originals &Copies;
  // What holds in a block is not undone behind it: nothing there reads it.
  std::map<const VarDecl *, Stand> Stands;

  Expr *number(uint64_t value, SourceLocation loc) {
    const QualType type = Ast.getPointerDiffType();
    return IntegerLiteral::Create(Ast, llvm::APInt(static_cast<unsigned>(Ast.getIntWidth(type)), value), type, loc);
  }

  /// \p variable begins at \p value; null: at that which it has before the region.
  bool start(const VarDecl *variable, Expr *value, std::vector<Stmt *> &items) {
    Stand stand{const_cast<VarDecl *>(variable)};
    if (value) {
      stand.pointer = newVariable(variable, variable->getType().getUnqualifiedType());
      stand.pointer->setInit(value);
      items.push_back(declaration(stand.pointer));
    }
    if (Found.isStepped(variable)) {
      stand.at = newVariable(variable, Ast.getPointerDiffType());
      stand.at->setInit(number(0, variable->getLocation()));
      items.push_back(declaration(stand.at));
    }
    Stands[variable] = stand;
    return true;
  }

  bool appendDeclared(const DeclStmt *declared, std::vector<Stmt *> &items) {
    for (const Decl *decl : declared->decls()) {
      const auto *variable = dyn_cast<VarDecl>(decl);
      if (!variable)
        return false;
      if (!Found.isReplaced(variable)) {
        VarDecl *copy = newVariable(variable, variable->getType());
        Expr *init = expr(variable->getInit());
        if (!variable->hasLocalStorage() || variable->hasAttrs() || variable->getType()->isVariablyModifiedType() ||
            (variable->getInit() && !init))
          return false;
        copy->setInit(init);
        rename(variable, copy);
        items.push_back(declaration(copy));
        continue;
      }
      Expr *init = expr(variable->getInit());
      if (variable->getInit() && (!init || !start(variable, init, items)))
        return false;
    }
    return true;
  }

  Expr *step(const PointerChange &change, const Expr *original) {
    const auto stand = Stands.find(change.variable);
    if (stand == Stands.end() || !stand->second.at)
      return nullptr;
    const SourceLocation loc = original->getExprLoc();
    const QualType type = Ast.getPointerDiffType();
    Expr *size = change.value ? expr(change.value) : number(1, loc);
    if (!size)
      return nullptr;
    if (!Ast.hasSameUnqualifiedType(size->getType(), type))
      size = ImplicitCastExpr::Create(Ast, type, CK_IntegralCast, size, nullptr, VK_PRValue, FPOptionsOverride());
    return CompoundAssignOperator::Create(Ast, mention(stand->second.at, loc), size,
                                          change.down ? BO_SubAssign : BO_AddAssign, type,
                                          Ast.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary, loc,
                                          FPOptionsOverride(), type, type);
  }
};

} // namespace

void replacePointerVariables(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  if (!region.function || !region.analyses)
    return;
  const Candidates candidates(ast, region, inlined.statement);
  if (llvm::none_of(candidates.changed(), [&](const VarDecl *each) { return candidates.isReplaced(each); }))
    return;
  Cloner::Originals copies;
  PointerVariables pointers(ast, const_cast<FunctionDecl *>(region.function), candidates, copies);
  if (Stmt *copy = pointers.regionCopy(inlined.statement))
    inlined.replace(copy, copies);
}

} // namespace gputile::frontend
