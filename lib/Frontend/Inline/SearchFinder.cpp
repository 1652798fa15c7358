//===- SearchFinder.cpp - Loops that look for extrema and places -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/SearchFinder.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/UpdateParts.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/Inline/CallEffects.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/LoopHeader.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <set>

using namespace clang;

namespace gputile::frontend {
namespace {

const BinaryOperator *plainAssignment(const Stmt *stmt) {
  const auto *expr = dyn_cast<Expr>(stmt);
  const auto *op = expr ? dyn_cast<BinaryOperator>(expr->IgnoreParens()) : nullptr;
  return op && op->getOpcode() == BO_Assign && namedVariable(op->getLHS()) ? op : nullptr;
}

bool changesSomething(const Stmt *part) {
  const auto *unary = dyn_cast<UnaryOperator>(part);
  const auto *binary = dyn_cast<BinaryOperator>(part);
  return (unary && unary->isIncrementDecrementOp()) || (binary && binary->isAssignmentOp()) ||
         isa<LambdaExpr, StmtExpr, CXXOperatorCallExpr>(part);
}

/// Whether \p expr mentions what an iteration of the loops has.
bool mentionsLoops(const Search &search, const Expr *expr) {
  return anyPart(expr, [&](const Stmt *part) {
    const auto *ref = dyn_cast<DeclRefExpr>(part);
    return ref &&
           (llvm::any_of(search.loops,
                         [&](const SearchLoop &loop) { return loop.iterator == ref->getDecl(); }) ||
            llvm::any_of(search.locals, [&](const SearchLocal &local) {
              return local.variable == ref->getDecl();
            }));
  });
}

/// Whether all loops run where each of them does in its first iteration.
bool isRectangular(const Search &search) {
  const auto mentions = [](const Expr *expr, const VarDecl *variable) {
    return anyPart(expr, [&](const Stmt *part) {
      const auto *ref = dyn_cast<DeclRefExpr>(part);
      return ref && ref->getDecl() == variable;
    });
  };
  return llvm::all_of(search.loops, [&](const SearchLoop &loop) {
    return loop.first && llvm::none_of(search.loops, [&](const SearchLoop &other) {
             return mentions(loop.first, other.iterator) ||
                    (&other != &loop && mentions(loop.condition, other.iterator));
           });
  });
}

size_t countParts(const Stmt *root, llvm::function_ref<bool(const Stmt *)> wanted) {
  size_t count = 0;
  forEachPart(root, [&](const Stmt *part) { count += wanted(part); });
  return count;
}

bool isNumber(QualType type) {
  return type->isArithmeticType() && !type->isBooleanType() && !type->isAnyComplexType();
}

/// No reference, and nothing that others may change at any time: who has its address is seen by the
/// guard.
bool isOrdinary(const VarDecl *variable) {
  const QualType type = variable->getType();
  return isNumber(type) && !type.isVolatileQualified() && !type->isAtomicType();
}

/// Whether each value of type \p from is one of type \p to.
bool keepsValues(const ASTContext &ast, QualType from, QualType to) {
  from = from.getUnqualifiedType(), to = to.getUnqualifiedType();
  if (ast.hasSameType(from, to))
    return true;
  if (from->isRealFloatingType() && to->isRealFloatingType())
    return ast.getFloatingTypeOrder(to, from) > 0;
  return isInteger(from) && isInteger(to) && ast.getIntWidth(to) > ast.getIntWidth(from) &&
         (to->isSignedIntegerType() || from->isUnsignedIntegerType());
}

class SearchFinder {
public:
  SearchFinder(ASTContext &ast, DeclContext *owner) : Ast(ast), Owner(owner) {}

  std::optional<Search> searchOf(const ForStmt *loop) {
    Search search;
    if (!addLoops(loop, search) || !addAssignments(search) || !isAlone(loop, search))
      return std::nullopt;
    return search;
  }

private:
  ASTContext &Ast;
  DeclContext *Owner;
  std::set<const VarDecl *> Assigned;
  size_t Changes = 0; ///< Assignments and the like that belong to the form.

