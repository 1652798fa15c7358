//===- IslTools.cpp - Small operations on isl values ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/IslTools.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

using namespace gputile;

unsigned gputile::domainDims(const isl::map &map) {
  return static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_in));
}

unsigned gputile::rangeDims(const isl::map &map) {
  return static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_out));
}

unsigned gputile::setDims(const isl::set &set) {
  return static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
}

isl::aff gputile::coordinateOn(const isl::space &domain, unsigned d) {
  isl_local_space *local = isl_local_space_from_space(domain.copy());
  return isl::manage(isl_aff_var_on_domain(local, isl_dim_set, d));
}

isl::set gputile::dropDims(const isl::set &set, unsigned first, unsigned count) {
  return isl::manage(isl_set_project_out(set.copy(), isl_dim_set, first, count));
}

isl::map gputile::dropRangeDims(const isl::map &map, unsigned first, unsigned count) {
  return isl::manage(isl_map_project_out(map.copy(), isl_dim_out, first, count));
}

isl::map gputile::insertFixed(const isl::map &map, unsigned first, long value, unsigned count) {
  isl_map *longer = isl_map_insert_dims(map.copy(), isl_dim_out, first, count);
  for (unsigned d = first; d < first + count; ++d)
    longer = isl_map_fix_si(longer, isl_dim_out, d, static_cast<int>(value));
  return isl::manage(longer);
}

isl::set gputile::onlyDim(const isl::set &set, unsigned d) {
  isl_set *flat = isl_set_reset_tuple_id(set.copy());
  flat = isl_set_project_out(flat, isl_dim_set, d + 1, setDims(set) - d - 1);
  return isl::manage(isl_set_project_out(flat, isl_dim_set, 0, d));
}

isl::set gputile::fixDim(const isl::set &set, unsigned d, long value) {
  isl_val *number = isl_val_int_from_si(isl_set_get_ctx(set.get()), value);
  return isl::manage(isl_set_fix_val(set.copy(), isl_dim_set, d, number));
}

isl::set gputile::boundBelow(const isl::set &set, unsigned d, long value) {
  isl_val *number = isl_val_int_from_si(isl_set_get_ctx(set.get()), value);
  return isl::manage(isl_set_lower_bound_val(set.copy(), isl_dim_set, d, number));
}

isl::set gputile::freeDims(const isl::set &set, unsigned first, unsigned count) {
  return isl::manage(isl_set_eliminate(set.copy(), isl_dim_set, first, count));
}

isl::map gputile::flatRange(const isl::map &map) {
  isl::map flat = map.flatten_range();
  return isl::manage(isl_map_reset_tuple_id(flat.copy(), isl_dim_out));
}

isl::map gputile::flatDomain(const isl::map &map) {
  isl::map flat = map.flatten_domain();
  return isl::manage(isl_map_reset_tuple_id(flat.copy(), isl_dim_in));
}

isl::set gputile::flatSet(const isl::set &set) {
  isl::set flat = set.flatten();
  return isl::manage(isl_set_reset_tuple_id(flat.copy()));
}

isl::set gputile::named(const isl::set &set, const std::string &name) {
  return isl::manage(isl_set_set_tuple_name(set.copy(), name.c_str()));
}

isl::map gputile::selectRange(const isl::map &map, unsigned first, unsigned count) {
  isl::map flat = flatRange(map);
  unsigned dims = rangeDims(flat);
  flat = isl::manage(
      isl_map_project_out(flat.copy(), isl_dim_out, first + count, dims - first - count));
  return isl::manage(isl_map_project_out(flat.copy(), isl_dim_out, 0, first));
}

