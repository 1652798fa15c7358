//===- ScalarValues.cpp - Forward substitution of integer scalars ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ScalarValues.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/LoopSteps.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/State.h"
#include "Frontend/Extract/UseAfter.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::frontend {

namespace {

/// The values that the region gives to each variable; null for what has none, as `+=` for floating point.
struct Assignments {
  std::map<const VarDecl *, std::vector<const Expr *>> values;
  ScalarValues::Variables fromBefore; ///< Iterators of loops that do not set them.
};

/// Products in types that wrap around are random numbers more often than subscripts.
const Expr *valueToFollow(ASTContext &ast, const Expr *write) {
  const auto *op = dyn_cast<CompoundAssignOperator>(write->IgnoreParens());
  if (op && op->getOpcode() != BO_AddAssign && op->getOpcode() != BO_SubAssign &&
      op->getType()->isUnsignedIntegerType())
    return nullptr;
  return assignedValue(ast, write);
}

/// Iterators of loops and constant steps excepted. Loops come before their parts.
Assignments assignmentsIn(ASTContext &ast, const Stmt *region) {
  Assignments result;
  std::set<const Stmt *> headers; // Their variables are iterators.
  forEachPart(region, [&](const Stmt *stmt) {
    if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
      const LoopHeader header = headerOf(loop);
      headers.insert({header.first, header.step});
      if (header.startsFromBefore(loop))
        result.fromBefore.insert(header.iterator), result.values[header.iterator];
      for (const Induction &induction : inductionsOf(ast, loop)) {
        headers.insert(induction.expr);
        result.values[induction.variable];
      }
    }
    if (const auto *declared = dyn_cast<DeclStmt>(stmt))
      for (const Decl *decl : declared->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl); variable && variable->getInit())
          result.values[variable].push_back(variable->getInit());
    const auto *expr = dyn_cast<Expr>(stmt);
    if (const VarDecl *variable = assignedVariable(expr); variable && !headers.count(expr))
      result.values[variable].push_back(valueToFollow(ast, expr));
  });
  return result;
}

bool isSimpleNode(const Stmt *stmt) {
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, CastExpr,
             ParenExpr, ConstantExpr, BinaryOperator, UnaryOperator, ConditionalOperator,
             UnaryExprOrTypeTraitExpr, SubstNonTypeTemplateParmExpr>(stmt);
}

/// Few operations, no array, no calls, for integers no floating point, and else not the old value of
/// \p variable.
bool looksSimple(const Expr *value, const VarDecl *variable) {
  constexpr unsigned maxParts = 100;
  const bool isNumber = isInteger(variable->getType());
  unsigned parts = 0;
  return value && !anyPart(value, [&](const Stmt *stmt) {
    const auto *expr = dyn_cast<Expr>(stmt);
    return !expr || ++parts >= maxParts || !isSimpleNode(expr) ||
           !(isNumber ? isInteger(expr->getType()) : expr->getType()->isArithmeticType()) ||
           assignedVariable(expr) || (!isNumber && namedVariable(expr) == variable);
  });
}

/// Whether \p variable belongs to a function that the region calls.
bool isOfCallee(const ExtractState &state, const VarDecl *variable) {
  return state.Facts.declared.count(variable) && !state.Facts.renamed.count(variable);
}

bool isFollowable(const ExtractState &state, const VarDecl *variable) {
  QualType type = variable->getType();
  return type->isArithmeticType() && !typeText(type).empty() && !type.isVolatileQualified() &&
         !isExposed(state, variable) &&
         (state.Function.uses.count(variable) || isOfCallee(state, variable));
}

/// In which loops variables are mentioned.
class Mentions {
public:
  explicit Mentions(const Stmt *region) { visit(region, nullptr); }

  /// Whether inner loops may read what outer loops assign.
  bool areInSeveralLoops(const VarDecl *variable) const {
    auto found = Loops.find(variable);
    return found != Loops.end() && found->second.size() > 1;
  }

  /// Whether \p iterator is mentioned where no loop over it runs: what loops leave in it is
  /// of use.
  bool areOutside(const VarDecl *iterator) const {
    auto found = Loops.find(iterator);
    return found != Loops.end() &&
           llvm::any_of(found->second, [&](const Stmt *loop) { return !isOver(loop, iterator); });
  }

private:
  /// By variable the innermost loops around its mentions.
  std::map<const VarDecl *, std::set<const Stmt *>> Loops;
  std::map<const Stmt *, const Stmt *> Around; ///< By loop the one around it, or null.

  bool isOver(const Stmt *loop, const VarDecl *iterator) const {
    for (; loop; loop = Around.at(loop))
      if (headerOf(cast<ForStmt>(loop)).iterator == iterator)
        return true;
    return false;
  }

  void visit(const Stmt *root, const Stmt *around) {
    std::vector<std::pair<const Stmt *, const Stmt *>> pending{{root, around}};
    while (!pending.empty()) {
      auto [stmt, loop] = pending.back();
      pending.pop_back();
      if (!stmt)
        continue;
      if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
        if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
          Loops[variable].insert(loop);
      const Stmt *inner = isa<ForStmt>(stmt) ? stmt : loop;
      if (inner == stmt)
        Around.emplace(stmt, loop);
      for (const Stmt *child : stmt->children())
        pending.emplace_back(child, inner);
    }
  }
};

} // namespace

