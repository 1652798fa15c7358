//===- EarlyEnds.cpp - Calls that end the program -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/EarlyEnds.h"

#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/LoopShape.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/ScalarValues.h"
#include "Frontend/Inline/ProgramEnds.h"
#include "Frontend/Refusal.h"

using namespace clang;

namespace gputile::frontend {

/// Whether \p stmt changes more than variables.
static bool writesMemory(const Stmt *stmt) {
  return anyPart(stmt, [](const Stmt *part) {
    const auto *op = dyn_cast<BinaryOperator>(part);
    const auto *step = dyn_cast<UnaryOperator>(part);
    return (op && op->isAssignmentOp() && !namedVariable(op->getLHS())) ||
           (step && step->isIncrementDecrementOp() && !namedVariable(step->getSubExpr()));
  });
}

/// Whether \p loop compares \p iterator with what stays as it is in the loop.
static bool hasFixedBound(const ForStmt *loop, const VarDecl *iterator) {
  const auto *comparison = dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParenImpCasts());
  if (!comparison || !comparison->isComparisonOp() || comparison->getOpcode() == BO_EQ)
    return false;
  const auto isIterator = [&](const Expr *expr) { return namedVariable(expr->IgnoreParenImpCasts()) == iterator; };
  const bool left = isIterator(comparison->getLHS());
  if (!left && !isIterator(comparison->getRHS()))
    return false;
  const ScalarValues::Variables changed = assignedIn(loop);
  const bool memoryChanges = writesMemory(loop);
  return !anyPart(left ? comparison->getRHS() : comparison->getLHS(), [&](const Stmt *part) {
    const auto *read = dyn_cast<Expr>(part);
    const VarDecl *variable = read ? namedVariable(read) : nullptr;
    return isa<CallExpr>(part) || (variable && changed.count(variable)) ||
           (memoryChanges && isa<ArraySubscriptExpr, MemberExpr, UnaryOperator>(part));
  });
}

/// Whether \p loop counts, so that it ends whatever its bound is.
static bool isCounted(ExtractState &state, const ForStmt *loop) {
  const VarDecl *iterator = nullptr;
  return !state.attempt([&] { iterator = analyseLoop(state, loop).iterator; }) &&
         hasFixedBound(loop, iterator);
}

bool mayNotEnd(ExtractState &state, const Stmt *stmt) {
  const auto *loop = dyn_cast<ForStmt>(stmt);
  return isa<WhileStmt, DoStmt>(stmt) || (loop && !isCounted(state, loop));
}

std::optional<const Stmt *> withoutEnd(ExtractState &state, const IfStmt *branch, const isl::set &domain) {
  const bool ends = state.Inlined.endsProgram(branch->getThen());
  if (!ends && !(branch->getElse() && state.Inlined.endsProgram(branch->getElse())))
    return std::nullopt;
  AffineBuilder builder(state, domain);
  const auto condition = builder.condition(branch->getCond());
  if (!condition)
    return std::nullopt;
  state.require(condition->valid, domain, branch->getCond()->getExprLoc());
  const isl::set known = state.possible(domain);
  if (!state.exclude(ends ? known.intersect(condition->holds) : known.subtract(condition->holds), known))
    return std::nullopt;
  const Stmt *other = ends ? branch->getElse() : branch->getThen();
  return other ? other : new (state.Ast) NullStmt(branch->getBeginLoc());
}

/// Other threads may run the region at the same time. The functions made from one template share the variable.
static std::string declarationOf(const ExtractState &state, const std::string &flag) {
  const std::string text = "static __thread int " + flag + ";\n";
  return state.Ast.getLangOpts().CPlusPlus
             ? "#ifndef " + flag + "\n#define " + flag + " " + flag + "\n" + text + "#endif\n"
             : text;
}

void addProgramEnds(ExtractState &state) {
  Scop &scop = state.TheScop;
  for (const auto &[variable, call] : state.Inlined.programEnds) {
    const std::string flag = variable->getNameAsString();
    if (llvm::none_of(scop.arrays, [&](const Array &array) { return array.sourceName == flag; }))
      continue;
    if (state.MayNotEnd)
      refuse(DiagId::UnsupportedExpression, call->getExprLoc(),
             {std::string(isFailedAssert(call->getDirectCallee()) ? "'assert'" : "the end of the program") +
              " beside a loop that may not end without it"});
    scop.hostDeclarations += declarationOf(state, flag);
    scop.programEnds.push_back({flag, endText(state.Ast, call).value()});
  }
}

} // namespace gputile::frontend
