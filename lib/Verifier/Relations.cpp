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

unsigned verifier::domainDims(const isl::map &map) {
  return static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_in));
}

unsigned verifier::rangeDims(const isl::map &map) {
  return static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_out));
}

unsigned verifier::setDims(const isl::set &set) {
  return static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
}

isl::map verifier::flatRange(const isl::map &map) {
  isl::map flat = map.flatten_range();
  return isl::manage(isl_map_reset_tuple_id(flat.copy(), isl_dim_out));
}

isl::map verifier::flatDomain(const isl::map &map) {
  isl::map flat = map.flatten_domain();
  return isl::manage(isl_map_reset_tuple_id(flat.copy(), isl_dim_in));
}

isl::set verifier::flatSet(const isl::set &set) {
  isl::set flat = set.flatten();
  return isl::manage(isl_set_reset_tuple_id(flat.copy()));
}

isl::map verifier::selectRange(const isl::map &map, unsigned first, unsigned count) {
  isl::map flat = flatRange(map);
  unsigned dims = rangeDims(flat);
  flat = isl::manage(
      isl_map_project_out(flat.copy(), isl_dim_out, first + count, dims - first - count));
  return isl::manage(isl_map_project_out(flat.copy(), isl_dim_out, 0, first));
}

isl::map verifier::joinRanges(const isl::map &a, const isl::map &b) {
  if (isl_map_n_basic_map(a.get()) != 1 || isl_map_n_basic_map(b.get()) != 1 ||
      isl_space_has_equal_params(a.space().get(), b.space().get()) != isl_bool_true)
    return flatRange(flatRange(a).range_product(flatRange(b)));
  // isl's product of maps asks whether it is empty, which it is not but takes long.
  isl::map product = isl::map::empty(a.space());
  a.foreach_basic_map([&](const isl::basic_map &x) {
    b.foreach_basic_map([&](const isl::basic_map &y) {
      product = isl::map(isl::manage(isl_basic_map_range_product(x.copy(), y.copy())));
    });
  });
  return flatRange(product);
}

isl::map verifier::pickRange(const isl::map &map, const std::vector<unsigned> &positions) {
  isl::map result = selectRange(map, 0, 0);
  for (unsigned position : positions)
    result = joinRanges(result, selectRange(map, position, 1));
  return result;
}

isl::map verifier::projection(isl::ctx ctx, unsigned dims, unsigned first, unsigned count) {
  isl_space *space = isl_space_set_alloc(ctx.get(), 0, dims);
  isl::map identity = isl::manage(isl_map_identity(isl_space_map_from_set(space)));
  return selectRange(identity, first, count);
}

isl::map verifier::lexLess(const isl::map &a, const isl::map &b) {
  return isl::manage(isl_map_lex_lt_map(a.copy(), b.copy()));
}

isl::map verifier::lexGreater(const isl::map &a, const isl::map &b) {
  return isl::manage(isl_map_lex_gt_map(a.copy(), b.copy()));
}

isl::map verifier::lexGreaterEqual(const isl::map &a, const isl::map &b) {
  return isl::manage(isl_map_lex_ge_map(a.copy(), b.copy()));
}

isl::map verifier::sameImage(const isl::map &a, const isl::map &b) {
  return a.apply_range(b.reverse());
}

isl::map verifier::differIn(const isl::map &a, const isl::map &b, unsigned d) {
  isl::map u = selectRange(a, d, 1), v = selectRange(b, d, 1);
  return lexLess(u, v).unite(lexGreater(u, v));
}

