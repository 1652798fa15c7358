//===- PointerTurns.cpp - Pointers that exchange what they point to -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/PointerTurns.h"

#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/Places.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/LoopHeader.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/FoldingSet.h"

#include <set>

using namespace clang;

namespace gputile::frontend {

namespace {

/// Each turn is a copy of the loop's body.
constexpr size_t MostTurns = 4;

/// The pointers that a loop hands on, as lvalues, by number.
class Pointers {
public:
  explicit Pointers(const ASTContext &ast) : Ast(ast) {}

  /// The number of \p place, a variable or members of one, made if \p add; none where it is none.
  std::optional<unsigned> find(const Expr *place, bool add = false);
  const Expr *at(unsigned pointer) const { return Places[pointer]; }
  unsigned size() const { return static_cast<unsigned>(Places.size()); }

private:
  const ASTContext &Ast;
  std::vector<const Expr *> Places;
  std::map<llvm::FoldingSetNodeID, unsigned> Numbers;

  static bool isPath(const Expr *place);
};

/// `p`, `s.p`, `g->s.p`, `this->p`.
bool Pointers::isPath(const Expr *place) {
  bool arrow = false;
  while (const auto *member = dyn_cast<MemberExpr>(place->IgnoreParens())) {
    if (arrow || !isa<FieldDecl>(member->getMemberDecl()))
      return false;
    arrow = member->isArrow();
    place = arrow ? member->getBase()->IgnoreParenImpCasts() : member->getBase();
  }
  return namedVariable(place) || isa<CXXThisExpr>(place->IgnoreParens());
}

std::optional<unsigned> Pointers::find(const Expr *place, bool add) {
  place = place->IgnoreParens();
  if (!place->isLValue() || !place->getType()->isPointerType() ||
      place->getType().isVolatileQualified() || !isPath(place))
    return std::nullopt;
  llvm::FoldingSetNodeID id;
  place->Profile(id, Ast, /*Canonical=*/true);
  const auto known = Numbers.find(id);
  if (known != Numbers.end())
    return known->second;
  if (!add)
    return std::nullopt;
  Numbers[id] = size();
  Places.push_back(place);
  return size() - 1;
}

/// What a part of the body does: \p item is executed, or pointers get values of others.
struct Step {
  const Stmt *item = nullptr;
  std::vector<std::pair<unsigned, unsigned>> moves; ///< Target and source, all at once.
};

/// The place from which \p value is read as it is; else null.
const Expr *loadedPlace(const Expr *value) {
  while (value) {
    value = value->IgnoreParens();
    const auto *cast = dyn_cast<ImplicitCastExpr>(value);
    if (!cast)
      return nullptr;
    value = cast->getSubExpr();
    if (cast->getCastKind() == CK_LValueToRValue)
      return value;
    if (cast->getCastKind() != CK_NoOp && cast->getCastKind() != CK_BitCast)
      return nullptr;
  }
  return nullptr;
}

/// The block in `do { … } while (0)`; else null.
const Stmt *onceExecuted(const ASTContext &ast, const Stmt *stmt) {
  const auto *loop = dyn_cast<DoStmt>(stmt);
  if (!loop)
    return nullptr;
  const auto again = loop->getCond()->getIntegerConstantExpr(ast);
  return again && again->isZero() && !findBreak(loop->getBody()) && !findContinue(loop->getBody())
             ? loop->getBody()
             : nullptr;
}

bool isStdSwap(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && callee->getIdentifier() && callee->getName() == "swap" &&
         callee->isInStdNamespace() && call->getNumArgs() == 2;
}

/// The body of a loop as steps.
class Body {
public:
  Body(ASTContext &ast, const Stmt *body) : Places(ast), Ast(ast) {
    collect(body);
    Known = true;
    collect(body);
  }

  Pointers Places;
  std::vector<Step> Steps;

private:
  ASTContext &Ast;
  bool Known = false; ///< Whether all pointers are known that get values of others.

