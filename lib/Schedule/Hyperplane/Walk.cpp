//===- Walk.cpp - How rows step through memory ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Hyperplane/Walk.h"

#include <algorithm>
#include <cstdlib>

namespace gputile::schedule {
namespace {

IntVector stepAlong(const Program &program, unsigned statement, const IntVector &direction) {
  IntVector step;
  for (const IntVector &index : program.walked[statement])
    step.push_back(dot(index, direction));
  return step;
}

bool isDownward(const IntVector &step) { return step < IntVector(step.size(), 0); }

IntVector negated(IntVector v) {
  for (long &x : v)
    x = -x;
  return v;
}

/// Orders steps from good to bad: upward, downward, none; then by their size.
struct StepRank {
  int kind = 0;
  IntVector size;

  explicit StepRank(const IntVector &step)
      : kind(isZero(step)       ? 2
             : isDownward(step) ? 1
                                : 0),
        size(kind == 1 ? negated(step) : step) {}

  bool operator<(const StepRank &other) const {
    if (kind != other.kind)
      return kind < other.kind;
    // Missing outer dimensions do not move.
    if (size.size() != other.size.size())
      return padded(other.size.size()) < other.padded(size.size());
    return size < other.size;
  }

private:
  IntVector padded(size_t length) const {
    IntVector result(length > size.size() ? length - size.size() : 0, 0);
    result.insert(result.end(), size.begin(), size.end());
    return result;
  }
};

/// How \p statement walks when rows[last] is the last row; none where the other
/// rows leave no single direction.
std::optional<StepRank> rankOfLast(const Program &program, const SearchNode &node,
                                   unsigned statement, const std::vector<Hyperplane> &rows,
                                   size_t last) {
  auto above = node.found.find(statement);
  IntMatrix others = above == node.found.end() ? IntMatrix() : above->second;
  for (size_t r = 0; r < rows.size(); ++r)
    if (r != last)
      others.push_back(rows[r].at(statement).iterators);
  IntMatrix directions = nullSpace(others, program.depth[statement]);
  if (directions.size() != 1)
    return std::nullopt;
  long forward = dot(rows[last].at(statement).iterators, directions.front());
  if (forward == 0)
    return std::nullopt;
  return StepRank(stepAlong(program, statement,
                            forward > 0 ? directions.front() : negated(directions.front())));
}

} // namespace

std::optional<IntVector> upwardDirection(const Program &program, unsigned statement,
                                         const IntMatrix &found) {
  IntMatrix directions = nullSpace(found, program.depth[statement]);
  if (directions.size() != 1)
    return std::nullopt;
  IntVector step = stepAlong(program, statement, directions.front());
  if (isZero(step))
    return std::nullopt;
  return isDownward(step) ? negated(directions.front()) : directions.front();
}

size_t rowWithSmallestStep(const Program &program, const SearchNode &node,
                           const std::vector<Hyperplane> &rows) {
  size_t best = rows.size() - 1;
  std::optional<StepRank> bestRank;
  for (size_t last = rows.size() - 1; last >= 1; --last) {
    std::optional<StepRank> worst; // Of all statements.
    for (unsigned s : node.statements)
      if (auto rank = rankOfLast(program, node, s, rows, last); rank && (!worst || *worst < *rank))
        worst = rank;
    if (worst && (!bestRank || *worst < *bestRank)) {
      best = last;
      bestRank = worst;
    }
  }
  return best;
}

} // namespace gputile::schedule
