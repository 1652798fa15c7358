//===- TimedFootprint.cpp - Elements that a tile accesses in time ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/TimedFootprint.h"

#include <isl/constraint.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace gputile::mapping {
namespace {

void forEachConstraint(const isl::basic_map &map,
                       const std::function<void(isl_constraint *)> &visit) {
  isl_basic_map_foreach_constraint(
      map.get(),
      [](isl_constraint *constraint, void *user) {
        (*static_cast<const std::function<void(isl_constraint *)> *>(user))(constraint);
        isl_constraint_free(constraint);
        return isl_stat_ok;
      },
      const_cast<std::function<void(isl_constraint *)> *>(&visit));
}

/// The largest number of variables in a constraint.
unsigned mostTerms(const isl::basic_map &map) {
  unsigned most = 0;
  forEachConstraint(map, [&](isl_constraint *constraint) {
    unsigned count = 0;
    for (isl_dim_type type : {isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div})
      for (int d = 0; d < isl_constraint_dim(constraint, type); ++d)
        count += isl_constraint_involves_dims(constraint, type, d, 1) == isl_bool_true;
    most = std::max(most, count);
  });
  return most;
}

/// The union of \p a and \p b if it is convex and its constraints are no more complex:
/// neighbours in one dimension make up a longer box, but a star no octahedron.
std::optional<isl::basic_map> merged(const isl::basic_map &a, const isl::basic_map &b) {
  isl::map both = isl::map(a).unite(isl::map(b)).coalesce();
  if (isl_map_n_basic_map(both.get()) != 1)
    return std::nullopt;
  isl::basic_map one = isl::manage(isl_map_simple_hull(both.release()));
  if (mostTerms(one) > std::max(mostTerms(a), mostTerms(b)))
    return std::nullopt;
  return one;
}

std::vector<isl::basic_map> partsOf(const isl::map &map) {
  std::vector<isl::basic_map> parts;
  map.foreach_basic_map([&](isl::basic_map part) { parts.push_back(part); });
  return parts;
}

isl::map unionOf(const std::vector<isl::basic_map> &parts, const isl::space &space) {
  isl::map result = isl::map::empty(space);
  for (const isl::basic_map &part : parts)
    result = result.unite(isl::map(part));
  return result;
}

/// Merges \p part with as many of \p others as possible; the others that went into it
/// are removed if \p consume.
void grow(isl::basic_map &part, std::vector<isl::basic_map> &others, bool consume) {
  for (size_t o = 0; o < others.size();) {
    std::optional<isl::basic_map> both;
    if (!others[o].is_subset(part))
      both = merged(others[o], part);
    if (!both) {
      ++o;
      continue;
    }
    part = *both;
    if (consume)
      others.erase(others.begin() + static_cast<long>(o));
    o = 0; // The larger part may have new neighbours.
  }
}

/// \p map with parts merged while that makes it simpler. A part may go into several:
/// the middle of a star belongs to each of its beams.
isl::map mergeParts(const isl::map &map) {
  std::vector<isl::basic_map> original = partsOf(map), parts;
  for (isl::basic_map part : original) {
    grow(part, parts, true);
    parts.push_back(part);
  }
  if (parts.size() > 1)
    for (isl::basic_map &part : parts)
      grow(part, original, false);
  return dropSubsets(unionOf(parts, map.space()));
}

/// Whether a value of input dimension \p dim exists between its bounds when a
/// rational one does: all lower bounds or all upper bounds are integers.
bool eliminatesExactly(const isl::basic_map &map, unsigned dim) {
  bool lower = true, upper = true;
  forEachConstraint(map, [&](isl_constraint *constraint) {
    isl::val factor = isl::manage(
        isl_constraint_get_coefficient_val(constraint, isl_dim_in, static_cast<int>(dim)));
    if (factor.is_zero() || factor.abs().is_one())
      return;
    const bool both = isl_constraint_is_equality(constraint) == isl_bool_true;
    lower &= !both && factor.is_neg();
    upper &= !both && factor.is_pos();
  });
  return lower || upper;
}

/// The range of \p map, with no existentials where that is easily seen to be exact.
isl::set rangeOf(isl::basic_map map) {
  unsigned dims = static_cast<unsigned>(isl_basic_map_dim(map.get(), isl_dim_in));
  for (unsigned d = 0; d < dims; ++d)
    if (eliminatesExactly(map, d))
      map = isl::manage(isl_basic_map_eliminate(map.release(), isl_dim_in, d, 1));
  return isl::map(isl::manage(isl_basic_map_remove_redundancies(map.release()))).range();
}

} // namespace

isl::map timedFootprint(const isl::map &access, const isl::map &tile, const isl::map &time) {
  // The bounds of the loops only make it hard to see what the references have in common.
  isl::set domain = access.domain().coalesce();
  isl::map together = mergeParts(access.gist_domain(domain)).intersect_domain(domain);
  isl::map all = tile.range_product(together.range_product(time));
  isl::map result = isl::map::empty(all.range().unwrap().space());
  all.foreach_basic_map(
      [&](isl::basic_map part) { result = result.unite(rangeOf(part).unwrap()); });
  return dropSubsets(result);
}

isl::map dropSubsets(const isl::map &map) {
  std::vector<isl::basic_map> parts;
  for (const isl::basic_map &part : partsOf(map)) {
    const auto contains = [&](const isl::basic_map &other) { return part.is_subset(other); };
    if (std::any_of(parts.begin(), parts.end(), contains))
      continue;
    const auto contained = [&](const isl::basic_map &other) { return other.is_subset(part); };
    parts.erase(std::remove_if(parts.begin(), parts.end(), contained), parts.end());
    parts.push_back(part);
  }
  return unionOf(parts, map.space());
}

} // namespace gputile::mapping
