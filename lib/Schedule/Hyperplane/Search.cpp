//===- Search.cpp - One row at a time -------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Hyperplane/Search.h"

#include "Algebra/SccGraph.h"
#include "Schedule/Hyperplane/Walk.h"

#include <algorithm>
#include <set>

namespace gputile::schedule {
namespace {

/// Larger iterator coefficients only arise where constant loop bounds make a row
/// legal that would order the loops one after the other (1000 t + i). The limit
/// also keeps the integer search short.
constexpr long CoefficientLimit = 16;

/// The distance of \p row on \p edge as a form (constant, parameters…, a…, b…).
IntVector distanceForm(const Edge &edge, const Hyperplane &row) {
  const AffineFunction &source = row.at(edge.source()), &target = row.at(edge.target());
  IntVector form = {target.constant - source.constant};
  for (size_t p = 0; p < target.parameters.size(); ++p)
    form.push_back(target.parameters[p] - source.parameters[p]);
  for (long c : source.iterators)
    form.push_back(-c);
  form.insert(form.end(), target.iterators.begin(), target.iterators.end());
  return form;
}

bool isZeroOn(const Edge &edge, const Hyperplane &row) {
  IntVector form = distanceForm(edge, row);
  const IntMatrix &conditions = edge.vanishing();
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const IntVector &condition) { return dot(condition, form) == 0; });
}

} // namespace

unsigned SearchNode::remaining(const Program &program, unsigned statement) const {
  auto rows = found.find(statement);
  return program.depth[statement] -
         (rows == found.end() ? 0 : static_cast<unsigned>(rows->second.size()));
}

bool SearchNode::finished(const Program &program) const {
  return std::all_of(statements.begin(), statements.end(),
                     [&](unsigned s) { return remaining(program, s) == 0; });
}

void SearchNode::addFound(const Hyperplane &row) {
  for (unsigned s : statements) {
    IntMatrix rows = found[s];
    rows.push_back(row.at(s).iterators);
    found[s] = rowReduce(std::move(rows));
  }
}

RowSearch::RowSearch(const Program &program, SearchNode node, Ties ties)
    : TheProgram(program), TheTies(ties), Node(std::move(node)), Space(program, Node.statements) {}

void RowSearch::Strict::add(const CoefficientSpace &space, const Edge &edge,
                            const FarkasCone &cone) {
  for (const IntVector &form : cone.inequalities) {
    rows.push_back(space.distance(edge, form));
    least.push_back(form[0]); // A form minus 1 is still non-negative.
  }
}

void RowSearch::Strict::add(const CoefficientSpace &space, const Edge &edge) {
  for (const FarkasCone &cone : edge.nonNegative())
    add(space, edge, cone);
}

void RowSearch::Strict::addTo(RowProgram &program) const {
  for (size_t k = 0; k < rows.size(); ++k)
    program.addAtLeast(rows[k], least[k]);
}

Conditions RowSearch::startConditions(UseParameters use) const {
  Conditions conditions;
  if (use == UseParameters::Yes)
    return conditions;
  for (unsigned s : Node.statements)
    for (unsigned p = 0; p < Space.parameters(); ++p) {
      IntVector row(Space.columns(), 0);
      row[Space.parameter(s, p)] = 1;
      conditions.addEquality(std::move(row));
    }
  return conditions;
}

const Conditions &RowSearch::legal(UseParameters use) {
  auto [entry, isNew] = Legal.try_emplace(use);
  if (!isNew)
    return entry->second;
  Conditions conditions = startConditions(use);
  for (const EdgePtr &edge : Node.edges) {
    for (const FarkasCone &cone : edge->nonNegative())
      conditions.addCone(cone, [&](const IntVector &f) { return Space.distance(*edge, f); });
    for (const FarkasCone &cone : edge->bounding())
      conditions.addCone(cone, [&](const IntVector &f) { return Space.slackOfBound(*edge, f); });
  }
  conditions.simplify(TheProgram.ctx, Space.columns());
  return entry->second = std::move(conditions);
}

