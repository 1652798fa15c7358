//===- Inductions.cpp - Integers that loops change by constants -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Inductions.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/BindTuples.h"

#include <isl/constraint.h>

using namespace clang;

namespace gputile::frontend {

std::optional<Affine> currentValue(ExtractState &state, const VarDecl *variable) {
  if (const ScalarValue *known = state.Scalars.find(variable))
    return known->value ? std::optional(Affine{*known->value, known->valid}) : std::nullopt;
  if (!state.Scalars.follows(variable) || !state.Scalars.isInitial(variable) ||
      state.Facts.declared.count(variable))
    return std::nullopt;
  const unsigned p = state.parameterFor(variable, variable->getLocation());
  const isl::id id(state.Isl, state.TheScop.parameters[p].name);
  return Affine{isl::pw_aff::param_on_domain(state.universe(), id), state.universe()};
}

Affine stepped(const ExtractState &state, const VarDecl *variable, const Affine &value,
               const isl::pw_aff &step) {
  Affine result{value.value.add(step), value.valid};
  const QualType type = integerType(variable->getType());
  const bool wraps = type->isUnsignedIntegerType() || state.Ast.getLangOpts().isSignedOverflowDefined() ||
                     state.Ast.getIntWidth(type) < state.Ast.getIntWidth(state.Ast.IntTy);
  if (wraps)
    result.valid = result.valid.intersect(typeRange(state.Ast, result.value, type));
  return result;
}

/// Where the value of the isl parameter \p name comes from.
static std::optional<BodyPiece> pieceFor(const ExtractState &state, const std::string &name) {
  for (unsigned d = 0; d < state.Loops.size(); ++d)
    if (state.Loops[d].id == name)
      return BodyPiece::makeIterator(d, "long long");
  const std::vector<Parameter> &parameters = state.TheScop.parameters;
  for (unsigned p = 0; p < parameters.size(); ++p)
    if (parameters[p].name == name)
      return BodyPiece::makeParameter(p, "long long");
  return std::nullopt;
}

/// \p size as a C constant; none where that is large or no integer.
static std::optional<std::string> constantText(const isl::val &size) {
  constexpr long largest = 1L << 31;
  if (!size.is_int() || size.abs().gt(isl::val(size.ctx(), largest)))
    return std::nullopt;
  return "(" + std::to_string(size.num_si()) + "LL)";
}

/// \p sum, a function of iterators and parameters, as C; none where it has divisions.
static std::optional<std::vector<BodyPiece>> sumText(const ExtractState &state, const isl::aff &sum) {
  auto constant = constantText(sum.constant_val());
  if (isl_aff_dim(sum.get(), isl_dim_div) > 0 || !constant)
    return std::nullopt;
  std::vector<BodyPiece> text{BodyPiece::makeText(*constant)};
  for (int d = 0; d < isl_aff_dim(sum.get(), isl_dim_param); ++d) {
    const isl::val factor = isl::manage(isl_aff_get_coefficient_val(sum.get(), isl_dim_param, d));
    if (factor.is_zero())
      continue;
    auto size = constantText(factor);
    auto piece = pieceFor(state, isl_aff_get_dim_name(sum.get(), isl_dim_param, unsigned(d)));
    if (!size || !piece)
      return std::nullopt;
    text.push_back(BodyPiece::makeText(" + " + *size + " * "));
    text.push_back(*piece);
  }
  return text;
}

static void append(std::vector<BodyPiece> &text, const std::vector<BodyPiece> &more) {
  text.insert(text.end(), more.begin(), more.end());
}

/// Whether a point lies in \p domain, one basic set, as C.
static std::optional<std::vector<BodyPiece>> memberText(const ExtractState &state,
                                                        const isl::set &domain) {
  if (isl_set_n_basic_set(domain.get()) != 1)
    return std::nullopt;
  isl_constraint_list *constraints =
      isl_basic_set_get_constraint_list(isl::manage(isl_set_simple_hull(domain.copy())).get());
  std::optional<std::vector<BodyPiece>> text{{BodyPiece::makeText("(1")}};
  for (int k = 0; k < isl_constraint_list_n_constraint(constraints); ++k) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(constraints, k);
    const bool isEquality = isl_constraint_is_equality(constraint) == isl_bool_true;
    const auto sum = sumText(state, isl::manage(isl_constraint_get_aff(constraint)));
    isl_constraint_free(constraint);
    if (!sum) {
      text.reset();
      break;
    }
    text->push_back(BodyPiece::makeText(" && "));
    append(*text, *sum);
    text->push_back(BodyPiece::makeText(isEquality ? " == 0" : " >= 0"));
  }
  isl_constraint_list_free(constraints);
  if (text)
    text->push_back(BodyPiece::makeText(")"));
  return text;
}

