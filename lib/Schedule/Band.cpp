//===- Band.cpp - The rows of a band --------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Band.h"

#include <algorithm>
#include <cassert>

namespace gputile::schedule {

void Band::add(Hyperplane row, bool isCoincident) {
  rows.push_back(std::move(row));
  coincident.push_back(isCoincident);
}

size_t Band::numCoincident() const {
  return static_cast<size_t>(std::count(coincident.begin(), coincident.end(), true));
}

bool Band::isParallel(const Program &program, const SearchNode &node) const {
  return !rows.empty() && numCoincident() == rows.size() &&
         std::all_of(node.statements.begin(), node.statements.end(),
                     [&](unsigned s) { return node.remaining(program, s) == rows.size(); });
}

bool Band::stepsLike(const Band &other) const {
  if (rows.size() != other.rows.size())
    return false;
  for (size_t r = 0; r < rows.size(); ++r) {
    const IntVector &step = rows[r].begin()->second.iterators;
    for (const Hyperplane *row : {&rows[r], &other.rows[r]})
      for (const auto &[statement, function] : *row)
        if (function.iterators != step)
          return false;
  }
  return true;
}

void Band::join(const Band &other) {
  assert(rows.size() == other.rows.size() && coincident == other.coincident);
  for (size_t r = 0; r < rows.size(); ++r)
    rows[r].insert(other.rows[r].begin(), other.rows[r].end());
  balanced = balanced && other.balanced;
}

} // namespace gputile::schedule