std::vector<std::optional<long>> verifier::fixedRange(const isl::map &map, unsigned first) {
  std::vector<std::optional<long>> numbers;
  for (unsigned d = first; d < rangeDims(map); ++d) {
    isl::val value = isl::manage(isl_map_plain_get_val_if_fixed(map.get(), isl_dim_out, d));
    numbers.push_back(value.is_int() ? asLong(value) : std::nullopt);
  }
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

isl::set verifier::hullOf(const isl::set &set) {
  isl_set *plain = isl_set_remove_divs(set.copy());
  return isl::manage(isl_set_from_basic_set(isl_set_simple_hull(plain)));
}

isl::map verifier::hullOf(const isl::map &map) {
  isl_map *plain = isl_map_remove_divs(map.copy());
  return isl::manage(isl_map_from_basic_map(isl_map_simple_hull(plain)));
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
      flat =
          isl::manage(isl_set_project_out(flat.release(), isl_dim_set, dims + 1, all - dims - 1));
    result = result.unite(flat);
  });
  return result;
}

bool verifier::quantifies(const isl::set &set) {
  bool result = false;
  set.foreach_basic_set([&](const isl::basic_set &disjunct) {
    result = result || isl_basic_set_dim(disjunct.get(), isl_dim_div) > 0;
  });
  return result;
}

isl::map verifier::withoutDivisions(const isl::map &map) {
  if (!quantifies(map.wrap()))
    return map;
  return isl::manage(isl_map_remove_divs(map.detect_equalities().release()));
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

bool verifier::isSurelySubset(const isl::set &part, const isl::set &whole) {
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
  return isSurelySubset(part, whole) || part.is_subset(whole);
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
    isl::map aligned = isl::manage(isl_map_align_params(map.copy(), like.space().release()));
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

/// Dimension \p position of \p space as an expression.
static isl::pw_aff coordinate(const isl::space &space, unsigned position) {
  isl_local_space *local = isl_local_space_from_space(space.copy());
  return isl::manage(isl_pw_aff_var_on_domain(local, isl_dim_set, position));
}

isl::set verifier::elementsOf(const Box &box, const isl::set &like) {
  isl::space space = like.space();
  assert(box.lower.size() == setDims(like) && box.upper.size() == setDims(like));
  isl::set result = isl::set::universe(space);
  for (unsigned d = 0; d < box.lower.size(); ++d) {
    isl::pw_aff at = coordinate(space, d);
    isl::pw_aff lower = box.lower[d].insert_domain(space);
    isl::pw_aff upper = box.upper[d].insert_domain(space);
    result = result.intersect(at.ge_set(lower)).intersect(at.le_set(upper));
  }
  return result;
}

isl::map verifier::windowOf(const isl::space &array, const std::vector<long> &size) {
  isl_space *pairs = isl_space_map_from_set(array.copy());
  isl::map result = isl::manage(isl_map_universe(isl_space_copy(pairs)));
  isl_local_space *local = isl_local_space_from_space(pairs);
  for (int d = 0; d < static_cast<int>(size.size()); ++d) {
    for (int upper = 0; upper < 2; ++upper) {
      // lower: a - o >= 0; upper: o - a + size - 1 >= 0.
      int sign = upper ? -1 : 1;
      isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_copy(local));
      c = isl_constraint_set_coefficient_si(c, isl_dim_in, d, -sign);
      c = isl_constraint_set_coefficient_si(c, isl_dim_out, d, sign);
      isl_val *constant =
          isl_val_int_from_si(isl_map_get_ctx(result.get()), upper ? size[d] - 1 : 0);
      c = isl_constraint_set_constant_val(c, constant);
      result = isl::manage(isl_map_add_constraint(result.release(), c));
    }
  }
  isl_local_space_free(local);
  return result;
}

isl::set verifier::boxOf(isl::ctx ctx, const std::vector<long> &extents) {
  isl_space *space = isl_space_set_alloc(ctx.get(), 0, static_cast<unsigned>(extents.size()));
  isl::set result = isl::manage(isl_set_universe(space));
  for (unsigned d = 0; d < extents.size(); ++d) {
    isl_set *bounded = isl_set_lower_bound_si(result.release(), isl_dim_set, d, 0);
    isl_val *last = isl_val_int_from_si(ctx.get(), extents[d] - 1);
    result = isl::manage(isl_set_upper_bound_val(bounded, isl_dim_set, d, last));
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
