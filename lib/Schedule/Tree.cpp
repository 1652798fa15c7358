//===- Tree.cpp - From rows to a schedule tree ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Tree.h"

#include "Schedule/Hyperplane/Walk.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <functional>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace gputile::schedule {
namespace {

/// The dependence graph of \p node on the positions in its statement list.
Graph graphOf(const SearchNode &node) {
  Graph graph;
  graph.size = static_cast<unsigned>(node.statements.size());
  auto position = [&](unsigned s) {
    return static_cast<unsigned>(
        std::lower_bound(node.statements.begin(), node.statements.end(), s) -
        node.statements.begin());
  };
  for (const EdgePtr &edge : node.edges)
    graph.edges.push_back({position(edge->source()), position(edge->target())});
  return graph;
}

/// The part of \p node for some positions in its statement list, which ascend.
SearchNode restricted(const SearchNode &node, const std::vector<unsigned> &positions) {
  SearchNode part;
  for (unsigned position : positions) {
    unsigned s = node.statements[position];
    part.statements.push_back(s);
    if (auto rows = node.found.find(s); rows != node.found.end())
      part.found.insert(*rows);
  }
  auto holds = [&](unsigned s) {
    return std::binary_search(part.statements.begin(), part.statements.end(), s);
  };
  for (const EdgePtr &edge : node.edges)
    if (holds(edge->source()) && holds(edge->target()))
      part.edges.push_back(edge);
  return part;
}

std::vector<unsigned> merged(const std::vector<unsigned> &a, const std::vector<unsigned> &b) {
  std::vector<unsigned> result;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// Statements of \p node that have a coincident row, in \p tree, on the path to
/// their leaf.
void collectParallel(const ScheduleNode &tree, std::set<unsigned> &parallel) {
  if (std::any_of(tree.rows.begin(), tree.rows.end(),
                  [](const BandRow &row) { return row.coincident; })) {
    parallel.insert(tree.statements.begin(), tree.statements.end());
    return;
  }
  for (const ScheduleNode &child : tree.children)
    collectParallel(child, parallel);
}

/// Statements for which the first band of \p tree that they meet has a coincident row.
void collectDirectlyParallel(const ScheduleNode &tree, std::set<unsigned> &parallel) {
  if (tree.kind == ScheduleNode::Kind::Band) {
    if (tree.rows.front().coincident)
      parallel.insert(tree.statements.begin(), tree.statements.end());
    return;
  }
  for (const ScheduleNode &child : tree.children)
    collectDirectlyParallel(child, parallel);
}

/// Whether instances of a statement of \p node depend on one another, so that not all of its loops
/// are parallel.
bool dependsOnItself(const SearchNode &node) {
  return std::any_of(node.edges.begin(), node.edges.end(),
                     [](const EdgePtr &edge) { return edge->source() == edge->target(); });
}

/// \p children, which have the statements of \p node, one after another.
ScheduleNode sequence(const SearchNode &node, std::vector<ScheduleNode> children) {
  ScheduleNode tree;
  tree.kind = ScheduleNode::Kind::Sequence;
  tree.statements = node.statements;
  for (ScheduleNode &child : children) {
    if (child.kind == ScheduleNode::Kind::Sequence)
      std::move(child.children.begin(), child.children.end(), std::back_inserter(tree.children));
    else
      tree.children.push_back(std::move(child));
  }
  return tree;
}

/// The sum of the absolute values of \p row's coefficients of iterators.
long slopeOf(const Hyperplane &row) {
  long slope = 0;
  for (const auto &[statement, function] : row)
    for (long coefficient : function.iterators)
      slope += std::abs(coefficient);
  return slope;
}

/// Whether \p row leaves out values, as rows do that carry dependences between the statements of an
/// iteration, too.
bool isSteep(const Hyperplane &row) {
  return std::any_of(row.begin(), row.end(), [](const auto &entry) {
    const auto &coefficients = entry.second.iterators;
    return std::any_of(coefficients.begin(), coefficients.end(),
                       [](long coefficient) { return std::abs(coefficient) > 1; });
  });
}

/// The wavefronts of the permutable band that begins with \p first: they carry what any of its rows
/// carries, and leave the order of statements in an iteration to what is inside.
Hyperplane sumOfBand(RowSearch search, const Hyperplane &first) {
  Hyperplane sum = first;
  search.take(first);
  while (const std::optional<Hyperplane> row = search.cheapest()) {
    search.take(*row);
    for (auto &[statement, function] : sum) {
      const AffineFunction &other = row->at(statement);
      const auto add = [](IntVector &to, const IntVector &from) {
        std::transform(to.begin(), to.end(), from.begin(), to.begin(), std::plus<>());
      };
      add(function.iterators, other.iterators);
      add(function.parameters, other.parameters);
      function.constant += other.constant;
    }
  }
  return sum;
}

} // namespace

RowSearch TreeBuilder::searchFor(const SearchNode &node) const {
  return RowSearch(TheProgram, node,
                   Options.outerCoincidence ? RowSearch::Ties::Shortest
                                            : RowSearch::Ties::UpwardFirst);
}

void TreeBuilder::putSmallestStepLast(const SearchNode &node, Band &band) const {
  if (Options.outerCoincidence || band.rows.size() < 3)
    return;
  auto last = static_cast<long>(rowWithSmallestStep(TheProgram, node, band.rows));
  std::rotate(band.rows.begin() + last, band.rows.begin() + last + 1, band.rows.end());
  std::rotate(band.coincident.begin() + last, band.coincident.begin() + last + 1,
              band.coincident.end());
}

Band TreeBuilder::findPlainBand(const SearchNode &node, size_t coincident) const {
  RowSearch search = searchFor(node);
  Band band;
  while (auto row = search.coincident()) {
    search.take(*row);
    band.add(std::move(*row), true);
  }
  if (band.rows.size() < coincident || (band.rows.empty() && Options.outerCoincidence))
    return band;
  while (auto row = search.cheapest()) {
    search.take(*row);
    band.add(std::move(*row), false);
  }
  putSmallestStepLast(node, band);
  return band;
}

std::optional<Band> TreeBuilder::findBalancedBand(const SearchNode &node) const {
  RowSearch search = searchFor(node);
  std::optional<Hyperplane> row = search.balanced();
  if (!row)
    return std::nullopt;
  Band band;
  band.balanced = true;
  search.take(*row);
  band.add(std::move(*row), false);
  while ((row = search.coincident())) {
    search.take(*row);
    band.add(std::move(*row), true);
  }
  while ((row = search.cheapest())) {
    search.take(*row);
    band.add(std::move(*row), false);
  }
  putSmallestStepLast(node, band);
  return band;
}

const Band &TreeBuilder::bandOf(const SearchNode &node, size_t coincident) {
  if (const auto known = Bands.find(node); known != Bands.end())
    return known->second;
  Band band = findBand(node, coincident);
  if (band.numCoincident() >= coincident)
    return Bands.emplace(node, std::move(band)).first->second;
  return TooNarrow = std::move(band);
}

Band TreeBuilder::findBand(const SearchNode &node, size_t coincident) const {
  if (!Options.balanced || Options.outerCoincidence)
    return findPlainBand(node, coincident);
  std::optional<Band> balanced = findBalancedBand(node);
  unsigned most = 0;
  for (unsigned s : node.statements)
    most = std::max(most, node.remaining(TheProgram, s));
  if (balanced && balanced->rows.size() >= 2 && balanced->rows.size() >= most)
    return *balanced;
  // Balance must not cost a row, and means nothing to a band of one row.
  Band plain = findPlainBand(node, coincident);
  if (balanced && balanced->rows.size() >= 2 && balanced->rows.size() >= plain.rows.size())
    return *balanced;
  plain.balanced = !dependsOnItself(node);
  return plain;
}

ScheduleNode TreeBuilder::buildAll(const SearchNode &node) {
  try {
    return build(node);
  } catch (const SearchFailure &failure) {
    const Graph graph = graphOf(node);
    Components parts = weaklyConnected(graph);
    if (parts.size() == 1)
      parts = stronglyConnected(graph);
    if (parts.size() > 1)
      return sequenceOf(node, parts, &TreeBuilder::buildAll);
    if (Kept.empty())
      WhyKept = failure.what();
    Kept = merged(Kept, node.statements);
    return originalTree(TheProgram, node.statements);
  }
}

ScheduleNode TreeBuilder::build(const SearchNode &node) {
  if (node.finished(TheProgram))
    return buildFinished(node);
  Graph graph = graphOf(node);
  if (Options.fuse != Fuse::Max)
    if (Components parts = weaklyConnected(graph); parts.size() > 1)
      return Options.fuse == Fuse::Min ? buildGroups(node, parts) : buildUnrelated(node, parts);
  Components components = stronglyConnected(graph);
  // What is worth keeping together depends on the strategy; a cut is a cut.
  if (components.size() > 1 && Options.fuse == Fuse::Min)
    return buildGroups(node, components);
  if (components.size() > 1 && Options.fuse == Fuse::Depth)
    if (Components groups = cluster(node, components); groups.size() > 1)
      return buildGroups(node, groups);
  if (const Band &band = bandOf(node); !band.rows.empty())
    return buildBand(node, band);
  if (components.size() > 1) {
    Components groups = cluster(node, components);
    return buildGroups(node, groups.size() > 1 ? groups : components);
  }
  return buildSequentialRow(node);
}

ScheduleNode TreeBuilder::buildFinished(const SearchNode &node) {
  ScheduleNode tree;
  tree.statements = node.statements;
  if (node.edges.empty())
    return tree;
  // For other sizes an instance may depend on itself: A[20 - i] = A[i] does at i = n / 2
  // when n takes the place of 20.
  if (dependsOnItself(node))
    throw NoCommonOrder();
  Components order = stronglyConnected(graphOf(node));
  // S before T at one point and T before S at another: rows that are legal, but no
  // order of the statements fits all points (A[c] = c; B[c] = A[1 - c]).
  if (order.size() != node.statements.size())
    throw NoCommonOrder();
  return buildGroups(node, order);
}

ScheduleNode TreeBuilder::buildGroups(const SearchNode &node, const Components &groups) {
  return sequenceOf(node, groups, &TreeBuilder::build);
}

bool TreeBuilder::inOneNest(const Statements &statements) const {
  return std::all_of(statements.begin(), statements.end(), [&](unsigned s) {
    return TheProgram.nest[s] == TheProgram.nest[statements.front()];
  });
}

bool TreeBuilder::mayShareKernel(const Statements &a, const Statements &b) const {
  const auto &apart = TheProgram.apart;
  return apart.empty() || std::none_of(apart.begin(), apart.end(), [&](const auto &pair) {
           const auto holds = [](const Statements &statements, unsigned s) {
             return std::binary_search(statements.begin(), statements.end(), s);
           };
           return (holds(a, pair.first) && holds(b, pair.second)) ||
                  (holds(b, pair.first) && holds(a, pair.second));
         });
}

std::vector<TreeBuilder::Siblings> TreeBuilder::siblingsAmong(const SearchNode &node,
                                                              const Components &parts) {
  std::map<unsigned, unsigned> partsOfNest;
  std::vector<std::optional<unsigned>> nests; // Of the parts that are in one.
  for (const std::vector<unsigned> &part : parts) {
    std::optional<unsigned> nest;
    const SearchNode own = restricted(node, part);
    if (inOneNest(own.statements) && !dependsOnItself(own))
      nest = TheProgram.nest[own.statements.front()];
    nests.push_back(nest);
    if (nest)
      ++partsOfNest[*nest];
  }
  std::vector<Siblings> result;
  std::map<unsigned, std::vector<size_t>> inNest; // Parallel ones: their positions in the result.
  for (size_t p = 0; p < parts.size(); ++p) {
    Siblings siblings{parts[p], std::nullopt};
    if (nests[p] && partsOfNest[*nests[p]] > 1) {
      const SearchNode part = restricted(node, parts[p]);
      Band band = bandOf(part);
      if (band.isParallel(TheProgram, part)) {
        std::vector<size_t> &others = inNest[*nests[p]];
        const auto like = std::find_if(others.begin(), others.end(), [&](size_t other) {
          return result[other].band->stepsLike(band) &&
                 mayShareKernel(restricted(node, result[other].positions).statements,
                                part.statements);
        });
        if (like != others.end()) {
          result[*like].positions = merged(result[*like].positions, parts[p]);
          result[*like].band->join(band);
          continue;
        }
        others.push_back(result.size());
        siblings.band = std::move(band);
      }
    }
    result.push_back(std::move(siblings));
  }
  return result;
}

ScheduleNode TreeBuilder::buildUnrelated(const SearchNode &node, const Components &parts) {
  std::vector<ScheduleNode> children;
  for (const Siblings &siblings : siblingsAmong(node, parts)) {
    const SearchNode part = restricted(node, siblings.positions);
    children.push_back(siblings.band ? buildBand(part, *siblings.band) : build(part));
  }
  return children.size() == 1 ? children.front() : sequence(node, std::move(children));
}

ScheduleNode
TreeBuilder::sequenceOf(const SearchNode &node, const Components &groups,
                        ScheduleNode (TreeBuilder::*buildPart)(const SearchNode &)) {
  std::vector<ScheduleNode> children;
  for (const std::vector<unsigned> &group : groups)
    children.push_back((this->*buildPart)(restricted(node, group)));
  return sequence(node, std::move(children));
}

ScheduleNode TreeBuilder::buildBand(const SearchNode &node, const Band &band) {
  ScheduleNode tree;
  tree.kind = ScheduleNode::Kind::Band;
  tree.statements = node.statements;
  SearchNode inner = node;
  std::vector<Hyperplane> carriers;
  for (size_t r = 0; r < band.rows.size(); ++r) {
    BandRow &bandRow = tree.rows.emplace_back();
    bandRow.coincident = band.coincident[r];
    for (const auto &[statement, function] : band.rows[r])
      bandRow.functions.emplace(statement, toAff(TheProgram, statement, function));
    inner.addFound(band.rows[r]);
    if (!bandRow.coincident)
      carriers.push_back(band.rows[r]);
  }
  if (!carriers.empty())
    inner.edges = notCarriedBy(node.edges, carriers);
  tree.children.push_back(build(inner));
  return tree;
}

ScheduleNode TreeBuilder::buildSequentialRow(const SearchNode &node) {
  std::optional<ScheduleNode> best;
  // Statements parallel anywhere below, and next; of equal ones the row with the smallest slopes.
  std::tuple<size_t, size_t, long> bestQuality;
  /// \returns true when all statements that are not finished are parallel next.
  auto consider = [&](const Hyperplane &row) {
    Band band;
    band.add(row, false);
    ScheduleNode tree = buildBand(node, band);
    SearchNode after = node;
    after.addFound(row);
    std::set<unsigned> parallel, next;
    collectParallel(tree.children.front(), parallel);
    collectDirectlyParallel(tree.children.front(), next);
    const std::tuple<size_t, size_t, long> quality(parallel.size(), next.size(), -slopeOf(row));
    if (!best || quality > bestQuality) {
      best = std::move(tree);
      bestQuality = quality;
    }
    return std::all_of(node.statements.begin(), node.statements.end(), [&](unsigned s) {
      return after.remaining(TheProgram, s) == 0 || next.count(s) != 0;
    });
  };
  RowSearch search = searchFor(node);
  std::optional<Hyperplane> cheapest;
  if (Options.outerCoincidence)
    cheapest = search.cheapest();
  if (cheapest && consider(*cheapest))
    return *best;
  // What is below the same row is the same.
  const std::optional<Hyperplane> carrying = search.carrying();
  if (carrying && carrying != cheapest) {
    consider(*carrying);
    if (cheapest && isSteep(*carrying))
      if (const Hyperplane sum = sumOfBand(std::move(search), *cheapest); sum != *cheapest)
        consider(sum);
  }
  if (!best)
    consider(originalRow(TheProgram, node));
  return *best;
}

/// Merges groups of statements while the strategy finds it worth it and the
/// result can still be put into a sequence.
class TreeBuilder::Clustering {
public:
  Clustering(TreeBuilder &builder, const SearchNode &node, const Components &components)
      : Builder(builder), Node(node), Dependences(graphOf(node)), Groups(components) {}