bool mentionsAny(const Expr *value, const ScalarValues::Variables &variables) {
  return anyPart(value, [&](const Stmt *stmt) {
    const auto *ref = dyn_cast<DeclRefExpr>(stmt);
    const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    return variable && variables.count(variable);
  });
}

const ScalarValue *ScalarValues::find(const VarDecl *variable) const {
  auto found = Current.known.find(variable);
  return found == Current.known.end() ? nullptr : found->second.get();
}

void ScalarValues::assign(const VarDecl *variable, ScalarValue value) {
  Current.known[variable] = std::make_shared<const ScalarValue>(std::move(value));
}

void ScalarValues::forget(const Variables &variables) {
  for (const VarDecl *variable : variables) {
    Current.possible.erase(variable);
    if (follows(variable))
      Current.known[variable] = nullptr;
  }
}

const std::vector<std::shared_ptr<const PossibleValue>> *
ScalarValues::possible(const VarDecl *variable) const {
  auto found = Current.possible.find(variable);
  return found == Current.possible.end() ? nullptr : &found->second;
}

void ScalarValues::choose(const VarDecl *variable, PossibleValue value) {
  Current.possible[variable] = {std::make_shared<const PossibleValue>(std::move(value))};
}

/// What is possible at two points is possible where they meet.
static void joinPossible(ScalarPoint &point, const ScalarPoint &other) {
  std::erase_if(point.possible, [&](const auto &entry) { return !other.possible.count(entry.first); });
  for (auto &[variable, values] : point.possible)
    for (const auto &value : other.possible.at(variable))
      if (!llvm::is_contained(values, value))
        values.push_back(value);
}

void ScalarValues::join(const Values &others) {
  for (auto &[variable, value] : Current.known) {
    auto other = others.known.find(variable);
    if (other == others.known.end() || other->second != value)
      value = nullptr;
  }
  for (const auto &[variable, value] : others.known)
    Current.known.try_emplace(variable, nullptr);
  joinPossible(Current, others);
}

bool ScalarValues::mentionedIn(const Expr *expr) const { return mentionsAny(expr, Followed); }

bool ScalarValues::mentionsNumber(const Expr *expr) const {
  Variables numbers;
  for (const auto &[variable, known] : Current.known)
    if (known && !known->expr && known->text.empty())
      numbers.insert(variable);
  return mentionsAny(expr, numbers);
}

bool ScalarValues::mentionsText(const Expr *expr) const {
  Variables texts;
  for (const auto &[variable, known] : Current.known)
    if (known && known->expr)
      texts.insert(variable);
  return mentionsAny(expr, texts);
}

ScalarValues::Variables assignedIn(const Stmt *stmt) {
  ScalarValues::Variables variables;
  forEachPart(stmt, [&](const Stmt *part) {
    if (const VarDecl *variable = assignedVariable(dyn_cast<Expr>(part)))
      variables.insert(variable);
    if (const auto *declared = dyn_cast<DeclStmt>(part))
      for (const Decl *decl : declared->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl))
          variables.insert(variable);
  });
  return variables;
}

bool canBeRepeated(const ExtractState &state, const Expr *expr) {
  return !anyPart(expr, [&](const Stmt *stmt) {
    const auto *ref = dyn_cast<DeclRefExpr>(stmt);
    const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (!variable || state.loopOver(variable) || state.FixedLocals.count(variable))
      return false;
    const bool changes = state.Facts.modified(variable) || state.Facts.declared.count(variable);
    return state.Facts.iterators.count(variable) || (changes && !state.Scalars.find(variable));
  });
}

ScalarValues::Variables followedVariables(ExtractState &state,
                                          const ScalarValues::Variables &rejected) {
  Assignments assignments = assignmentsIn(state.Ast, state.Inlined.statement);
  for (const VarDecl *iterator : state.Facts.iterators)
    assignments.values[iterator];
  const Mentions mentions(state.Inlined.statement);
  ScalarValues::Variables followed;
  auto qualifies = [&](const VarDecl *variable, const std::vector<const Expr *> &values) {
    if (!isFollowable(state, variable))
      return false;
    if (state.Facts.iterators.count(variable))
      return state.Facts.written.count(variable) || assignments.fromBefore.count(variable) ||
             mentions.areOutside(variable);
    // A local that is not changed and depends on nothing that is followed has one value.
    const bool changes =
        !isInteger(variable->getType())
            ? mentions.areInSeveralLoops(variable) && !mayBeReadAfter(state, variable)
            : state.Facts.written.count(variable) ||
                  (values.front() && mentionsAny(values.front(), followed));
    return changes && !rejected.count(variable) &&
           std::all_of(values.begin(), values.end(),
                       [&](const Expr *value) { return looksSimple(value, variable); });
  };
  for (size_t before = ~size_t(0); before != followed.size();) {
    before = followed.size();
    for (const auto &[variable, values] : assignments.values)
      if (qualifies(variable, values))
        followed.insert(variable);
  }
  return followed;
}

} // namespace gputile::frontend
