//===- CarriedValues.cpp - Values of the iteration before -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/CarriedValues.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/LoopSteps.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/Slice.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/Inline/Arithmetic.h"
#include "Frontend/Inline/LoopReplacer.h"
#include "Frontend/LoopHeader.h"
#include "Frontend/RegionFacts.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

using namespace clang;

namespace gputile::frontend {
namespace {

/// The variables that an expression reads, and the arrays and pointers through which it reads
/// memory.
struct Reads {
  std::set<const VarDecl *> numbers, memory;

  /// False where \p stmt may do anything else.
  bool add(const Stmt *stmt) {
    const auto *expr = dyn_cast_or_null<Expr>(stmt);
    if (!expr)
      return false;
    if (const VarDecl *variable = loadedVariable(expr))
      return addNumber(variable);
    if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
        cast && cast->getCastKind() == CK_LValueToRValue)
      return addElement(cast->getSubExpr());
    if (const auto *op = dyn_cast<UnaryOperator>(expr);
        op && (op->isIncrementDecrementOp() || op->getOpcode() == UO_Deref ||
               op->getOpcode() == UO_AddrOf))
      return false;
    if (const auto *op = dyn_cast<BinaryOperator>(expr);
        op && (op->isAssignmentOp() || op->isCommaOp()))
      return false;
    return isa<IntegerLiteral, FloatingLiteral, ImplicitCastExpr, CStyleCastExpr, CXXStaticCastExpr,
               CXXFunctionalCastExpr, ParenExpr, UnaryOperator, BinaryOperator,
               ConditionalOperator>(expr) &&
           llvm::all_of(expr->children(), [&](const Stmt *child) { return add(child); });
  }

private:
  bool addNumber(const VarDecl *variable) {
    numbers.insert(variable);
    return variable->getType()->isArithmeticType() && !variable->getType().isVolatileQualified();
  }
  bool addElement(const Expr *place) {
    const VarDecl *base = baseVariable(place);
    if (!base || place->getType().isVolatileQualified())
      return false;
    memory.insert(base);
    for (const auto *element = dyn_cast<ArraySubscriptExpr>(place->IgnoreParens()); element;
         element = dyn_cast<ArraySubscriptExpr>(element->getBase()->IgnoreParenImpCasts()))
      if (!add(element->getIdx()))
        return false;
    return true;
  }
};

/// What a variable has from where it is assigned, in each iteration: once, and in no condition.
struct Definition {
  const Expr *value;
  Reads reads;
  size_t position;                  ///< Of the statement in the body of the loop.
  const BinaryOperator *assignment; ///< Null where it is declared in the body.
  bool carried = false;             ///< An iteration reads what the one before assigned.
  /// In the copy: its value in front of the loop, once that is needed.
  VarDecl *before = nullptr;
};

/// A loop that reads what its iteration before assigned.
struct CarryingLoop {
  const VarDecl *iterator;
  const Expr *first;
  const BinaryOperator *condition;
  llvm::APSInt step;
  std::vector<const Stmt *> items;
  std::map<const VarDecl *, Definition> defined;
};

//===-- Which loops -----------------------------------------------------------===//

class CarryFinder {
public:
  CarryFinder(ASTContext &ast, const Stmt *region) : Ast(ast), Region(collectRegionFacts(region)) {}

  std::optional<CarryingLoop> carryingLoop(const ForStmt *loop);

private:
  ASTContext &Ast;
  const RegionFacts Region;
  std::set<const VarDecl *> Modified, Written,
      Declared; ///< In the loop: numbers, memory behind, all.
  bool HasCalls = false;

  bool addChanges(const ForStmt *loop);
  bool hasForm(const ForStmt *loop, CarryingLoop &found) const;
  void addDefinitions(const ForStmt *loop, CarryingLoop &found) const;
  bool isChanged(const VarDecl *variable) const {
    return Modified.count(variable) || Declared.count(variable);
  }
  bool isFixed(const Expr *expr) const;
  bool isKnown(const Reads &reads, const CarryingLoop &found) const;
  bool isApart(const VarDecl *base) const;
  bool onlyLoads(const ForStmt *loop, const VarDecl *variable) const;
  bool isCarried(const CarryingLoop &found, const VarDecl *variable) const;
};

/// Whether the value of \p variable depends on the one before.
bool dependsOnItself(const CarryingLoop &loop, const VarDecl *variable) {
  std::set<const VarDecl *> seen;
  std::vector<const VarDecl *> pending{variable};
  while (!pending.empty()) {
    const auto definition = loop.defined.find(pending.back());
    pending.pop_back();
    if (definition == loop.defined.end())
      continue;
    for (const VarDecl *read : definition->second.reads.numbers) {
      if (read == variable)
        return true;
      if (seen.insert(read).second)
        pending.push_back(read);
    }
  }
  return false;
}

} // namespace

