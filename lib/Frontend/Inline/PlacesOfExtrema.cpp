//===- PlacesOfExtrema.cpp - Where extrema stand ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/PlacesOfExtrema.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/UpdateParts.h"
#include "Frontend/Inline/Arithmetic.h"
#include "Frontend/Inline/LoopReplacer.h"
#include "Frontend/Inline/SearchFinder.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <limits>
#include <optional>
#include <set>

using namespace clang;

namespace gputile::frontend {
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
        if (auto search = searchOf(ast, owner, loop))
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
  Expr *compare(Expr *left, BinaryOperatorKind code, Expr *right) {
    return Text.binary(left, code, right, truthType(Ast));
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
    all = all ? Text.binary(all, BO_LAnd, runs, truthType(Ast)) : runs;
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
      condition =
          Text.binary(compare(iterator(l), BO_EQ, place(l)), BO_LAnd, condition, truthType(Ast));
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