//===- Lexmin.cpp - Lexicographic minimum that is not trivial -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/Lexmin.h"

#include "Algebra/Substitution.h"

#include <isl/aff.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace gputile::algebra {
namespace {

isl::basic_set toBasicSet(isl::ctx ctx, const LinearSystem &system) {
  unsigned columns = 1 + system.variables;
  IntMatrix inequalities = system.inequalities;
  for (unsigned v = 0; v < system.variables; ++v) {
    inequalities.emplace_back(columns, 0);
    inequalities.back()[1 + v] = 1;
  }
  isl_space *space = isl_space_set_alloc(ctx.get(), 0, system.variables);
  return isl::manage(isl_basic_set_from_constraint_matrices(
      space, toIsl(ctx, system.equalities, columns), toIsl(ctx, inequalities, columns), isl_dim_cst,
      isl_dim_set, isl_dim_div, isl_dim_param));
}

std::optional<IntVector> lexmin(isl::ctx ctx, const LinearSystem &system) {
  isl::basic_set points = toBasicSet(ctx, system);
  // With the (parameterless) domain given, isl need not compute it by projecting
  // out every variable, which would take exponential time.
  isl_space *none = isl_space_params_alloc(ctx.get(), 0);
  isl_set *infeasible = nullptr;
  // As functions: a set of one point with many coordinates takes isl longer than finding it.
  const isl::pw_multi_aff smallest = isl::manage(isl_basic_set_partial_lexmin_pw_multi_aff(
      points.copy(), isl_basic_set_universe(none), &infeasible));
  isl_set_free(infeasible);
  if (isl_pw_multi_aff_n_piece(smallest.get()) == 0)
    return std::nullopt;
  IntVector point;
  smallest.foreach_piece([&](const isl::set &, const isl::multi_aff &coordinates) {
    for (unsigned v = 0; v < system.variables; ++v) {
      const isl::val value = coordinates.at(static_cast<int>(v)).constant_val();
      if (!value.is_int() || isl_val_cmp_si(value.get(), 1L << 30) > 0)
        throw NumbersTooLarge();
      point.push_back(isl_val_get_num_si(value.get()));
    }
  });
  return point;
}

class BranchAndBound {
public:
  BranchAndBound(isl::ctx ctx, LinearSystem system, const std::vector<Region> &regions)
      : Ctx(ctx), System(std::move(system)), Regions(regions) {}

  void search() {
    std::optional<IntVector> point = lexmin(Ctx, System);
    if (!point || (Best && *point >= *Best))
      return;
    const Region *trivial = firstTrivial(*point);
    if (trivial)
      branch(*trivial);
    else
      accept(std::move(*point));
  }

  std::optional<IntVector> Best;

private:
  long valueAt(const IntVector &row, const IntVector &point) const {
    return combine(row[0], 1, dot(IntVector(row.begin() + 1, row.end()), point), 1);
  }

  const Region *firstTrivial(const IntVector &point) const {
    for (const Region &region : Regions)
      if (std::all_of(region.begin(), region.end(),
                      [&](const IntVector &row) { return valueAt(row, point) == 0; }))
        return &region;
    return nullptr;
  }

  void branch(const Region &region) {
    size_t before = System.equalities.size();
    for (const IntVector &row : region) {
      for (long sign : {1L, -1L}) {
        IntVector step = row;
        for (long &v : step)
          v *= sign;
        step[0] -= 1;
        System.inequalities.push_back(step);
        search();
        System.inequalities.pop_back();
      }
      System.equalities.push_back(row);
    }
    System.equalities.resize(before);
  }

  void accept(IntVector point) { Best = std::move(point); }

  isl::ctx Ctx;
  LinearSystem System;
  const std::vector<Region> &Regions;
};

} // namespace

std::optional<IntVector> nonTrivialLexmin(isl::ctx ctx, const LinearSystem &system,
                                          const std::vector<Region> &regions) {
  // Statements of one loop body share most of their coefficients.
  const Substitution substitution(system);
  std::vector<Region> kept;
  for (const Region &region : regions)
    if (Region mapped = substitution.apply(region);
        std::find(kept.begin(), kept.end(), mapped) == kept.end())
      kept.push_back(std::move(mapped));
  BranchAndBound solver(ctx, substitution.apply(system), kept);
  solver.search();
  return solver.Best ? std::optional(substitution.expand(*solver.Best)) : std::nullopt;
}

} // namespace gputile::algebra
