//===- PointerTurns.cpp - Pointers that exchange what they point to -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/PointerTurns.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/Inline/PointerMoves.h"
#include "Frontend/Inline/PointerNames.h"
#include "Frontend/LoopHeader.h"

#include <set>

using namespace clang;

namespace gputile::frontend {

namespace {

/// Each turn is a copy of the loop's body.
constexpr size_t MostTurns = 4;

/// Copies the body of a loop for one of the turns.
class TurnCloner : public Cloner {
public:
  TurnCloner(ASTContext &ast, DeclContext *owner, const PointerMoves &moves, Originals &originals)
      : Cloner(ast, owner, /*fresh=*/true, originals), Moves(moves) {}

  /// The copy of the body where pointers have \p values at its start; null where there is none.
  Stmt *copy(const Stmt *body, PointerValues values) {
    Now = std::move(values);
    std::vector<Stmt *> items;
    for (const PointerStep &step : Moves.steps) {
      if (step.item && !append(step.item, items))
        return nullptr;
      Failed = !Moves.apply(step, Now) || Failed;
    }
    return Failed ? nullptr
                  : CompoundStmt::Create(Ast, items, FPOptionsOverride(), body->getBeginLoc(),
                                         body->getEndLoc());
  }

protected:
  bool isReplaced(const Stmt *stmt) const override {
    const auto *expr = dyn_cast<Expr>(stmt);
    return expr && Moves.pointers.find(expr);
  }

  Expr *load(const Expr *place) override {
    const auto pointer = Moves.pointers.find(place);
    if (!pointer || holdsPointer(place->getType()))
      return Cloner::load(place);
    Expr *source = sourceOf(*pointer);
    if (source->isPRValue())
      return new (Ast) ParenExpr(source->getBeginLoc(), source->getEndLoc(), source);
    return ImplicitCastExpr::Create(Ast, source->getType().getUnqualifiedType(), CK_LValueToRValue,
                                    source, nullptr, VK_PRValue, FPOptionsOverride());
  }

  Expr *replacement(const Expr *expr) override {
    const auto pointer = Moves.pointers.find(expr);
    if (pointer && holdsPointer(expr->getType()))
      return sourceOf(*pointer);
    Failed = Failed || pointer; // Its address is taken, or it changes.
    return nullptr;
  }

private:
  const PointerMoves &Moves;
  PointerValues Now;
  bool Failed = false;

  Expr *sourceOf(unsigned pointer) const {
    return const_cast<Expr *>(Moves.pointers.at(Now[pointer]));
  }
};

/// Whether \p condition, once it fails, fails for all later values of \p iterator.
bool isMonotone(const Expr *condition, const VarDecl *iterator, bool down) {
  const auto *op =
      dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  if (op && op->getOpcode() == BO_LAnd)
    return isMonotone(op->getLHS(), iterator, down) && isMonotone(op->getRHS(), iterator, down);
  const auto comparison = comparisonOf(condition, iterator);
  return comparison && (comparison->code == BO_LT || comparison->code == BO_LE) != down;
}

bool mentionsAny(const Stmt *stmt, const MovedPointers &pointers) {
  return anyPart(stmt, [&](const Stmt *part) {
    const auto *expr = dyn_cast<Expr>(part);
    return expr && pointers.find(expr);
  });
}

/// A loop whose iterations are to be taken together.
class TurningLoop {
public:
  TurningLoop(ASTContext &ast, const FunctionDecl *function, const ForStmt *loop, Moved kind,
              Cloner::Originals &copies)
      : Ast(ast), Owner(const_cast<FunctionDecl *>(function)), Loop(loop),
        Moves(pointerMovesIn(ast, loop->getBody(), kind)), Copies(copies) {}

  /// Appends what stands for the loop.
  /// \returns none where it stays as it is
  std::optional<PointerTurns> append(std::vector<Stmt *> &items);
  const MovedPointers &pointers() const { return Moves.pointers; }

private:
  ASTContext &Ast;
  DeclContext *Owner;
  const ForStmt *Loop;
  PointerMoves Moves;
  Cloner::Originals &Copies;
  QualType Type; ///< Of the iterator.
  llvm::APSInt Step;