/// Collects what \p loop changes and declares. False where that is not known.
bool CarryFinder::addChanges(const ForStmt *loop) {
  bool isKnown = true;
  forEachPart(loop, [&](const Stmt *part) {
    const Expr *place = nullptr;
    if (const auto *op = dyn_cast<BinaryOperator>(part); op && op->isAssignmentOp())
      place = op->getLHS();
    if (const auto *op = dyn_cast<UnaryOperator>(part); op && op->isIncrementDecrementOp())
      place = op->getSubExpr();
    if (const auto *declared = dyn_cast<DeclStmt>(part))
      for (const Decl *decl : declared->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl))
          Declared.insert(variable);
    if (place && namedVariable(place))
      Modified.insert(namedVariable(place));
    else if (const VarDecl *base = place ? baseVariable(place) : nullptr)
      Written.insert(base);
    else
      isKnown = isKnown && !place;
    isKnown =
        isKnown && !isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, ReturnStmt, LabelStmt,
                        SwitchStmt, LambdaExpr, StmtExpr, CXXOperatorCallExpr>(part);
  });
  return isKnown;
}

/// Whether nothing else in the region names what \p base holds or points to, unless the guard would
/// find that.
bool CarryFinder::isApart(const VarDecl *base) const {
  const QualType type = base->getType();
  return (type->isArrayType() && !Declared.count(base)) ||
         (type->isPointerType() && !Region.declared.count(base) && !Region.modified(base));
}

/// Whether \p expr has one value in all iterations, and reads no memory.
bool CarryFinder::isFixed(const Expr *expr) const {
  Reads reads;
  return reads.add(expr) && reads.memory.empty() &&
         llvm::all_of(reads.numbers, [&](const VarDecl *variable) { return !isChanged(variable); });
}

/// Whether what \p reads is told by the iterator and by what \p found defines.
bool CarryFinder::isKnown(const Reads &reads, const CarryingLoop &found) const {
  const bool isApartAll =
      reads.memory.empty() ||
      llvm::all_of(Written, [&](const VarDecl *written) { return isApart(written); });
  return isApartAll &&
         llvm::all_of(reads.numbers,
                      [&](const VarDecl *variable) {
                        return variable == found.iterator || found.defined.count(variable) ||
                               !isChanged(variable);
                      }) &&
         llvm::all_of(reads.memory,
                      [&](const VarDecl *base) { return isApart(base) && !Written.count(base); });
}

bool CarryFinder::hasForm(const ForStmt *loop, CarryingLoop &found) const {
  const LoopHeader header = headerOf(loop);
  const Expr *first = isAlone(header) && loop->getCond() && !loop->getConditionVariable()
                          ? onlyFirstValue(loop, header)
                          : nullptr;
  const auto step = first ? stepOf(Ast, header.iterator, header.step) : std::nullopt;
  const auto comparison = step ? comparisonOf(loop->getCond(), header.iterator) : std::nullopt;
  const auto *condition =
      comparison ? dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParens()) : nullptr;
  if (!condition || !condition->isComparisonOp() || step->isZero() ||
      !isInteger(header.iterator->getType()) || Ast.getIntWidth(header.iterator->getType()) < 32 ||
      header.iterator->getType().isVolatileQualified() ||
      header.iterator->getType()->isReferenceType() || !isFixed(first) ||
      !isFixed(comparison->bound))
    return false;
  // Its own step, and no other change.
  found = {header.iterator, first, condition, *step, itemsOf(loop->getBody()), {}};
  return !assignmentsIn(loop->getBody()).count(header.iterator);
}

