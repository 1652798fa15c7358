//===- Schedule.h - Hyperplanes in a tree of bands -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result of the hyperplane search: a tree of bands and sequences.
///
/// A node covers a set of statements. Executing a Band runs the tuples of its
/// rows in lexicographic order and, for each tuple, its child for the instances
/// with that tuple. Executing a Sequence runs its children one after the other;
/// they partition its statements. A Leaf runs each remaining instance (at most
/// one per statement after the rows above it, in statement order).
///
/// A band is permutable: every dependence that is not carried above it has a
/// non-negative distance in each of its rows. A row is coincident when all these
/// distances are zero: its iterations are independent.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_SCHEDULE_H
#define GPUTILE_IR_SCHEDULE_H

#include "gputile/Support/Isl.h"

#include <map>
#include <string>
#include <vector>

namespace gputile {

/// One hyperplane: for each statement of the band an affine function
/// { S[i] -> [(phi(i))] } with integer coefficients.
struct BandRow {
  std::map<unsigned, isl::aff> functions; ///< By statement index.
  bool coincident = false;
};

/// A node of a schedule tree, with the tree below it.
struct ScheduleNode {
  enum class Kind { Band, Sequence, Leaf };
  Kind kind = Kind::Leaf;
  std::vector<unsigned> statements; ///< Ascending.
  std::vector<BandRow> rows;        ///< Band only; at least one.
  std::vector<ScheduleNode> children; ///< Band: one. Sequence: two or more. Leaf: none.
};

/// Readable text, one node per line, for --print-after and tests.
std::string printSchedule(const ScheduleNode &root);

} // namespace gputile

#endif
