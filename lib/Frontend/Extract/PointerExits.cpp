//===- PointerExits.cpp - Exchanged pointers after the region -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/PointerExits.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/UseAfter.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/Inline/PointerMoves.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace gputile::frontend {

/// The variable that \p pointer is or that stands for it.
static const VarDecl *variableOf(ExtractState &state, const Expr *pointer) {
  if (const VarDecl *variable = namedVariable(pointer))
    return variable;
  const Place *place = state.Places.find(pointer);
  if (!place)
    refuse(DiagId::PointerUse, pointer->getExprLoc(),
           {cast<MemberExpr>(pointer)->getMemberDecl()->getName().str(),
            "no path that can be followed leads to it"});
  return place->variable;
}

/// \p variable as users know it.
static std::string nameOf(const ExtractState &state, const VarDecl *variable) {
  const Place *place = state.Places.of(variable);
  return place ? place->name : variable->getName().str();
}

/// The region runs only if the lvalues that have to be different objects are such.
static void demandApart(ExtractState &state, const PointerTurns &turns, SourceLocation loc) {
  for (const auto &[pointer, other] : turns.apart) {
    const VarDecl *a = variableOf(state, pointer), *b = variableOf(state, other);
    const unsigned p = state.textParameter((a->getName() + "_apart_from_" + b->getName()).str(),
                                           "(&" + state.Places.textOf(a, loc) + " != &" +
                                               state.Places.textOf(b, loc) + ")",
                                           state.Ast.IntTy);
    const isl::pw_aff apart = isl::pw_aff::param_on_domain(
        state.universe(), isl::id(state.Isl, state.TheScop.parameters[p].name));
    state.require(apart.eq_set(apart.domain().pw_aff_on_domain(1L)), state.universe(), loc);
  }
}

static isl::pw_aff valueBefore(ExtractState &state, const Expr *integer, SourceLocation loc) {
  const unsigned p = state.parameterFor(namedVariable(integer), loc);
  return isl::pw_aff::param_on_domain(state.universe(),
                                      isl::id(state.Isl, state.TheScop.parameters[p].name));
}

/// Whether \p target is a part of \p stmt that no loop or lambda in it repeats.
static bool holdsOnce(const Stmt *stmt, const Stmt *target) {
  if (stmt == target)
    return true;
  if (!stmt || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(stmt))
    return false;
  return llvm::any_of(stmt->children(), [&](const Stmt *part) { return holdsOnce(part, target); });
}

/// The number that \p integer has before the region, as far as the text shows: its initial value,
/// where nothing else is assigned in front of the region, which no loop around it repeats.
static std::optional<llvm::APSInt> likelyBefore(ExtractState &state, const VarDecl *integer) {
  const Expr *init = integer->getInit();
  const auto value =
      init && !init->isValueDependent() ? init->getIntegerConstantExpr(state.Ast) : std::nullopt;
  if (!value || !integer->isLocalVarDecl() || !state.Region.function->hasBody())
    return std::nullopt;
  const SourceManager &sources = state.Ast.getSourceManager();
  const SourceLocation begin = state.Region.statement->getBeginLoc();
  bool isOnce = false, isAssigned = false;
  forEachPart(state.Region.function->getBody(), [&](const Stmt *part) {
    const auto *block = dyn_cast<CompoundStmt>(part);
    const auto declares = [&](const Stmt *item) {
      const auto *declared = dyn_cast<DeclStmt>(item);
      return declared && llvm::is_contained(declared->decls(), integer);
    };
    if (block && llvm::any_of(block->body(), declares))
      isOnce = holdsOnce(block, state.Region.statement);
    const auto *expr = dyn_cast<Expr>(part);
    if (expr && assignedVariable(expr) == integer)
      isAssigned = isAssigned || sources.isBeforeInTranslationUnit(expr->getBeginLoc(), begin);
  });
  return isOnce && !isAssigned ? value : std::nullopt;
}

