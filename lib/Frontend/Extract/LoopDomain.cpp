//===- LoopDomain.cpp - The values of an iterator -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/LoopDomain.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/SourceText.h"
#include "Frontend/Extract/LoopCounters.h"

using namespace clang;

namespace gputile::frontend {

static isl::pw_aff parameter(ExtractState &state, const std::string &id) {
  return isl::pw_aff::param_on_domain(state.universe(), isl::id(state.Isl, id));
}

/// Refuses a bound that is not affine, at the variable or product to blame.
[[noreturn]] static void refuseBound(ExtractState &state, const Expr *bound,
                                     const AffineFailure &failure) {
  SourceLocation loc = failure.expr ? failure.expr->getExprLoc() : bound->getExprLoc();
  if (failure.kind == AffineFailure::Kind::Modified)
    refuse(DiagId::BoundModified, loc, {failure.variable->getName().str()});
  refuse(DiagId::NonAffineBound, loc, {sourceText(state.Ast, bound)});
}

static Affine boundValue(ExtractState &state, const Expr *bound, const isl::set &domain) {
  AffineBuilder builder(state, domain);
  auto value = builder.value(bound);
  if (!value)
    refuseBound(state, bound, builder.failure());
  state.require(value->valid, domain, bound->getExprLoc());
  return *value;
}

/// { : id = lower + k * step for some k >= 0 }
static isl::set progression(ExtractState &state, const std::string &id, const isl::pw_aff &lower,
                            const llvm::APSInt &step) {
  isl::pw_aff value = parameter(state, id);
  isl::val size = isl::val(state.Isl, llvm::toString(step, 10)).abs();
  isl::set set = step.isNegative() ? value.le_set(lower) : value.ge_set(lower);
  if (size.is_one())
    return set;
  isl::pw_aff distance = value.sub(lower);
  isl::set multiple = distance.mod(size).eq_set(distance.domain().pw_aff_on_domain(0));
  return set.intersect(multiple);
}

/// The points of \p set (over \p id) that have a point of \p failing strictly
/// before them on the way of the loop.
static isl::set afterFailure(ExtractState &state, const isl::set &set, isl::set failing,
                             const std::string &id, bool decreasing) {
  const char *earlier = "gpt_earlier";
  int pos = isl_set_find_dim_by_name(failing.get(), isl_dim_param, id.c_str());
  if (pos < 0)
    return failing.intersect(set); // Fails for all values or for none.
  failing = isl::manage(isl_set_set_dim_name(failing.release(), isl_dim_param,
                                             static_cast<unsigned>(pos), earlier));
  isl::pw_aff then = parameter(state, id), before = parameter(state, earlier);
  isl::set order = decreasing ? before.gt_set(then) : before.lt_set(then);
  return set.intersect(failing).intersect(order).project_out_param(earlier);
}

/// True when running over the end of \p type is defined and wraps.
static bool stepWraps(ExtractState &state, QualType type) {
  type = integerType(type);
  return type->isUnsignedIntegerType() ||
         state.Ast.getIntWidth(type) < state.Ast.getIntWidth(state.Ast.IntTy);
}

static isl::set removeIterator(isl::set set, const std::string &id) {
  return isl_set_find_dim_by_name(set.get(), isl_dim_param, id.c_str()) < 0
             ? set
             : set.project_out_param(id);
}

Affine firstValue(ExtractState &state, const LoopShape &shape, const isl::set &outer) {
  Affine lower = boundValue(state, shape.lower, outer);
  if (shape.stepsInCondition)
    lower.value = lower.value.add_constant(-1);
  return lower;
}

/// Where the loop over \p iterator goes on, as the condition says.
static AffineCondition condition(ExtractState &state, const LoopShape &shape,
                                 const isl::pw_aff &iterator, const isl::set &start,
                                 const isl::set &first) {
  if (shape.stepsInCondition)
    return {iterator.ge_set(iterator.domain().pw_aff_on_domain(0)), state.universe()};
  AffineBuilder builder(state, start, first);
  auto condition = builder.condition(shape.condition);
  if (!condition)
    refuseBound(state, shape.condition, builder.failure());
  return *condition;
}

LoopDomain enterLoop(ExtractState &state, const LoopShape &shape, const Affine &lower,
                     const isl::set &outer) {
  LoopLevel level{shape.iterator, state.Names.unique(shape.iterator->getName()),
                  shape.step.isNegative()};
  addCounter(state, level, lower.value, shape.step);
  isl::set start = outer.intersect(progression(state, level.id, lower.value, shape.step));
  state.Loops.push_back(level);

  // Whether the condition is evaluated a second time depends on what it was the first time.
  isl::set first = start.intersect(parameter(state, level.id).eq_set(lower.value));
  const AffineCondition condition =
      frontend::condition(state, shape, parameter(state, level.id), start, first);

  isl::set failing = start.subtract(condition.holds);
  isl::set checked =
      start.subtract(afterFailure(state, start, failing, level.id, level.decreasing)).coalesce();
  isl::set exit = checked.subtract(condition.holds).coalesce();

  // The loop must end, and where its iterator can wrap, before it does.
  SourceLocation loc = shape.condition->getExprLoc();
  isl::set ends = exit;
  if (stepWraps(state, shape.iterator->getType()) && !shape.stepsInCondition)
    ends = ends.intersect(
        typeRange(state.Ast, parameter(state, level.id), shape.iterator->getType()));
  ends = removeIterator(ends, level.id);
  state.require(ends, outer, loc);
  ends = ends.gist(state.typeRanges()); // Without the limits of 64-bit types.
  checked = checked.intersect(ends);
  state.require(condition.valid, checked, loc);

  isl::set iterations = checked.intersect(condition.holds).coalesce();
  return {level, iterations, exit.intersect(ends).coalesce()};
}

isl::pw_aff iterationsBefore(const LoopShape &shape, const isl::pw_aff &lower,
                             const isl::pw_aff &iterator) {
  const isl::val step(lower.ctx(), llvm::toString(shape.step, 10));
  const isl::pw_aff way = step.is_neg() ? lower.sub(iterator) : iterator.sub(lower);
  return step.abs().is_one() ? way : way.scale_down(step.abs()).floor();
}

} // namespace gputile::frontend
