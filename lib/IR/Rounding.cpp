//===- Rounding.cpp - Results that may be rounded differently -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/Rounding.h"

#include "IR/NumberTypes.h"

#include <algorithm>

namespace gputile {
namespace {

/// Whether another order of such updates rounds differently.
bool roundsInParts(const Update &update) {
  const UpdateOperator op = commutingClass(update.op);
  return update.order == UpdateOrder::Reassociable &&
         (op == UpdateOperator::Add || op == UpdateOperator::Multiply);
}

/// Whether \p statement reads an array in \p loose for more than to update it.
bool usesLoose(const Statement &statement, const std::vector<bool> &loose) {
  return std::any_of(
      statement.accesses.begin(), statement.accesses.end(), [&](const Access &access) {
        const auto isUpdated = [&](const Update &update) {
          return update.reference == access.reference;
        };
        return access.kind == AccessKind::Read &&
               loose[statement.references[access.reference].array] &&
               std::none_of(statement.updates.begin(), statement.updates.end(), isUpdated);
      });
}

/// Adds what \p statement writes to \p loose. \returns whether any of it is new.
bool addWritten(const Statement &statement, std::vector<bool> &loose) {
  bool grew = false;
  for (const Access &access : statement.accesses) {
    const unsigned array = statement.references[access.reference].array;
    grew |= access.kind != AccessKind::Read && !loose[array];
    if (access.kind != AccessKind::Read)
      loose[array] = true;
  }
  return grew;
}

} // namespace

void markLooseRounding(Scop &scop) {
  const bool all = scop.clauses.fp.value != FpMode::Exact;
  // Integers, too: they may be what a comparison of sums says.
  std::vector<bool> loose(scop.arrays.size());
  for (const Statement &statement : scop.statements)
    for (const Update &update : statement.updates)
      if (roundsInParts(update))
        loose[statement.references[update.reference].array] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (const Statement &statement : scop.statements)
      if (all || usesLoose(statement, loose))
        grew |= addWritten(statement, loose);
  }
  for (unsigned a = 0; a < scop.arrays.size(); ++a)
    scop.arrays[a].looselyRounded = loose[a] && ir::isFloating(scop.arrays[a].elementType);
}

} // namespace gputile
