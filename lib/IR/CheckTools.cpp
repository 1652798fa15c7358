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
using namespace gputile::ir;

bool ir::isIdentifier(const std::string &name) {
  const auto isPart = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), isPart);
}

bool ir::nameIs(const char *tuple, const std::string &name) { return tuple && tuple == name; }

std::optional<unsigned> ir::dimsOf(const isl::set &set) {
  if (set.is_null())
    return std::nullopt;
  return static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
}

std::optional<unsigned> ir::domainDims(const isl::map &map) {
  if (map.is_null())
    return std::nullopt;
  return static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_in));
}

std::optional<unsigned> ir::rangeDims(const isl::map &map) {
  if (map.is_null())
    return std::nullopt;
  return static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_out));
}

bool ir::isOfStatement(const isl::set &set, const Statement &statement) {
  return dimsOf(set) && dimsOf(set) == dimsOf(statement.domain) &&
         nameIs(isl_set_get_tuple_name(set.get()), statement.name);
}

bool ir::isOfStatement(const isl::map &map, const Statement &statement) {
  return domainDims(map) && domainDims(map) == dimsOf(statement.domain) &&
         nameIs(isl_map_get_tuple_name(map.get(), isl_dim_in), statement.name);
}

bool ir::isOfArray(const isl::set &set, const Array &array) {
  return dimsOf(set) == array.rank && nameIs(isl_set_get_tuple_name(set.get()), array.name);
}

bool ir::leadsToArray(const isl::map &map, const Array &array) {
  return rangeDims(map) == array.rank &&
         nameIs(isl_map_get_tuple_name(map.get(), isl_dim_out), array.name);
}

bool ir::areDistinctBelow(const std::vector<unsigned> &positions, size_t bound) {
  std::set<unsigned> seen;
  return std::all_of(positions.begin(), positions.end(), [&](unsigned position) {
    return position < bound && seen.insert(position).second;
  });
}

bool ir::arePositive(const std::vector<long> &sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](long size) { return size > 0; });
}
