//===- VariableSteps.cpp - Loops whose step is a variable -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/VariableSteps.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/ScalarValues.h"
#include "Frontend/Extract/TileLoops.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/Inline/Arithmetic.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/LoopHeader.h"

#include <set>

using namespace clang;

namespace gputile::frontend {

namespace {

/// \p value without one term, which is positive.
struct Difference {
  std::vector<std::pair<const Expr *, bool>> terms; ///< True: subtracted.
  const VarDecl *without = nullptr;
};

/// What an iterator of a loop that is being copied is in the copy.
struct Stand {
  QualType type;               ///< Of the iterator.
  VarDecl *counter = nullptr;
  Expr *base = nullptr;        ///< The iterator's first value.
  Expr *size = nullptr;        ///< How much each step of the counter adds; null: 1.
  Expr *start = nullptr;       ///< Where the counter begins; null: at 0.
  bool down = false;           ///< What it counts is subtracted.
};

/// Copies a region with counted loops in the place of those with variable steps.
class VariableSteps : public Cloner {
public:
  VariableSteps(ASTContext &ast, DeclContext *owner, const Stmt *region, TilesToo tiles,
                Originals &originals, SteppedLoops &loops, std::set<const Expr *> &exact)
      : Cloner(ast, owner, /*fresh=*/false, originals), Copies(originals), Loops(loops),
        Text(ast, exact), Assigned(assignedIn(region)) {
    forEachPart(region, [&](const Stmt *part) {
      const auto *loop = dyn_cast<ForStmt>(part);
      if (loop && (tiles == TilesToo::Yes || !tileLoopAt(ast, loop)) && countOf(loop))
        Stepped.insert(loop);
    });
  }
  bool any() const { return !Stepped.empty(); }

protected:
  bool isReplaced(const Stmt *stmt) const override {
    return Stepped.count(stmt) || Open.count(namedVariable(dyn_cast<Expr>(stmt)));
  }
  Expr *replacement(const Expr *expr) override;
  bool append(const Stmt *item, std::vector<Stmt *> &items) override;

private:
  Originals &Copies;
  SteppedLoops &Loops;
  Arithmetic Text;
  std::set<const VarDecl *> Assigned; ///< In the region.
  std::set<const Stmt *> Stepped;
  std::map<const VarDecl *, Stand> Open; ///< Iterators of the loops that are being copied.

  std::optional<IterationCount> countOf(const ForStmt *loop) const;
  bool isFixed(const Expr *value) const;
  Stmt *counted(const ForStmt *loop);
  Stmt *shifted(const ForStmt *loop);
  QualType shiftedType(QualType type, const VarDecl *outer, const llvm::APSInt &step) const;
  Stmt *shiftedLoop(const ForStmt *loop, QualType counted, Expr *start, Comparison end);
  Expr *stepOver(const LoopHeader &header, const Stand &stand);
  std::optional<Difference> differenceFrom(const Expr *value) const;
  Expr *sumOf(const Difference &difference, QualType type, SourceLocation loc);
  Stmt *bodyCopy(const Stmt *body);
  Stmt *loopOver(const Stand &stand, Expr *condition, Expr *step, const ForStmt *original);
  Expr *valueOf(const Stand &stand, SourceLocation loc);

