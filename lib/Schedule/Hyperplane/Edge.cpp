//===- Edge.cpp - Dependences between two statements ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Hyperplane/Edge.h"

#include "gputile/Analysis/Sizes.h"
#include "gputile/Support/IslTools.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>

namespace gputile::schedule {
namespace {

/// \returns the distance target - source when it is the same for all of \p piece.
std::optional<IntVector> constantDistance(const isl::basic_map &piece) {
  if (isl_basic_map_dim(piece.get(), isl_dim_in) != isl_basic_map_dim(piece.get(), isl_dim_out))
    return std::nullopt;
  const isl::set deltas = flatDomain(flatRange(isl::map(piece))).deltas().detect_equalities();
  IntVector distance;
  for (unsigned d = 0; d < setDims(deltas); ++d) {
    const std::optional<long> value = plainFixedDim(deltas, d);
    if (!value)
      return std::nullopt;
    distance.push_back(*value);
  }
  return distance;
}

/// Collects the pieces of all dependences from one statement to another.
struct EdgeParts {
  std::map<IntVector, isl::set> uniform;
  std::optional<isl::map> general;

  /// Distances are constants; sizes are those of the sources, or of both ends where there is
  /// no constant distance.
  void add(const isl::basic_map &piece, const std::vector<long> &sizes) {
    if (auto distance = constantDistance(piece)) {
      isl::set sources = sourcesOf(piece, sizes);
      auto [entry, isNew] = uniform.try_emplace(*distance, sources);
      if (!isNew)
        entry->second = entry->second.unite(sources);
    } else {
      isl::map map(withSizes(piece, sizes));
      general = general ? general->unite(map) : map;
    }
  }

  static isl::set sourcesOf(const isl::basic_map &piece, const std::vector<long> &sizes) {
    isl::basic_map sources =
        isl::manage(isl_basic_map_from_range(isl_basic_map_domain(piece.copy())));
    return isl::map(withSizes(sources, sizes)).range();
  }

  EdgePtr finish(unsigned source, unsigned target) const {
    std::vector<UniformPiece> pieces;
    for (const auto &[distance, sources] : uniform)
      pieces.push_back({distance, sources.coalesce()});
    std::optional<isl::map> rest;
    if (general)
      rest = general->coalesce();
    return std::make_shared<Edge>(source, target, std::move(pieces), std::move(rest));
  }
};

/// constant + parameters + iterators as a constraint "= 0" on \p set or, with
/// the second half of the iterators for the range, on a map.
isl::set equatedToZero(const isl::set &set, const AffineFunction &form) {
  isl_ctx *ctx = set.ctx().get();
  isl_aff *aff = isl_aff_zero_on_domain(isl_local_space_from_space(set.get_space().release()));
  for (size_t i = 0; i < form.iterators.size(); ++i)
    aff = isl_aff_set_coefficient_val(aff, isl_dim_in, static_cast<int>(i),
                                      isl_val_int_from_si(ctx, form.iterators[i]));
  for (size_t p = 0; p < form.parameters.size(); ++p)
    aff = isl_aff_set_coefficient_val(aff, isl_dim_param, static_cast<int>(p),
                                      isl_val_int_from_si(ctx, form.parameters[p]));
  aff = isl_aff_set_constant_val(aff, isl_val_int_from_si(ctx, form.constant));
  isl::basic_set zero = isl::manage(isl_aff_zero_basic_set(aff));
  return set.intersect(isl::set(zero));
}

AffineFunction difference(const AffineFunction &target, const AffineFunction &source) {
  AffineFunction result = target;
  for (size_t p = 0; p < result.parameters.size(); ++p)
    result.parameters[p] -= source.parameters[p];
  result.constant -= source.constant;
  return result;
}

/// The form of phi_T(x + distance) - phi_S(x) over x.
AffineFunction uniformDistance(const UniformPiece &piece, const AffineFunction &source,
                               const AffineFunction &target) {
  AffineFunction form = difference(target, source);
  form.constant = combine(form.constant, 1, dot(target.iterators, piece.distance), 1);
  for (size_t i = 0; i < form.iterators.size(); ++i)
    form.iterators[i] -= source.iterators[i];
  return form;
}

/// The form of phi_T(j) - phi_S(i) over (i, j).
AffineFunction generalDistance(const AffineFunction &source, const AffineFunction &target) {
  AffineFunction form = difference(target, source);
  form.iterators.clear();
  for (long c : source.iterators)
    form.iterators.push_back(-c);
  form.iterators.insert(form.iterators.end(), target.iterators.begin(), target.iterators.end());
  return form;
}

bool isConstant(const AffineFunction &form) {
  return isZero(form.iterators) && isZero(form.parameters);
}

} // namespace

Edge Edge::notCarriedBy(const Hyperplane &row) const {
  const AffineFunction &source = row.at(Source), &target = row.at(Target);
  Edge rest(Source, Target, {}, std::nullopt);
  for (const UniformPiece &piece : Uniform) {
    AffineFunction form = uniformDistance(piece, source, target);
    if (isConstant(form) && form.constant != 0)
      continue;
    isl::set sources = isConstant(form) ? piece.sources : equatedToZero(piece.sources, form);
    if (!sources.is_empty())
      rest.Uniform.push_back({piece.distance, sources});
  }
  if (General) {
    isl::set pairs = equatedToZero(General->wrap(), generalDistance(source, target));
    if (!pairs.is_empty())
      rest.General = pairs.detect_equalities().unwrap().coalesce();
  }
  return rest;
}

std::vector<EdgePtr> edgesOf(const Program &program, const Ddg &ddg) {
  std::map<std::pair<unsigned, unsigned>, EdgeParts> parts;
  for (const Dependence &dependence : ddg.edges) {
    isl::map relation = alignParams(dependence.relation, program.parameters);
    // Only constraints on divisions that are known can be taken one by one.
    relation = withKnownDivs(
        isl::manage(isl_map_intersect_params(relation.release(), program.context.copy())));
    EdgeParts &edge = parts[{dependence.source, dependence.target}];
    relation.foreach_basic_map([&](isl::basic_map piece) {
      if (!piece.is_empty())
        edge.add(withoutTypeRanges(piece), program.sizes);
    });
  }
  std::vector<EdgePtr> edges;
  for (const auto &[pair, edge] : parts)
    if (EdgePtr finished = edge.finish(pair.first, pair.second); !finished->empty())
      edges.push_back(finished);
  return edges;
}

std::vector<EdgePtr> notCarriedBy(const std::vector<EdgePtr> &edges,
                                  const std::vector<Hyperplane> &rows) {
  std::vector<EdgePtr> result;
  for (const EdgePtr &edge : edges) {
    Edge rest = *edge;
    for (const Hyperplane &row : rows)
      rest = rest.notCarriedBy(row);
    if (!rest.empty())
      result.push_back(std::make_shared<Edge>(std::move(rest)));
  }
  return result;
}

} // namespace gputile::schedule
