//===- CopyBounds.cpp - The rows of what a copy moves -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/CopyBounds.h"

#include <isl/constraint.h>
#include <isl/lp.h>

#include <algorithm>

namespace gputile::codegen {

static isl::val coefficientOf(const isl::aff &function, const std::string &name) {
  const int p = isl_aff_find_dim_by_name(function.get(), isl_dim_param, name.c_str());
  if (p < 0)
    return isl::val(function.ctx(), 0);
  return isl::manage(isl_aff_get_coefficient_val(function.get(), isl_dim_param, p));
}

/// Parameter \p name, as a function like \p like.
static isl::aff parameter(const isl::aff &like, const std::string &name) {
  isl::id id = isl::manage(isl_id_alloc(like.ctx().get(), name.c_str(), nullptr));
  isl_space *params = isl_aff_get_domain_space(like.get());
  params = isl_space_add_param_id(params, id.release());
  const int p = isl_space_find_dim_by_name(params, isl_dim_param, name.c_str());
  return isl::manage(isl_aff_var_on_domain(isl_local_space_from_space(params), isl_dim_param, p));
}

/// \p a - \p b, of any parameters.
static isl::aff difference(const isl::aff &a, const isl::aff &b) {
  const auto aligned = [](const isl::aff &function, const isl::aff &like) {
    return isl::manage(isl_aff_align_params(function.copy(), isl_aff_get_domain_space(like.get())));
  };
  const isl::aff first = aligned(a, b);
  return first.sub(aligned(b, first));
}

/// { : function >= 0 }
static isl::set notNegative(const isl::aff &function) {
  return isl::manage(isl_set_from_basic_set(isl_aff_ge_basic_set(
      function.copy(), isl_aff_zero_on_domain_space(isl_aff_get_domain_space(function.get())))));
}

/// What has to be at least 0 where \p set, { : constraints }, holds: nothing else is needed if it
/// has no quantified variables.
static std::vector<isl::aff> functionsOf(const isl::basic_set &set) {
  std::vector<isl::aff> functions;
  isl_basic_set_foreach_constraint(
      set.get(),
      [](isl_constraint *constraint, void *user) {
        auto &found = *static_cast<std::vector<isl::aff> *>(user);
        const isl::aff function = isl::manage(isl_constraint_get_aff(constraint));
        found.push_back(function);
        if (isl_constraint_is_equality(constraint) == isl_bool_true)
          found.push_back(function.neg());
        isl_constraint_free(constraint);
        return isl_stat_ok;
      },
      &functions);
  return functions;
}

/// Adds to \p bounds that \p function, which depends on \p name, is at least 0.
static void addBound(PositionBounds &bounds, const isl::aff &function, const std::string &name) {
  const isl::val factor = coefficientOf(function, name);
  const isl::aff own = parameter(function, name).scale(factor);
  const isl::aff bound = function.sub(own).scale(factor.inv().neg());
  (factor.is_pos() ? bounds.lower : bounds.upper).push_back(bound);
}

static std::optional<isl::ast_expr> conditionOf(const isl::set &set) {
  if (isl::set::universe(set.space()).is_subset(set))
    return std::nullopt;
  return ParamExprs(paramUniverse(set.ctx())).condition(set);
}

namespace {

/// Makes a RowPart of a convex set.
class RowPartBuilder {
public:
  /// \param known { : constraints } of the elements of the loops
  RowPartBuilder(const TileCopy &copy, const isl::basic_set &known, size_t number)
      : Known(known), Indices(copy.indices), LeastName(copy.leaf.kernel.copyLeast[number]),
        MostName(copy.leaf.kernel.copyMost[number]),
        Condition(isl::set::universe(known.space().params())) {
    Result.rows.resize(Indices.size() - 1);
  }

  /// \returns no value where columns do not say which elements of a row the part has.
  std::optional<RowPart> part(const isl::basic_set &set);

private:
  bool inRow(const isl::aff &function) const {
    return coefficientOf(function, Indices.back()).is_zero();
  }
  void require(const isl::aff &function);
  bool requireTime(const DimensionBounds &bounds);
  bool requireBetween(const isl::aff &lower, const isl::aff &upper);