/// The region runs only with the numbers that integers are likely to have: then it is known which
/// planes of an array they select. Not where the same number would be in two of them.
static void demandLikely(ExtractState &state, const PointerTurns &turns, SourceLocation loc) {
  std::vector<std::pair<const Expr *, int64_t>> likely;
  for (const Expr *integer : turns.pointers) {
    const auto value = integer->getType()->isIntegerType()
                           ? likelyBefore(state, namedVariable(integer))
                           : std::nullopt;
    if (!value || !value->isRepresentableByInt64() ||
        llvm::is_contained(llvm::make_second_range(likely), value->getExtValue()) ||
        (llvm::is_contained(turns.bits, integer) && value->getActiveBits() > 1))
      return;
    likely.emplace_back(integer, value->getExtValue());
  }
  for (const auto &[integer, number] : likely) {
    const isl::pw_aff value = valueBefore(state, integer, loc);
    state.require(value.eq_set(value.domain().pw_aff_on_domain(static_cast<long>(number))),
                  state.universe(), loc);
  }
}

/// The region runs only if integers are 0 or 1 of which `!k` and the like are taken as `1 - k`.
static void demandBits(ExtractState &state, const PointerTurns &turns, SourceLocation loc) {
  for (const Expr *integer : turns.bits) {
    const isl::pw_aff value = valueBefore(state, integer, loc);
    const isl::set all = value.domain();
    state.require(
        value.ge_set(all.pw_aff_on_domain(0L)).intersect(value.le_set(all.pw_aff_on_domain(1L))),
        state.universe(), loc);
  }
}

/// The region runs only if the integers that take turns are different ones: what they select would
/// else be one plane of an array, which no iteration could compute in parallel.
static void demandDifferent(ExtractState &state, const PointerTurns &turns, SourceLocation loc) {
  for (size_t a = 0; a < turns.pointers.size(); ++a)
    for (size_t b = 0; b < a && turns.pointers[a]->getType()->isIntegerType(); ++b)
      state.require(valueBefore(state, turns.pointers[a], loc)
                        .ne_set(valueBefore(state, turns.pointers[b], loc)),
                    state.universe(), loc);
}

/// What \p source, a pointer or an integer or the difference of a constant and one, is before the
/// region.
static std::string sourceText(ExtractState &state, const Expr *source, SourceLocation loc) {
  if (source->isLValue())
    return state.Places.textOf(variableOf(state, source), loc);
  const auto *difference = cast<BinaryOperator>(source->IgnoreParens());
  const auto constant = minuend(source)->getIntegerConstantExpr(state.Ast);
  return llvm::toString(*constant, 10) + " - " +
         state.Places.textOf(namedVariable(difference->getRHS()->IgnoreParenImpCasts()), loc);
}

void notePointerExits(ExtractState &state, const std::optional<isl::pw_aff> &iterations) {
  const PointerTurns &turns = *state.Inlined.turns;
  const SourceLocation loc = turns.counting->getForLoc();
  if (!iterations)
    refuse(DiagId::LoopForm, loc, {"it exchanges pointers, and how often it runs is not affine"});
  demandApart(state, turns, loc);
  demandDifferent(state, turns, loc);
  demandLikely(state, turns, loc);
  demandBits(state, turns, loc);
  for (const Expr *pointer : turns.pointers)
    state.TheScop.turningPointers.push_back(nameOf(state, variableOf(state, pointer)));
  llvm::sort(state.TheScop.turningPointers);
  state.TheScop.turns = static_cast<unsigned>(turns.after.size());
  const isl::set runs = iterations->gt_set(iterations->domain().pw_aff_on_domain(0L));
  const isl::pw_aff turn =
      iterations->mod(isl::val(state.Isl, static_cast<long>(turns.after.size())));
  for (size_t t = 0; t < turns.after.size(); ++t) {
    PointerExit exit{
        runs.intersect(turn.eq_set(turn.domain().pw_aff_on_domain(static_cast<long>(t))))
            .coalesce(),
        {}};
    for (const auto &[pointer, source] : turns.after[t]) {
      const VarDecl *variable = variableOf(state, pointer);
      // Where elements move on from a container, others have to move in.
      const bool moved = holdsPointer(variable->getType());
      if (moved || mayBeReadAfter(state, variable))
        exit.values.push_back(
            {state.Places.textOf(variable, loc), sourceText(state, source, loc), moved});
    }
    if (!exit.values.empty() && !exit.when.is_empty())
      state.TheScop.pointerExits.push_back(std::move(exit));
  }
}

} // namespace gputile::frontend
