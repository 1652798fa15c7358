//===- Isl.cpp - The isl context and its quota ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/Isl.h"

#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/version.h>

#include <array>
#include <cassert>
#include <limits>

using namespace gputile;

IslContext::IslContext() : Ctx(isl_ctx_alloc()) {
  assert(Ctx && "out of memory");
  // Errors reach us as exceptions (bindings) or null results (C API, which
  // isl::manage turns into exceptions); isl itself must neither print nor abort.
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
}

IslContext::~IslContext() { isl_ctx_free(Ctx); }

IslQuota::IslQuota(isl::ctx ctx, unsigned long maxOperations) : Ctx(ctx.get()) {
  assert(isl_ctx_get_max_operations(Ctx) == 0 && "quotas do not nest");
  isl_ctx_reset_error(Ctx);
  isl_ctx_reset_operations(Ctx);
  isl_ctx_set_max_operations(Ctx, maxOperations);
}

IslQuota::~IslQuota() {
  // The last error stays, for quotaWasExceeded.
  isl_ctx_set_max_operations(Ctx, 0);
  isl_ctx_reset_operations(Ctx);
}

/// Whether isl can still tell that the triangle 0 <= x <= y <= 3 - x has points, without which no
/// other work is done.
static bool canWork(isl::ctx ctx) {
  isl_space *plane = isl_space_set_alloc(ctx.get(), 0, 2);
  isl_local_space *local = isl_local_space_from_space(plane);
  isl_basic_set *triangle = isl_basic_set_universe(isl_local_space_get_space(local));
  for (const auto &[constant, x, y] :
       {std::array{0, 1, 0}, std::array{0, -1, 1}, std::array{3, -1, -1}}) {
    isl_constraint *side = isl_constraint_alloc_inequality(isl_local_space_copy(local));
    side = isl_constraint_set_constant_si(side, constant);
    side = isl_constraint_set_coefficient_si(side, isl_dim_set, 0, x);
    side = isl_constraint_set_coefficient_si(side, isl_dim_set, 1, y);
    triangle = isl_basic_set_add_constraint(triangle, side);
  }
  isl_local_space_free(local);
  const isl_bool isEmpty = isl_basic_set_is_empty(triangle);
  isl_basic_set_free(triangle);
  return isEmpty == isl_bool_false;
}

bool gputile::quotaWasExceeded(isl::ctx ctx) {
  if (isl_ctx_last_error(ctx.get()) == isl_error_quota)
    return true;
  // Text that could not be read for the quota is reported as wrong text.
  return isl_ctx_get_max_operations(ctx.get()) != 0 && !canWork(ctx);
}

std::optional<long> gputile::asLong(const isl::val &value) {
  isl::val least(value.ctx(), std::numeric_limits<long>::min());
  isl::val greatest(value.ctx(), std::numeric_limits<long>::max());
  if (!value.is_int() || value.lt(least) || value.gt(greatest))
    return std::nullopt;
  return value.num_si();
}

isl::map gputile::mapOf(const isl::union_map &maps, const isl::set &domain, unsigned dims) {
  const isl::space space = domain.space().add_unnamed_tuple(dims);
  const isl::map own = maps.extract_map(space).intersect_domain(domain);
  if (dims > 0 || !own.is_empty())
    return own;
  return isl::map::universe(space).intersect_domain(domain);
}

isl::map gputile::subtractRange(const isl::map &map, const isl::set &range) {
  return isl::manage(isl_map_subtract_range(map.copy(), range.copy()));
}

std::string gputile::linkedIslVersion() {
  std::string version = isl_version();
  while (!version.empty() && version.back() == '\n')
    version.pop_back();
  return version;
}

bool gputile::linkedIslIsExpected() { return linkedIslVersion() == GPUTILE_ISL_VERSION; }