  /// \p value where users see \p loc.
  Expr *at(SourceLocation loc, Expr *value) { return new (Ast) ParenExpr(loc, loc, value); }
  /// A conversion that changes no value, or only modulo 2^64.
  Expr *converted(Expr *value, QualType type) {
    return Text.converted(value, type, type->isSignedIntegerType() || Ast.getIntWidth(type) < 64);
  }
};

} // namespace

//===-- Syntax ----------------------------------------------------------------===//

/// Operators on constants and on what the region does not assign. Extraction tells whether it changes it in other ways.
bool VariableSteps::isFixed(const Expr *value) const {
  return isInteger(value->getType()) && !anyPart(value, [&](const Stmt *part) {
    const auto *ref = dyn_cast<DeclRefExpr>(part);
    const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    return (variable && Assigned.count(variable)) || !isa<Expr>(part) ||
           assignedVariable(cast<Expr>(part));
  });
}

std::optional<IterationCount> VariableSteps::countOf(const ForStmt *loop) const {
  const LoopHeader header = headerOf(loop);
  const auto step = isAlone(header) ? variableStep(Ast, header) : std::nullopt;
  const Expr *lower = step ? onlyFirstValue(loop, header) : nullptr;
  const auto comparison = lower ? comparisonOf(loop->getCond(), header.iterator) : std::nullopt;
  if (!comparison || !isInteger(header.iterator->getType()) || !header.iterator->hasLocalStorage())
    return std::nullopt;
  const QualType type = header.iterator->getType();
  const bool up = comparison->code == BO_LT || comparison->code == BO_LE;
  if (up == step->down || !Ast.hasSameUnqualifiedType(lower->getType(), type) ||
      Ast.isPromotableIntegerType(type) || type.isVolatileQualified() || !isFixed(lower) ||
      !isFixed(step->size) || !isFixed(comparison->bound))
    return std::nullopt;
  const bool inclusive = comparison->code == BO_LE || comparison->code == BO_GE;
  return IterationCount{nullptr, loop, header.iterator, lower, comparison->bound,
                        step->size, step->down, inclusive};
}

//===-- Loops -----------------------------------------------------------------===//

bool VariableSteps::append(const Stmt *item, std::vector<Stmt *> &items) {
  const auto *loop = dyn_cast<ForStmt>(item);
  if (!loop)
    return Cloner::append(item, items);
  const SteppedLoops before = Loops;
  Stmt *copy = Stepped.count(loop) ? counted(loop) : Open.empty() ? nullptr : shifted(loop);
  if (!copy) {
    Loops = before;
    return !Stepped.count(loop) && Cloner::append(item, items);
  }
  items.push_back(copy);
  return true;
}

/// Iterators are only read; another use of one makes no copy.
Expr *VariableSteps::replacement(const Expr *expr) {
  const auto *load = dyn_cast<ImplicitCastExpr>(expr);
  if (!load || load->getCastKind() != CK_LValueToRValue)
    return nullptr;
  const auto open = Open.find(namedVariable(load->getSubExpr()));
  return open == Open.end() ? nullptr : valueOf(open->second, expr->getExprLoc());
}

/// All of it is at \p loc: a message has the iterator's name, as the user wrote it.
Expr *VariableSteps::valueOf(const Stand &stand, SourceLocation loc) {
  // Modulo 2^32 it would be no polynomial, though it does not wrap around.
  const bool wraps = stand.type->isUnsignedIntegerType() && Ast.getIntWidth(stand.type) < 64;
  const QualType type = wraps ? Ast.LongLongTy : stand.type;
  Expr *way = converted(readOf(Ast, stand.counter, loc), type);
  if (stand.start)
    way = Text.binary(way, BO_Sub, converted(at(loc, stand.start), type), type);
  if (stand.size)
    way = Text.binary(converted(at(loc, stand.size), type), BO_Mul, way, type);
  Expr *sum = Text.binary(converted(at(loc, stand.base), type), stand.down ? BO_Sub : BO_Add,
                          at(loc, way), type);
  return converted(at(loc, sum), stand.type);
}

/// A block, since a loop may have become several statements.
Stmt *VariableSteps::bodyCopy(const Stmt *body) {
  if (isa<CompoundStmt>(body))
    return stmt(body);
  std::vector<Stmt *> items;
  if (!append(body, items))
    return nullptr;
  Stmt *copy =
      CompoundStmt::Create(Ast, items, FPOptionsOverride(), body->getBeginLoc(), body->getEndLoc());
  Copies[copy] = body;
  return copy;
}

/// The loop over the counter of \p stand with the body of \p original.
Stmt *VariableSteps::loopOver(const Stand &stand, Expr *condition, Expr *step,
                              const ForStmt *original) {
  const VarDecl *iterator = headerOf(original).iterator;
  if (!Open.emplace(iterator, stand).second)
    return nullptr;
  Loops.replaced.emplace_back(original, iterator);
  Stmt *body = bodyCopy(original->getBody());
  Open.erase(iterator);
  if (!body)
    return nullptr;
  Stmt *copy = new (Ast)
      ForStmt(Ast, declaration(stand.counter), condition, nullptr, step, body,
              original->getForLoc(), original->getLParenLoc(), original->getRParenLoc());
  Copies[copy] = original;
  return copy;
}

Stmt *VariableSteps::counted(const ForStmt *loop) {
  IterationCount count = *countOf(loop);
  const SourceLocation loc = count.iterator->getLocation(), place = count.size->getExprLoc();
  Stand stand;
  stand.type = count.iterator->getType().getUnqualifiedType();
  stand.counter = newVariable(count.iterator, stand.type);
  stand.counter->setInit(Text.number(0, stand.type, place));
  stand.base = const_cast<Expr *>(count.lower);
  stand.size = const_cast<Expr *>(count.size);
  stand.down = count.down;
  VarDecl *iterations =
      VarDecl::Create(Ast, Owner, loc, loc, &Ast.Idents.get("iterations"), Ast.LongLongTy,
                      Ast.getTrivialTypeSourceInfo(Ast.LongLongTy, loc), SC_None);
  count.variable = iterations;
  Loops.counts.push_back(count);
  Expr *condition = Text.binary(converted(readOf(Ast, stand.counter, place), Ast.LongLongTy), BO_LT,
                                readOf(Ast, iterations, place), truthType(Ast));
  Expr *step = UnaryOperator::Create(Ast, mention(stand.counter, place), UO_PostInc, stand.type,
                                     VK_PRValue, OK_Ordinary, place, false, FPOptionsOverride());
  return loopOver(stand, condition, step, loop);
}

//===-- Loops that start at an iterator ---------------------------------------===//

/// \p expr without conversions of signed integers to wider ones, in which sums are the same.
static const Expr *beforeWidening(const ASTContext &ast, const Expr *expr) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(expr->IgnoreParens());
  const bool widens = cast && cast->getCastKind() == CK_IntegralCast &&
                      cast->getType()->isSignedIntegerType() &&
                      cast->getSubExpr()->getType()->isSignedIntegerType() &&
                      ast.getIntWidth(cast->getType()) > ast.getIntWidth(cast->getSubExpr()->getType());
  return widens ? cast->getSubExpr()->IgnoreParens() : expr->IgnoreParens();
}

