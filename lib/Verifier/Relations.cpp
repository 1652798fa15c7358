//===- Relations.cpp - Relations the verifier builds ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Relations.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <cassert>

using namespace gputile;
using namespace gputile::verifier;

std::vector<std::optional<long>> verifier::plainFixedRange(const isl::map &map, unsigned first) {
  std::vector<std::optional<long>> numbers;
  for (unsigned d = first; d < rangeDims(map); ++d)
    numbers.push_back(plainFixedRangeDim(map, d));
  return numbers;
}

bool verifier::meet(const isl::map &a, const isl::map &b) {
  bool result = false;
  a.foreach_basic_map([&](const isl::basic_map &x) {
    b.foreach_basic_map(
        [&](const isl::basic_map &y) { result = result || !x.intersect(y).is_empty(); });
  });
  return result;
}

/// The elements x of \p set with the values e of the first quantified variable for
/// which the constraints of a disjunct hold, { [x…, e] }; all e where there is no such variable.
static isl::set withWitnesses(const isl::set &set) {
  const unsigned dims = setDims(flatSet(set));
  isl_space *space = isl_space_set_alloc(isl_set_get_ctx(set.get()), 0, dims + 1);
  space = isl_space_align_params(space, isl_set_get_space(set.get()));
  isl::set result = isl::manage(isl_set_empty(space));
  // Many divisions of an instance are coordinates of its block in disguise.
  set.detect_equalities().foreach_basic_set([&](const isl::basic_set &disjunct) {
    isl_set *lifted = isl_set_from_basic_set(isl_basic_set_lift(disjunct.copy()));
    isl::set flat = flatSet(isl::manage(lifted));
    const unsigned all = setDims(flat);
    if (all == dims)
      flat = isl::manage(isl_set_add_dims(flat.release(), isl_dim_set, 1));
    else
      flat = dropDims(flat, dims + 1, all - dims - 1);
    result = result.unite(flat);
  });
  return result;
}

isl::map verifier::withoutDivisions(const isl::map &map) {
  if (!quantifies(map.wrap()))
    return map;
  return withoutDivs(map.detect_equalities());
}

/// Whether each disjunct of \p part lies in one of \p whole. Mostly each comes from one
/// access, of which the other set has a disjunct, too; and to take many from one
/// another makes many pieces.
static bool eachLiesInOne(const isl::set &part, const isl::set &whole) {
  std::vector<isl::basic_set> wholes;
  whole.foreach_basic_set([&](const isl::basic_set &disjunct) { wholes.push_back(disjunct); });
  bool result = true;
  part.foreach_basic_set([&](const isl::basic_set &disjunct) {
    result = result && std::any_of(wholes.begin(), wholes.end(), [&](const isl::basic_set &other) {
               return disjunct.is_subset(other);
             });
  });
  return result;
}

bool verifier::plainIsSubset(const isl::set &part, const isl::set &whole) {
  // For the exact test, isl first computes quantified variables of the whole as
  // functions of the elements, which is expensive. x is in a set exactly when [x, e] is
  // in its set with witnesses for some e. So if all [x, e] of the part are in that of
  // the whole, whatever e stands for in either, all x of the part are in the whole.
  // In practice e is the time step in both.
  if (!quantifies(whole))
    return eachLiesInOne(part, whole);
  if (!quantifies(part))
    return false;
  isl::set parts = withWitnesses(part), wholes = withWitnesses(whole);
  return eachLiesInOne(parts, wholes) || parts.is_subset(wholes);
}

bool verifier::isSubset(const isl::set &part, const isl::set &whole) {
  return plainIsSubset(part, whole) || part.is_subset(whole);
}

bool verifier::isSubset(const isl::map &part, const isl::map &whole) {
  return isSubset(part.wrap(), whole.wrap());
}

/// { like -> [dims] } without elements.
static isl::map emptyMap(const isl::set &like, unsigned dims) {
  isl_space *range = isl_space_set_alloc(like.ctx().get(), 0, dims);
  isl_space *domain = isl_set_get_space(like.get());
  range = isl_space_align_params(range, isl_space_copy(domain));
  return isl::manage(isl_map_empty(isl_space_map_from_domain_and_range(domain, range)));
}

Extracted verifier::extractFor(const isl::union_map &maps, const isl::set &like, unsigned dims) {
  Extracted result{emptyMap(like, dims)};
  isl::space wanted = like.space();
  maps.foreach_map([&](isl::map map) {
    isl::map aligned = alignParams(map, like.space());
    isl::space domain = aligned.space().domain();
    if (isl_space_tuple_is_equal(domain.get(), isl_dim_set, wanted.get(), isl_dim_set) !=
        isl_bool_true)
      return;
    isl::map flat = flatRange(aligned);
    if (rangeDims(flat) != dims)
      result.fits = false;
    else
      result.map = result.map.unite(flat.intersect_domain(like));
  });
  return result;
}

isl::set verifier::elementsOf(const Box &box, const isl::set &like) {
  isl::space space = like.space();
  assert(box.lower.size() == setDims(like) && box.upper.size() == setDims(like));
  isl::set result = isl::set::universe(space);
  for (unsigned d = 0; d < box.lower.size(); ++d) {
    isl::pw_aff at = coordinateOn(space, d);
    isl::pw_aff lower = box.lower[d].insert_domain(space);
    isl::pw_aff upper = box.upper[d].insert_domain(space);
    result = result.intersect(at.ge_set(lower)).intersect(at.le_set(upper));
  }
  return result;
}

/// The value that dimension \p position of the single point \p point has.
static std::string fixedValue(const isl::set &point, isl_dim_type type, unsigned position) {
  isl::val value = isl::manage(isl_set_plain_get_val_if_fixed(point.get(), type, position));
  return value.is_int() ? std::to_string(value.num_si()) : "*";
}

/// "S0[1, 2]" for the single point \p point.
static std::string tupleText(const isl::set &point) {
  const char *name = isl_set_has_tuple_name(point.get()) ? isl_set_get_tuple_name(point.get()) : "";
  std::string text = std::string(name) + "[";
  for (unsigned d = 0; d < setDims(point); ++d)
    text += (d ? ", " : "") + fixedValue(point, isl_dim_set, d);
  return text + "]";
}

/// " (n = 4)" for the single point \p point.
static std::string parameterText(const isl::set &point) {
  std::string text;
  unsigned count = static_cast<unsigned>(isl_set_dim(point.get(), isl_dim_param));
  for (unsigned d = 0; d < count; ++d)
    text += (d ? ", " : "") + std::string(isl_set_get_dim_name(point.get(), isl_dim_param, d)) +
            " = " + fixedValue(point, isl_dim_param, d);
  return text.empty() ? text : " (" + text + ")";
}

std::string verifier::sampleText(const isl::set &set) {
  isl::set point = isl::set(set.sample());
  return tupleText(point) + parameterText(point);
}

PairText verifier::samplePair(const isl::map &pairs) {
  isl::map pair = isl::map(pairs.sample());
  return {tupleText(pair.domain()), tupleText(pair.range()), parameterText(pair.domain())};
}
