//===- IterationCounts.cpp - How often loops run, as parameters -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/IterationCounts.h"

#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/ConditionText.h"
#include "Frontend/Extract/UseAfter.h"
#include "Frontend/LoopHeader.h"

using namespace clang;

namespace gputile::frontend {

[[noreturn]] static void refuseStep(const IterationCount &count, const std::string &more) {
  refuse(DiagId::LoopForm, headerOf(count.loop).step->getExprLoc(),
         {"its step is not a constant" + more});
}

/// \p factor * \p text as C, modulo 2^64; the former alone where the latter is empty. None where it is large or no integer.
static std::optional<std::string> termText(const isl::val &factor, const std::string &text) {
  constexpr long largest = 1L << 60;
  if (!factor.is_int() || factor.abs().gt(isl::val(factor.ctx(), largest)))
    return std::nullopt;
  const std::string number = std::to_string(factor.num_si()) + "ULL";
  if (text.empty())
    return number;
  return (factor.is_one() ? "" : number + " * ") + "(unsigned long long)(" + text + ")";
}

/// \p sum as C, modulo 2^64: none of its operations is undefined. None where it has divisions.
static std::optional<std::string> sumText(const isl::aff &sum,
                                          const std::vector<Parameter> &parameters) {
  if (isl_aff_dim(sum.get(), isl_dim_div) > 0)
    return std::nullopt;
  std::string text;
  const auto append = [&](const isl::val &factor, const std::string &of) {
    const auto term = factor.is_zero() ? std::optional<std::string>("") : termText(factor, of);
    if (term && !term->empty())
      text += (text.empty() ? "" : " + ") + *term;
    return term.has_value();
  };
  for (int d = 0; d < isl_aff_dim(sum.get(), isl_dim_param); ++d) {
    const std::string name =
        isl_aff_get_dim_name(sum.get(), isl_dim_param, static_cast<unsigned>(d));
    const isl::val factor = isl::manage(isl_aff_get_coefficient_val(sum.get(), isl_dim_param, d));
    const auto parameter =
        llvm::find_if(parameters, [&](const Parameter &known) { return known.name == name; });
    if (factor.is_zero())
      continue;
    if (parameter == parameters.end() || isReadConditionally(*parameter) ||
        !append(factor, parameter->callExpr))
      return std::nullopt;
  }
  if (!append(sum.constant_val(), ""))
    return std::nullopt;
  return text.empty() ? "0LL" : "(long long)(" + text + ")";
}

/// \p value, a function of parameters, as C.
static std::optional<std::string> textOf(const ExtractState &state, const isl::pw_aff &value) {
  const std::vector<Parameter> &parameters = state.TheScop.parameters;
  std::vector<std::pair<isl::set, isl::aff>> cases;
  value.coalesce().foreach_piece([&](const isl::set &domain, const isl::multi_aff &piece) {
    cases.emplace_back(domain, piece.at(0));
  });
  std::string text, end;
  for (size_t k = 0; k < cases.size(); ++k) {
    const auto sum = sumText(cases[k].second, parameters);
    const auto condition = k + 1 < cases.size()
                               ? conditionText(cases[k].first, parameters, parameters.size())
                               : std::optional<std::string>("");
    if (!sum || !condition)
      return std::nullopt;
    text += condition->empty() ? *sum : "(" + *condition + " ? " + *sum + " : ";
    end += condition->empty() ? "" : ")";
  }
  return text + end;
}

namespace {
/// An expression that has one value before the region.
struct FixedValue {
  isl::pw_aff value; ///< [n] -> { [(…)] }
  std::string text;
};
} // namespace

static FixedValue fixedValue(ExtractState &state, const IterationCount &count, const Expr *expr,
                             int more) {
  AffineBuilder builder(state, state.universe(), isl::set::empty(state.universe().space()));
  auto value = builder.value(expr);
  if (!value || state.involvesIterators(value->value))
    refuseStep(count, "");
  const isl::pw_aff moved = value->value.add_constant(isl::val(state.Isl, more));
  const auto text = textOf(state, moved);
  if (!text)
    refuseStep(count, "");
  state.require(value->valid, state.universe(), expr->getExprLoc());
  return {moved, *text};
}

static isl::set atLeast(const isl::pw_aff &value, long least) {
  return value.ge_set(value.domain().pw_aff_on_domain(isl::val(value.ctx(), least)));
}

/// The last value of the iterator, with which the loop ends, at the most.
static isl::pw_aff farthest(const IterationCount &count, const FixedValue &size,
                            const FixedValue &end) {
  return count.down ? end.value.add_constant(1).sub(size.value)
                    : end.value.add_constant(-1).add(size.value);
}

/// The guard demands \p valid.
static void demand(ExtractState &state, const IterationCount &count, const isl::set &valid) {
  try {
    state.require(valid, state.universe(), count.size->getExprLoc());
  } catch (const RefusalError &) {
    refuseStep(count, ", and '" + count.iterator->getName().str() +
                          "' always leaves the range of its type, or half of it");
  }
}

/// What must hold so that the iterator has the values that the copy computes: C adds modulo a power
/// of two, or not at all, where that leaves the type.
static void demandRanges(ExtractState &state, const IterationCount &count, const FixedValue &from,
                         const FixedValue &to, const FixedValue &size) {
  const QualType type = count.iterator->getType();
  const bool isSigned = type->isSignedIntegerType();
  const auto fits = [&](const isl::pw_aff &value, QualType in) {
    return typeRange(state.Ast, value, in);
  };
  demand(state, count, atLeast(size.value, 1).intersect(fits(size.value, type)));
  const isl::pw_aff last = farthest(count, size, to);
  if (!isSigned || state.Ast.getLangOpts().isSignedOverflowDefined() ||
      !state.Ast.hasSameUnqualifiedType(count.size->getType(), type))
    demand(state, count, fits(last, type));
  // Compared as unsigned, a negative iterator is large.
  if (isSigned && count.bound->getType()->isUnsignedIntegerType())
    demand(state, count, atLeast(from.value, 0).intersect(atLeast(last, 0)));
  // Differences and products of the copy do not overflow either, nor does the text of the count;
  // nor do iterators of unsigned loops inside that begin at this one and go on by less than half.
  const QualType limit = isSigned ? type : state.Ast.getCorrespondingSignedType(type);
  const isl::pw_aff way = count.down ? from.value.sub(to.value) : to.value.sub(from.value);
  for (const isl::pw_aff &value : {from.value, to.value, way})
    demand(state, count, fits(value, limit));
}

static void addCount(ExtractState &state, const IterationCount &count) {
  const SourceLocation loc = count.size->getExprLoc();
  const FixedValue size = fixedValue(state, count, count.size, 0);
  FixedValue from = fixedValue(state, count, count.lower, 0);
  FixedValue to = fixedValue(state, count, count.bound, !count.inclusive ? 0 : count.down ? -1 : 1);
  demandRanges(state, count, from, to, size);
  if (count.down)
    std::swap(from, to);
  const unsigned p = state.parameterFor(count.variable, loc);
  const auto asUnsigned = [](const FixedValue &value) {
    return "(unsigned long long)(" + value.text + ")";
  };
  state.TheScop.parameters[p].callExpr =
      "(" + from.text + " < " + to.text + " && " + size.text + " >= 1 ? (long long)((" +
      asUnsigned(to) + " - " + asUnsigned(from) + " - 1) / " + asUnsigned(size) + " + 1) : 0LL)";
  const isl::id id(state.Isl, state.TheScop.parameters[p].name);
  const isl::pw_aff iterations = isl::pw_aff::param_on_domain(state.universe(), id);
  demand(state, count,
         atLeast(iterations, 0)
             .intersect(typeRange(state.Ast, iterations, count.iterator->getType())));
}

/// The copy does not set the iterator of \p loop.
static void refuseIfRead(ExtractState &state, const ForStmt *loop, const VarDecl *iterator) {
  if (isa_and_nonnull<DeclStmt>(loop->getInit()) || !mayBeReadBehind(state, loop, iterator))
    return;
  const Expr *step = headerOf(loop).step;
  const std::string why = stepOf(state.Ast, iterator, step)
                              ? "it starts at an iterator whose step is not a constant"
                              : "its step is not a constant";
  refuse(DiagId::LoopForm, step->getExprLoc(),
         {why + ", and '" + iterator->getName().str() + "' may be read behind it"});
}

void addIterationCounts(ExtractState &state, const SteppedLoops &loops) {
  for (const auto &[loop, iterator] : loops.replaced)
    refuseIfRead(state, loop, iterator);
  for (const IterationCount &count : loops.counts)
    addCount(state, count);
}

} // namespace gputile::frontend