  bool addLoops(const ForStmt *loop, Search &search);
  bool addLoop(const ForStmt *loop, Search &search);
  bool addLocal(const Stmt *item, Search &search);
  bool addAssignments(Search &search);
  bool isExtremum(const Search &search, const Expr *held, const BinaryOperator *assignment) const;
  bool isValueAtPlace(const Search &search, const Expr *held) const;
  bool isKnownLater(const Search &search, const Expr *value) const;
  bool areOfTheIteration(const ForStmt *loop, const Search &search) const;
  bool isAlone(const ForStmt *loop, const Search &search) const;
};

} // namespace

bool SearchFinder::addLoop(const ForStmt *loop, Search &search) {
  const LoopHeader header = headerOf(loop);
  if (!frontend::isAlone(header) || !loop->getCond() || loop->getConditionVariable() ||
      !isInteger(header.iterator->getType()) || !isOrdinary(header.iterator))
    return false;
  const auto step = stepOf(Ast, header.iterator, header.step);
  if (!step || step->isZero())
    return false;
  const Expr *first = onlyFirstValue(loop, header);
  search.loops.push_back({header.iterator, step->isNegative(), first,
                          first && integerConstant(Ast, first), loop->getCond()});
  Changes += 1 + (loop->getInit() && !isa<DeclStmt>(loop->getInit()));
  return true;
}

/// Adds what \p item declares or assigns. No other one may have assigned that before.
bool SearchFinder::addLocal(const Stmt *item, Search &search) {
  constexpr size_t MostLocals = 8; // Their values are put in each other's place.
  if (search.locals.size() >= MostLocals)
    return false;
  const auto isNew = [&](const VarDecl *variable) {
    return isOrdinary(variable) && llvm::none_of(search.locals, [&](const SearchLocal &local) {
             return local.variable == variable;
           });
  };
  if (const BinaryOperator *assignment = plainAssignment(item)) {
    const VarDecl *variable = namedVariable(assignment->getLHS());
    ++Changes;
    search.locals.push_back({variable, assignment->getRHS(), false});
    return isOrdinary(variable) && llvm::count_if(search.locals, [&](const SearchLocal &local) {
                                     return local.variable == variable;
                                   }) == 1;
  }
  const auto *declared = dyn_cast<DeclStmt>(item);
  return declared && llvm::all_of(declared->decls(), [&](const Decl *decl) {
           const auto *variable = dyn_cast<VarDecl>(decl);
           if (!variable || !variable->hasLocalStorage() || !variable->getInit() ||
               !isNew(variable))
             return false;
           search.locals.push_back({variable, variable->getInit(), true});
           return true;
         });
}

/// The loops, with numbers that are computed in front of what is in them.
bool SearchFinder::addLoops(const ForStmt *loop, Search &search) {
  constexpr size_t MostLoops = 3;
  for (const Stmt *inside = loop; search.loops.size() < MostLoops;) {
    const auto *inner = dyn_cast<ForStmt>(inside);
    if (!inner || !addLoop(inner, search))
      return false;
    std::vector<const Stmt *> items = itemsOf(inner->getBody());
    if (items.empty())
      return false;
    inside = items.back();
    items.pop_back();
    if (!llvm::all_of(items, [&](const Stmt *item) { return addLocal(item, search); }))
      return false;
    if ((search.test = dyn_cast<IfStmt>(inside)))
      return true;
  }
  return false;
}

/// Whether \p assignment gives the variable \p held what it is compared with.
bool SearchFinder::isExtremum(const Search &search, const Expr *held,
                              const BinaryOperator *assignment) const {
  const VarDecl *variable = namedVariable(assignment->getLHS());
  const bool isLeft = held == search.comparison->getLHS();
  const Expr *value =
      (isLeft ? search.comparison->getRHS() : search.comparison->getLHS())->IgnoreParenImpCasts();
  return namedVariable(held->IgnoreParenImpCasts()) == variable &&
         (keepsValues(Ast, value->getType(), variable->getType()) ||
          isNumberOf(Ast, value, variable->getType())) &&
         keepsValues(Ast, variable->getType(), held->getType()) &&
         sameStructure(Ast, value, assignment->getRHS()->IgnoreParenImpCasts());
}

/// Whether \p held is what the value of the comparison was where the assigned places are.
bool SearchFinder::isValueAtPlace(const Search &search, const Expr *held) const {
  const bool isLeft = held == search.comparison->getLHS();
  const Expr *value = isLeft ? search.comparison->getRHS() : search.comparison->getLHS();
  Cloner::Originals copies;
  Cloner there(Ast, Owner, /*fresh=*/false, copies);
  for (const BinaryOperator *assignment : search.others) {
    const VarDecl *place = namedVariable(assignment->getLHS());
    const VarDecl *iterator = namedVariable(assignment->getRHS()->IgnoreParenImpCasts());
    if (iterator && keepsValues(Ast, iterator->getType(), place->getType()))
      there.setValue(iterator, readOf(Ast, const_cast<VarDecl *>(place), held->getExprLoc()));
  }
  for (const SearchLocal &local : search.locals)
    if (Expr *localValue = there.expr(local.value))
      there.setValue(local.variable, localValue);
  const Expr *atPlace = there.expr(value);
  return atPlace && isRectangular(search) && !mentionsLoops(search, held) &&
         isNumber(held->getType()) && sameStructure(Ast, atPlace, held);
}

bool SearchFinder::addAssignments(Search &search) {
  const IfStmt *test = search.test;
  if (test->getElse() || test->getInit() || test->getConditionVariable())
    return false;
  std::vector<const Expr *> sides;
  search.comparison = dyn_cast<BinaryOperator>(test->getCond()->IgnoreParens());
  if (search.comparison && search.comparison->isRelationalOp())
    sides = {search.comparison->getLHS(), search.comparison->getRHS()};
  for (const Stmt *item : itemsOf(test->getThen())) {
    const BinaryOperator *assignment = plainAssignment(item);
    if (!assignment || !isOrdinary(namedVariable(assignment->getLHS())))
      return false;
    ++Changes;
    Assigned.insert(namedVariable(assignment->getLHS()));
    const auto held = llvm::find_if(
        sides, [&](const Expr *side) { return isExtremum(search, side, assignment); });
    if (!search.extremum && held != sides.end()) {
      search.extremum = assignment;
      search.held = *held;
    } else {
      search.others.push_back(assignment);
    }
  }
  if (!search.extremum)
    for (const Expr *side : sides)
      if (isValueAtPlace(search, side))
        search.held = side;
  // Constants that a condition assigns need no order as they stand.
  return llvm::any_of(search.others, [&](const BinaryOperator *assignment) {
    return search.held || mentionsLoops(search, assignment->getRHS());
  });
}

/// Whether \p value can be computed behind the loops, of the values that iterators had.
bool SearchFinder::isKnownLater(const Search &search, const Expr *value) const {
  ValueUses uses;
  addUses(value, nullptr, uses);
  if (uses.memory || uses.pointers || uses.writes || uses.calls || !uses.reached.empty())
    return false;
  for (const VarDecl *variable : uses.read) {
    if (variable->getType()->isReferenceType())
      return false;
    const auto local = llvm::find_if(
        search.locals, [&](const SearchLocal &one) { return one.variable == variable; });
    if (local != search.locals.end() && !isKnownLater(search, local->value))
      return false;
  }
  return true;
}

/// Whether the locals of \p search have values of their iteration alone: none is read before it is
/// assigned.
bool SearchFinder::areOfTheIteration(const ForStmt *loop, const Search &search) const {
  const auto countMentions = [](const Stmt *root, const VarDecl *variable) {
    return countParts(root, [&](const Stmt *part) {
      const auto *ref = dyn_cast<DeclRefExpr>(part);
      return ref && ref->getDecl() == variable;
    });
  };
  for (size_t l = 0; l < search.locals.size(); ++l) {
    const SearchLocal &local = search.locals[l];
    if (Assigned.count(local.variable) || llvm::any_of(search.loops, [&](const SearchLoop &part) {
          return part.iterator == local.variable;
        }))
      return false;
    if (local.isDeclared)
      continue;
    // Its assignment, the test, and what is assigned behind it: not the heads of loops.
    size_t known = 1 + countMentions(search.test, local.variable);
    for (size_t later = l + 1; later < search.locals.size(); ++later)
      known += countMentions(search.locals[later].value, local.variable);
    if (known != countMentions(loop, local.variable))
      return false;
  }
  return true;
}

/// Whether the loops do nothing else, and nothing else in them uses what they assign.
bool SearchFinder::isAlone(const ForStmt *loop, const Search &search) const {
  const auto mentionsAssigned = [&](const Stmt *part) {
    const auto *ref = dyn_cast<DeclRefExpr>(part);
    return ref && Assigned.count(dyn_cast<VarDecl>(ref->getDecl()));
  };
  const size_t assignments = search.others.size() + (search.extremum ? 1 : 0);
  const bool usesOnly =
      countParts(loop, mentionsAssigned) ==
          (search.held ? countParts(search.held, mentionsAssigned) : 0) + assignments &&
      countParts(loop, changesSomething) == Changes;
  // Functions may read variables of the file.
  const bool isReadByCalls =
      anyPart(loop, [](const Stmt *part) { return isa<CallExpr>(part); }) &&
      (llvm::any_of(Assigned,
                    [](const VarDecl *variable) { return !variable->hasLocalStorage(); }) ||
       llvm::any_of(search.locals,
                    [](const SearchLocal &local) { return !local.variable->hasLocalStorage(); }));
  const bool assignsIterator = llvm::any_of(
      search.loops, [&](const SearchLoop &part) { return Assigned.count(part.iterator); });
  return usesOnly && !isReadByCalls && !assignsIterator && areOfTheIteration(loop, search) &&
         llvm::all_of(
             search.others,
             [&](const BinaryOperator *op) { return isKnownLater(search, op->getRHS()); }) &&
         (search.takesFirst() || search.loops.front().isInside(Ast));
}

std::optional<Search> searchOf(ASTContext &ast, DeclContext *owner, const ForStmt *loop) {
  return SearchFinder(ast, owner).searchOf(loop);
}

} // namespace gputile::frontend