  void collect(const Stmt *stmt);
  bool handsOn(const Stmt *stmt);
  void expression(const Expr *expr);
  void declared(const DeclStmt *stmt);
  std::optional<std::pair<unsigned, unsigned>> move(const Expr *target, const Expr *value,
                                                    bool add);
};

std::optional<std::pair<unsigned, unsigned>> Body::move(const Expr *target, const Expr *value,
                                                        bool add) {
  const Expr *from = loadedPlace(value);
  if (!from || !target->getType()->isPointerType())
    return std::nullopt;
  const QualType to = target->getType().getUnqualifiedType(),
                 type = from->getType().getUnqualifiedType();
  if (Ast.getLangOpts().CPlusPlus ? !Ast.hasSameType(to, type) : !Ast.typesAreCompatible(to, type))
    return std::nullopt;
  const auto source = Places.find(from, add);
  const auto place = source ? Places.find(target, add) : std::nullopt;
  return place ? std::optional(std::pair(*place, *source)) : std::nullopt;
}

void Body::expression(const Expr *expr) {
  const auto *assign = dyn_cast<BinaryOperator>(expr->IgnoreParens());
  const auto *call = dyn_cast<CallExpr>(expr->IgnoreParens());
  if (assign && assign->getOpcode() == BO_Assign) {
    if (const auto moved = move(assign->getLHS(), assign->getRHS(), !Known))
      return Steps.push_back({nullptr, {*moved}});
  } else if (call && isStdSwap(call)) {
    const auto a = Places.find(call->getArg(0), !Known),
               b = a ? Places.find(call->getArg(1), !Known) : std::nullopt;
    if (b)
      return Steps.push_back({nullptr, {{*a, *b}, {*b, *a}}});
  }
  Steps.push_back({expr, {}});
}

/// A variable that gets the value of a pointer that others get too.
void Body::declared(const DeclStmt *stmt) {
  std::vector<Step> moves;
  for (const Decl *decl : stmt->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!variable || !variable->hasLocalStorage())
      return Steps.push_back({stmt, {}});
    const Expr *from = loadedPlace(variable->getInit());
    const auto source = from ? Places.find(from) : std::nullopt;
    auto *mention = DeclRefExpr::Create(Ast, NestedNameSpecifierLoc(), SourceLocation(),
                                        const_cast<VarDecl *>(variable), false,
                                        variable->getLocation(), variable->getType(), VK_LValue);
    if (variable->getInit() ? !source : !Places.find(mention))
      return Steps.push_back({stmt, {}});
    const auto moved = source ? move(mention, variable->getInit(), true) : std::nullopt;
    if (source && !moved)
      return Steps.push_back({stmt, {}});
    if (moved)
      moves.push_back({nullptr, {*moved}});
  }
  Steps.insert(Steps.end(), moves.begin(), moves.end());
}

/// Whether \p stmt, a block, gives a pointer the value of another one.
bool Body::handsOn(const Stmt *stmt) {
  return anyPart(stmt, [&](const Stmt *part) {
    const auto *assign = dyn_cast<BinaryOperator>(part);
    const auto *call = dyn_cast<CallExpr>(part);
    return (call && isStdSwap(call)) ||
           (assign && assign->getOpcode() == BO_Assign &&
            assign->getLHS()->getType()->isPointerType() && loadedPlace(assign->getRHS()));
  });
}

void Body::collect(const Stmt *body) {
  Steps.clear();
  std::vector<const Stmt *> pending{body};
  while (!pending.empty()) {
    const Stmt *stmt = pending.back();
    pending.pop_back();
    const Stmt *block = onceExecuted(Ast, stmt);
    block = block ? block : dyn_cast<CompoundStmt>(stmt);
    if (block && (stmt == body || handsOn(block))) {
      const auto items = itemsOf(block);
      pending.insert(pending.end(), items.rbegin(), items.rend());
    } else if (const auto *expr = dyn_cast<Expr>(stmt)) {
      for (const Expr *part : commaParts(expr))
        expression(part);
    } else if (const auto *declaration = dyn_cast<DeclStmt>(stmt)) {
      declared(declaration);
    } else if (!isa<NullStmt>(stmt)) {
      Steps.push_back({stmt, {}});
    }
  }
}

/// By pointer: the one whose value from some time before it has.
using PointerValues = std::vector<unsigned>;

PointerValues unchanged(size_t count) {
  PointerValues values(count);
  for (unsigned v = 0; v < count; ++v)
    values[v] = v;
  return values;
}

void apply(const Step &step, PointerValues &values) {
  const PointerValues before = values;
  for (const auto &[target, source] : step.moves)
    values[target] = before[source];
}

/// How the iterations of a loop change pointers.
struct Turns {
  PointerValues iteration; ///< What one iteration does.
  std::vector<bool> live;  ///< By pointer: an iteration reads the value from before it.
  size_t count = 1; ///< Number of iterations behind which those that are read stand as before.
};

/// The values from before the first of \p iterations.
PointerValues after(const Turns &turns, size_t iterations) {
  PointerValues values = unchanged(turns.iteration.size());
  for (size_t k = 0; k < iterations; ++k) {
    const PointerValues before = values;
    for (size_t v = 0; v < values.size(); ++v)
      values[v] = before[turns.iteration[v]];
  }
  return values;
}

std::vector<bool> readFirst(Body &body) {
  const unsigned count = body.Places.size();
  std::vector<bool> read(count), written(count);
  const auto reads = [&](unsigned pointer) { read[pointer] = read[pointer] || !written[pointer]; };
  for (const Step &step : body.Steps) {
    for (const auto &move : step.moves)
      reads(move.second);
    for (const auto &move : step.moves)
      written[move.first] = true;
    if (step.item)
      forEachPart(step.item, [&](const Stmt *part) {
        const auto *expr = dyn_cast<Expr>(part);
        if (const auto pointer = expr ? body.Places.find(expr) : std::nullopt)
          reads(*pointer);
      });
  }
  return read;
}

std::optional<Turns> turnsOf(Body &body) {
  const unsigned count = body.Places.size();
  Turns turns{unchanged(count), readFirst(body)};
  for (const Step &step : body.Steps)
    apply(step, turns.iteration);
  std::vector<bool> taken(count);
  for (unsigned v = 0; v < count; ++v) {
    if (!turns.live[v])
      continue;
    const unsigned source = turns.iteration[v];
    if (!turns.live[source] || taken[source])
      return std::nullopt;
    taken[source] = true;
  }
  const auto stands = [&](size_t iterations) {
    const PointerValues values = after(turns, iterations);
    for (unsigned v = 0; v < count; ++v)
      if (turns.live[v] && values[v] != v)
        return false;
    return true;
  };
  while (!stands(turns.count))
    if (++turns.count > MostTurns)
      return std::nullopt;
  return turns.count > 1 ? std::optional(turns) : std::nullopt;
}

/// Copies the body of a loop for one of the turns.
class TurnCloner : public Cloner {
public:
  TurnCloner(ASTContext &ast, DeclContext *owner, Body &body, Originals &originals)
      : Cloner(ast, owner, /*fresh=*/true, originals), TheBody(body) {}

