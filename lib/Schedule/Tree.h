//===- Tree.h - From rows to a schedule tree --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_TREE_H
#define GPUTILE_LIB_SCHEDULE_TREE_H

#include "Algebra/SccGraph.h"
#include "Schedule/Band.h"
#include "gputile/Schedule/Scheduler.h"

#include <optional>

namespace gputile::schedule {

using namespace algebra;

using Statements = std::vector<unsigned>;

/// Builds the tree for a node of the search: bands as deep as they go, cuts
/// between components, and single sequential rows where nothing is parallel.
class TreeBuilder {
public:
  TreeBuilder(const Program &program, const SchedulerOptions &options)
      : TheProgram(program), Options(options) {}

  /// The tree for all of a program: parts of \p node for which the search fails keep their
  /// original order.
  ScheduleNode buildAll(const SearchNode &node);
  /// The statements that keep it, in ascending order, and why the first of them do.
  const Statements &keptInOrder() const { return Kept; }
  const std::string &whyKept() const { return WhyKept; }

private:
  ScheduleNode build(const SearchNode &node);

  /// \p coincident: the least number of coincident rows that makes the others
  /// worth searching. The result holds until the next call that finds fewer.
  const Band &bandOf(const SearchNode &node, size_t coincident = 0);
  Band findBand(const SearchNode &node, size_t coincident) const;
  Band findPlainBand(const SearchNode &node, size_t coincident) const;
  std::optional<Band> findBalancedBand(const SearchNode &node) const;
  RowSearch searchFor(const SearchNode &node) const;
  void putSmallestStepLast(const SearchNode &node, Band &band) const;
  class Clustering;

  ScheduleNode buildFinished(const SearchNode &node);
  ScheduleNode buildGroups(const SearchNode &node, const Components &groups);
  /// For \p parts, of which none depends on another: those of one nest of loops, which all are
  /// parallel, get one band.
  ScheduleNode buildUnrelated(const SearchNode &node, const Components &parts);
  /// Statements in the same loops of the source that do not depend on one another.
  struct Siblings {
    std::vector<unsigned> positions; ///< In a node's list of statements; they ascend.
    std::optional<Band> band;        ///< Where all of their loops are parallel.
  };
  std::vector<Siblings> siblingsAmong(const SearchNode &node, const Components &parts);
  bool inOneNest(const Statements &statements) const;
  /// Whether statements of \p a and \p b may run at the same time where they do not depend on each
  /// other.
  bool mayShareKernel(const Statements &a, const Statements &b) const;
  ScheduleNode sequenceOf(const SearchNode &node, const Components &groups,
                          ScheduleNode (TreeBuilder::*buildPart)(const SearchNode &));
  ScheduleNode buildBand(const SearchNode &node, const Band &band);
  ScheduleNode buildSequentialRow(const SearchNode &node);

  Components cluster(const SearchNode &node, const Components &components);

  const Program &TheProgram;
  SchedulerOptions Options;
  std::map<SearchNode, Band> Bands; ///< Those found, but for TooNarrow.
  Band TooNarrow;                   ///< The last with fewer coincident rows than asked for.
  Statements Kept;
  std::string WhyKept;
};

/// The original order of \p statements, which ascend, as a tree: always legal. No row is
/// marked coincident.
ScheduleNode originalTree(const Program &program, const Statements &statements);

} // namespace gputile::schedule

#endif
