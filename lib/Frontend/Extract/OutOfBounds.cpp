//===- OutOfBounds.cpp - Subscripts outside of their arrays ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/OutOfBounds.h"

#include "Frontend/Extract/BindTuples.h"

using namespace clang;

namespace gputile::frontend {
namespace {

/// The isl parameter that stands for the value of an expression.
const char *const ValueId = "gpt_value";

isl::pw_aff number(const ExtractState &state, long value) {
  return state.universe().pw_aff_on_domain(value);
}

/// Prints sums of parameters as users wrote these.
class AffineText {
public:
  explicit AffineText(const std::vector<Parameter> &parameters) : Parameters(parameters) {}

  /// "2 * n - 1"; none where \p value is no plain sum.
  std::optional<std::string> print(const isl::pw_aff &value) const {
    if (!value.isa_aff())
      return std::nullopt;
    const isl::aff sum = value.as_aff();
    if (isl_aff_dim(sum.get(), isl_dim_div) > 0)
      return std::nullopt;
    std::string text;
    for (int d = 0; d < isl_aff_dim(sum.get(), isl_dim_param); ++d) {
      const auto factor = asLong(isl::manage(isl_aff_get_coefficient_val(sum.get(), isl_dim_param, d)));
      const auto name = nameOf(isl_aff_get_dim_name(sum.get(), isl_dim_param, unsigned(d)));
      if (factor == 0)
        continue;
      if (!factor || !name)
        return std::nullopt;
      append(text, *factor, *name);
    }
    const auto constant = asLong(sum.constant_val());
    if (!constant)
      return std::nullopt;
    if (*constant != 0 || text.empty())
      append(text, *constant, "");
    return text;
  }

private:
  const std::vector<Parameter> &Parameters;

  std::optional<std::string> nameOf(const std::string &id) const {
    for (const Parameter &parameter : Parameters)
      if (parameter.name == id)
        return parameter.callExpr;
    return std::nullopt;
  }

  static void append(std::string &text, long factor, const std::string &name) {
    text += text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    if (name.empty() || std::labs(factor) != 1)
      text += std::to_string(std::labs(factor)) + (name.empty() ? "" : " * ");
    text += name;
  }
};

/// What users see of the values that are possible where a subscript is evaluated.
class Ranges {
public:
  /// \param domain [n, i…] -> { : … }
  Ranges(const ExtractState &state, isl::set domain) : State(state), Domain(std::move(domain)) {}

  /// "from 0 to n - 1" or "100", over all points; none where that is no plain text.
  /// \param value [n, i…] -> { [(…)] }
  std::optional<std::string> print(const isl::pw_aff &value) const {
    const isl::pw_aff id =
        isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, ValueId));
    const isl::set values =
        bindSet(State.projectIterators(Domain.intersect(id.eq_set(value)), ValueId), "V", {ValueId});
    if (!isl_set_is_bounded(values.get()))
      return std::nullopt;
    const auto least = textOf(values.lexmin_pw_multi_aff(), values);
    const auto most = textOf(values.lexmax_pw_multi_aff(), values);
    if (!least || !most)
      return std::nullopt;
    return *least == *most ? *least : "from " + *least + " to " + *most;
  }

private:
  const ExtractState &State;
  isl::set Domain;

  std::optional<std::string> textOf(const isl::pw_multi_aff &extreme, const isl::set &values) const {
    const isl::pw_aff value = extreme.at(0).gist(values.params()).coalesce();
    return AffineText(State.TheScop.parameters).print(value);
  }
};

/// "goes from 1 to 100 for i from 0 to 99", over \p known; in fewer words where it is not so plain.
std::string rangeText(const ExtractState &state, const BoundedSubscript &subscript,
                      const isl::set &known) {
  const Ranges ranges(state, known);
  const auto values = ranges.print(subscript.value);
  if (!values)
    return "leaves the array";
  std::string text = (values->rfind("from", 0) == 0 ? "goes " : "is ") + *values;
  const char *before = " for ";
  for (const LoopLevel &level : subscript.loops) {
    if (!subscript.value.involves_param(level.id))
      continue;
    const auto iterator = ranges.print(
        isl::pw_aff::param_on_domain(state.universe(), isl::id(state.Isl, level.id)));
    if (!iterator || *iterator == *values)
      continue;
    text += before + level.variable->getName().str() + " " +
            (iterator->rfind("from", 0) == 0 ? *iterator : "= " + *iterator);
    before = " and ";
  }
  return text;
}

/// "elements 0 to 99"
std::string sizeText(const ExtractState &state, isl::pw_aff size) {
  size = size.gist(size.domain());
  const AffineText text(state.TheScop.parameters);
  const auto count = text.print(size), last = text.print(size.add_constant(-1));
  if (!count || !last)
    return "fewer elements";
  return *count == "1" ? "element 0 only" : "elements 0 to " + *last;
}

} // namespace

std::optional<Refusal> certainlyOutside(const ExtractState &state, const BoundedSubscript &subscript) {
  const isl::set known =
      subscript.domain.intersect(state.knownContext()).intersect(state.TheScop.guard);
  const isl::set outside = known.intersect(
      subscript.value.lt_set(number(state, 0)).unite(subscript.value.ge_set(subscript.size)));
  if (outside.is_empty() ||
      !state.projectIterators(known).is_subset(state.projectIterators(outside)))
    return std::nullopt;
  return Refusal{DiagId::SubscriptOutside,
                 subscript.loc,
                 {subscript.text, subscript.array, rangeText(state, subscript, known),
                  subscript.dimension, sizeText(state, subscript.size)},
                 {},
                 {}};
}

std::vector<Refusal> subscriptsOutside(const ExtractState &state) {
  std::vector<Refusal> found;
  std::set<uint32_t> said;
  for (const PlacedStatement &placed : state.Statements)
    for (const BoundedSubscript &subscript : placed.subscripts)
      if (!said.count(subscript.loc.raw))
        if (auto refusal = certainlyOutside(state, subscript)) {
          said.insert(subscript.loc.raw);
          found.push_back(std::move(*refusal));
        }
  return found;
}

} // namespace gputile::frontend