/// \p value, a sum, without the iterator of an open loop.
std::optional<Difference> VariableSteps::differenceFrom(const Expr *value) const {
  Difference result;
  std::vector<std::pair<const Expr *, bool>> pending{{value, false}};
  while (!pending.empty()) {
    const auto [term, negative] = pending.back();
    pending.pop_back();
    const Expr *inner = beforeWidening(Ast, term);
    const auto *op = dyn_cast<BinaryOperator>(inner);
    const auto *load = dyn_cast<ImplicitCastExpr>(inner);
    const VarDecl *variable = load && load->getCastKind() == CK_LValueToRValue
                                  ? namedVariable(load->getSubExpr())
                                  : nullptr;
    if (op && (op->getOpcode() == BO_Add || op->getOpcode() == BO_Sub)) {
      pending.emplace_back(op->getRHS(), negative != (op->getOpcode() == BO_Sub));
      pending.emplace_back(op->getLHS(), negative);
    } else if (variable && Open.count(variable)) {
      if (negative || result.without)
        return std::nullopt;
      result.without = variable;
    } else {
      result.terms.emplace_back(term, negative);
    }
  }
  return result.without ? std::optional(result) : std::nullopt;
}

Expr *VariableSteps::sumOf(const Difference &difference, QualType type, SourceLocation loc) {
  Expr *sum = nullptr;
  for (const auto &[term, negative] : difference.terms) {
    Expr *copy = expr(term);
    if (!copy)
      return nullptr;
    if (!Ast.hasSameUnqualifiedType(copy->getType(), type))
      copy = ImplicitCastExpr::Create(Ast, type, CK_IntegralCast, copy, nullptr, VK_PRValue,
                                      FPOptionsOverride());
    if (!sum && !negative)
      sum = copy;
    else
      sum = Text.binary(sum ? sum : Text.number(0, type, loc), negative ? BO_Sub : BO_Add, copy,
                        type);
  }
  return sum ? sum : Text.number(0, type, loc);
}

/// The type in which a loop counts that starts at iterator \p outer and has iterators of \p type; null where arithmetic
/// may wrap around in one of the loops only.
QualType VariableSteps::shiftedType(QualType type, const VarDecl *outer,
                                    const llvm::APSInt &step) const {
  if (step.abs().getActiveBits() >= Ast.getIntWidth(type))
    return QualType();
  if (type->isSignedIntegerType())
    return outer->getType()->isSignedIntegerType() ? type : QualType();
  const bool isCounted = Open.at(outer).size;
  return isCounted && step == 1 && Ast.hasSameUnqualifiedType(outer->getType(), type)
             ? Ast.getCorrespondingSignedType(type)
             : QualType();
}