  /// The copy of the body where pointers have \p values at its start; null where there is none.
  Stmt *copy(const Stmt *body, PointerValues values) {
    Now = std::move(values);
    std::vector<Stmt *> items;
    for (const Step &step : TheBody.Steps) {
      if (step.item && !append(step.item, items))
        return nullptr;
      apply(step, Now);
    }
    return Failed ? nullptr
                  : CompoundStmt::Create(Ast, items, FPOptionsOverride(), body->getBeginLoc(),
                                         body->getEndLoc());
  }

protected:
  bool isReplaced(const Stmt *stmt) const override {
    const auto *expr = dyn_cast<Expr>(stmt);
    return expr && TheBody.Places.find(expr);
  }

  Expr *replacement(const Expr *expr) override {
    const Expr *place = isa<ImplicitCastExpr>(expr) &&
                                cast<ImplicitCastExpr>(expr)->getCastKind() == CK_LValueToRValue
                            ? cast<ImplicitCastExpr>(expr)->getSubExpr()
                            : nullptr;
    if (const auto pointer = place ? TheBody.Places.find(place) : std::nullopt) {
      auto *source = const_cast<Expr *>(TheBody.Places.at(Now[*pointer]));
      return ImplicitCastExpr::Create(Ast, source->getType().getUnqualifiedType(),
                                      CK_LValueToRValue, source, nullptr, VK_PRValue,
                                      FPOptionsOverride());
    }
    Failed = Failed || TheBody.Places.find(expr); // Its address is taken, or it changes.
    return nullptr;
  }

private:
  Body &TheBody;
  PointerValues Now;
  bool Failed = false;
};

/// Whether \p condition, once it fails, fails for all later values of \p iterator.
bool isMonotone(const Expr *condition, const VarDecl *iterator, bool down) {
  const auto *op =
      dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  if (op && op->getOpcode() == BO_LAnd)
    return isMonotone(op->getLHS(), iterator, down) && isMonotone(op->getRHS(), iterator, down);
  if (!op || !op->isRelationalOp())
    return false;
  const bool left = namedVariable(op->getLHS()->IgnoreParenImpCasts()) == iterator;
  const Expr *value = left ? op->getLHS() : op->getRHS(),
             *bound = left ? op->getRHS() : op->getLHS();
  const BinaryOperatorKind code =
      left ? op->getOpcode() : BinaryOperator::reverseComparisonOp(op->getOpcode());
  return namedVariable(value->IgnoreParenImpCasts()) == iterator && !mentions(bound, iterator) &&
         (code == BO_LT || code == BO_LE) != down;
}

bool isJump(const Stmt *stmt) {
  return isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(stmt);
}

/// A loop whose iterations are to be taken together.
class TurningLoop {
public:
  TurningLoop(ASTContext &ast, const FunctionDecl *function, const ForStmt *loop,
              Cloner::Originals &copies)
      : Ast(ast), Owner(const_cast<FunctionDecl *>(function)), Loop(loop),
        TheBody(ast, loop->getBody()), Copies(copies) {}