std::vector<BodyPiece> textOf(const ExtractState &state, const isl::pw_aff &value) {
  constexpr unsigned mostCases = 3;
  if (value.n_piece() > mostCases ||
      isl_set_plain_is_universe(value.domain().coalesce().get()) != isl_bool_true)
    return {};
  std::vector<std::pair<isl::set, isl::aff>> cases;
  value.foreach_piece([&](const isl::set &domain, const isl::multi_aff &piece) {
    cases.emplace_back(domain, piece.at(0));
  });
  std::vector<BodyPiece> text;
  for (size_t k = 0; k < cases.size(); ++k) {
    const auto sum = sumText(state, cases[k].second);
    const bool isLast = k + 1 == cases.size();
    const auto member = isLast ? std::nullopt : memberText(state, cases[k].first);
    if (!sum || (!isLast && !member))
      return {};
    if (member) {
      append(text, *member);
      text.push_back(BodyPiece::makeText(" ? "));
    }
    append(text, *sum);
    if (member)
      text.push_back(BodyPiece::makeText(" : "));
  }
  return text;
}

/// Whether the new value is none of the old one and of what \p loop does not change.
static bool dependsOnOthers(const Recurrence &recurrence, const ForStmt *loop) {
  ScalarValues::Variables others = assignedIn(loop);
  others.erase(recurrence.variable);
  return !mentionsAny(recurrence.value, {recurrence.variable}) ||
         mentionsAny(recurrence.value, others);
}

LoopInductions::LoopInductions(ExtractState &state, const ForStmt *loop, const isl::set &domain)
    : State(state) {
  for (const Induction &induction : inductionsOf(state.Ast, loop))
    if (state.Scalars.follows(induction.variable))
      if (auto value = currentValue(state, induction.variable))
        Starts.emplace_back(induction, *value);
  for (const Recurrence &recurrence : recurrencesOf(state.Ast, loop)) {
    if (dependsOnOthers(recurrence, loop))
      continue;
    const size_t parameters = state.TheScop.parameters.size();
    if (const std::optional<Turn> turn = turnOf(recurrence, domain))
      Turns.push_back(*turn);
    else
      state.truncateParameters(parameters);
  }
}

std::optional<LoopInductions::Turn> LoopInductions::turnOf(const Recurrence &recurrence,
                                                           const isl::set &domain) const {
  const auto after = [&](const Affine &value) {
    ScalarValues::Values now = State.Scalars.current();
    State.Scalars.assign(recurrence.variable, {value.value, value.valid, {}});
    // The loop may not run.
    AffineBuilder builder(State, domain, domain.subtract(domain));
    std::optional<Affine> next = builder.value(recurrence.value);
    State.Scalars.restore(std::move(now));
    return next;
  };
  const std::optional<Affine> start = State.Scalars.follows(recurrence.variable)
                                          ? currentValue(State, recurrence.variable)
                                          : std::nullopt;
  const std::optional<Affine> odd = start ? after(*start) : std::nullopt;
  const std::optional<Affine> even = odd ? after(*odd) : std::nullopt;
  if (!even || !domain.intersect(State.typeRanges()).is_subset(even->value.eq_set(start->value)))
    return std::nullopt;
  return Turn{recurrence.variable, {start->value, start->valid.intersect(even->valid)}, *odd};
}

void LoopInductions::assign(const LoopShape &shape, const isl::pw_aff &lower,
                            const isl::pw_aff &iterator) const {
  if (Starts.empty() && Turns.empty())
    return;
  const isl::pw_aff before = iterationsBefore(shape, lower, iterator);
  for (const auto &[induction, start] : Starts) {
    const isl::val step(State.Isl, llvm::toString(induction.step, 10));
    Affine now = stepped(State, induction.variable, start, before.scale(step));
    now.value = now.value.coalesce();
    State.Scalars.assign(induction.variable,
                         {now.value, now.valid, frontend::textOf(State, now.value)});
  }
  const isl::val two(State.Isl, 2);
  for (const Turn &turn : Turns) {
    const isl::pw_aff rest = before.mod(two);
    const Affine now = selected(rest.eq_set(rest.sub(rest)), turn.even, turn.odd);
    State.Scalars.assign(turn.variable, {now.value.coalesce(), now.valid, textOf(before, turn)});
  }
}

/// `before & 1 ? odd : even`; empty where one of them has no text.
std::vector<BodyPiece> LoopInductions::textOf(const isl::pw_aff &before, const Turn &turn) const {
  const auto number = frontend::textOf(State, before.coalesce()),
             even = frontend::textOf(State, turn.even.value.coalesce()),
             odd = frontend::textOf(State, turn.odd.value.coalesce());
  if (number.empty() || even.empty() || odd.empty())
    return {};
  std::vector<BodyPiece> text{BodyPiece::makeText("((")};
  append(text, number);
  text.push_back(BodyPiece::makeText(") & 1 ? "));
  append(text, odd);
  text.push_back(BodyPiece::makeText(" : "));
  append(text, even);
  text.push_back(BodyPiece::makeText(")"));
  return text;
}

std::optional<isl::pw_aff> exitValue(const LoopDomain &domain) {
  if (isScattered(domain.exit) || domain.exit.is_empty())
    return std::nullopt;
  const isl::set value = bindSet(domain.exit, "E", {domain.level.id});
  return value.as_pw_multi_aff().at(0).gist(value.params()).coalesce();
}

} // namespace gputile::frontend
