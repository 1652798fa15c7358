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

/// Only variables, constants and operators without side effects.
bool isSimple(const Expr *value) {
  return value && !anyPart(value, [](const Stmt *part) {
    const auto *expr = dyn_cast<Expr>(part);
    return !isa<DeclRefExpr, IntegerLiteral, CharacterLiteral, CastExpr, ParenExpr, ConstantExpr, BinaryOperator,
                UnaryOperator, ConditionalOperator>(part) ||
           assignedVariable(expr) || !expr->getType()->isIntegerType();
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
};

std::optional<Loop> loopAt(const Stmt *stmt, DoToo doToo) {
  if (const auto *loop = dyn_cast<WhileStmt>(stmt); loop && !loop->getConditionVariable())
    return Loop{loop->getCond(), loop->getBody(), loop->getWhileLoc()};
  if (const auto *loop = dyn_cast<DoStmt>(stmt); loop && doToo == DoToo::Yes)
    return Loop{loop->getCond(), loop->getBody(), loop->getDoLoc()};
  return std::nullopt;
}

/// The step at the end of \p loop; null where it does not count.
const Expr *stepOfLoop(ASTContext &ast, const Loop &loop, const Assignments &assignments) {
  const auto *body = dyn_cast<CompoundStmt>(loop.body);
  const auto *step = body && !body->body_empty() ? dyn_cast<Expr>(body->body_back()) : nullptr;
  const VarDecl *counter = assignedVariable(step);
  if (!counter || !counter->hasLocalStorage() || !isSimple(loop.condition) ||
      !stepOf(ast, counter, step) || mayLeaveIteration(body))
    return nullptr;
  bool counts = false, other = false;
  forEachPart(loop.condition, [&](const Stmt *part) {
    const VarDecl *variable = namedVariable(dyn_cast<Expr>(part));
    if (!variable)
      return;
    counts = counts || variable == counter;
    other = other || !assignments.areSimple(variable) ||
            assignmentsTo(variable, body) != (variable == counter ? 1U : 0U);
  });
  return counts && !other ? step : nullptr;
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
        if (const Expr *step = stepOfLoop(ast, *loop, assignments))
          Steps[part] = step;
    });
  }
  size_t count() const { return Steps.size(); }

  /// The copy of \p region, which may be a loop itself; null where there is none.
  Stmt *regionCopy(const Stmt *region) {
    std::vector<Stmt *> items;
    return append(region, items) ? items.front() : nullptr;
  }

protected:
  bool isReplaced(const Stmt *stmt) const override { return Steps.count(stmt); }

  bool append(const Stmt *item, std::vector<Stmt *> &items) override {
    auto counted = Steps.find(item);
    if (counted == Steps.end())
      return Cloner::append(item, items);
    const Loop loop = *loopAt(item, DoToo::Yes);
    const std::vector<const Stmt *> all = itemsOf(loop.body);
    std::vector<Stmt *> kept;
    for (const Stmt *part : llvm::ArrayRef(all).drop_back())
      if (!append(part, kept))
        return false;
    Stmt *rest = CompoundStmt::Create(Ast, kept, FPOptionsOverride(), loop.body->getBeginLoc(),
                                      loop.body->getEndLoc());
    items.push_back(new (Ast) ForStmt(Ast, nullptr, const_cast<Expr *>(loop.condition), nullptr,
                                      const_cast<Expr *>(counted->second), rest, loop.loc, loop.loc,
                                      loop.loc));
    Copies[rest] = loop.body;
    Copies[items.back()] = item;
    return true;
  }

private:
  Originals &Copies;
  std::map<const Stmt *, const Expr *> Steps;
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
