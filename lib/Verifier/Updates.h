//===- Updates.h - Updates that may run in any order ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_UPDATES_H
#define GPUTILE_LIB_VERIFIER_UPDATES_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// Every update of \p b that is said to be unordered has a form and types for which the order
/// does not matter, and is one of \p a, the original, whose text \p b has been shown to have.
Outcome checkUpdates(const Scop &a, const Scop &b);

/// Whether updates like \p update may be made of parts that are combined in their order.
bool isInOrderedParts(const Update &update);

/// Whether an element that is no number (NaN), or an operand that is none, always gives way to
/// or takes the place of the other one: what a part does to an element then depends on more than
/// its own extremum.
bool takesNaN(UpdateOperator op);

/// Add or Multiply where \p reference of \p statement is the element of a sum (differences
/// included) or product that may be reassociated, and nothing else; of any type. So are extrema,
/// also in ordered parts.
std::optional<UpdateOperator> sumOperator(const Statement &statement, unsigned reference);

/// Whether \p update, of \p statement, is a part of its text in a form of its operator, and the
/// statement mentions the element nowhere else.
bool isWellFormed(const Statement &statement, const Update &update);
/// Both have the same text at the same place of equal statements, and the same order.
bool sameUpdate(const Update &a, const Update &b);

/// Unordered updates are made in device memory, where they are atomic: in no tile.
Outcome checkUpdatesOutsideTiles(const Program &program);

/// By array: the class of the updates that are all \p statement does with it, where all of
/// them are unordered and commute. Presumes checkUpdates.
std::map<unsigned, CommutingUpdates> unorderedArrays(const Statement &statement);

} // namespace gputile::verifier

#endif
