//===- RowsAround.cpp - The rows around a node of a schedule tree ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/RowsAround.h"

#include "gputile/Support/IslTools.h"

using namespace gputile;

isl::map RowsAround::valuesOf(unsigned statement, const isl::aff &row) const {
  return isl::map(isl::manage(isl_map_from_aff(row.copy())))
      .intersect_domain(TheScop->statements[statement].domain);
}

void RowsAround::add(const BandRow &row) {
  for (const auto &[statement, function] : row.functions) {
    const isl::map values = valuesOf(statement, function);
    const auto [found, isNew] = Rows.try_emplace(statement, values);
    if (!isNew)
      found->second = joinRanges(found->second, values);
  }
}

/// { [v] }
static std::optional<long> extentOf(const isl::set &values) {
  if (values.is_empty())
    return 1;
  const isl::val least = values.dim_min_val(0), greatest = values.dim_max_val(0);
  if (!least.is_int() || !greatest.is_int())
    return std::nullopt;
  return asLong(greatest.sub(least).add(1));
}

std::optional<long> RowsAround::extentOf(unsigned statement, const isl::aff &row) const {
  const isl::map values = valuesOf(statement, row);
  const std::optional<long> all = ::extentOf(values.range());
  const auto around = Rows.find(statement);
  if (all == 1 || around == Rows.end())
    return all;
  const isl::map byRows = around->second.reverse().apply_range(values);
  return ::extentOf(boundBelow(byRows.reverse().apply_range(byRows).deltas(), 0, 0));
}