  /// Groups that depend on one another before siblings, or the other way round: what leaves fewer.
  Components run() {
    const Components before = Groups;
    mergeAll({&Clustering::tryMerge, &Clustering::tryJoin});
    Components dependentFirst = std::exchange(Groups, before);
    mergeAll({&Clustering::tryJoin, &Clustering::tryMerge});
    return Groups.size() < dependentFirst.size() ? Groups : dependentFirst;
  }

private:
  using MergeTwo = bool (Clustering::*)(size_t, size_t);

  void mergeAll(std::initializer_list<MergeTwo> ways) {
    for (const MergeTwo mergeTwo : ways)
      while (mergeOnce(mergeTwo)) {
      }
  }

  /// Nearest neighbours first.
  bool mergeOnce(MergeTwo mergeTwo) {
    for (size_t distance = 1; distance < Groups.size(); ++distance)
      for (size_t first = 0; first + distance < Groups.size(); ++first)
        if ((this->*mergeTwo)(first, first + distance))
          return true;
    return false;
  }

  bool dependent(size_t first, size_t second) const {
    Graph order = quotient(Dependences, Groups);
    std::pair<unsigned, unsigned> edge(first, second);
    return std::find(order.edges.begin(), order.edges.end(), edge) != order.edges.end();
  }

