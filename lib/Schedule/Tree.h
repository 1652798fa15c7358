//===- Tree.h - From rows to a schedule tree --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_TREE_H
#define GPUTILE_LIB_SCHEDULE_TREE_H

#include "Algebra/SccGraph.h"
#include "Schedule/Hyperplane/Search.h"
#include "gputile/Schedule/Scheduler.h"

#include <algorithm>

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

  /// Rows of a permutable band.
  struct Band {
    std::vector<Hyperplane> rows;
    std::vector<bool> coincident; ///< By row.
    bool balanced = false;        ///< The first row carries all dependences within statements.

    void add(Hyperplane row, bool isCoincident) {
      rows.push_back(std::move(row));
      coincident.push_back(isCoincident);
    }
    size_t numCoincident() const {
      return static_cast<size_t>(std::count(coincident.begin(), coincident.end(), true));
    }
  };

  /// \p coincident: the least number of coincident rows that makes the others
  /// worth searching.
  Band findBand(const SearchNode &node, size_t coincident = 0) const;
  Band findPlainBand(const SearchNode &node, size_t coincident) const;
  std::optional<Band> findBalancedBand(const SearchNode &node) const;
  RowSearch searchFor(const SearchNode &node) const;
  void putSmallestStepLast(const SearchNode &node, Band &band) const;
  class Clustering;

  ScheduleNode buildFinished(const SearchNode &node);
  ScheduleNode buildGroups(const SearchNode &node, const Components &groups);
  ScheduleNode sequenceOf(const SearchNode &node, const Components &groups,
                          ScheduleNode (TreeBuilder::*buildPart)(const SearchNode &));
  ScheduleNode buildBand(const SearchNode &node, const Band &band);
  ScheduleNode buildSequentialRow(const SearchNode &node);

  Components cluster(const SearchNode &node, const Components &components) const;

  const Program &TheProgram;
  SchedulerOptions Options;
  Statements Kept;
  std::string WhyKept;
};

/// The original order of \p statements, which ascend, as a tree: always legal. No row is
/// marked coincident.
ScheduleNode originalTree(const Program &program, const Statements &statements);

} // namespace gputile::schedule

#endif