isl::map gputile::joinRanges(const isl::map &a, const isl::map &b) {
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

isl::map gputile::pickRange(const isl::map &map, const std::vector<unsigned> &positions) {
  isl::map result = selectRange(map, 0, 0);
  for (unsigned position : positions)
    result = joinRanges(result, selectRange(map, position, 1));
  return result;
}

isl::map gputile::projection(isl::ctx ctx, unsigned dims, unsigned first, unsigned count) {
  isl_space *space = isl_space_set_alloc(ctx.get(), 0, dims);
  isl::map identity = isl::manage(isl_map_identity(isl_space_map_from_set(space)));
  return selectRange(identity, first, count);
}

isl::map gputile::allPairs(const isl::set &domain, const isl::set &range) {
  return isl::manage(isl_map_from_domain_and_range(domain.copy(), range.copy()));
}

isl::map gputile::domainMap(const isl::map &map) {
  return isl::manage(isl_map_domain_map(map.copy()));
}

isl::map gputile::rangeMap(const isl::map &map) {
  return isl::manage(isl_map_range_map(map.copy()));
}

isl::map gputile::equateDims(const isl::map &map, unsigned d, unsigned e) {
  return isl::manage(isl_map_equate(map.copy(), isl_dim_in, static_cast<int>(d), isl_dim_out,
                                    static_cast<int>(e)));
}

isl::map gputile::identityLike(const isl::map &map) {
  return isl::manage(isl_map_identity(isl_map_get_space(map.get())));
}

isl::map gputile::lexLess(const isl::map &a, const isl::map &b) {
  return isl::manage(isl_map_lex_lt_map(a.copy(), b.copy()));
}

isl::map gputile::lexGreater(const isl::map &a, const isl::map &b) {
  return isl::manage(isl_map_lex_gt_map(a.copy(), b.copy()));
}

isl::map gputile::lexGreaterEqual(const isl::map &a, const isl::map &b) {
  return isl::manage(isl_map_lex_ge_map(a.copy(), b.copy()));
}

isl::map gputile::sameImage(const isl::map &a, const isl::map &b) {
  return a.apply_range(b.reverse());
}

isl::map gputile::differIn(const isl::map &a, const isl::map &b, unsigned d) {
  isl::map u = selectRange(a, d, 1), v = selectRange(b, d, 1);
  return lexLess(u, v).unite(lexGreater(u, v));
}

bool gputile::quantifies(const isl::set &set) {
  bool result = false;
  set.foreach_basic_set([&](const isl::basic_set &disjunct) {
    result = result || isl_basic_set_dim(disjunct.get(), isl_dim_div) > 0;
  });
  return result;
}

isl::set gputile::withKnownDivs(const isl::set &set) {
  return isl::manage(isl_set_compute_divs(set.copy()));
}

isl::map gputile::withKnownDivs(const isl::map &map) {
  return isl::manage(isl_map_compute_divs(map.copy()));
}

isl::set gputile::withoutDivs(const isl::set &set) {
  return isl::manage(isl_set_remove_divs(set.copy()));
}

isl::map gputile::withoutDivs(const isl::map &map) {
  return isl::manage(isl_map_remove_divs(map.copy()));
}

isl::map gputile::withoutParamConstraints(const isl::map &map) {
  const unsigned params = static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_param));
  return isl::manage(isl_map_drop_constraints_involving_dims(map.copy(), isl_dim_param, 0, params));
}

isl::map gputile::gistDomain(const isl::map &map, const isl::set &domain) {
  return isl::manage(isl_map_gist_domain(map.copy(), domain.copy()));
}

isl::map gputile::gistRange(const isl::map &map, const isl::set &range) {
  return isl::manage(isl_map_gist_range(map.copy(), range.copy()));
}

isl::basic_set gputile::simpleHull(const isl::set &set) {
  return isl::manage(isl_set_simple_hull(set.copy()));
}

isl::basic_map gputile::simpleHull(const isl::map &map) {
  return isl::manage(isl_map_simple_hull(map.copy()));
}

isl::basic_set gputile::hullOf(const isl::set &set) { return simpleHull(withoutDivs(set)); }

isl::basic_map gputile::hullOf(const isl::map &map) { return simpleHull(withoutDivs(map)); }

static std::optional<long> numberOf(isl_val *value) {
  const isl::val number = isl::manage(value);
  return number.is_int() ? asLong(number) : std::nullopt;
}

std::optional<long> gputile::plainFixedDim(const isl::set &set, unsigned d) {
  return numberOf(isl_set_plain_get_val_if_fixed(set.get(), isl_dim_set, d));
}

unsigned gputile::affineDims(const isl::set &set) {
  const isl::basic_set hull = set.affine_hull();
  unsigned dims = setDims(set);
  isl_constraint_list *list = isl_basic_set_get_constraint_list(hull.get());
  for (isl_size c = 0; c < isl_constraint_list_n_constraint(list); ++c) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(list, c);
    if (isl_constraint_is_equality(constraint) &&
        isl_constraint_involves_dims(constraint, isl_dim_set, 0, setDims(set)) &&
        !isl_constraint_involves_dims(
            constraint, isl_dim_div, 0,
            static_cast<unsigned>(isl_basic_set_dim(hull.get(), isl_dim_div))))
      --dims;
    isl_constraint_free(constraint);
  }
  isl_constraint_list_free(list);
  return dims;
}

std::optional<long> gputile::plainFixedRangeDim(const isl::map &map, unsigned d) {
  return numberOf(isl_map_plain_get_val_if_fixed(map.get(), isl_dim_out, d));
}

isl::map gputile::windowOf(const isl::space &array, const std::vector<long> &size) {
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

isl::map gputile::alignParams(const isl::map &map, const isl::space &like) {
  return isl::manage(isl_map_align_params(map.copy(), like.copy()));
}

isl::set gputile::boxOf(isl::ctx ctx, const std::vector<long> &extents) {
  isl_space *space = isl_space_set_alloc(ctx.get(), 0, static_cast<unsigned>(extents.size()));
  isl::set result = isl::manage(isl_set_universe(space));
  for (unsigned d = 0; d < extents.size(); ++d) {
    isl_set *bounded = isl_set_lower_bound_si(result.release(), isl_dim_set, d, 0);
    isl_val *last = isl_val_int_from_si(ctx.get(), extents[d] - 1);
    result = isl::manage(isl_set_upper_bound_val(bounded, isl_dim_set, d, last));
  }
  return result;
}
