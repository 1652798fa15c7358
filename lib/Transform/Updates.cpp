//===- Updates.cpp - Updates in any order ---------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/Updates.h"

#include <algorithm>

namespace gputile {

bool hasUpdates(const Scop &scop, UpdateOrder order) {
  return std::any_of(scop.statements.begin(), scop.statements.end(), [&](const Statement &s) {
    return std::any_of(s.updates.begin(), s.updates.end(),
                       [&](const Update &update) { return update.order == order; });
  });
}

/// Frees the updates of \p statement that can gain from it. \returns whether there are any.
static bool freeUpdates(Statement &statement) {
  Statement free = statement;
  for (Update &update : free.updates)
    update.unordered = update.order == UpdateOrder::Any;
  bool any = false;
  for (Update &update : statement.updates) {
    const unsigned array = statement.references[update.reference].array;
    update.unordered = unorderedUpdates(free, array).has_value();
    any |= update.unordered;
  }
  return any;
}

std::optional<Scop> withUnorderedUpdates(const Scop &scop,
                                         const std::vector<unsigned> &statements) {
  Scop result = scop;
  bool any = false;
  for (unsigned s : statements)
    if (!result.statements[s].iterators.empty())
      any |= freeUpdates(result.statements[s]);
  return any ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace gputile
