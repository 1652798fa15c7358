//===- CheckTools.cpp - What checks of the IR share -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/CheckTools.h"

#include <algorithm>
#include <cctype>
#include <set>

using namespace gputile;

bool gputile::isIdentifier(const std::string &name) {
  const auto isPart = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), isPart);
}

bool gputile::nameIs(const char *tuple, const std::string &name) { return tuple && tuple == name; }

std::optional<unsigned> gputile::dimsOf(const isl::set &set) {
  if (set.is_null())
    return std::nullopt;
  return static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
}

std::optional<unsigned> gputile::domainDims(const isl::map &map) {
  if (map.is_null())
    return std::nullopt;
  return static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_in));
}

std::optional<unsigned> gputile::rangeDims(const isl::map &map) {
  if (map.is_null())
    return std::nullopt;
  return static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_out));
}

bool gputile::isOfStatement(const isl::set &set, const Statement &statement) {
  return dimsOf(set) && dimsOf(set) == dimsOf(statement.domain) &&
         nameIs(isl_set_get_tuple_name(set.get()), statement.name);
}

bool gputile::isOfStatement(const isl::map &map, const Statement &statement) {
  return domainDims(map) && domainDims(map) == dimsOf(statement.domain) &&
         nameIs(isl_map_get_tuple_name(map.get(), isl_dim_in), statement.name);
}

bool gputile::isOfArray(const isl::set &set, const Array &array) {
  return dimsOf(set) == array.rank && nameIs(isl_set_get_tuple_name(set.get()), array.name);
}

bool gputile::leadsToArray(const isl::map &map, const Array &array) {
  return rangeDims(map) == array.rank &&
         nameIs(isl_map_get_tuple_name(map.get(), isl_dim_out), array.name);
}

bool gputile::areDistinctBelow(const std::vector<unsigned> &positions, size_t bound) {
  std::set<unsigned> seen;
  return std::all_of(positions.begin(), positions.end(), [&](unsigned position) {
    return position < bound && seen.insert(position).second;
  });
}

bool gputile::arePositive(const std::vector<long> &sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](long size) { return size > 0; });
}
