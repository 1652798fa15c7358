//===- Search.h - One row at a time -----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_HYPERPLANE_SEARCH_H
#define GPUTILE_LIB_SCHEDULE_HYPERPLANE_SEARCH_H

#include "Schedule/Hyperplane/Space.h"

namespace gputile::schedule {

/// Statements that still have to be scheduled, the dependences that nothing
/// above carries, and the linear parts of the rows found above.
struct SearchNode {
  std::vector<unsigned> statements;
  std::vector<EdgePtr> edges;
  std::map<unsigned, IntMatrix> found; ///< Linearly independent rows per statement.

  auto operator<=>(const SearchNode &) const = default;

  unsigned remaining(const Program &program, unsigned statement) const;
  bool finished(const Program &program) const;
  void addFound(const Hyperplane &row);
};

/// Searches rows for the statements of one node. All rows returned are legal for
/// every edge of the node, so together they form a permutable band.
class RowSearch {
public:
  /// How to choose among rows of equal cost (see findSchedule).
  enum class Ties { Shortest, UpwardFirst };

  RowSearch(const Program &program, SearchNode node, Ties ties);

  /// A row with distance zero on every edge, linearly independent of the rows so
  /// far for every unfinished statement.
  std::optional<Hyperplane> coincident();

  /// The legal row of smallest u . n + w, linearly independent for the statements
  /// that have the most rows to go (others may catch up later: a shallow
  /// statement need not take part in every loop).
  std::optional<Hyperplane> cheapest();

  /// The cheapest row as above among those with a distance of at least one on all
  /// edges from a statement to itself, and of those, where one exists, one that is zero
  /// on no cycle of edges. None also where there is neither such an edge nor a cycle.
  std::optional<Hyperplane> balanced();

  /// Feautrier's row: legal, and positive on as many pieces of edges as possible
  /// (at least one), not necessarily independent.
  std::optional<Hyperplane> carrying();

  /// Adds a row to those that later rows must be independent of.
  void take(const Hyperplane &row) { Node.addFound(row); }
  const SearchNode &node() const { return Node; }

private:
  enum class UseParameters { No, Yes };
  /// A legal row and its distance bound.
  struct Solution {
    Hyperplane row;
    std::pair<long, long> cost;
  };
  /// Conditions rows[k] >= least[k] under which an edge is carried.
  struct Strict {
    IntMatrix rows;
    IntVector least;
    void add(const CoefficientSpace &space, const Edge &edge);
    void add(const CoefficientSpace &space, const Edge &edge, const FarkasCone &cone);
    void addTo(RowProgram &program) const;
  };

  std::optional<Hyperplane> coincident(UseParameters use);
  std::optional<Hyperplane> cheapest(UseParameters use, const Strict &strict);
  std::optional<Hyperplane> carrying(UseParameters use);
  std::optional<Hyperplane> cheapest(const Strict &strict);
  std::vector<EdgePtr> backwardInCycles(const std::vector<EdgePtr> &remaining) const;

  Conditions startConditions(UseParameters use) const;
  const Conditions &legal(UseParameters use);
  bool anyIndependent(const Conditions &conditions, unsigned statement) const;
  const IntMatrix &found(unsigned statement) const;
  std::optional<Solution> solve(RowProgram &program,
                                const std::vector<unsigned> &independent) const;
  Hyperplane best(const Conditions &conditions, const Strict &strict, Solution solution,
                  const std::vector<unsigned> &independent) const;

  const Program &TheProgram;
  Ties TheTies;
  SearchNode Node;
  CoefficientSpace Space;
  std::map<UseParameters, Conditions> Legal;
};

/// The outermost row of the original schedule that is not zero on all edges of
/// \p node: it is legal there, because the edges are zero in all rows above it.
Hyperplane originalRow(const Program &program, const SearchNode &node);

} // namespace gputile::schedule

#endif