/// `for (j = i + a; j < i + b; j += c)` as a loop over x = j - i; null where \p loop is none.
Stmt *VariableSteps::shifted(const ForStmt *loop) {
  const LoopHeader header = headerOf(loop);
  const Expr *first = isAlone(header) && stepOf(Ast, header.iterator, header.step)
                          ? onlyFirstValue(loop, header)
                          : nullptr;
  const auto comparison = first ? comparisonOf(loop->getCond(), header.iterator) : std::nullopt;
  const QualType type = first ? header.iterator->getType().getUnqualifiedType() : QualType();
  if (!comparison || !isInteger(type) || Ast.isPromotableIntegerType(type) ||
      !Ast.hasSameUnqualifiedType(comparison->bound->getType(), type) ||
      Ast.getLangOpts().isSignedOverflowDefined())
    return nullptr;
  const auto lower = differenceFrom(first), upper = differenceFrom(comparison->bound);
  if (!lower || !upper || lower->without != upper->without)
    return nullptr;
  const QualType counted = shiftedType(type, lower->without, *stepOf(Ast, header.iterator, header.step));
  Expr *start = counted.isNull() ? nullptr : sumOf(*lower, type, loop->getForLoc());
  Expr *end = start ? sumOf(*upper, type, loop->getForLoc()) : nullptr;
  if (!end)
    return nullptr;
  return shiftedLoop(loop, counted, start, {end, comparison->code});
}

Stmt *VariableSteps::shiftedLoop(const ForStmt *loop, QualType counted, Expr *start,
                                 Comparison end) {
  const LoopHeader header = headerOf(loop);
  const SourceLocation loc = loop->getForLoc();
  // Conversions that demand that start and end are less than half of what unsigned integers hold.
  const auto asCounted = [&](const Expr *value) {
    return ImplicitCastExpr::Create(Ast, counted, CK_IntegralCast, const_cast<Expr *>(value),
                                    nullptr, VK_PRValue, FPOptionsOverride());
  };
  Stand stand;
  stand.type = header.iterator->getType().getUnqualifiedType();
  stand.counter = newVariable(header.iterator, counted);
  stand.start = asCounted(start);
  stand.base = expr(onlyFirstValue(loop, header));
  stand.counter->setInit(stand.start);
  Expr *condition =
      Text.binary(readOf(Ast, stand.counter, loc), end.code, asCounted(end.bound), truthType(Ast));
  Expr *step = stand.base ? stepOver(header, stand) : nullptr;
  return step ? loopOver(stand, condition, step, loop) : nullptr;
}

/// What steps the counter of \p stand as the loop with \p header steps its iterator.
Expr *VariableSteps::stepOver(const LoopHeader &header, const Stand &stand) {
  const llvm::APSInt step = *stepOf(Ast, header.iterator, header.step);
  const SourceLocation loc = header.step->getExprLoc();
  const QualType type = stand.counter->getType();
  const llvm::APInt size = step.abs().trunc(static_cast<unsigned>(Ast.getIntWidth(type)));
  return CompoundAssignOperator::Create(
      Ast, mention(stand.counter, loc), IntegerLiteral::Create(Ast, size, type, loc),
      step.isNegative() ? BO_SubAssign : BO_AddAssign, type, VK_PRValue, OK_Ordinary, loc,
      FPOptionsOverride(), type, type);
}

SteppedLoops countVariableSteps(ASTContext &ast, const MarkedRegion &region, TilesToo tiles,
                                InlinedRegion &inlined) {
  if (!region.function)
    return {};
  Cloner::Originals copies;
  SteppedLoops loops;
  std::set<const Expr *> exact;
  VariableSteps steps(ast, const_cast<FunctionDecl *>(region.function), inlined.statement, tiles,
                      copies, loops, exact);
  Stmt *copy = steps.any() ? steps.regionCopy(inlined.statement) : nullptr;
  if (!copy)
    return {};
  for (IterationCount &count : loops.counts)
    count.loop = cast<ForStmt>(inlined.originalOf(count.loop));
  for (auto &[loop, iterator] : loops.replaced)
    loop = cast<ForStmt>(inlined.originalOf(loop));
  inlined.replace(copy, copies);
  inlined.exact = std::move(exact);
  inlined.stepped = true;
  return loops;
}

} // namespace gputile::frontend