  bool tryMerge(size_t first, size_t second) {
    return dependent(first, second) && merge(first, second, [&](const auto &candidate) {
             return worthFusing(candidate, Groups[first], Groups[second]);
           });
  }

  /// See siblingsAmong.
  bool tryJoin(size_t first, size_t second) {
    const SearchNode a = restricted(Node, Groups[first]), b = restricted(Node, Groups[second]);
    if (!Builder.inOneNest(merged(a.statements, b.statements)) || dependsOnItself(a) ||
        dependsOnItself(b) || dependent(first, second) || dependent(second, first))
      return false;
    return merge(first, second, [&](const auto &candidate) {
      const Band &bandA = bandOf(Groups[first]), &bandB = bandOf(Groups[second]);
      if (!bandA.isParallel(Builder.TheProgram, a) || !bandB.isParallel(Builder.TheProgram, b) ||
          !bandA.stepsLike(bandB))
        return false;
      Band joined = bandA;
      joined.join(bandB);
      Builder.Bands.emplace(restricted(Node, candidate), std::move(joined));
      return true;
    });
  }

  /// Merges two groups if the result can be put into a sequence and \p worth it.
  template <typename Worth> bool merge(size_t first, size_t second, const Worth &worth) {
    if (!Builder.mayShareKernel(restricted(Node, Groups[first]).statements,
                                restricted(Node, Groups[second]).statements))
      return false;
    Components candidate = Groups;
    candidate[first] = merged(Groups[first], Groups[second]);
    candidate.erase(candidate.begin() + static_cast<long>(second));
    Components sequence = stronglyConnected(quotient(Dependences, candidate));
    if (sequence.size() != candidate.size() || !worth(candidate[first]))
      return false;
    Groups.clear();
    for (const std::vector<unsigned> &position : sequence)
      Groups.push_back(candidate[position.front()]);
    return true;
  }

