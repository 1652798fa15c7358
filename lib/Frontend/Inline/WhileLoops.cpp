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

/// The step at the end of \p loop; null where it does not count.
const Expr *stepOfLoop(ASTContext &ast, const WhileStmt *loop, const Assignments &assignments) {
  const auto *body = dyn_cast<CompoundStmt>(loop->getBody());
  const auto *step = body && !body->body_empty() ? dyn_cast<Expr>(body->body_back()) : nullptr;
  const VarDecl *counter = assignedVariable(step);
  if (!counter || !counter->hasLocalStorage() || loop->getConditionVariable() ||
      !isSimple(loop->getCond()) || !stepOf(ast, counter, step) || mayLeaveIteration(body))
    return nullptr;
  bool counts = false, other = false;
  forEachPart(loop->getCond(), [&](const Stmt *part) {
    const VarDecl *variable = namedVariable(dyn_cast<Expr>(part));
    if (!variable)
      return;
    counts = counts || variable == counter;
    other = other || !assignments.areSimple(variable) ||
            assignmentsTo(variable, body) != (variable == counter ? 1U : 0U);
  });
  return counts && !other ? step : nullptr;
}

/// Copies a region with for loops in the place of while loops.
class WhileLoops : public Cloner {
public:
  WhileLoops(ASTContext &ast, DeclContext *owner, const Stmt *region, Originals &originals)
      : Cloner(ast, owner, /*fresh=*/false, originals), Copies(originals) {
    const Assignments assignments(ast, region);
    forEachPart(region, [&](const Stmt *part) {
      if (const auto *loop = dyn_cast<WhileStmt>(part))
        if (const Expr *step = stepOfLoop(ast, loop, assignments))
          Steps[loop] = step;
    });
  }
  bool any() const { return !Steps.empty(); }

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
    const auto *loop = cast<WhileStmt>(item);
    const std::vector<const Stmt *> all = itemsOf(loop->getBody());
    std::vector<Stmt *> kept;
    for (const Stmt *part : llvm::ArrayRef(all).drop_back())
      if (!append(part, kept))
        return false;
    const Stmt *body = loop->getBody();
    Stmt *rest = CompoundStmt::Create(Ast, kept, FPOptionsOverride(), body->getBeginLoc(), body->getEndLoc());
    const SourceLocation loc = loop->getWhileLoc();
    items.push_back(new (Ast) ForStmt(Ast, nullptr, const_cast<Expr *>(loop->getCond()), nullptr,
                                      const_cast<Expr *>(counted->second), rest, loc, loc, loc));
    Copies[rest] = body;
    Copies[items.back()] = loop;
    return true;
  }

private:
  Originals &Copies;
  std::map<const Stmt *, const Expr *> Steps;
};

} // namespace

bool countWhileLoops(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  if (!region.function)
    return false;
  Cloner::Originals copies;
  WhileLoops loops(ast, const_cast<FunctionDecl *>(region.function), inlined.statement, copies);
  Stmt *copy = loops.any() ? loops.regionCopy(inlined.statement) : nullptr;
  if (copy)
    inlined.replace(copy, copies);
  return copy;
}

} // namespace gputile::frontend
