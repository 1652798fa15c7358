//===- Scheduler.h - Hyperplane search --------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SCHEDULE_SCHEDULER_H
#define GPUTILE_SCHEDULE_SCHEDULER_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// What the hyperplane search looks for.
struct SchedulerOptions {
  Fuse fuse = Fuse::Depth;
  /// Insist that the first row of a band is coincident; a band without one is
  /// replaced by a single sequential row (see findSchedule).
  bool outerCoincidence = true;
  /// Wherever a band of two or more rows allows it, let its first row carry every
  /// self dependence (flow, anti and output) of the band's statements that nothing
  /// above carries: phi(target) - phi(source) >= 1 (Di et al. 2012, Theorem 2,
  /// constraint (4) with k = 1). The points of a tile that share the value of that
  /// row are then independent of one another within each statement, and equally
  /// many in all of a full tile (given a unimodular matrix). Where possible the row also carries dependences
  /// between statements that would otherwise form a cycle within a wavefront (see
  /// wavefrontOrder). A band that has no balanced row is searched as if
  /// this were off; isBalanced tells which is the case. Only read where
  /// outerCoincidence is off.
  bool balanced = false;
};

/// What a search for a schedule comes to.
struct ScheduleSearch {
  ScheduleNode tree;
  /// Set when the search failed for some component of the statements, which `tree` keeps in
  /// the original order, with those rows coincident that are: the reason, for users.
  std::optional<std::string> whyOriginal;
};

/// Finds a schedule tree (Bondhugula et al. 2008; Verdoolaege et al. 2013,
/// section 6.2): rows that keep every dependence non-negative (Farkas lemma), of
/// minimal distance u.n + w, linearly independent per statement, negative
/// coefficients allowed; cuts between strongly connected components; and,
/// where no coincident row exists, a sequential row chosen so that parallel rows
/// follow (the cheapest legal row if they do, else Feautrier's). Constants in loop bounds
/// count as parameters of unknown value where they may be sizes (Analysis/Sizes.h), so
/// that i < 1000 gives the rows that i < n gives, in the same time.
///
/// Rows of equal distance: the one with the smallest coefficients, outermost loops
/// first. Without outerCoincidence the last row of a band is for the threads of a
/// block, so two rules come before that one. Where all other rows are constant,
/// a statement's instances lie on one line of its iteration space, and a step of
/// the last row moves along it:
///   * of rows of equal distance the last one found steps upwards through the
///     array that the statement writes (indices compared outermost first, as in
///     C's layout);
///   * of the rows after the first, the one that makes the smallest upward step
///     comes last.
///
/// Where the search fails for statements that depend on one another in a cycle, these keep their
/// original order, and the result says why.
ScheduleSearch findSchedule(const Scop &scop, const Ddg &ddg, const SchedulerOptions &options);

/// The original order of all statements, with those rows coincident that are: what is left where a
/// search takes too long. \param why for users
ScheduleSearch originalSchedule(const Scop &scop, const Ddg &ddg, std::string why);

/// True when the first row of \p band carries every self dependence of each of its
/// statements, as far as no band above it in \p root carries them: then the
/// wavefronts of a tile are balanced (Di et al. 2012, Definition 1). Holds for a
/// band without self dependences. Decided on the exact relations of \p ddg; \p band
/// must be one of the nodes of \p root (that object, not a copy of it).
bool isBalanced(const Scop &scop, const Ddg &ddg, const ScheduleNode &root,
                const ScheduleNode &band);

/// An order of \p band's statements in which one wavefront can run statement after
/// statement, all instances of each at once: every dependence between points with
/// the same values of the first \p rows rows (1 for balanced wavefronts; all of them
/// for wavefronts along the sum of all) leads to a later statement. None where
/// instances of one statement, or statements in a cycle, depend on one another.
/// Dependences that bands above \p band carry play no part; \p root and \p band as above.
std::optional<std::vector<unsigned>> wavefrontOrder(const Scop &scop, const Ddg &ddg,
                                                    const ScheduleNode &root,
                                                    const ScheduleNode &band, size_t rows);

/// Per statement the matrix of its rows along the path from the root, outermost
/// first, in terms of its iterators, and the constant shifts (for JSON).
struct StatementHyperplanes {
  unsigned statement;
  std::vector<std::vector<long>> matrix;
  std::vector<long> shift;
};
std::vector<StatementHyperplanes> hyperplanesOf(const Scop &scop, const ScheduleNode &root);

/// Whether tiles of the schedule after a change of the program are of a better shape: for the
/// statements of \p before, the outermost band has more rows; or as many, and
/// more coincident ones; or also as many of these, and less slanted rows (a smaller
/// sum of the absolute values of their coefficients: hyperplanes (1,0), (1,1)
/// instead of (2,1), (1,1) give more tiles per wavefront of tiles).
///
/// \param before, scheduleBefore the program and its schedule
/// \param after, scheduleAfter the program with other arrays and additional statements
///        behind those of \p before, and its schedule
bool improvesHyperplanes(const Scop &before, const ScheduleNode &scheduleBefore, const Scop &after,
                         const ScheduleNode &scheduleAfter);

} // namespace gputile

#endif
