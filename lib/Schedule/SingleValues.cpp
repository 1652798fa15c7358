//===- SingleValues.cpp - Parallel rows with one value --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/SingleValues.h"

#include "gputile/IR/RowsAround.h"

#include <algorithm>

namespace gputile::schedule {
namespace {

bool hasCoincidentRows(const ScheduleNode &node) {
  return std::any_of(node.rows.begin(), node.rows.end(),
                     [](const BandRow &row) { return row.coincident; }) ||
         std::any_of(node.children.begin(), node.children.end(), hasCoincidentRows);
}

bool hasSingleValue(const BandRow &row, const RowsAround &around) {
  return std::all_of(row.functions.begin(), row.functions.end(), [&](const auto &function) {
    return around.extentOf(function.first, function.second) == 1;
  });
}

void unmark(ScheduleNode &node, RowsAround around) {
  if (std::none_of(node.children.begin(), node.children.end(), hasCoincidentRows))
    return;
  bool single = true;
  for (const BandRow &row : node.rows) {
    single = single && (!row.coincident || hasSingleValue(row, around));
    around.add(row);
  }
  if (single)
    for (BandRow &row : node.rows)
      row.coincident = false;
  for (ScheduleNode &child : node.children)
    unmark(child, around);
}

} // namespace

void unmarkSingleValues(const Scop &scop, ScheduleNode &tree) { unmark(tree, RowsAround(scop)); }

} // namespace gputile::schedule
