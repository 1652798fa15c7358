//===- BindTuples.cpp - From parameters to tuples -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/BindTuples.h"

namespace gputile::frontend {

isl::multi_id tupleOf(isl::ctx ctx, const std::string &name, const std::vector<std::string> &ids) {
  isl::id_list list(ctx, static_cast<int>(ids.size()));
  for (const std::string &id : ids)
    list = list.add(isl::id(ctx, id));
  isl::space space =
      isl::space::unit(ctx).add_named_tuple(isl::id(ctx, name), static_cast<unsigned>(ids.size()));
  return isl::multi_id(space, list);
}

isl::set bindSet(const isl::set &set, const std::string &name,
                 const std::vector<std::string> &ids) {
  return set.unbind_params(tupleOf(set.ctx(), name, ids));
}

isl::map bindMap(const isl::set &set, const std::string &domain,
                 const std::vector<std::string> &domainIds, const std::string &range,
                 const std::vector<std::string> &rangeIds) {
  return bindSet(set, range, rangeIds)
      .unbind_params_insert_domain(tupleOf(set.ctx(), domain, domainIds));
}

} // namespace gputile::frontend
