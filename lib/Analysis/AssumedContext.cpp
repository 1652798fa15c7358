//===- AssumedContext.cpp - Parameters without some dependences -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/AssumedContext.h"

#include "gputile/Support/IslTools.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>

namespace gputile {
namespace {

/// Fewer iterations are not worth a condition.
constexpr int LongLoop = 64;
/// More of them nobody wants to read.
constexpr int MostCases = 4;

/// { : constraints } under which two instances of \p domain are so far apart in dimension \p d.
isl::set whereLong(const isl::set &domain, unsigned d) {
  isl_map *apart = isl_map_universe(isl_space_map_from_set(domain.get_space().release()));
  isl_constraint *least =
      isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(apart)));
  least = isl_constraint_set_coefficient_si(least, isl_dim_out, static_cast<int>(d), 1);
  least = isl_constraint_set_coefficient_si(least, isl_dim_in, static_cast<int>(d), -1);
  least = isl_constraint_set_constant_si(least, 1 - LongLoop);
  apart = isl_map_add_constraint(apart, least);
  return isl::manage(apart).intersect_domain(domain).intersect_range(domain).domain().params();
}

/// Those of \p context under which the loops of \p statements are long and access elements, as far
/// as they can: where an array that they access has none, they do not run.
isl::set longLoops(const Scop &scop, const std::vector<unsigned> &statements, isl::set context) {
  const auto narrow = [&](const isl::set &more) {
    const isl::set both = context.intersect(more);
    if (!both.is_empty())
      context = both;
  };
  for (const unsigned s : statements) {
    const isl::set &domain = scop.statements[s].domain;
    context = context.intersect(domain.params());
    for (unsigned d = 0; d < setDims(domain); ++d)
      narrow(whereLong(domain, d));
    for (const Access &access : scop.statements[s].accesses)
      narrow(access.relation.domain().params());
  }
  return context.coalesce();
}

bool isOf(const Dependence &edge, const std::vector<unsigned> &statements) {
  const auto has = [&](unsigned s) {
    return std::find(statements.begin(), statements.end(), s) != statements.end();
  };
  return has(edge.source) && has(edge.target);
}

/// The cases of \p condition that \p common has some of.
isl::set casesOf(const isl::set &condition, const isl::set &common) {
  isl::set result = isl::set::empty(condition.get_space());
  condition.foreach_basic_set([&](const isl::basic_set &part) {
    if (!common.is_disjoint(part))
      result = result.unite(part);
  });
  return result.coalesce();
}

/// Whether \p condition is about subscripts that are noted before anything runs, but after the
/// guard is tested.
bool mentionsInspected(const Scop &scop, const isl::set &condition) {
  return std::any_of(
      scop.inspected.begin(), scop.inspected.end(), [&](const InspectedArray &array) {
        const auto mentions = [&](unsigned p) {
          const int dim = isl_set_find_dim_by_name(condition.get(), isl_dim_param,
                                                   scop.parameters[p].name.c_str());
          return dim >= 0 && isl_set_involves_dims(condition.get(), isl_dim_param,
                                                   static_cast<unsigned>(dim), 1) == isl_bool_true;
        };
        return mentions(array.least) || mentions(array.most);
      });
}

} // namespace

std::optional<isl::set> assumedContext(const Scop &scop, const Ddg &ddg,
                                       const std::vector<unsigned> &statements) {
  const isl::set known = scop.context.intersect(scop.guard);
  const isl::set common = longLoops(scop, statements, known);
  isl::set exist = isl::set::empty(known.get_space());
  for (const Dependence &edge : ddg.edges) {
    if (!isOf(edge, statements))
      continue;
    const isl::set exists = edge.relation.domain().params();
    if (!common.is_subset(exists))
      exist = exist.unite(exists);
  }
  if (exist.is_empty())
    return std::nullopt;
  const isl::set without = casesOf(withoutDivs(known.subtract(exist)).coalesce(), common);
  // Loops are long: constraints that say no more than that have no place in the condition.
  const isl::set simple = without.gist(common).coalesce();
  const isl::set cases = simple.intersect(known).is_disjoint(exist) ? simple : without.gist(known);
  if (cases.is_empty() || isl_set_n_basic_set(cases.get()) > MostCases ||
      mentionsInspected(scop, cases))
    return std::nullopt;
  return cases;
}

} // namespace gputile