/// What statements of the body itself define, where that can be computed in another iteration.
void CarryFinder::addDefinitions(const ForStmt *loop, CarryingLoop &found) const {
  const std::map<const VarDecl *, unsigned> changes = assignmentsIn(loop->getBody());
  const auto define = [&](const VarDecl *variable, const Expr *value, size_t position,
                          const BinaryOperator *assignment) {
    Definition definition{value, {}, position, assignment};
    if (definition.reads.add(value))
      found.defined.emplace(variable, std::move(definition));
  };
  for (size_t position = 0; position < found.items.size(); ++position) {
    const Stmt *item = found.items[position];
    if (const auto *declared = dyn_cast<DeclStmt>(item)) {
      for (const Decl *decl : declared->decls())
        if (const auto *local = dyn_cast<VarDecl>(decl); local && local->getInit() &&
                                                         local->getType()->isArithmeticType() &&
                                                         !changes.count(local))
          define(local, local->getInit(), position, nullptr);
      continue;
    }
    const auto *expr = dyn_cast<Expr>(item);
    const auto *assignment = expr ? dyn_cast<BinaryOperator>(expr->IgnoreParens()) : nullptr;
    const VarDecl *variable = assignment && assignment->getOpcode() == BO_Assign
                                  ? namedVariable(assignment->getLHS())
                                  : nullptr;
    if (variable && changes.at(variable) == 1 && !Declared.count(variable) &&
        variable->getType()->isArithmeticType() && !variable->getType().isVolatileQualified() &&
        (variable->hasLocalStorage() || !HasCalls)) // Functions may read variables of the file.
      define(variable, assignment->getRHS(), position, assignment);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto entry = found.defined.begin(); entry != found.defined.end();) {
      const bool stays =
          isKnown(entry->second.reads, found) && !dependsOnItself(found, entry->first);
      entry = stays ? std::next(entry) : found.defined.erase(entry);
      changed |= !stays;
    }
  }
}

/// Whether all that happens to \p variable in \p loop, but for its assignment, is that it is read.
bool CarryFinder::onlyLoads(const ForStmt *loop, const VarDecl *variable) const {
  size_t mentions = 0, loads = 0;
  forEachPart(loop, [&](const Stmt *part) {
    const auto *ref = dyn_cast<DeclRefExpr>(part);
    mentions += ref && ref->getDecl() == variable;
    const auto *cast = dyn_cast<ImplicitCastExpr>(part);
    loads += cast && loadedVariable(cast) == variable && cast->getCastKind() == CK_LValueToRValue;
  });
  return mentions == loads + 1;
}

/// Whether an iteration reads what the one before assigned to \p variable.
bool CarryFinder::isCarried(const CarryingLoop &found, const VarDecl *variable) const {
  for (size_t position = 0; position < found.defined.at(variable).position; ++position)
    if (anyPart(found.items[position], [&](const Stmt *part) {
          const auto *ref = dyn_cast<DeclRefExpr>(part);
          return ref && ref->getDecl() == variable;
        }))
      return true;
  return false;
}

std::optional<CarryingLoop> CarryFinder::carryingLoop(const ForStmt *loop) {
  Modified.clear(), Written.clear(), Declared.clear();
  HasCalls = anyPart(loop, [](const Stmt *part) { return isa<CallExpr>(part); });
  CarryingLoop found;
  if (!addChanges(loop) || !hasForm(loop, found))
    return std::nullopt;
  addDefinitions(loop, found);
  bool carries = false;
  for (auto &[variable, definition] : found.defined) {
    definition.carried = definition.assignment && isCarried(found, variable);
    if (definition.carried && !onlyLoads(loop, variable))
      return std::nullopt;
    carries |= definition.carried;
  }
  return carries ? std::optional(std::move(found)) : std::nullopt;
}

//===-- The copy --------------------------------------------------------------===//

namespace {

class CarriedValues : public LoopReplacer<CarryingLoop> {
public:
  CarriedValues(ASTContext &ast, DeclContext *owner, const Stmt *region, Originals &originals,
                std::set<const Expr *> &exact)
      : LoopReplacer(ast, owner, /*fresh=*/false, originals), Copies(originals), Text(ast, exact) {
    CarryFinder finder(ast, region);
    forEachPart(region, [&](const Stmt *part) {
      if (const auto *loop = dyn_cast<ForStmt>(part))
        if (auto carrying = finder.carryingLoop(loop))
          Found.emplace(loop, std::move(*carrying));
    });
    // What loops inside carry is computed in these alone.
    std::set<const ForStmt *> around;
    for (const auto &[loop, carrying] : Found)
      forEachPart(loop->getBody(), [&, outer = loop](const Stmt *part) {
        if (const auto *inner = dyn_cast<ForStmt>(part); inner && Found.count(inner))
          around.insert(outer);
      });
    for (const ForStmt *loop : around)
      Found.erase(loop);
  }

protected:
  bool isReplaced(const Stmt *stmt) const override {
    const auto *expr = dyn_cast<Expr>(stmt);
    return LoopReplacer::isReplaced(stmt) || (expr && openLoopOf(namedVariable(expr)));
  }
  Expr *replacement(const Expr *expr) override;
  Stmt *loopCopy(const ForStmt *stmt, CarryingLoop &loop) override;

private:
  struct OpenLoop {
    CarryingLoop *loop;
    size_t position = 0; ///< Of what is being copied.
  };

