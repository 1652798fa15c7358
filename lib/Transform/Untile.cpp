//===- Untile.cpp - Loops over tiles of the program's own -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/Untile.h"

#include "gputile/Support/IslTools.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <cassert>
#include <functional>
#include <set>

using namespace gputile;

namespace {

void forEachPiece(Statement &s, const std::function<void(BodyPiece &)> &change) {
  const auto all = [&](std::vector<BodyPiece> &pieces) {
    std::for_each(pieces.begin(), pieces.end(), change);
  };
  all(s.body);
  for (Reference &reference : s.references)
    for (auto &subscript : reference.subscripts)
      all(subscript);
  for (Update &update : s.updates)
    all(update.operand);
}

/// What becomes of one statement: dimensions that number tiles, which the point in a tile says
/// already, are left out.
class Untiling {
public:
  /// \param known { : constraints } that hold for the parameters
  Untiling(const Statement &statement, const isl::set &known)
      : Old(statement), Known(known), Domain(statement.domain.intersect_params(known)),
        Points(flatSet(Domain)) {
    for (unsigned d = 0; d < setDims(Domain); ++d)
      Dims.push_back(d);
    findUsed();
  }

  /// Looks for loops over tiles. \returns whether there are some.
  bool find() {
    const auto leaveOutOne = [&] {
      for (unsigned d = 0; d < Dims.size(); ++d)
        if (!Used.count(Dims[d]) && numbersTiles(d) && leaveOut(d))
          return true;
      return false;
    };
    while (!Domain.is_empty() && leaveOutOne()) {
    }
    return Dims.size() < setDims(Domain);
  }

  /// The iterators of these loops.
  std::vector<unsigned> left() const {
    std::vector<unsigned> result;
    for (unsigned d = 0; d < setDims(Domain); ++d)
      if (std::find(Dims.begin(), Dims.end(), d) == Dims.end())
        result.push_back(d);
    return result;
  }

  /// { S[x] -> S[i] }
  isl::map origins() const { return toDims().reverse().intersect_domain(domain()); }
  /// None where the schedule mixes loops.
  std::optional<Statement> build() const;

private:
  void findUsed();
  bool numbersTiles(unsigned d) const;
  bool leaveOut(unsigned d);
  isl::set domain() const { return named(Points, Old.name).gist_params(Known).coalesce(); }
  /// { S[i] -> S[x] }
  isl::map toDims() const {
    return pickRange(flatRange(Domain.identity()), Dims).set_range_tuple(Old.name);
  }
  /// What \p map, a function of instances that does not depend on tiles, says of the new ones.
  isl::map ofNew(const isl::map &map) const {
    return map.gist_domain(Old.domain)
        .intersect_domain(Domain)
        .apply_domain(toDims())
        .gist_params(Known) // The domain does not say it either.
        .gist_domain(domain())
        .intersect_domain(domain())
        .coalesce();
  }
  std::optional<isl::map> newOrder() const;

  const Statement &Old;
  const isl::set Known;
  const isl::set Domain;      ///< { S[i] }
  isl::set Points;            ///< { [x] }
  std::vector<unsigned> Dims; ///< x as dimensions of S[i].
  std::set<unsigned> Used;    ///< Dimensions that the text or a subscript names.
};

} // namespace

void Untiling::findUsed() {
  Statement copy = Old;
  forEachPiece(copy, [&](BodyPiece &piece) {
    if (piece.kind == BodyPiece::Kind::Iterator)
      Used.insert(piece.index);
  });
  for (const Reference &reference : Old.references) {
    const isl::map index(reference.index.intersect_domain(Domain).affine_hull());
    const isl::map plain = index.gist_domain(Domain);
    for (unsigned d = 0; d < setDims(Domain); ++d)
      if (isl_map_involves_dims(plain.get(), isl_dim_in, d, 1) != isl_bool_false)
        Used.insert(d);
  }
}

