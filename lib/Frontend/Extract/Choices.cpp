//===- Choices.cpp - Subscripts that have one of several values -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Choices.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

/// Values that depend on others that depend on others: more than this are not known.
static constexpr unsigned MaxDepth = 4;
/// Values of one variable.
static constexpr size_t MaxValues = 8;

Choices::Choices(ExtractState &state)
    : State(state), Outer(state.Choosing), Depth(Outer ? Outer->Depth + 1 : 0),
      Constraints(state.universe()) {
  State.Choosing = this;
}

isl::pw_aff Choices::newValue() {
  Ids.push_back("gpt_choice" + std::to_string(State.ChoiceCount++));
  return isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, Ids.back()));
}

isl::set Choices::withoutValues(isl::set set) const {
  for (const std::string &id : Ids)
    if (isl_set_find_dim_by_name(set.get(), isl_dim_param, id.c_str()) >= 0)
      set = set.project_out_param(id);
  return set;
}

/// Evaluates what \p possible assigns, where it stands.
std::optional<Choices::Assigned> Choices::assigned(const PossibleValue &possible,
                                                   const isl::pw_aff &value) {
  ScalarValues::Values now = State.Scalars.current();
  auto back = llvm::make_scope_exit([&] { State.Scalars.restore(std::move(now)); });
  llvm::SaveAndRestore conditions(State.DataConditions, possible.dataConditions);
  State.Scalars.restore(possible.before);
  Choices inner(State);
  auto affine = AffineBuilder(State, possible.points).value(possible.expr);
  if (!affine)
    return std::nullopt;
  const isl::set points = possible.points.intersect(inner.constraints());
  return Assigned{inner.withoutValues(points.intersect(value.eq_set(affine->value))),
                  inner.withoutValues(points.subtract(affine->valid)).complement()};
}

std::optional<Affine> Choices::value(const VarDecl *variable) {
  if (auto known = Known.find(variable); known != Known.end())
    return known->second;
  const auto *found = State.Scalars.possible(variable);
  if (!found || found->size() > MaxValues || Depth > MaxDepth)
    return std::nullopt;
  const auto possible = *found;
  Affine result{newValue(), State.universe()};
  isl::set values = isl::set::empty(State.universe().space());
  for (const auto &one : possible) {
    auto assignment = assigned(*one, result.value);
    if (!assignment)
      return std::nullopt;
    values = values.unite(assignment->values);
    result.valid = result.valid.intersect(assignment->valid);
  }
  Constraints = Constraints.intersect(values.coalesce());
  return Known.emplace(variable, result).first->second;
}

Affine Choices::either(const Affine &a, const Affine &b) {
  const isl::pw_aff value = newValue();
  Constraints = Constraints.intersect(value.eq_set(a.value).unite(value.eq_set(b.value)));
  return {value, a.valid.intersect(b.valid)};
}

} // namespace gputile::frontend