  Originals &Copies;
  Arithmetic Text;
  std::vector<OpenLoop> Open;
  unsigned Budget = 0; ///< How many more values may stand for variables in the loop being copied.

  /// The loop being copied that carries \p variable; null for others.
  const OpenLoop *openLoopOf(const VarDecl *variable) const {
    const auto found = llvm::find_if(Open, [&](const OpenLoop &open) {
      const auto definition = open.loop->defined.find(variable);
      return definition != open.loop->defined.end() && definition->second.carried;
    });
    return variable && found != Open.end() ? &*found : nullptr;
  }
  Expr *valueAt(CarryingLoop &loop, const Definition &definition, Expr *iterator);
  Expr *valueOf(CarryingLoop &loop, Definition &definition, size_t position, Expr *iterator);
  Expr *stepped(const CarryingLoop &loop, Expr *iterator, bool forward);
  Expr *isLast(const CarryingLoop &loop, SourceLocation loc);
  bool appendItem(CarryingLoop &loop, const Stmt *item, std::vector<Stmt *> &items);

  Expr *readIterator(const CarryingLoop &loop, SourceLocation loc) {
    return readOf(Ast, const_cast<VarDecl *>(loop.iterator), loc);
  }
};

} // namespace

/// The value of the iterator in the next iteration, or in the one before.
Expr *CarriedValues::stepped(const CarryingLoop &loop, Expr *iterator, bool forward) {
  const QualType type = loop.iterator->getType().getUnqualifiedType();
  const bool adds = loop.step.isNegative() != forward;
  Expr *size = Text.number(loop.step.abs().getZExtValue(), type, iterator->getExprLoc());
  Expr *sum = Text.binary(iterator, adds ? BO_Add : BO_Sub, size, type);
  return new (Ast) ParenExpr(iterator->getExprLoc(), iterator->getExprLoc(), sum);
}

/// What \p definition gives its variable where the loop's iterator is \p iterator.
Expr *CarriedValues::valueAt(CarryingLoop &loop, const Definition &definition, Expr *iterator) {
  Cloner copy(Ast, Owner, /*fresh=*/false, Copies);
  copy.setValue(loop.iterator, iterator);
  for (const VarDecl *variable : definition.reads.numbers)
    if (const auto found = loop.defined.find(variable); found != loop.defined.end()) {
      Expr *value = valueOf(loop, found->second, definition.position, iterator);
      if (!value)
        return nullptr;
      copy.setValue(variable, value);
    }
  Expr *value = copy.expr(definition.value);
  return value && isSmall(value) ? value : nullptr;
}

/// What the statement at \p position reads of the variable with \p definition.
Expr *CarriedValues::valueOf(CarryingLoop &loop, Definition &definition, size_t position,
                             Expr *iterator) {
  const SourceLocation loc = iterator->getExprLoc();
  if (Budget == 0)
    return nullptr;
  --Budget;
  if (position > definition.position || !definition.assignment) {
    Expr *value = valueAt(loop, definition, iterator);
    return value ? new (Ast) ParenExpr(loc, loc, value) : nullptr;
  }
  Expr *value = valueAt(loop, definition, stepped(loop, iterator, /*forward=*/false));
  Expr *isLater = Text.binary(iterator, loop.step.isNegative() ? BO_LT : BO_GT,
                              const_cast<Expr *>(loop.first), truthType(Ast));
  if (!value)
    return nullptr;
  if (!definition.before) {
    auto *variable = const_cast<VarDecl *>(namedVariable(definition.assignment->getLHS()));
    definition.before = newVariable(variable, variable->getType().getUnqualifiedType());
    definition.before->setInit(readOf(Ast, variable, loc));
  }
  return new (Ast) ParenExpr(
      loc, loc,
      new (Ast) ConditionalOperator(isLater, loc, value, loc, readOf(Ast, definition.before, loc),
                                    value->getType(), VK_PRValue, OK_Ordinary));
}

