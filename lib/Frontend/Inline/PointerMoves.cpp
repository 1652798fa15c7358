//===- PointerMoves.cpp - How a loop hands pointers on --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/PointerMoves.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/LoopHeader.h"

#include "clang/AST/ExprCXX.h"

#include <numeric>

using namespace clang;

namespace gputile::frontend {

/// `p`, `s.p`, `g->s.p`, `this->p`.
static bool isPath(const Expr *place) {
  bool arrow = false;
  while (const auto *member = dyn_cast<MemberExpr>(place->IgnoreParens())) {
    if (arrow || !isa<FieldDecl>(member->getMemberDecl()))
      return false;
    arrow = member->isArrow();
    place = arrow ? member->getBase()->IgnoreParenImpCasts() : member->getBase();
  }
  return namedVariable(place) || isa<CXXThisExpr>(place->IgnoreParens());
}

static bool isLocalInteger(const Expr *place) {
  const VarDecl *variable = namedVariable(place);
  return variable && variable->hasLocalStorage() && variable->getType()->isIntegerType() &&
         !variable->getType()->isBooleanType() && !variable->getType().isVolatileQualified();
}

static bool isMoved(const Expr *place, Moved kind) {
  const QualType type = place->getType();
  if (kind == Moved::Integers)
    return isLocalInteger(place);
  return place->isLValue() && !type.isVolatileQualified() &&
         (type->isPointerType() || holdsPointer(type)) && isPath(place);
}

std::optional<unsigned> MovedPointers::find(const Expr *place) const {
  place = place->IgnoreParens();
  if (!isMoved(place, Kind))
    return std::nullopt;
  llvm::FoldingSetNodeID id;
  place->Profile(id, Ast, /*Canonical=*/true);
  const auto known = Numbers.find(id);
  return known == Numbers.end() ? std::nullopt : std::optional(known->second);
}

std::optional<unsigned> MovedPointers::add(const Expr *place) {
  place = place->IgnoreParens();
  if (const auto known = find(place); known || !isMoved(place, Kind))
    return known;
  llvm::FoldingSetNodeID id;
  place->Profile(id, Ast, /*Canonical=*/true);
  Numbers[id] = size();
  Places.push_back(place);
  return size() - 1;
}

unsigned MovedPointers::addDifference(unsigned of, const Expr *value) {
  const auto [known, isNew] = Differences.try_emplace(of, size());
  if (isNew)
    Places.push_back(value);
  return known->second;
}

const Expr *minuend(const Expr *value) {
  const auto *difference = dyn_cast<BinaryOperator>(value->IgnoreParens());
  const Expr *constant = difference && difference->getOpcode() == BO_Sub
                             ? difference->getLHS()->IgnoreParens()
                             : nullptr;
  return constant && isa<IntegerLiteral>(constant) ? constant : nullptr;
}

/// The place from which \p value is read as it is; else null.
static const Expr *loadedPlace(const Expr *value) {
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

static bool isNumber(const ASTContext &ast, const Expr *expr, int64_t number) {
  const auto value = expr->getIntegerConstantExpr(ast);
  return value && *value == number;
}

/// The operand beside \p number in `x op number` and `number op x`; else null.
static const Expr *besideNumber(const ASTContext &ast, const BinaryOperator *op, int64_t number) {
  return isNumber(ast, op->getRHS(), number)   ? op->getLHS()
         : isNumber(ast, op->getLHS(), number) ? op->getRHS()
                                               : nullptr;
}

/// The place of k in `!k`, `k ^ 1`, `(k + 1) % 2` and `(k + 1) & 1`, each of which is 1 - k where k
/// is 0 or 1; null for other values.
static const Expr *toggledPlace(const ASTContext &ast, const Expr *value) {
  value = value->IgnoreParenImpCasts();
  if (const auto *negation = dyn_cast<UnaryOperator>(value);
      negation && negation->getOpcode() == UO_LNot)
    return negation->getSubExpr()->IgnoreParenImpCasts();
  const auto *op = dyn_cast<BinaryOperator>(value);
  if (!op)
    return nullptr;
  if (op->getOpcode() == BO_Xor) {
    const Expr *toggled = besideNumber(ast, op, 1);
    return toggled ? loadedPlace(toggled) : nullptr;
  }
  const bool keepsBit = (op->getOpcode() == BO_Rem && isNumber(ast, op->getRHS(), 2)) ||
                        (op->getOpcode() == BO_And && isNumber(ast, op->getRHS(), 1));
  const auto *sum = keepsBit ? dyn_cast<BinaryOperator>(op->getLHS()->IgnoreParens()) : nullptr;
  const Expr *next = sum && sum->getOpcode() == BO_Add ? besideNumber(ast, sum, 1) : nullptr;
  return next ? loadedPlace(next) : nullptr;
}

/// `k ^= 1`.
static bool togglesOperand(const ASTContext &ast, const BinaryOperator *assign) {
  return assign->getOpcode() == BO_XorAssign && isNumber(ast, assign->getRHS(), 1);
}

/// Whether \p value is a function of an integer that two times make the same integer.
static bool isTurned(const ASTContext &ast, const Expr *value) {
  return minuend(value) || toggledPlace(ast, value);
}

/// The block in `do { … } while (0)`; else null.
static const Stmt *onceExecuted(const ASTContext &ast, const Stmt *stmt) {
  const auto *loop = dyn_cast<DoStmt>(stmt);
  if (!loop)
    return nullptr;
  const auto again = loop->getCond()->getIntegerConstantExpr(ast);
  return again && again->isZero() && !findBreak(loop->getBody()) && !findContinue(loop->getBody())
             ? loop->getBody()
             : nullptr;
}

static bool isStdSwap(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && callee->getIdentifier() && callee->getName() == "swap" &&
         callee->isInStdNamespace() && call->getNumArgs() == 2;
}

/// The operands of `std::swap(a, b)` and `a.swap(b)`; nulls for all else.
static std::pair<const Expr *, const Expr *> swapped(const CallExpr *call) {
  if (isStdSwap(call))
    return {call->getArg(0), call->getArg(1)};
  const auto *ofObject = dyn_cast<CXXMemberCallExpr>(call);
  const auto *callee =
      ofObject ? dyn_cast<MemberExpr>(ofObject->getCallee()->IgnoreParens()) : nullptr;
  const CXXMethodDecl *method = ofObject ? ofObject->getMethodDecl() : nullptr;
  const bool swaps = callee && !callee->isArrow() && method && method->getIdentifier() &&
                     method->getName() == "swap" && call->getNumArgs() == 1 &&
                     holdsPointer(callee->getBase()->getType());
  return swaps ? std::pair(static_cast<const Expr *>(callee->getBase()), call->getArg(0))
               : std::pair<const Expr *, const Expr *>();
}

namespace {

/// Takes the body of a loop apart.
class MoveCollector {
public:
  MoveCollector(ASTContext &ast, Moved kind) : Ast(ast), Result{MovedPointers(ast, kind), {}} {}

  /// \param known whether all pointers are known that get values of others
  void collect(const Stmt *body, bool known);
  PointerMoves take() { return std::move(Result); }

private:
  ASTContext &Ast;
  PointerMoves Result;
  bool Known = false;

  using Move = std::pair<unsigned, unsigned>;

  void expression(const Expr *expr);
  void declared(const DeclStmt *stmt);
  std::optional<unsigned> number(const Expr *place) {
    return Known ? Result.pointers.find(place) : Result.pointers.add(place);
  }
  std::optional<Move> assignment(const Expr *target, const Expr *value);
  std::optional<Move> difference(const Expr *target, const Expr *value);
  std::optional<Move> toggle(const Expr *target, const Expr *integer);
  std::optional<Move> turn(const Expr *target, const Expr *value);
  bool movesValues(const Stmt *stmt) const;
  bool isKind(QualType type) const {
    return Result.pointers.Kind == Moved::Integers ? type->isIntegerType() : type->isPointerType();
  }
  void execute(const Stmt *item) { Result.steps.push_back({item, {}}); }
};

std::optional<MoveCollector::Move> MoveCollector::assignment(const Expr *target,
                                                             const Expr *value) {
  const Expr *from = isKind(target->getType()) ? loadedPlace(value) : nullptr;
  if (!from)
    return std::nullopt;
  const QualType to = target->getType().getUnqualifiedType(),
                 type = from->getType().getUnqualifiedType();
  if (Ast.getLangOpts().CPlusPlus ? !Ast.hasSameType(to, type) : !Ast.typesAreCompatible(to, type))
    return std::nullopt;
  const auto source = number(from), place = source ? number(target) : std::nullopt;
  return place ? std::optional(Move(*place, *source)) : std::nullopt;
}

/// `k = 1 - k`, or `next = 1 - k` before `k = next`: behind two iterations k is what it was.
std::optional<MoveCollector::Move> MoveCollector::difference(const Expr *target,
                                                             const Expr *value) {
  if (Result.pointers.Kind != Moved::Integers || !minuend(value) ||
      !Ast.hasSameType(target->getType().getUnqualifiedType(), value->getType()))
    return std::nullopt;
  const Expr *from = loadedPlace(cast<BinaryOperator>(value->IgnoreParens())->getRHS());
  const auto source = from ? number(from) : std::nullopt,
             place = source ? number(target) : std::nullopt;
  if (!place)
    return std::nullopt;
  const auto known = Result.pointers.differences().find(*source);
  if (known != Result.pointers.differences().end() &&
      !sameStructure(Ast, minuend(Result.pointers.at(known->second)), minuend(value)))
    return std::nullopt;
  return Move(*place, Result.pointers.addDifference(*source, value));
}

/// `1 - k` for \p integer k, which is to be 0 or 1.
std::optional<MoveCollector::Move> MoveCollector::toggle(const Expr *target, const Expr *integer) {
  const QualType type = target->getType().getUnqualifiedType();
  if (Result.pointers.Kind != Moved::Integers || !isLocalInteger(integer) ||
      Ast.isPromotableIntegerType(type) ||
      !Ast.hasSameType(type, integer->getType().getUnqualifiedType()))
    return std::nullopt;
  const SourceLocation loc = integer->getBeginLoc();
  Expr *one = IntegerLiteral::Create(Ast, llvm::APInt(Ast.getIntWidth(type), 1), type, loc);
  Expr *read = ImplicitCastExpr::Create(Ast, type, CK_LValueToRValue, const_cast<Expr *>(integer),
                                        nullptr, VK_PRValue, FPOptionsOverride());
  const auto moved =
      difference(target, BinaryOperator::Create(Ast, one, read, BO_Sub, type, VK_PRValue,
                                                OK_Ordinary, loc, FPOptionsOverride()));
  if (moved)
    Result.pointers.addBit(*number(integer));
  return moved;
}

std::optional<MoveCollector::Move> MoveCollector::turn(const Expr *target, const Expr *value) {
  const Expr *toggled = toggledPlace(Ast, value);
  return toggled ? toggle(target, toggled) : difference(target, value);
}

void MoveCollector::expression(const Expr *expr) {
  const auto *assign = dyn_cast<BinaryOperator>(expr->IgnoreParens());
  if (assign && assign->getOpcode() == BO_Assign) {
    if (const auto moved = assignment(assign->getLHS(), assign->getRHS()))
      return Result.steps.push_back({nullptr, {*moved}});
    if (const auto turned = turn(assign->getLHS(), assign->getRHS()))
      return Result.steps.push_back({nullptr, {*turned}});
  }
  if (assign && togglesOperand(Ast, assign))
    if (const auto turned = toggle(assign->getLHS(), assign->getLHS()->IgnoreParens()))
      return Result.steps.push_back({nullptr, {*turned}});
  const auto *call = dyn_cast<CallExpr>(expr->IgnoreParens());
  const auto [first, second] = call ? swapped(call) : std::pair<const Expr *, const Expr *>();
  if (first && Ast.hasSameType(first->getType(), second->getType())) {
    const auto a = number(first), b = a ? number(second) : std::nullopt;
    if (b)
      return Result.steps.push_back({nullptr, {{*a, *b}, {*b, *a}}});
  }
  execute(expr);
}

/// Variables that get the value of a pointer that others get too, or that get one later.
void MoveCollector::declared(const DeclStmt *stmt) {
  std::vector<PointerStep> moves;
  for (const Decl *decl : stmt->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!variable || !variable->hasLocalStorage())
      return execute(stmt);
    const Expr *mention = mentionOf(Ast, const_cast<VarDecl *>(variable), variable->getLocation());
    if (!variable->getInit()) {
      if (!Result.pointers.find(mention))
        return execute(stmt);
      continue;
    }
    const Expr *from = loadedPlace(variable->getInit());
    const bool isDifference = Result.pointers.Kind == Moved::Integers &&
                              Result.pointers.find(mention) && isTurned(Ast, variable->getInit());
    if (!isDifference && (!from || !Result.pointers.find(from) || !Result.pointers.add(mention)))
      return execute(stmt);
    const auto moved = isDifference ? turn(mention, variable->getInit())
                                    : assignment(mention, variable->getInit());
    if (!moved)
      return execute(stmt);
    moves.push_back({nullptr, {*moved}});
  }
  Result.steps.insert(Result.steps.end(), moves.begin(), moves.end());
}

} // namespace

/// Whether \p stmt, a block, gives a pointer or an integer the value of another one.
bool MoveCollector::movesValues(const Stmt *stmt) const {
  return anyPart(stmt, [&](const Stmt *part) {
    const auto *assign = dyn_cast<BinaryOperator>(part);
    const auto *call = dyn_cast<CallExpr>(part);
    return (call && swapped(call).first) || (assign && togglesOperand(Ast, assign)) ||
           (assign && assign->getOpcode() == BO_Assign && isKind(assign->getLHS()->getType()) &&
            (loadedPlace(assign->getRHS()) || isTurned(Ast, assign->getRHS())));
  });
}

void MoveCollector::collect(const Stmt *body, bool known) {
  Known = known;
  Result.steps.clear();
  std::vector<const Stmt *> pending{body};
  while (!pending.empty()) {
    const Stmt *stmt = pending.back();
    pending.pop_back();
    const Stmt *block = onceExecuted(Ast, stmt);
    block = block ? block : dyn_cast<CompoundStmt>(stmt);
    if (block && (stmt == body || movesValues(block))) {
      const auto items = itemsOf(block);
      pending.insert(pending.end(), items.rbegin(), items.rend());
    } else if (const auto *expr = dyn_cast<Expr>(stmt)) {
      for (const Expr *part : commaParts(expr))
        expression(part);
    } else if (const auto *declaration = dyn_cast<DeclStmt>(stmt)) {
      declared(declaration);
    } else if (!isa<NullStmt>(stmt)) {
      execute(stmt);
    }
  }
}

PointerMoves pointerMovesIn(ASTContext &ast, const Stmt *body, Moved kind) {
  MoveCollector collector(ast, kind);
  collector.collect(body, /*known=*/false);
  collector.collect(body, /*known=*/true);
  return collector.take();
}

static PointerValues unchanged(size_t count) {
  PointerValues values(count);
  std::iota(values.begin(), values.end(), 0U);
  return values;
}

bool PointerMoves::apply(const PointerStep &step, PointerValues &values) const {
  const PointerValues before = values;
  for (const auto &[target, source] : step.moves)
    values[target] = before[source];
  for (const auto &[integer, difference] : pointers.differences()) {
    if (values[integer] != integer && values[integer] != difference)
      return false;
    values[difference] = values[integer] == integer ? difference : integer;
  }
  return true;
}

PointerValues IterationTurns::after(size_t iterations) const {
  PointerValues values = unchanged(iteration.size());
  for (size_t k = 0; k < iterations; ++k) {
    const PointerValues before = values;
    for (size_t v = 0; v < values.size(); ++v)
      values[v] = before[iteration[v]];
  }
  return values;
}

/// By pointer: whether it is read before it gets a value.
static std::vector<bool> readFirst(const PointerMoves &moves) {
  std::vector<bool> read(moves.pointers.size()), written(moves.pointers.size());
  std::map<unsigned, unsigned> integers; // By difference.
  for (const auto &[integer, difference] : moves.pointers.differences())
    integers[difference] = integer;
  const auto reads = [&](unsigned pointer) {
    const auto integer = integers.find(pointer);
    pointer = integer == integers.end() ? pointer : integer->second;
    read[pointer] = read[pointer] || !written[pointer];
  };
  for (const PointerStep &step : moves.steps) {
    for (const auto &move : step.moves)
      reads(move.second);
    for (const auto &move : step.moves)
      written[move.first] = true;
    if (step.item)
      forEachPart(step.item, [&](const Stmt *part) {
        const auto *expr = dyn_cast<Expr>(part);
        if (const auto pointer = expr ? moves.pointers.find(expr) : std::nullopt)
          reads(*pointer);
      });
  }
  for (const auto &[difference, integer] : integers)
    read[difference] = read[integer];
  return read;
}

/// Whether those that are read get the values of those that are read, each one's once.
static bool handsOnAll(const IterationTurns &turns) {
  std::vector<unsigned> taken(turns.live.size());
  for (size_t v = 0; v < turns.live.size(); ++v) {
    const unsigned source = turns.iteration[v];
    if (turns.live[v] && (!turns.live[source] || ++taken[source] > 1))
      return false;
  }
  return true;
}

std::optional<IterationTurns> turnsOf(const PointerMoves &moves, size_t most) {
  IterationTurns turns{unchanged(moves.pointers.size()), readFirst(moves)};
  for (const PointerStep &step : moves.steps)
    if (!moves.apply(step, turns.iteration))
      return std::nullopt;
  if (!handsOnAll(turns))
    return std::nullopt;
  const auto stand = [&](const PointerValues &values) {
    for (unsigned v = 0; v < values.size(); ++v)
      if (turns.live[v] && values[v] != v)
        return false;
    return true;
  };
  while (!stand(turns.after(turns.count)))
    if (++turns.count > most)
      return std::nullopt;
  return turns.count > 1 ? std::optional(turns) : std::nullopt;
}

} // namespace gputile::frontend
