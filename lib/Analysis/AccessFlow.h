//===- AccessFlow.h - Last writers, per array and access --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one use of isl's dataflow analysis, shared by dependences and live sets.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_ANALYSIS_ACCESSFLOW_H
#define GPUTILE_LIB_ANALYSIS_ACCESSFLOW_H

#include "gputile/IR/Scop.h"
#include "gputile/Support/FixedRange.h"

#include <vector>

namespace gputile::analysis {

/// What is known of the parameters while the transformed region runs, { : … }.
isl::set knownOf(const Scop &scop);

/// An access whose instances carry its identity, so that each dependence knows
/// both of its accesses.
struct TaggedAccess {
  unsigned statement, access; ///< Indices.
  AccessKind kind;
  std::optional<UpdateClass> updates; ///< Of its statement and the array: unorderedUpdates.
  isl::map relation; ///< { [S[i] -> access_k[]] -> A[a] }
  isl::map schedule; ///< { [S[i] -> access_k[]] -> [t…] }
  FixedRange fixed; ///< The subscripts.
  isl::map elements; ///< { S[i] -> A[a] }, as in the statement.
  /// The first of its statement that does the same to the same elements: itself or one before
  /// it, which has the relation and the schedule.
  unsigned like;
  /// Whether the one it is like stands for other elements, too: dependences name that one only.
  bool united = false;
  /// Whether no two instances reach one element, once that was asked.
  mutable std::optional<bool> injective = {};
};

/// Whether \p a and \p b are equal without a search.
bool plainlyEqual(const isl::map &a, const isl::map &b);

/// The accesses of one array, in program text order; k is the position here.
/// Restricted to the parameters of knownOf. Those of a long statement to elements that differ in
/// numbers only, A[i][0] and A[i][1], are united: the first stands for all of them.
std::vector<TaggedAccess> taggedAccesses(const Scop &scop, unsigned array);

enum class Direction { Forward, Backward };

/// What sources leave to sinks, instance by instance.
struct AccessFlow {
  isl::union_map dependence; ///< { [S[i] -> access_k[]] -> [T[j] -> access_l[]] }: source to sink.
  isl::union_map noSource;   ///< { [T[j] -> access_l[]] -> A[a] }: no must-write is its source.
};

/// For each instance of a sink the last source before it (Backward: the first
/// after it) that touches the same element. Must-writes hide what lies behind
/// them, may-writes and reads do not.
///
/// A sink is looked at with the sources that may meet it alone: A[i][0] never meets
/// A[i][1], and meets itself in its own instance only. Of accesses that are alike the first stands for all, as sink and as source: a long
/// statement mentions an element many times. Without this, time grows with the square of the
/// number of accesses.
AccessFlow accessFlow(const std::vector<TaggedAccess> &accesses,
                           const std::vector<unsigned> &sinks, const std::vector<unsigned> &sources,
                           Direction direction);

/// The elements that sinks without a source reach, of the array \p index: { A[a] }.
isl::set elementsWithoutSource(const Scop &scop, unsigned index, const AccessFlow &flow);

/// Positions of the reads, or of the writes of either kind.
std::vector<unsigned> readPositions(const std::vector<TaggedAccess> &accesses);
std::vector<unsigned> writePositions(const std::vector<TaggedAccess> &accesses);

} // namespace gputile::analysis

#endif