Expr *CarriedValues::replacement(const Expr *expr) {
  const auto *load = dyn_cast<ImplicitCastExpr>(expr);
  const VarDecl *variable = load && load->getCastKind() == CK_LValueToRValue
                                ? namedVariable(load->getSubExpr())
                                : nullptr;
  const OpenLoop *open = openLoopOf(variable);
  if (!open)
    return nullptr;
  Expr *value = valueOf(*open->loop, open->loop->defined.at(variable), open->position,
                        readIterator(*open->loop, expr->getExprLoc()));
  HasFailed |= !value; // Without a value the copy would have the read of the variable.
  return value;
}

/// Whether there is no next iteration.
Expr *CarriedValues::isLast(const CarryingLoop &loop, SourceLocation loc) {
  Cloner next(Ast, Owner, /*fresh=*/false, Copies);
  next.setValue(loop.iterator, stepped(loop, readIterator(loop, loc), /*forward=*/true));
  Expr *left = next.expr(loop.condition->getLHS());
  Expr *right = left ? next.expr(loop.condition->getRHS()) : nullptr;
  return right ? Text.binary(left, BinaryOperator::negateComparisonOp(loop.condition->getOpcode()),
                             right, truthType(Ast))
               : nullptr;
}

bool CarriedValues::appendItem(CarryingLoop &loop, const Stmt *item, std::vector<Stmt *> &items) {
  const auto *expr = dyn_cast<Expr>(item);
  const Stmt *assigned = expr ? expr->IgnoreParens() : nullptr;
  const auto definition = llvm::find_if(loop.defined, [&](const auto &entry) {
    return entry.second.carried && entry.second.assignment == assigned;
  });
  if (definition == loop.defined.end())
    return Cloner::append(item, items);
  const auto &[variable, defined] = *definition;
  const SourceLocation loc = defined.assignment->getExprLoc();
  Expr *value = valueAt(loop, defined, readIterator(loop, loc));
  Expr *condition = value ? isLast(loop, loc) : nullptr;
  if (!condition)
    return false;
  Stmt *assignment =
      BinaryOperator::Create(Ast, mention(const_cast<VarDecl *>(variable), loc), value, BO_Assign,
                             defined.assignment->getType(), defined.assignment->getValueKind(),
                             OK_Ordinary, loc, FPOptionsOverride());
  Copies.emplace(assignment, defined.assignment);
  items.push_back(IfStmt::Create(Ast, loc, IfStatementKind::Ordinary, nullptr, nullptr, condition,
                                 loc, loc, assignment));
  Copies.emplace(items.back(), defined.assignment);
  return true;
}

Stmt *CarriedValues::loopCopy(const ForStmt *stmt, CarryingLoop &loop) {
  std::vector<Stmt *> items;
  Budget = 1000;
  Open.push_back({&loop});
  std::vector<Stmt *> body;
  bool isCopied = true;
  for (size_t position = 0; position < loop.items.size() && isCopied; ++position) {
    Open.back().position = position;
    isCopied = appendItem(loop, loop.items[position], body);
  }
  Open.pop_back();
  if (!isCopied)
    return nullptr;
  for (const auto &[variable, definition] : loop.defined)
    if (definition.before)
      items.push_back(declaration(definition.before));
  Stmt *block = CompoundStmt::Create(Ast, body, FPOptionsOverride(), stmt->getBody()->getBeginLoc(),
                                     stmt->getBody()->getEndLoc());
  Copies.emplace(block, stmt->getBody());
  items.push_back(new (Ast) ForStmt(Ast, const_cast<Stmt *>(stmt->getInit()),
                                    const_cast<Expr *>(stmt->getCond()), nullptr,
                                    const_cast<Expr *>(stmt->getInc()), block, stmt->getForLoc(),
                                    stmt->getLParenLoc(), stmt->getRParenLoc()));
  Copies.emplace(items.back(), stmt);
  Stmt *copy =
      CompoundStmt::Create(Ast, items, FPOptionsOverride(), stmt->getBeginLoc(), stmt->getEndLoc());
  Copies.emplace(copy, stmt);
  return copy;
}

std::vector<const ForStmt *> computeCarriedValues(ASTContext &ast, const MarkedRegion &region,
                                                  InlinedRegion &inlined) {
  if (!region.function)
    return {};
  Cloner::Originals copies;
  CarriedValues carried(ast, const_cast<FunctionDecl *>(region.function), inlined.statement, copies,
                        inlined.exact);
  return carried.replaceIn(inlined, copies);
}

} // namespace gputile::frontend
