//===- IndexSets.cpp - Domains of statements in parts ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/IndexSets.h"

#include "Transform/FreshNames.h"
#include "gputile/Support/IslTools.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::transform;

/// More of them would be more text than anybody wants to read.
static constexpr size_t MaxParts = 12;

/// The pairs of { S[i] -> S[j] } whose first difference is in dimension \p d.
static isl::map carriedBy(isl::map relation, unsigned d) {
  for (unsigned k = 0; k < d; ++k)
    relation = equateDims(relation, k, k);
  return relation.subtract(equateDims(relation, d, d));
}

/// { S[i] : c(i) >= 0 } for each constraint of \p set that is about its dimensions; two for an
/// equality.
static std::vector<isl::set> halfSpacesOf(const isl::basic_set &set) {
  std::vector<isl::set> halves;
  const auto add = [&](isl_constraint *constraint, bool negated) {
    isl_aff *value = isl_constraint_get_aff(constraint);
    halves.push_back(isl::manage(
        isl_pw_aff_nonneg_set(isl_pw_aff_from_aff(negated ? isl_aff_neg(value) : value))));
  };
  isl_constraint_list *list = isl_basic_set_get_constraint_list(set.get());
  for (isl_size c = 0; c < isl_constraint_list_n_constraint(list); ++c) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(list, c);
    if (isl_constraint_involves_dims(constraint, isl_dim_set, 0, setDims(isl::set(set)))) {
      add(constraint, false);
      if (isl_constraint_is_equality(constraint))
        add(constraint, true);
    }
    isl_constraint_free(constraint);
  }
  isl_constraint_list_free(list);
  return halves;
}

/// A half space that holds all of \p side and nothing of \p other.
static std::optional<isl::set> halfSpaceAround(const isl::set &side, const isl::set &other,
                                               const isl::set &domain) {
  for (const isl::set &half : halfSpacesOf(hullOf(side.gist(domain))))
    if (other.is_disjoint(half) && side.is_subset(half))
      return half;
  return std::nullopt;
}

/// What keeps apart the ends of the dependences of one statement on itself that loop \p d carries;
/// none where nothing does so for one of them.
static std::optional<std::vector<isl::set>>
cutsOfLoop(const Statement &statement, const std::vector<isl::map> &itself, unsigned d) {
  std::vector<isl::set> cuts;
  bool areApart = true;
  const auto keepApart = [&](const isl::set &from, const isl::set &to) {
    auto cut = halfSpaceAround(from, to, statement.domain);
    if (!cut)
      cut = halfSpaceAround(to, from, statement.domain);
    areApart = areApart && cut;
    if (cut && std::none_of(cuts.begin(), cuts.end(),
                            [&](const isl::set &known) { return known.is_equal(*cut); }))
      cuts.push_back(*cut);
  };
  for (const isl::map &relation : itself)
    carriedBy(relation, d).coalesce().foreach_basic_map([&](const isl::map &part) {
      if (areApart)
        keepApart(part.domain(), part.range());
    });
  return areApart ? std::optional(std::move(cuts)) : std::nullopt;
}

/// The parts of \p domain between the planes of \p cuts that exist for parameters in \p assumed;
/// none if there are too many.
static std::vector<isl::set> partsOf(const isl::set &domain, const std::vector<isl::set> &cuts,
                                     const isl::set &assumed) {
  std::vector<isl::set> parts{domain};
  for (const isl::set &cut : cuts) {
    std::vector<isl::set> finer;
    for (const isl::set &part : parts)
      for (const isl::set &side : {part.intersect(cut), part.subtract(cut)})
        if (!side.intersect_params(assumed).is_empty())
          finer.push_back(side.coalesce());
    parts = std::move(finer);
    if (parts.size() > MaxParts)
      return {};
  }
  return parts;
}

/// The dependences of statement \p s on itself.
static std::vector<isl::map> onItself(const Scop &scop, const Ddg &ddg, unsigned s) {
  const isl::set &domain = scop.statements[s].domain;
  std::vector<isl::map> result;
  for (const Dependence &edge : ddg.edges)
    if (edge.source == s && edge.target == s)
      result.push_back(edge.relation.intersect_domain(domain).intersect_range(domain));
  return result;
}

static std::vector<isl::set> partsOf(const Scop &scop, const Ddg &ddg, unsigned s) {
  const Statement &statement = scop.statements[s];
  const std::vector<isl::map> itself = onItself(scop, ddg, s);
  std::vector<isl::set> cuts;
  for (unsigned d = 0; d < setDims(statement.domain); ++d)
    if (const auto more = cutsOfLoop(statement, itself, d))
      cuts.insert(cuts.end(), more->begin(), more->end());
  return partsOf(statement.domain, cuts, scop.context.intersect(scop.guard));
}

/// \p statement with the instances of \p domain alone, under \p name.
static Statement partOf(Statement statement, const isl::set &domain, const std::string &name) {
  const auto ofPart = [&](const isl::map &map) {
    return map.intersect_domain(domain).set_domain_tuple(name);
  };
  statement.name = name;
  statement.domain = named(domain, name);
  statement.schedule = ofPart(statement.schedule);
  if (statement.iteratorValues)
    statement.iteratorValues = ofPart(statement.iteratorValues->as_map()).as_pw_multi_aff();
  if (statement.unsplit)
    statement.unsplit = ofPart(statement.unsplit->as_map()).as_pw_multi_aff();
  for (Reference &reference : statement.references)
    reference.index = ofPart(reference.index);
  for (Access &access : statement.accesses)
    access.relation = ofPart(access.relation);
  return statement;
}

std::optional<SplitIndexSets> gputile::splitIndexSets(const Scop &scop, const Ddg &ddg) {
  SplitIndexSets result{scop, {}};
  FreshNames names(scop);
  isl::union_map partOfInstance = isl::union_map::empty(scop.ctx());
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    result.origins.push_back(s);
  for (unsigned s = 0; s < scop.statements.size(); ++s) {
    const Statement &whole = scop.statements[s];
    std::vector<isl::set> parts = partsOf(scop, ddg, s);
    if (parts.size() < 2)
      parts = {whole.domain};
    for (size_t p = 0; p < parts.size(); ++p) {
      const std::string name = p == 0 ? whole.name : names.make("S");
      partOfInstance =
          partOfInstance.unite(isl::union_map(parts[p].identity().set_range_tuple(name)));
      if (p == 0) {
        result.scop.statements[s] = partOf(whole, parts[p], name);
        continue;
      }
      result.scop.statements.push_back(partOf(whole, parts[p], name));
      result.origins.push_back(s);
    }
  }
  for (Independence &claim : result.scop.independent)
    claim.apart = claim.apart.apply_domain(partOfInstance).apply_range(partOfInstance);
  if (result.origins.size() == scop.statements.size())
    return std::nullopt;
  return result;
}