/// Whether dimension \p d is the number of the tile in which another one is.
bool Untiling::numbersTiles(unsigned d) const {
  const unsigned count = static_cast<unsigned>(Dims.size());
  bool hasTiles = false;
  isl_constraint_list *list = isl_basic_set_get_constraint_list(hullOf(Points).get());
  for (isl_size c = 0; c < isl_constraint_list_n_constraint(list); ++c) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(list, c);
    const auto size = [&](unsigned k) {
      const isl::val v = isl::manage(
          isl_constraint_get_coefficient_val(constraint, isl_dim_set, static_cast<int>(k)));
      return std::abs(asLong(v).value_or(0));
    };
    for (unsigned point = 0; point < count; ++point)
      hasTiles = hasTiles || (point != d && size(point) == 1 && size(d) >= 2);
    isl_constraint_free(constraint);
  }
  isl_constraint_list_free(list);
  if (!hasTiles)
    return false;
  isl_map *others = isl_map_from_range(Points.copy());
  others = isl_map_move_dims(others, isl_dim_in, 0, isl_dim_out, 0, d);
  others = isl_map_move_dims(others, isl_dim_in, d, isl_dim_out, 1, count - d - 1);
  return isl::manage(others).is_single_valued();
}

/// Unless the points would then be those of some tiles only.
bool Untiling::leaveOut(unsigned d) {
  const isl::set rest = dropDims(Points, d, 1).coalesce();
  if (quantifies(rest) && !quantifies(Points))
    return false;
  Points = rest;
  Dims.erase(Dims.begin() + d);
  return true;
}

/// The schedule without the loops over tiles; none where it mixes loops.
std::optional<isl::map> Untiling::newOrder() const {
  const isl::map plain(Old.schedule.intersect_domain(Domain).affine_hull());
  const isl::map functions = plain.gist_domain(Domain);
  isl::map order = functions;
  for (const unsigned left : this->left()) {
    for (unsigned row = 0; row < rangeDims(order); ++row) {
      const isl::map function = selectRange(functions, row, 1);
      if (isl_map_involves_dims(function.get(), isl_dim_in, left, 1) == isl_bool_false)
        continue;
      for (unsigned d = 0; d < setDims(Domain); ++d)
        if (d != left && isl_map_involves_dims(function.get(), isl_dim_in, d, 1) != isl_bool_false)
          return std::nullopt;
      order = insertFixed(dropRangeDims(order, row, 1), row, 0);
    }
  }
  return ofNew(order);
}

std::optional<Statement> Untiling::build() const {
  const std::optional<isl::map> order = newOrder();
  if (!order)
    return std::nullopt;
  Statement s = Old;
  s.domain = domain();
  for (Reference &reference : s.references)
    reference.index = ofNew(reference.index);
  for (Access &access : s.accesses)
    access.relation = ofNew(access.relation);
  s.schedule = *order;
  std::vector<unsigned> places(setDims(Domain));
  s.iterators.clear();
  s.iteratorTypes.clear();
  for (unsigned d = 0; d < Dims.size(); ++d) {
    places[Dims[d]] = d;
    s.iterators.push_back(Old.iterators[Dims[d]]);
    s.iteratorTypes.push_back(Old.iteratorTypes[Dims[d]]);
  }
  if (Old.iteratorValues)
    s.iteratorValues =
        ofNew(pickRange(flatRange(Old.iteratorValues->as_map()), Dims)).as_pw_multi_aff();
  forEachPiece(s, [&](BodyPiece &piece) {
    if (piece.kind == BodyPiece::Kind::Iterator)
      piece.index = places[piece.index];
  });
  return s;
}

std::optional<Untiled> gputile::withoutTiles(const Scop &scop) {
  Untiled result{scop, {}, {}};
  isl::union_map instances = isl::union_map::empty(scop.ctx());
  for (Statement &statement : result.scop.statements) {
    const Statement old = statement;
    Untiling untiling(old, scop.context.intersect(scop.guard));
    const bool found = untiling.find();
    result.origins.push_back(found ? untiling.origins() : old.domain.identity());
    instances = instances.unite(isl::union_map(result.origins.back().reverse()));
    if (!found)
      continue;
    auto changed = untiling.build();
    if (!changed)
      return std::nullopt;
    statement = std::move(*changed);
    for (unsigned d : untiling.left())
      if (const std::string &name = old.iterators[d];
          std::find(result.loops.begin(), result.loops.end(), name) == result.loops.end())
        result.loops.push_back(name);
  }
  if (result.loops.empty())
    return std::nullopt;
  for (Independence &claim : result.scop.independent)
    claim.apart = claim.apart.apply_domain(instances).apply_range(instances);
  assert(checkScop(result.scop).empty() && "loops without tiles broke an invariant");
  return result;
}