  /// Appends what stands for the loop.
  /// \returns none where it stays as it is
  std::optional<PointerTurns> append(std::vector<Stmt *> &items);
  Pointers &places() { return TheBody.Places; }

private:
  ASTContext &Ast;
  DeclContext *Owner;
  const ForStmt *Loop;
  Body TheBody;
  Cloner::Originals &Copies;
  QualType Type; ///< Of the iterator.
  llvm::APSInt Step;

  bool takeHeader();
  Expr *literal(size_t turns) const;
  Expr *mentionOf(VarDecl *variable) const;
  Expr *valueOf(VarDecl *variable) const;
  Expr *valueAt(VarDecl *counter, size_t turn) const;
  Stmt *turn(VarDecl *counter, size_t number, const Turns &turns);
  PointerTurns behind(const Turns &turns) const;
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

Expr *TurningLoop::mentionOf(VarDecl *variable) const {
  return DeclRefExpr::Create(Ast, NestedNameSpecifierLoc(), SourceLocation(), variable, false,
                             Loop->getForLoc(), Type, VK_LValue);
}

Expr *TurningLoop::valueOf(VarDecl *variable) const {
  return ImplicitCastExpr::Create(Ast, Type, CK_LValueToRValue, mentionOf(variable), nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

/// The iterator in a turn. Users see it where the loop begins.
Expr *TurningLoop::valueAt(VarDecl *counter, size_t turn) const {
  const SourceLocation loc = Loop->getForLoc();
  if (turn == 0)
    return valueOf(counter);
  Expr *value = BinaryOperator::Create(Ast, valueOf(counter), literal(turn),
                                       Step.isNegative() ? BO_Sub : BO_Add, Type, VK_PRValue,
                                       OK_Ordinary, loc, FPOptionsOverride());
  return new (Ast) ParenExpr(loc, loc, value);
}

/// What the iteration does that is the \p number-th of those taken together.
Stmt *TurningLoop::turn(VarDecl *counter, size_t number, const Turns &turns) {
  const VarDecl *iterator = headerOf(Loop).iterator;
  TurnCloner cloner(Ast, Owner, TheBody, Copies);
  cloner.setValue(iterator, valueAt(counter, number));
  Stmt *body = cloner.copy(Loop->getBody(), after(turns, number));
  if (!body)
    return nullptr;
  Copies[body] = Loop->getBody();
  if (number == 0)
    return body;
  Expr *condition = cloner.expr(Loop->getCond());
  const SourceLocation loc = Loop->getForLoc();
  return condition ? IfStmt::Create(Ast, loc, IfStatementKind::Ordinary, nullptr, nullptr,
                                    condition, loc, loc, body)
                   : nullptr;
}

/// Variables of the body are gone there.
PointerTurns TurningLoop::behind(const Turns &turns) const {
  std::set<const Decl *> gone;
  forEachPart(Loop->getBody(), [&](const Stmt *part) {
    if (const auto *declared = dyn_cast<DeclStmt>(part))
      gone.insert(declared->decl_begin(), declared->decl_end());
  });
  PointerTurns result;
  for (size_t number = 0; number < turns.count; ++number) {
    const PointerValues values = after(turns, number == 0 ? turns.count : number);
    auto &differing = result.after.emplace_back();
    for (unsigned v = 0; v < values.size(); ++v)
      if (values[v] != v && !gone.count(namedVariable(TheBody.Places.at(v))))
        differing.push_back({TheBody.Places.at(v), TheBody.Places.at(values[v])});
  }
  return result;
}

std::optional<PointerTurns> TurningLoop::append(std::vector<Stmt *> &items) {
  const Stmt *body = Loop->getBody();
  const auto turns = turnsOf(TheBody);
  if (!turns || !takeHeader() || findBreak(body) || findContinue(body) || anyPart(body, isJump))
    return std::nullopt;
  const VarDecl *iterator = headerOf(Loop).iterator;
  const SourceLocation loc = Loop->getForLoc();
  auto *counter = VarDecl::Create(
      Ast, Owner, iterator->getBeginLoc(), iterator->getLocation(), iterator->getIdentifier(), Type,
      Ast.getTrivialTypeSourceInfo(Type, iterator->getLocation()), SC_None);
  const Expr *start = onlyFirstValue(Loop, headerOf(Loop));
  counter->setInit(start ? const_cast<Expr *>(start) : valueOf(const_cast<VarDecl *>(iterator)));
  std::vector<Stmt *> together;
  for (size_t number = 0; number < turns->count; ++number) {
    together.push_back(turn(counter, number, *turns));
    if (!together.back())
      return std::nullopt;
  }
  TurnCloner first(Ast, Owner, TheBody, Copies);
  first.setValue(iterator, valueAt(counter, 0));
  Expr *condition = first.expr(Loop->getCond());
  if (!condition)
    return std::nullopt;
  Expr *step = CompoundAssignOperator::Create(Ast, mentionOf(counter), literal(turns->count),
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

/// Tells whether the pointers of a loop change in a region as the loop hands them on, and not in
/// another way.
class OtherUses {
public:
  OtherUses(const ASTContext &ast, const MarkedRegion &region, const Stmt *statement,
            Pointers &pointers)
      : Ast(ast), Region(region), Facts(region.analyses->factsOf(region.function)),
        ThePointers(pointers) {
    Found = anyPart(statement, [&](const Stmt *part) { return moves(part) || mayRead(part); });
  }
  bool any() const { return Found; }

private:
  const ASTContext &Ast;
  const MarkedRegion &Region;
  const FunctionFacts &Facts;
  Pointers &ThePointers;
  bool Found;

  bool isExposed(const VarDecl *variable) const {
    return !variable->hasLocalStorage() || variable->getType()->isReferenceType() ||
           Facts.addressTaken.count(variable);
  }
  bool moves(const Stmt *part) const;
  bool mayRead(const Stmt *part) const;
  bool mayBe(const Expr *pointer, const Expr *place) const;
};

/// Where a path to a pointer begins.
const VarDecl *rootOf(const Expr *path) {
  while (const auto *member = dyn_cast<MemberExpr>(path->IgnoreParens()))
    path = member->getBase()->IgnoreParenImpCasts();
  return namedVariable(path);
}

/// A path leads elsewhere from here on.
bool OtherUses::moves(const Stmt *part) const {
  const auto *expr = dyn_cast<Expr>(part);
  const VarDecl *changed = expr ? assignedVariable(expr) : nullptr;
  for (unsigned p = 0; changed && p < ThePointers.size(); ++p)
    if (!namedVariable(ThePointers.at(p)) && rootOf(ThePointers.at(p)) == changed)
      return true;
  return false;
}

/// A pointer is read that may be one of them, under another name.
bool OtherUses::mayRead(const Stmt *part) const {
  const auto *call = dyn_cast<CallExpr>(part);
  const auto *load = dyn_cast<ImplicitCastExpr>(part);
  const Expr *place = call && !isStdSwap(call) ? call
                      : load && load->getCastKind() == CK_LValueToRValue
                          ? load->getSubExpr()->IgnoreParens()
                          : nullptr;
  if (!place || !place->getType()->isPointerType() || ThePointers.find(place))
    return false;
  for (unsigned p = 0; p < ThePointers.size(); ++p)
    if (mayBe(ThePointers.at(p), place))
      return true;
  return false;
}

bool OtherUses::mayBe(const Expr *pointer, const Expr *place) const {
  const VarDecl *a = namedVariable(pointer), *b = namedVariable(place);
  if ((a && !isExposed(a)) || (b && !isExposed(b)))
    return false;
  const bool apart =
      (a && b && !a->getType()->isReferenceType() && !b->getType()->isReferenceType()) ||
      (a && !a->getType()->isReferenceType() && isa<MemberExpr>(place)) ||
      (b && !b->getType()->isReferenceType() && isa<MemberExpr>(pointer));
  const auto *x = dyn_cast<MemberExpr>(pointer), *y = dyn_cast<MemberExpr>(place);
  return !apart && !(x && y && x->getMemberDecl() != y->getMemberDecl()) &&
         mayAlias(Ast, pointer->getType(), place->getType(), Region.strictAliasing);
}

const ForStmt *loopOf(const Stmt *stmt) {
  while (const auto *attributed = dyn_cast_or_null<AttributedStmt>(stmt))
    stmt = attributed->getSubStmt();
  return dyn_cast_or_null<ForStmt>(stmt);
}

bool mentionsAny(const Stmt *stmt, Pointers &pointers) {
  return anyPart(stmt, [&](const Stmt *part) {
    const auto *expr = dyn_cast<Expr>(part);
    return expr && pointers.find(expr);
  });
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
    if (turns && mentionsAny(item, turning->places()))
      return;
    const ForStmt *loop = turns ? nullptr : loopOf(item);
    if (loop)
      turning.emplace(ast, region.function, loop, copies);
    if (loop && !OtherUses(ast, region, inlined.statement, turning->places()).any())
      turns = turning->append(items);
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