bool RowSearch::anyIndependent(const Conditions &conditions, unsigned statement) const {
  IntMatrix directions = nullSpace(found(statement), Space.depth(statement));
  for (const IntVector &solution : nullSpace(conditions.equalities(), Space.columns())) {
    auto first = solution.begin() + Space.iterator(statement, 0);
    IntVector iterators(first, first + Space.depth(statement));
    for (const IntVector &direction : directions)
      if (dot(direction, iterators) != 0)
        return true;
  }
  return false;
}

const IntMatrix &RowSearch::found(unsigned statement) const {
  static const IntMatrix None;
  auto rows = Node.found.find(statement);
  return rows == Node.found.end() ? None : rows->second;
}

std::optional<RowSearch::Solution>
RowSearch::solve(RowProgram &program, const std::vector<unsigned> &independent) const {
  std::vector<Region> regions;
  for (unsigned s : independent)
    regions.push_back(program.region(s, nullSpace(found(s), Space.depth(s))));
  program.limitCoefficients(CoefficientLimit);
  auto point = nonTrivialLexmin(TheProgram.ctx, program.system(), regions);
  if (!point)
    return std::nullopt;
  return Solution{program.rowOf(*point), program.costOf(*point)};
}

/// \returns of all solutions as cheap as \p solution the one that the ties rule prefers.
Hyperplane RowSearch::best(const Conditions &conditions, const Strict &strict, Solution solution,
                           const std::vector<unsigned> &independent) const {
  if (TheTies == Ties::Shortest)
    return solution.row;
  RowProgram program(Space);
  program.add(conditions);
  strict.addTo(program);
  bool isUpward = true;
  for (unsigned s : independent) {
    auto direction = upwardDirection(TheProgram, s, found(s));
    if (!direction)
      continue;
    isUpward = isUpward && dot(*direction, solution.row.at(s).iterators) > 0;
    IntVector forward(Space.columns(), 0);
    std::copy(direction->begin(), direction->end(), forward.begin() + Space.iterator(s, 0));
    program.addAtLeast(forward, 1);
  }
  if (isUpward)
    return solution.row;
  auto upward = solve(program, independent);
  return upward && upward->cost == solution.cost ? upward->row : solution.row;
}

std::optional<Hyperplane> RowSearch::coincident(UseParameters use) {
  Conditions conditions = startConditions(use);
  for (const EdgePtr &edge : Node.edges)
    for (const IntVector &form : edge->vanishing())
      conditions.addEquality(Space.distance(*edge, form));
  conditions.reduce();
  std::vector<unsigned> unfinished;
  for (unsigned s : Node.statements)
    if (Node.remaining(TheProgram, s) > 0)
      unfinished.push_back(s);
  if (unfinished.empty() || !std::all_of(unfinished.begin(), unfinished.end(),
                                         [&](unsigned s) { return anyIndependent(conditions, s); }))
    return std::nullopt;
  RowProgram program(Space);
  program.add(conditions);
  auto solution = solve(program, unfinished);
  if (!solution)
    return std::nullopt;
  return best(conditions, {}, std::move(*solution), unfinished);
}

std::optional<Hyperplane> RowSearch::cheapest(UseParameters use, const Strict &strict) {
  unsigned most = 0;
  for (unsigned s : Node.statements)
    most = std::max(most, Node.remaining(TheProgram, s));
  if (most == 0)
    return std::nullopt;
  std::vector<unsigned> behind;
  for (unsigned s : Node.statements)
    if (Node.remaining(TheProgram, s) == most)
      behind.push_back(s);
  const Conditions &conditions = legal(use);
  if (!std::all_of(behind.begin(), behind.end(),
                   [&](unsigned s) { return anyIndependent(conditions, s); }))
    return std::nullopt;
  // Without a rational solution the integer search would try all combinations.
  if (!conditions.allow(strict.rows, strict.least))
    return std::nullopt;
  RowProgram program(Space);
  program.add(conditions);
  strict.addTo(program);
  auto solution = solve(program, behind);
  if (!solution)
    return std::nullopt;
  return best(conditions, strict, std::move(*solution), behind);
}

