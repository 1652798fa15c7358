//===- Inductions.cpp - Integers that loops change by constants -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Inductions.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/BindTuples.h"

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

std::vector<BodyPiece> textOf(const ExtractState &state, const isl::pw_aff &value) {
  if (!value.isa_aff())
    return {};
  const isl::aff sum = value.as_aff();
  auto constant = constantText(sum.constant_val());
  if (isl_aff_dim(sum.get(), isl_dim_div) > 0 || !constant)
    return {};
  std::vector<BodyPiece> text{BodyPiece::makeText(*constant)};
  for (int d = 0; d < isl_aff_dim(sum.get(), isl_dim_param); ++d) {
    const isl::val factor = isl::manage(isl_aff_get_coefficient_val(sum.get(), isl_dim_param, d));
    if (factor.is_zero())
      continue;
    auto size = constantText(factor);
    auto piece = pieceFor(state, isl_aff_get_dim_name(sum.get(), isl_dim_param, unsigned(d)));
    if (!size || !piece)
      return {};
    text.push_back(BodyPiece::makeText(" + " + *size + " * "));
    text.push_back(*piece);
  }
  return text;
}

LoopInductions::LoopInductions(ExtractState &state, const ForStmt *loop) : State(state) {
  for (const Induction &induction : inductionsOf(state.Ast, loop))
    if (state.Scalars.follows(induction.variable))
      if (auto value = currentValue(state, induction.variable))
        Starts.emplace_back(induction, *value);
}

void LoopInductions::assign(const LoopShape &shape, const isl::pw_aff &lower,
                            const isl::pw_aff &iterator) const {
  for (const auto &[induction, start] : Starts) {
    const isl::val step(State.Isl, llvm::toString(induction.step, 10));
    const isl::pw_aff way = iterationsBefore(shape, lower, iterator).scale(step);
    Affine now = stepped(State, induction.variable, start, way);
    now.value = now.value.coalesce();
    State.Scalars.assign(induction.variable, {now.value, now.valid, textOf(State, now.value)});
  }
}

std::optional<isl::pw_aff> exitValue(const LoopDomain &domain) {
  if (isScattered(domain.exit) || domain.exit.is_empty())
    return std::nullopt;
  const isl::set value = bindSet(domain.exit, "E", {domain.level.id});
  return value.as_pw_multi_aff().at(0).gist(value.params()).coalesce();
}

} // namespace gputile::frontend
