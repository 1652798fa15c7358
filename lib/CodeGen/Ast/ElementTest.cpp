//===- ElementTest.cpp - Whether a point lies in a set ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/ElementTest.h"

#include <isl/constraint.h>

#include <algorithm>
#include <map>

namespace gputile::codegen {

DimensionBounds::DimensionBounds(const isl::basic_set &set) {
  isl_basic_set_foreach_constraint(
      set.get(),
      [](isl_constraint *constraint, void *user) {
        auto &self = *static_cast<DimensionBounds *>(user);
        bool below = isl_constraint_is_lower_bound(constraint, isl_dim_set, 0) == isl_bool_true;
        bool above = isl_constraint_is_upper_bound(constraint, isl_dim_set, 0) == isl_bool_true;
        if (isl_constraint_is_equality(constraint) == isl_bool_true)
          below = above = below || above;
        if (below || above) {
          isl_aff *value = isl_constraint_get_bound(constraint, isl_dim_set, 0);
          value = isl_aff_project_domain_on_params(isl_aff_drop_dims(value, isl_dim_in, 0, 1));
          isl::aff bound = isl::manage(value);
          if (below)
            self.lower.push_back(bound);
          if (above)
            self.upper.push_back(bound);
        }
        isl_constraint_free(constraint);
        return isl_stat_ok;
      },
      this);
}

std::string nestedCalls(const char *function, const std::vector<isl::ast_expr> &values,
                        NodePrinter &printer) {
  std::string text;
  for (const isl::ast_expr &value : values) {
    const std::string one = printer.expr(value);
    text = text.empty() ? one : std::string(function) + "(" + text + ", " + one + ")";
  }
  return text;
}

/// With lower = l / a and upper = u / b it is enough that a u - b l >= (a - 1) (b - 1).
bool surelyBetween(const isl::aff &lower, const isl::aff &upper, const isl::basic_set &known) {
  isl::val a = isl::manage(isl_aff_get_denominator_val(lower.get()));
  isl::val b = isl::manage(isl_aff_get_denominator_val(upper.get()));
  isl::aff room = upper.sub(lower).scale(a.mul(b));
  isl::val one(known.ctx(), 1);
  room = room.add_constant(a.sub(one).mul(b.sub(one)).neg());
  return known.is_subset(isl::manage(isl_aff_ge_basic_set(room.copy(), room.sub(room).release())));
}

/// \p function with its coefficients rounded down.
static isl::aff wholeTerms(const isl::aff &function) {
  isl_aff *whole = isl_aff_set_constant_val(
      function.copy(), isl_val_floor(isl_aff_get_constant_val(function.get())));
  for (int p = 0; p < isl_aff_dim(function.get(), isl_dim_param); ++p)
    whole = isl_aff_set_coefficient_val(
        whole, isl_dim_param, p,
        isl_val_floor(isl_aff_get_coefficient_val(function.get(), isl_dim_param, p)));
  return isl::manage(whole);
}

void shiftBounds(DimensionBounds &bounds) {
  const auto shifted = [&](const isl::aff &by) {
    DimensionBounds result = bounds;
    for (std::vector<isl::aff> *side : {&result.lower, &result.upper})
      for (isl::aff &bound : *side)
        bound = bound.sub(by);
    return result;
  };
  const auto terms = [](const DimensionBounds &all) {
    int count = 0;
    for (const std::vector<isl::aff> *side : {&all.lower, &all.upper})
      for (const isl::aff &bound : *side)
        for (int p = 0; p < isl_aff_dim(bound.get(), isl_dim_param); ++p)
          count += isl_aff_involves_dims(bound.get(), isl_dim_param, p, 1) == isl_bool_true;
    return count;
  };
  DimensionBounds best = bounds;
  for (const isl::aff &bound : bounds.lower) {
    DimensionBounds other = shifted(wholeTerms(bound));
    if (terms(other) < terms(best))
      best = other;
  }
  bounds = best;
}

/// Puts what changes in outer loops first, so that it is computed there.
static void sortBounds(std::vector<isl::aff> &bounds, const std::vector<std::string> &loops) {
  const auto innermost = [&](const isl::aff &bound) {
    for (size_t d = loops.size(); d-- > 0;) {
      int p = isl_aff_find_dim_by_name(bound.get(), isl_dim_param, loops[d].c_str());
      if (p >= 0 && isl_aff_involves_dims(bound.get(), isl_dim_param, p, 1) == isl_bool_true)
        return d + 1;
    }
    return size_t(0);
  };
  std::multimap<size_t, isl::aff> sorted;
  for (const isl::aff &bound : bounds)
    sorted.emplace(innermost(bound), bound);
  bounds.clear();
  for (const auto &[position, bound] : sorted)
    bounds.push_back(bound);
}

/// The bounds that do not surely leave room for an integer.
static DimensionBounds boundsToTest(const DimensionBounds &all, const isl::basic_set &known) {
  std::vector<bool> lower(all.lower.size(), false), upper(all.upper.size(), false);
  for (size_t l = 0; l < all.lower.size(); ++l)
    for (size_t u = 0; u < all.upper.size(); ++u)
      if (!(lower[l] && upper[u]) && !surelyBetween(all.lower[l], all.upper[u], known))
        lower[l] = upper[u] = true;
  DimensionBounds result = all;
  const auto keep = [](std::vector<isl::aff> &bounds, const std::vector<bool> &kept) {
    size_t count = 0;
    for (size_t i = 0; i < kept.size(); ++i)
      if (kept[i])
        bounds[count++] = bounds[i];
    bounds.erase(bounds.begin() + static_cast<long>(count), bounds.end());
  };
  keep(result.lower, lower);
  keep(result.upper, upper);
  return result;
}

ElementTest::Part ElementTest::makePart(const isl::basic_set &set, const isl::basic_set &known,
                                        const std::vector<std::string> &loops) {
  isl_basic_set *points = isl_basic_set_lift(isl_basic_set_from_params(set.copy()));
  isl::set lifted = isl::manage(isl_set_flatten(isl_set_from_basic_set(points)));
  const unsigned quantified = setDims(lifted);
  const ParamExprs exprs(paramUniverse(set.ctx()));
  Part part;
  const auto require = [&](const isl::set &constraints) {
    isl::set left = constraints.gist(isl::set(known));
    if (!isl::set(known).is_subset(left))
      part.condition = exprs.condition(left);
  };
  if (quantified != 1) {
    require(isl::set(set));
    return part;
  }
  isl_set *around =
      isl_set_add_dims(isl_set_from_params(isl::set(known).release()), isl_dim_set, 1);
  lifted = lifted.gist(isl::manage(around));
  isl::basic_set simple = simpleHull(lifted);
  DimensionBounds all(simple);
  shiftBounds(all);
  DimensionBounds bounds = boundsToTest(all, known);
  sortBounds(bounds.lower, loops);
  sortBounds(bounds.upper, loops);
  for (const isl::aff &bound : bounds.lower)
    part.lower.push_back(exprs.value(bound.ceil()));
  for (const isl::aff &bound : bounds.upper)
    part.upper.push_back(exprs.value(bound.floor()));
  isl_basic_set *rest =
      isl_basic_set_drop_constraints_involving_dims(simple.release(), isl_dim_set, 0, 1);
  require(isl::manage(isl_basic_set_params(rest)).to_set());
  return part;
}

ElementTest::ElementTest(const isl::set &set, const isl::basic_set &known,
                         const std::vector<std::string> &loops) {
  set.foreach_basic_set(
      [&](isl::basic_set part) { Parts.push_back(makePart(part, known, loops)); });
}

bool ElementTest::always() const {
  return std::any_of(Parts.begin(), Parts.end(), [](const Part &part) { return part.always(); });
}

std::string ElementTest::Part::text(NodePrinter &printer) const {
  std::string test = condition ? "(" + printer.expr(*condition) + ")" : "";
  if (lower.empty())
    return test;
  return (test.empty() ? "" : test + " && ") + nestedCalls("gpt_max", lower, printer) +
         " <= " + nestedCalls("gpt_min", upper, printer);
}

std::string ElementTest::text(NodePrinter &printer) const {
  if (Parts.empty())
    return "false";
  std::string text;
  for (const Part &part : Parts)
    text += (text.empty() ? "(" : " || (") + part.text(printer) + ")";
  return Parts.size() == 1 ? text : "(" + text + ")";
}

} // namespace gputile::codegen