  /// Fuse::Max: a common band exists. Otherwise: the common band has as many
  /// coincident rows, and as many rows, as either part alone, and is as balanced.
  bool worthFusing(const std::vector<unsigned> &fused, const std::vector<unsigned> &a,
                   const std::vector<unsigned> &b) {
    if (Builder.Options.fuse == Fuse::Max)
      return !bandOf(fused).rows.empty();
    // What has no loop left would take part in one point of the other's tiles only.
    if (!Builder.Options.outerCoincidence && isFinished(a) != isFinished(b))
      return false;
    const Band &bandA = bandOf(a), &bandB = bandOf(b);
    size_t coincident = std::max(bandA.numCoincident(), bandB.numCoincident());
    size_t rows = std::max(bandA.rows.size(), bandB.rows.size());
    // Coincident rows of the whole are such rows of each part, which is much smaller.
    if (coincident > std::min(mostCoincident(a, bandA), mostCoincident(b, bandB)))
      return false;
    const Band &band = bandOf(fused, coincident);
    return !band.rows.empty() && band.numCoincident() >= coincident && band.rows.size() >= rows &&
           band.balanced >= (bandA.balanced && bandB.balanced);
  }

  /// No common band of \p group and others has more coincident rows. \p own its own band.
  size_t mostCoincident(const std::vector<unsigned> &group, const Band &own) {
    constexpr size_t any = std::numeric_limits<size_t>::max();
    if (own.numCoincident() == own.rows.size())
      return any; // Where its loops end, rows of others may go on.
    auto [entry, isNew] = Coincident.try_emplace(group, 0);
    if (isNew) {
      SearchNode node = restricted(Node, group);
      size_t depth = 0;
      for (unsigned s : group)
        depth = std::max<size_t>(depth, node.remaining(Builder.TheProgram, s));
      RowSearch search = Builder.searchFor(node);
      while (auto row = search.coincident()) {
        search.take(*row);
        ++entry->second;
      }
      if (entry->second >= depth)
        entry->second = any;
    }
    return entry->second;
  }

  bool isFinished(const std::vector<unsigned> &group) const {
    return restricted(Node, group).finished(Builder.TheProgram);
  }

  const Band &bandOf(const std::vector<unsigned> &group, size_t coincident = 0) {
    return Builder.bandOf(restricted(Node, group), coincident);
  }

  TreeBuilder &Builder;
  const SearchNode &Node;
  Graph Dependences;
  Components Groups;
  std::map<std::vector<unsigned>, size_t> Coincident; ///< See mostCoincident.
};

Components TreeBuilder::cluster(const SearchNode &node, const Components &components) {
  return Clustering(*this, node, components).run();
}

} // namespace gputile::schedule
