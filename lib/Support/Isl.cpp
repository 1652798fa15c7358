//===- Isl.cpp - The isl context and its quota ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/Isl.h"

#include <isl/map.h>
#include <isl/options.h>
#include <isl/version.h>

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

bool gputile::quotaWasExceeded(isl::ctx ctx) {
  return isl_ctx_last_error(ctx.get()) == isl_error_quota;
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