std::optional<Hyperplane> RowSearch::carrying(UseParameters use) {
  // The legal rows are closed under addition, so the pieces that some legal row
  // each makes positive are all made positive by one row.
  const Conditions &conditions = legal(use);
  RowProgram program(Space);
  program.add(conditions);
  bool any = false;
  for (const EdgePtr &edge : Node.edges)
    for (const FarkasCone &cone : edge->nonNegative()) {
      Strict strict;
      strict.add(Space, *edge, cone);
      if (!conditions.allow(strict.rows, strict.least))
        continue;
      any = true;
      strict.addTo(program);
    }
  if (!any)
    return std::nullopt;
  auto solution = solve(program, {});
  if (!solution)
    return std::nullopt;
  return std::move(solution->row);
}

std::optional<Hyperplane> RowSearch::coincident() {
  auto row = coincident(UseParameters::No);
  return row || Space.parameters() == 0 ? row : coincident(UseParameters::Yes);
}

std::optional<Hyperplane> RowSearch::cheapest(const Strict &strict) {
  auto row = cheapest(UseParameters::No, strict);
  return row || Space.parameters() == 0 ? row : cheapest(UseParameters::Yes, strict);
}

std::optional<Hyperplane> RowSearch::cheapest() { return cheapest(Strict()); }

/// \returns the edges against the order of the statements within cycles of \p remaining,
/// which are parts of the node's edges: without them there would be no cycle.
std::vector<EdgePtr> RowSearch::backwardInCycles(const std::vector<EdgePtr> &remaining) const {
  Graph graph;
  graph.size = static_cast<unsigned>(TheProgram.depth.size());
  for (const EdgePtr &edge : remaining)
    graph.edges.push_back({edge->source(), edge->target()});
  std::map<unsigned, size_t> componentOf;
  Components components = stronglyConnected(graph);
  for (size_t c = 0; c < components.size(); ++c)
    for (unsigned s : components[c])
      componentOf[s] = c;
  std::set<std::pair<unsigned, unsigned>> left(graph.edges.begin(), graph.edges.end());
  std::vector<EdgePtr> backward;
  for (const EdgePtr &edge : Node.edges)
    if (edge->source() > edge->target() && left.count({edge->source(), edge->target()}) != 0 &&
        componentOf.at(edge->source()) == componentOf.at(edge->target()))
      backward.push_back(edge);
  return backward;
}

std::optional<Hyperplane> RowSearch::balanced() {
  Strict strict;
  for (const EdgePtr &edge : Node.edges)
    if (edge->source() == edge->target())
      strict.add(Space, *edge);
  if (strict.rows.empty() && backwardInCycles(Node.edges).empty())
    return std::nullopt;
  std::optional<Hyperplane> row = cheapest(strict);
  // Each round adds edges that were not strict before, so this ends.
  for (std::optional<Hyperplane> next = row; next; next = cheapest(strict)) {
    std::vector<EdgePtr> backward = backwardInCycles(notCarriedBy(Node.edges, {*next}));
    if (backward.empty())
      return next;
    for (const EdgePtr &edge : backward)
      strict.add(Space, *edge);
  }
  return row;
}

std::optional<Hyperplane> RowSearch::carrying() {
  auto row = carrying(UseParameters::No);
  return row || Space.parameters() == 0 ? row : carrying(UseParameters::Yes);
}

Hyperplane originalRow(const Program &program, const SearchNode &node) {
  unsigned dims = static_cast<unsigned>(program.original[node.statements.front()].size());
  for (unsigned d = 0; d < dims; ++d) {
    Hyperplane row;
    for (unsigned s : node.statements)
      row[s] = fromAff(program, s, program.original[s][d]);
    for (const EdgePtr &edge : node.edges)
      if (!isZeroOn(*edge, row))
        return row;
  }
  // Dependences that the original order does not order.
  throw NoCommonOrder();
}

} // namespace gputile::schedule