  const isl::basic_set &Known;
  const std::vector<std::string> &Indices;
  const std::string LeastName, MostName;
  isl::set Condition;
  RowPart Result;
};

} // namespace

/// The function is at least 0.
void RowPartBuilder::require(const isl::aff &function) {
  for (size_t d = Indices.size(); d-- > 0;)
    if (!coefficientOf(function, Indices[d]).is_zero())
      return addBound(d < Result.rows.size() ? Result.rows[d] : Result.columns, function,
                      Indices[d]);
  Condition = Condition.intersect(notNegative(function));
}

/// There is a time between two bounds of an element. \returns false if no column says so.
bool RowPartBuilder::requireBetween(const isl::aff &lower, const isl::aff &upper) {
  const auto isInteger = [](const isl::aff &bound) {
    return isl::manage(isl_aff_get_denominator_val(bound.get())).is_one();
  };
  if (!isInteger(lower) && !isInteger(upper))
    return false;
  require(upper.sub(lower));
  return true;
}

/// There is a time between \p bounds: between each lower and each upper one.
bool RowPartBuilder::requireTime(const DimensionBounds &bounds) {
  const auto use = [](std::vector<isl::aff> &used, const isl::aff &bound) {
    const auto same = [&](const isl::aff &other) {
      return isl_aff_plain_is_equal(bound.get(), other.get()) == isl_bool_true;
    };
    if (std::none_of(used.begin(), used.end(), same))
      used.push_back(bound);
  };
  std::vector<isl::aff> afterLeast, beforeMost; // Of elements.
  for (const isl::aff &lower : bounds.lower)
    for (const isl::aff &upper : bounds.upper) {
      if (surelyBetween(lower, upper, Known))
        continue;
      if (!inRow(lower) && !inRow(upper)) {
        if (!requireBetween(lower, upper))
          return false;
        continue;
      }
      Result.empties |= inRow(lower) && inRow(upper);
      use(inRow(lower) ? Result.least : beforeMost, lower);
      use(inRow(upper) ? Result.most : afterLeast, upper);
    }
  for (const isl::aff &upper : afterLeast)
    require(difference(upper, parameter(upper, LeastName)));
  for (const isl::aff &lower : beforeMost)
    require(difference(parameter(lower, MostName), lower));
  return true;
}

std::optional<RowPart> RowPartBuilder::part(const isl::basic_set &set) {
  isl_basic_set *points = isl_basic_set_lift(isl_basic_set_from_params(set.copy()));
  isl::set lifted = isl::manage(isl_set_flatten(isl_set_from_basic_set(points)));
  const unsigned quantified = setDims(lifted);
  if (quantified > 1)
    return std::nullopt;
  isl_set *around =
      isl_set_add_dims(isl_set_from_params(isl::set(Known).release()), isl_dim_set, quantified);
  const isl::basic_set simple = simpleHull(lifted.gist(isl::manage(around)));
  if (quantified == 1) {
    DimensionBounds bounds(simple);
    shiftBounds(bounds);
    if (!requireTime(bounds))
      return std::nullopt;
  }
  isl_basic_set *rest =
      isl_basic_set_drop_constraints_involving_dims(simple.copy(), isl_dim_set, 0, quantified);
  for (const isl::aff &function : functionsOf(isl::manage(isl_basic_set_params(rest))))
    require(function);
  Result.condition = conditionOf(Condition);
  return Result;
}

static bool isAll(const RowPart &part) {
  const auto isFree = [](const PositionBounds &bounds) {
    return bounds.lower.empty() && bounds.upper.empty();
  };
  return !part.test && !part.condition && !part.empties && isFree(part.columns) &&
         std::all_of(part.rows.begin(), part.rows.end(), isFree);
}

/// Iterations of a loop between \p bounds where \p known holds: at most so many, and \p most.
static long tripsBetween(const PositionBounds &bounds, const isl::basic_set &known, long most) {
  for (const isl::aff &lower : bounds.lower)
    for (const isl::aff &upper : bounds.upper) {
      // isl takes no function of fewer or other parameters.
      const isl::aff length = isl::manage(
          isl_aff_align_params(upper.sub(lower).release(), isl_basic_set_get_space(known.get())));
      const isl::basic_set where = isl::manage(
          isl_basic_set_align_params(known.copy(), isl_aff_get_domain_space(length.get())));
      const isl::val longest =
          isl::manage(isl_basic_set_max_lp_val(where.get(), length.get())).floor().add(1);
      if (longest.is_int() && longest.le(isl::val(known.ctx(), most)))
        most = std::max(longest.num_si(), 1L);
    }
  return most;
}

/// Constraints on elements, of which those that the context implies are left out.
static isl::basic_set unknownOf(const isl::basic_set &elements, const TileCopy &copy) {
  const isl::basic_set needed = isl::manage(isl_basic_set_remove_redundancies(elements.copy()));
  // Of sets, since isl aligns no parameters of basic sets here.
  const isl::set unknown = isl::set(needed).gist(isl::set(hullOf(copy.leaf.context)));
  return isl::manage(isl_basic_set_remove_redundancies(simpleHull(unknown).release()));
}

/// What is copied of \p elements, those of the loops, in as few parts as are found: what several
/// references read may be convex there.
static isl::set partsWithin(const isl::set &moved, const isl::basic_set &elements) {
  if (quantifies(moved))
    return moved;
  const isl::set within = moved.intersect(isl::set(elements)).coalesce();
  return isl_set_n_basic_set(within.get()) < isl_set_n_basic_set(moved.get()) ? within : moved;
}

/// True when several parts have conditions of few terms, as in whole tiles where no time decides:
/// then to test an element takes less than to find the columns of each part.
static bool suitsElements(const TileCopy &copy, const isl::set &parts) {
  return !copy.leaf.partial && !quantifies(parts) && isl_set_n_basic_set(parts.get()) > 1;
}

/// Part number \p number of what is copied. \param elements those of the loops
static RowPart rowPart(const TileCopy &copy, const isl::basic_set &set,
                       const isl::basic_set &elements, bool byElements, size_t number) {
  std::optional<RowPart> part;
  if (number < copy.leaf.kernel.copyLeast.size() && !byElements)
    part = RowPartBuilder(copy, elements, number).part(set);
  if (part)
    return *part;
  part.emplace();
  part->test.emplace(isl::set(set), elements, copy.indices);
  if (part->test->always())
    part->test.reset();
  return *part;
}

CopyBounds::CopyBounds(const TileCopy &copy) : loops(copy.indices.size()) {
  const isl::set positions = copy.moved.intersect(isl::set(copy.known)).detect_equalities();
  const isl::basic_set elements =
      hullOf(isl::set(hullOf(positions)).intersect(isl::set(copy.known))).detect_equalities();
  nothing = elements.is_empty();
  if (nothing)
    return;
  isl::basic_set outer = elements;
  trips.resize(loops.size());
  for (size_t d = loops.size(); d-- > 0;) {
    for (const isl::aff &function : functionsOf(unknownOf(outer, copy)))
      if (!coefficientOf(function, copy.indices[d]).is_zero())
        addBound(loops[d], function, copy.indices[d]);
    trips[d] = tripsBetween(loops[d], outer, copy.size[d]);
    outer = hullOf(forgetParams(isl::set(outer), {copy.indices[d]}));
  }
  condition = conditionOf(isl::set(unknownOf(outer, copy)));
  const isl::set all = partsWithin(copy.moved, elements);
  const bool byElements = suitsElements(copy, all);
  all.foreach_basic_set([&](const isl::basic_set &set) {
    parts.push_back(rowPart(copy, set, elements, byElements, parts.size()));
  });
  if (std::any_of(parts.begin(), parts.end(), isAll))
    parts.clear();
}

} // namespace gputile::codegen