  bool takeHeader();
  Expr *literal(size_t turns) const;
  Expr *valueAt(VarDecl *counter, size_t turn) const;
  Expr *conditionAt(VarDecl *counter, size_t turn);
  Stmt *turn(VarDecl *counter, size_t number, const IterationTurns &turns);
  PointerTurns behind(const IterationTurns &turns) const;
};

bool TurningLoop::takeHeader() {
  const LoopHeader header = headerOf(Loop);
  const auto step = isAlone(header) ? stepOf(Ast, header.iterator, header.step) : std::nullopt;
  if (!step || !header.iterator->hasLocalStorage() || Loop->getConditionVariable())
    return false;
  Type = header.iterator->getType().getUnqualifiedType();
  Step = *step;
  const auto *isBuiltin = Type->getAs<BuiltinType>();
  return isBuiltin && isBuiltin->isInteger() && !Type->isBooleanType() &&
         !Ast.isPromotableIntegerType(Type) && !header.iterator->getType().isVolatileQualified() &&
         !Step.isZero() && Step.abs().getActiveBits() + MostTurns < Ast.getIntWidth(Type) &&
         isMonotone(Loop->getCond(), header.iterator, Step.isNegative());
}

/// How much the iterator changes in \p turns iterations.
Expr *TurningLoop::literal(size_t turns) const {
  const auto bits = static_cast<unsigned>(Ast.getIntWidth(Type));
  return IntegerLiteral::Create(Ast, Step.abs().trunc(bits) * llvm::APInt(bits, turns), Type,
                                Loop->getForLoc());
}

/// The iterator in a turn. Users see it where the loop begins.
Expr *TurningLoop::valueAt(VarDecl *counter, size_t turn) const {
  const SourceLocation loc = Loop->getForLoc();
  if (turn == 0)
    return readOf(Ast, counter, loc);
  Expr *value = BinaryOperator::Create(Ast, readOf(Ast, counter, loc), literal(turn),
                                       Step.isNegative() ? BO_Sub : BO_Add, Type, VK_PRValue,
                                       OK_Ordinary, loc, FPOptionsOverride());
  return new (Ast) ParenExpr(loc, loc, value);
}

/// Whether the loop goes on in a turn.
Expr *TurningLoop::conditionAt(VarDecl *counter, size_t turn) {
  Cloner cloner(Ast, Owner, /*fresh=*/false, Copies);
  cloner.setValue(headerOf(Loop).iterator, valueAt(counter, turn));
  return cloner.expr(Loop->getCond());
}

/// What the iteration does that is the \p number-th of those taken together.
Stmt *TurningLoop::turn(VarDecl *counter, size_t number, const IterationTurns &turns) {
  const VarDecl *iterator = headerOf(Loop).iterator;
  TurnCloner cloner(Ast, Owner, Moves, Copies);
  cloner.setValue(iterator, valueAt(counter, number));
  Stmt *body = cloner.copy(Loop->getBody(), turns.after(number));
  if (!body)
    return nullptr;
  Copies[body] = Loop->getBody();
  if (number == 0)
    return body;
  Expr *condition = conditionAt(counter, number);
  const SourceLocation loc = Loop->getForLoc();
  return condition ? IfStmt::Create(Ast, loc, IfStatementKind::Ordinary, nullptr, nullptr,
                                    condition, loc, loc, body)
                   : nullptr;
}

/// Variables of the body are gone there.
PointerTurns TurningLoop::behind(const IterationTurns &turns) const {
  std::set<const Decl *> gone;
  forEachPart(Loop->getBody(), [&](const Stmt *part) {
    if (const auto *declared = dyn_cast<DeclStmt>(part))
      gone.insert(declared->decl_begin(), declared->decl_end());
  });
  PointerTurns result;
  for (unsigned v = 0; v < turns.live.size(); ++v)
    if (turns.live[v] && turns.iteration[v] != v && Moves.pointers.at(v)->isLValue())
      result.pointers.push_back(Moves.pointers.at(v));
  for (const unsigned integer : Moves.pointers.bits())
    if (turns.live[integer])
      result.bits.push_back(Moves.pointers.at(integer));
  for (size_t number = 0; number < turns.count; ++number) {
    const PointerValues values = turns.after(number == 0 ? turns.count : number);
    auto &differing = result.after.emplace_back();
    for (unsigned v = 0; v < values.size(); ++v)
      if (values[v] != v && Moves.pointers.at(v)->isLValue() &&
          !gone.count(namedVariable(Moves.pointers.at(v))))
        differing.push_back({Moves.pointers.at(v), Moves.pointers.at(values[v])});
  }
  return result;
}

std::optional<PointerTurns> TurningLoop::append(std::vector<Stmt *> &items) {
  const Stmt *body = Loop->getBody();
  const auto turns = turnsOf(Moves, MostTurns);
  if (!turns || !takeHeader() || mayLeaveIteration(body))
    return std::nullopt;
  // What the head reads of the pointers would depend on the turn.
  for (const Stmt *part : {Loop->getInit(), static_cast<const Stmt *>(Loop->getCond())})
    if (part && mentionsAny(part, Moves.pointers))
      return std::nullopt;
  const VarDecl *iterator = headerOf(Loop).iterator;
  const SourceLocation loc = Loop->getForLoc();
  auto *counter = VarDecl::Create(
      Ast, Owner, iterator->getBeginLoc(), iterator->getLocation(), iterator->getIdentifier(), Type,
      Ast.getTrivialTypeSourceInfo(Type, iterator->getLocation()), SC_None);
  const Expr *start = onlyFirstValue(Loop, headerOf(Loop));
  counter->setInit(start ? const_cast<Expr *>(start)
                         : readOf(Ast, const_cast<VarDecl *>(iterator), loc));
  std::vector<Stmt *> together;
  for (size_t number = 0; number < turns->count; ++number) {
    together.push_back(turn(counter, number, *turns));
    if (!together.back())
      return std::nullopt;
  }
  Expr *condition = conditionAt(counter, 0);
  if (!condition)
    return std::nullopt;
  Expr *step =
      CompoundAssignOperator::Create(Ast, mentionOf(Ast, counter, loc), literal(turns->count),
                                     Step.isNegative() ? BO_SubAssign : BO_AddAssign, Type,
                                     Ast.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue,
                                     OK_Ordinary, loc, FPOptionsOverride(), Type, Type);
  auto *declared = new (Ast) DeclStmt(DeclGroupRef(counter), loc, loc);
  Stmt *all = CompoundStmt::Create(Ast, together, FPOptionsOverride(), body->getBeginLoc(),
                                   body->getEndLoc());
  auto *loop = new (Ast) ForStmt(Ast, declared, condition, nullptr, step, all, loc,
                                 Loop->getLParenLoc(), Loop->getRParenLoc());
  auto *counting = new (Ast)
      ForStmt(Ast, const_cast<Stmt *>(Loop->getInit()), const_cast<Expr *>(Loop->getCond()),
              nullptr, const_cast<Expr *>(Loop->getInc()), new (Ast) NullStmt(loc), loc,
              Loop->getLParenLoc(), Loop->getRParenLoc());
  Copies[all] = body;
  Copies[loop] = Copies[counting] = Loop;
  items.insert(items.end(), {loop, counting});
  PointerTurns result = behind(*turns);
  result.counting = counting;
  return result;
}

/// Whether nothing else than their names reaches \p integers, and none counts \p loop.
bool areOwn(const MarkedRegion &region, const ForStmt &loop, const MovedPointers &integers) {
  const FunctionFacts &facts = region.analyses->factsOf(region.function);
  const VarDecl *iterator = headerOf(&loop).iterator;
  for (unsigned p = 0; p < integers.size(); ++p)
    if (const VarDecl *variable = namedVariable(integers.at(p));
        variable && (variable == iterator || facts.addressTaken.count(variable)))
      return false;
  return true;
}

const ForStmt *loopOf(const Stmt *stmt) {
  while (const auto *attributed = dyn_cast_or_null<AttributedStmt>(stmt))
    stmt = attributed->getSubStmt();
  return dyn_cast_or_null<ForStmt>(stmt);
}

} // namespace

void takePointerTurnsApart(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  if (!region.function || !region.analyses)
    return;
  Cloner::Originals copies;
  std::vector<Stmt *> items;
  std::optional<TurningLoop> turning;
  std::optional<PointerTurns> turns;
  for (const Stmt *item : itemsOf(inlined.statement)) {
    // Behind the loop it stands for another one.
    if (turns && mentionsAny(item, turning->pointers()))
      return;
    const ForStmt *loop = turns ? nullptr : loopOf(item);
    for (const Moved kind : {Moved::Pointers, Moved::Integers}) {
      if (!loop || turns)
        break;
      turning.emplace(ast, region.function, loop, kind, copies);
      const MovedPointers &moved = turning->pointers();
      const auto apart = moved.size() == 0 ? std::nullopt
                         : kind == Moved::Pointers
                             ? mustBeApart(ast, region, inlined.statement, moved)
                         : areOwn(region, *loop, moved)
                             ? std::optional<std::vector<PointerTurns::Value>>(std::in_place)
                             : std::nullopt;
      if (apart && (turns = turning->append(items)))
        turns->apart = *apart;
    }
    if (!turns || !loop)
      items.push_back(const_cast<Stmt *>(item));
  }
  if (!turns)
    return;
  Stmt *copy =
      CompoundStmt::Create(ast, items, FPOptionsOverride(), inlined.statement->getBeginLoc(),
                           inlined.statement->getEndLoc());
  copies[copy] = inlined.statement;
  inlined.replace(copy, copies);
  inlined.turns = std::move(turns);
}

} // namespace gputile::frontend
