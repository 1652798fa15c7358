//===- PlacesOfExtrema.cpp - Where extrema stand ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/PlacesOfExtrema.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/UpdateParts.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/Inline/Arithmetic.h"
#include "Frontend/Inline/CallEffects.h"
#include "Frontend/Inline/LoopReplacer.h"
#include "Frontend/LoopHeader.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>

using namespace clang;

namespace gputile::frontend {
namespace {

/// One of the loops of a search.
struct SearchLoop {
  const VarDecl *iterator;
  bool down;
  const Expr *first; ///< Null where the iterator has its value from before the loop.
  bool startsAtConstant;
  const Expr *condition;

  /// Whether the iterator is above the least number, or below the greatest one, where its values
  /// end. Numbers of 64 bits may not be.
  bool isInside(const ASTContext &ast) const {
    return ast.getIntWidth(iterator->getType()) < 64 ||
           (!down && (startsAtConstant || iterator->getType()->isUnsignedIntegerType()));
  }
};

/// A number that each iteration computes in front of what is in the loop.
struct SearchLocal {
  const VarDecl *variable;
  const Expr *value;
  bool isDeclared; ///< In the loop, not assigned.
};

/// Loops in each other around `if (e > m) { m = e; at = i; }`, around `if (e > m) at = i;` where m
/// is what e was at that place, or around `if (c) at = i;`.
struct Search {
  std::vector<SearchLoop> loops; ///< The outermost first.
  std::vector<SearchLocal> locals;
  const IfStmt *test;
  const BinaryOperator *comparison = nullptr; ///< Of m and e.
  const Expr *held = nullptr;                 ///< m; null where there is no extremum.
  const BinaryOperator *extremum = nullptr;   ///< `m = e`
  std::vector<const BinaryOperator *> others; ///< `at = i` and the like, in order.

  bool heldIsLeft() const { return held == comparison->getLHS(); }
  const Expr *value() const { return heldIsLeft() ? comparison->getRHS() : comparison->getLHS(); }
  /// Whether the first place of those that fit is taken, not the last.
  bool takesFirst() const {
    return held && (comparison->getOpcode() == BO_LT || comparison->getOpcode() == BO_GT);
  }
  /// Whether that is where the loop's iterator is least.
  bool takesLeast(const SearchLoop &loop) const { return takesFirst() != loop.down; }
};

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

//===-- Which loops -----------------------------------------------------------===//

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

//===-- The copy --------------------------------------------------------------===//

namespace {

/// Copies the loops of a search, with something else in the place of the test.
class LoopsCopy : public Cloner {
public:
  using Make = std::function<Stmt *(LoopsCopy &)>;
  LoopsCopy(ASTContext &ast, DeclContext *owner, Originals &originals, const IfStmt *test,
            Make make)
      : Cloner(ast, owner, /*fresh=*/true, originals), Copies(originals), Test(test),
        Made(std::move(make)) {}

protected:
  bool append(const Stmt *item, std::vector<Stmt *> &items) override {
    if (item != Test)
      return Cloner::append(item, items);
    Stmt *made = Made(*this);
    if (made)
      Copies.emplace(made, Test);
    items.push_back(made);
    return made;
  }

private:
  Originals &Copies;
  const IfStmt *Test;
  Make Made;
};

/// Copies a region with several loops in the place of those of searches.
class Searches : public LoopReplacer<Search> {
public:
  Searches(ASTContext &ast, DeclContext *owner, const Stmt *region, Originals &originals,
           std::set<const Expr *> &exact)
      : LoopReplacer(ast, owner, /*fresh=*/false, originals), Copies(originals), Text(ast, exact) {
    forEachPart(region, [&](const Stmt *part) {
      if (const auto *loop = dyn_cast<ForStmt>(part))
        if (auto search = SearchFinder(ast, owner).searchOf(loop))
          Found.emplace(loop, std::move(*search));
    });
  }

protected:
  Stmt *loopCopy(const ForStmt *loop, Search &search) override;

private:
  Originals &Copies;
  Arithmetic Text;

  /// Variables of the copy.
  struct Variables {
    VarDecl *held = nullptr;       ///< m, where the program has no variable for it.
    VarDecl *before = nullptr;     ///< m in front of the loops; null where that does not matter.
    std::vector<VarDecl *> places; ///< By loop.
  };

  Stmt *extremumLoops(const ForStmt *loop, const Search &search, const Variables &variables);
  Stmt *placeLoops(const ForStmt *loop, const Search &search, const Variables &variables);
  Stmt *ending(const Search &search, const Variables &variables);
  Expr *isTaken(const Search &search, const Variables &variables);
  Expr *heldIn(Cloner &copy, const Search &search, const Variables &variables);
  Expr *runsOnce(const Search &search);
  VarDecl *newHeld(const Search &search, const VarDecl *like, std::vector<Stmt *> &items);

