//===- WhileLoops.cpp - Counted while loops as for loops ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/WhileLoops.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/LoopHeader.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace clang;

namespace gputile::frontend {

namespace {

/// Only variables, constants and operators without side effects, but for \p step.
bool isSimple(const Expr *value, const Expr *step = nullptr) {
  return value && !anyPart(value, [&](const Stmt *part) {
           const auto *expr = dyn_cast<Expr>(part);
           return !isa<DeclRefExpr, IntegerLiteral, CharacterLiteral, CastExpr, ParenExpr,
                       ConstantExpr, BinaryOperator, UnaryOperator, ConditionalOperator>(part) ||
                  (assignedVariable(expr) && expr != step) || !expr->getType()->isIntegerType();
         });
}

/// How a region assigns its variables.
class Assignments {
public:
  Assignments(ASTContext &ast, const Stmt *region) {
    forEachPart(region, [&](const Stmt *part) {
      const auto *expr = dyn_cast<Expr>(part);
      if (const VarDecl *variable = assignedVariable(expr); variable && !isSimple(assignedValue(ast, expr)))
        FromData.insert(variable);
      if (const auto *declared = dyn_cast<DeclStmt>(part))
        for (const Decl *decl : declared->decls())
          if (const auto *variable = dyn_cast<VarDecl>(decl); variable && variable->getInit() && !isSimple(variable->getInit()))
            FromData.insert(variable);
    });
  }
  bool areSimple(const VarDecl *variable) const { return !FromData.count(variable); }

private:
  std::set<const VarDecl *> FromData;
};

unsigned assignmentsTo(const VarDecl *variable, const Stmt *stmt) {
  unsigned count = 0;
  forEachPart(stmt, [&](const Stmt *part) { count += assignedVariable(dyn_cast<Expr>(part)) == variable; });
  return count;
}

/// A loop without a head.
struct Loop {
  const Expr *condition = nullptr;
  const Stmt *body = nullptr;
  SourceLocation loc;
  bool isDo = false;
};

/// How a loop counts.
struct Count {
  const Expr *step = nullptr;
  bool isInBody = false; ///< At its end; else in the condition.
};

std::optional<Loop> loopAt(const Stmt *stmt, DoToo doToo) {
  if (const auto *loop = dyn_cast<WhileStmt>(stmt); loop && !loop->getConditionVariable())
    return Loop{loop->getCond(), loop->getBody(), loop->getWhileLoc()};
  if (const auto *loop = dyn_cast<DoStmt>(stmt); loop && doToo == DoToo::Yes)
    return Loop{loop->getCond(), loop->getBody(), loop->getDoLoc(), /*isDo=*/true};
  return std::nullopt;
}

/// The step in `++i < n`; else null.
const UnaryOperator *stepBefore(const Expr *condition) {
  const auto *comparison = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!comparison || !comparison->isComparisonOp())
    return nullptr;
  const auto *step = dyn_cast<UnaryOperator>(comparison->getLHS()->IgnoreParenImpCasts());
  return step && step->isPrefix() && assignedVariable(step) ? step : nullptr;
}

/// Where the step of \p loop would be; its step is null where there is none.
Count countOf(const Loop &loop) {
  if (const auto *step = loop.isDo ? stepBefore(loop.condition) : countdownIn(loop.condition))
    return {step};
  const auto *body = dyn_cast<CompoundStmt>(loop.body);
  return {body && !body->body_empty() ? dyn_cast<Expr>(body->body_back()) : nullptr,
          /*isInBody=*/true};
}

/// \returns no step where \p loop does not count.
Count countedBy(ASTContext &ast, const Loop &loop, const Assignments &assignments) {
  const Count count = countOf(loop);
  const VarDecl *counter = assignedVariable(count.step);
  if (!counter || !counter->hasLocalStorage() || !isSimple(loop.condition, count.step) ||
      !stepOf(ast, counter, count.step) || mayLeaveIteration(loop.body))
    return {};
  bool counts = false, other = false;
  forEachPart(loop.condition, [&](const Stmt *part) {
    const VarDecl *variable = namedVariable(dyn_cast<Expr>(part));
    if (!variable)
      return;
    counts = counts || variable == counter;
    other = other || !assignments.areSimple(variable) ||
            assignmentsTo(variable, loop.body) != (variable == counter && count.isInBody ? 1U : 0U);
  });
  return counts && !other ? count : Count();
}

/// Copies a region with for loops in the place of others.
class WhileLoops : public Cloner {
public:
  WhileLoops(ASTContext &ast, DeclContext *owner, const Stmt *region, DoToo doToo,
             Originals &originals)
      : Cloner(ast, owner, /*fresh=*/false, originals), Copies(originals) {
    const Assignments assignments(ast, region);
    forEachPart(region, [&](const Stmt *part) {
      if (const auto loop = loopAt(part, doToo))
        if (const Count count = countedBy(ast, *loop, assignments); count.step)
          Counts[part] = count;
    });
  }
  size_t count() const { return Counts.size(); }

protected:
  bool isReplaced(const Stmt *stmt) const override { return Counts.count(stmt); }

  bool append(const Stmt *item, std::vector<Stmt *> &items) override {
    auto counted = Counts.find(item);
    if (counted == Counts.end())
      return Cloner::append(item, items);
    const Count count = counted->second;
    const Loop loop = *loopAt(item, DoToo::Yes);
    std::vector<const Stmt *> all = itemsOf(loop.body);
    if (count.isInBody)
      all.pop_back();
    std::vector<Stmt *> kept;
    for (const Stmt *part : all)
      if (!append(part, kept))
        return false;
    Expr *const condition = conditionOf(loop, count);
    if (!condition)
      return false;
    // The head of a for loop may count down in its condition as well.
    Expr *const step = count.isInBody || loop.isDo ? const_cast<Expr *>(count.step) : nullptr;
    Stmt *rest = CompoundStmt::Create(Ast, kept, FPOptionsOverride(), loop.body->getBeginLoc(),
                                      loop.body->getEndLoc());
    items.push_back(new (Ast) ForStmt(Ast, nullptr, condition, nullptr, step, rest, loop.loc,
                                      loop.loc, loop.loc));
    Copies[rest] = loop.body;
    Copies[items.back()] = item;
    return true;
  }

private:
  Originals &Copies;
  std::map<const Stmt *, Count> Counts;

  /// `i < n` for `do { … } while (++i < n);`.
  Expr *conditionOf(const Loop &loop, const Count &count) {
    if (count.isInBody || !loop.isDo)
      return const_cast<Expr *>(loop.condition);
    auto *counter = const_cast<VarDecl *>(assignedVariable(count.step));
    const SourceLocation loc = count.step->getExprLoc();
    setValue(count.step,
             count.step->isLValue() ? mentionOf(Ast, counter, loc) : readOf(Ast, counter, loc));
    return expr(loop.condition);
  }
};

} // namespace

size_t countWhileLoops(ASTContext &ast, const MarkedRegion &region, DoToo doToo,
                       InlinedRegion &inlined) {
  if (!region.function)
    return 0;
  Cloner::Originals copies;
  WhileLoops loops(ast, const_cast<FunctionDecl *>(region.function), inlined.statement, doToo,
                   copies);
  Stmt *copy = loops.count() > 0 ? loops.regionCopy(inlined.statement) : nullptr;
  if (copy)
    inlined.replace(copy, copies);
  return copy ? loops.count() : 0;
}

} // namespace gputile::frontend
