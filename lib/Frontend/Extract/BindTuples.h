//===- BindTuples.h - From parameters to tuples -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ends the life of iterators as isl parameters: binds them to tuples.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_BINDTUPLES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_BINDTUPLES_H

#include "gputile/Support/Isl.h"

#include <string>
#include <vector>

namespace gputile::frontend {

/// name[id_0, …] as a tuple to bind the parameters with these ids to.
isl::multi_id tupleOf(isl::ctx ctx, const std::string &name, const std::vector<std::string> &ids);

/// [n, i] -> { : … } with ids {i} becomes [n] -> { name[i] : … }.
isl::set bindSet(const isl::set &set, const std::string &name,
                 const std::vector<std::string> &ids);

/// [n, i, a] -> { : … } becomes [n] -> { domain[i] -> range[a] : … }.
isl::map bindMap(const isl::set &set, const std::string &domain,
                 const std::vector<std::string> &domainIds, const std::string &range,
                 const std::vector<std::string> &rangeIds);

} // namespace gputile::frontend

#endif