  /// m compared with \p value, in their order.
  Expr *compareHeld(const Search &search, Expr *held, BinaryOperatorKind code, Expr *value) {
    if (!held || !value)
      return nullptr;
    return search.heldIsLeft() ? compare(held, code, value) : compare(value, code, held);
  }
  VarDecl *newNumber(const VarDecl *like, QualType type, Expr *init, std::vector<Stmt *> &items) {
    VarDecl *variable = newVariable(like, type.getUnqualifiedType());
    variable->setInit(init);
    items.push_back(declaration(variable));
    return variable;
  }
  QualType truth() const { return Ast.getLangOpts().CPlusPlus ? Ast.BoolTy : Ast.IntTy; }
  Expr *compare(Expr *left, BinaryOperatorKind code, Expr *right) {
    return Text.binary(left, code, right, truth());
  }
  Stmt *assign(VarDecl *variable, Expr *value, SourceLocation loc) {
    return BinaryOperator::Create(Ast, mention(variable, loc), value, BO_Assign,
                                  variable->getType(),
                                  Ast.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary,
                                  loc, FPOptionsOverride());
  }
  Stmt *onlyIf(Expr *condition, Stmt *then, SourceLocation loc) {
    return IfStmt::Create(Ast, loc, IfStatementKind::Ordinary, nullptr, nullptr, condition, loc,
                          loc, then);
  }
  /// The number that no place of a search is beyond.
  Expr *limit(bool least, SourceLocation loc) {
    Expr *most = Text.number(std::numeric_limits<int64_t>::max(), Ast.LongLongTy, loc);
    return least ? most
                 : Text.binary(Text.binary(Text.number(0, Ast.LongLongTy, loc), BO_Sub, most,
                                           Ast.LongLongTy),
                               BO_Sub, Text.number(1, Ast.LongLongTy, loc), Ast.LongLongTy);
  }
};

} // namespace

/// Whether the loops have an iteration.
Expr *Searches::runsOnce(const Search &search) {
  Expr *all = nullptr;
  for (const SearchLoop &loop : search.loops) {
    Cloner start(Ast, Owner, /*fresh=*/false, Copies);
    start.setValue(loop.iterator,
                   new (Ast) ParenExpr(loop.first->getBeginLoc(), loop.first->getEndLoc(),
                                       const_cast<Expr *>(loop.first)));
    Expr *runs = start.expr(loop.condition);
    if (!runs)
      return nullptr;
    all = all ? Text.binary(all, BO_LAnd, runs, truth()) : runs;
  }
  return all;
}

/// A variable for m, which is read where the program reads it: in loops that run.
VarDecl *Searches::newHeld(const Search &search, const VarDecl *like, std::vector<Stmt *> &items) {
  const SourceLocation loc = search.test->getIfLoc();
  const QualType type = search.held->getType().getUnqualifiedType();
  Expr *zero = Text.number(0, Ast.IntTy, loc);
  if (!Ast.hasSameType(type, Ast.IntTy))
    zero = ImplicitCastExpr::Create(
        Ast, type, type->isRealFloatingType() ? CK_IntegralToFloating : CK_IntegralCast, zero,
        nullptr, VK_PRValue, FPOptionsOverride());
  VarDecl *held = newNumber(like, type, zero, items);
  Cloner here(Ast, Owner, /*fresh=*/false, Copies);
  Expr *runs = runsOnce(search), *value = here.expr(search.held);
  items.push_back(runs && value ? onlyIf(runs, assign(held, value, loc), loc) : nullptr);
  return held;
}

/// Reads m.
Expr *Searches::heldIn(Cloner &copy, const Search &search, const Variables &variables) {
  return variables.held ? readOf(Ast, variables.held, search.test->getIfLoc())
                        : copy.expr(search.held);
}

/// The loops with `if (e > m) m = e;`.
Stmt *Searches::extremumLoops(const ForStmt *loop, const Search &search,
                              const Variables &variables) {
  const SourceLocation loc = search.test->getIfLoc();
  LoopsCopy copy(Ast, Owner, Copies, search.test, [&](LoopsCopy &inside) -> Stmt * {
    Expr *condition = compareHeld(search, heldIn(inside, search, variables),
                                  search.comparison->getOpcode(), inside.expr(search.value()));
    Stmt *update = nullptr;
    if (variables.held)
      update = assign(variables.held, inside.expr(search.value()), loc);
    else if ((update = inside.stmt(search.extremum)))
      Copies.emplace(update, search.extremum);
    return condition && update ? onlyIf(condition, update, loc) : nullptr;
  });
  return copy.stmt(loop);
}

/// The loops that find the last of the places, where those before it are known.
Stmt *Searches::placeLoops(const ForStmt *loop, const Search &search, const Variables &variables) {
  const SourceLocation loc = search.test->getIfLoc();
  const size_t last = variables.places.size() - 1;
  LoopsCopy copy(Ast, Owner, Copies, search.test, [&](LoopsCopy &inside) -> Stmt * {
    const auto iterator = [&](size_t l) {
      auto *variable = const_cast<VarDecl *>(search.loops[l].iterator);
      return Text.converted(inside.expr(readOf(Ast, variable, loc)), Ast.LongLongTy, false);
    };
    const auto place = [&](size_t l) { return readOf(Ast, variables.places[l], loc); };
    Expr *condition = search.held ? compareHeld(search, heldIn(inside, search, variables), BO_EQ,
                                                inside.expr(search.value()))
                                  : inside.expr(search.test->getCond());
    if (!condition)
      return nullptr;
    for (size_t l = last; l-- > 0;)
      condition = Text.binary(compare(iterator(l), BO_EQ, place(l)), BO_LAnd, condition, truth());
    Expr *isBetter =
        compare(iterator(last), search.takesLeast(search.loops[last]) ? BO_LT : BO_GT, place(last));
    Expr *better = new (Ast) ConditionalOperator(isBetter, loc, iterator(last), loc, place(last),
                                                 Ast.LongLongTy, VK_PRValue, OK_Ordinary);
    return onlyIf(condition, assign(variables.places[last], better, loc), loc);
  });
  return copy.stmt(loop);
}

/// Whether the test was true once.
Expr *Searches::isTaken(const Search &search, const Variables &variables) {
  const SourceLocation loc = search.test->getIfLoc();
  if (!variables.before) {
    const bool least = search.takesLeast(search.loops.front());
    return compare(readOf(Ast, variables.places.front(), loc), least ? BO_LT : BO_GT,
                   limit(least, loc));
  }
  Cloner now(Ast, Owner, /*fresh=*/false, Copies), earlier(Ast, Owner, /*fresh=*/false, Copies);
  Expr *older = nullptr;
  if (variables.held) {
    older = readOf(Ast, variables.before, loc);
  } else {
    earlier.rename(namedVariable(search.extremum->getLHS()), variables.before);
    older = earlier.expr(search.held);
  }
  return compareHeld(search, older, search.comparison->getOpcode(), heldIn(now, search, variables));
}

/// `if (m > before) at = place;`
Stmt *Searches::ending(const Search &search, const Variables &variables) {
  Cloner behind(Ast, Owner, /*fresh=*/false, Copies);
  const SourceLocation loc = search.test->getIfLoc();
  for (size_t l = 0; l < search.loops.size(); ++l) {
    const VarDecl *iterator = search.loops[l].iterator;
    behind.setValue(iterator, Text.converted(readOf(Ast, variables.places[l], loc),
                                             iterator->getType().getUnqualifiedType(), false));
  }
  for (const SearchLocal &local : search.locals)
    if (Expr *value = behind.expr(local.value))
      behind.setValue(local.variable, new (Ast) ParenExpr(loc, loc, value));
  std::vector<Stmt *> assignments;
  for (const BinaryOperator *assignment : search.others) {
    assignments.push_back(behind.stmt(assignment));
    if (!assignments.back())
      return nullptr;
    Copies.emplace(assignments.back(), assignment);
  }
  Expr *condition = isTaken(search, variables);
  return condition
             ? onlyIf(condition,
                      CompoundStmt::Create(Ast, assignments, FPOptionsOverride(), loc, loc), loc)
             : nullptr;
}

Stmt *Searches::loopCopy(const ForStmt *loop, Search &search) {
  const SourceLocation loc = search.test->getIfLoc();
  std::vector<Stmt *> items;
  Variables variables;
  const VarDecl *like =
      namedVariable((search.extremum ? search.extremum : search.others.front())->getLHS());
  if (search.held && !search.extremum)
    variables.held = newHeld(search, like, items);
  // Equal values are not taken, and so not those that are equal to the first one.
  if (search.takesFirst()) {
    auto *held = variables.held ? variables.held : const_cast<VarDecl *>(like);
    variables.before = newNumber(like, held->getType(), readOf(Ast, held, loc), items);
  }
  if (search.held)
    items.push_back(extremumLoops(loop, search, variables));
  for (const SearchLoop &part : search.loops) {
    variables.places.push_back(
        newNumber(part.iterator, Ast.LongLongTy, limit(search.takesLeast(part), loc), items));
    items.push_back(placeLoops(loop, search, variables));
  }
  items.push_back(ending(search, variables));
  if (llvm::is_contained(items, nullptr))
    return nullptr;
  Stmt *copy =
      CompoundStmt::Create(Ast, items, FPOptionsOverride(), loop->getBeginLoc(), loop->getEndLoc());
  Copies.emplace(copy, loop);
  return copy;
}

std::vector<const ForStmt *> findPlacesAfterwards(ASTContext &ast, const MarkedRegion &region,
                                                  InlinedRegion &inlined) {
  if (!region.function)
    return {};
  Cloner::Originals copies;
  Searches searches(ast, const_cast<FunctionDecl *>(region.function), inlined.statement, copies,
                    inlined.exact);
  return searches.replaceIn(inlined, copies);
}

} // namespace gputile::frontend
