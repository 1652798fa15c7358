//===- Scheduler.cpp - Hyperplane search ----------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Schedule/Scheduler.h"

#include "Schedule/Check.h"
#include "Schedule/Tree.h"
#include "gputile/Analysis/Sizes.h"

#include <cassert>

namespace gputile {

using namespace hyperplane;

namespace {

/// The tree that the search finds for \p program, with or without sizes, if it finds one.
std::optional<ScheduleNode> search(const Program &program, const Scop &scop, const Ddg &ddg,
                                   const SchedulerOptions &options) {
  try {
    SearchNode root;
    for (unsigned s = 0; s < scop.statements.size(); ++s)
      root.statements.push_back(s);
    root.edges = edgesOf(program, ddg);
    ScheduleNode tree = TreeBuilder(program, options).build(root);
    if (keepsDependences(scop, ddg, tree))
      return tree;
    assert(false && "the search built an illegal schedule");
  } catch (const SearchFailure &) {
    // Other ways, the original order at last, need no search like this one.
  }
  return std::nullopt;
}

} // namespace

ScheduleNode findSchedule(const Scop &scop, const Ddg &ddg, const SchedulerOptions &options) {
  if (scop.statements.empty())
    return {};
  if (std::vector<long> sizes = sizesOf(ddg); !sizes.empty())
    if (auto tree = search(Program(scop, sizes), scop, ddg, options))
      return *tree;
  const Program program(scop);
  if (auto tree = search(program, scop, ddg, options))
    return *tree;
  return originalTree(program);
}

namespace {

void collectRows(const Program &program, const ScheduleNode &node,
                 std::vector<StatementHyperplanes> &result) {
  for (const BandRow &row : node.rows)
    for (const auto &[statement, aff] : row.functions) {
      AffineFunction function = fromAff(program, statement, aff);
      result[statement].matrix.push_back(function.iterators);
      result[statement].shift.push_back(function.constant);
    }
  for (const ScheduleNode &child : node.children)
    collectRows(program, child, result);
}

} // namespace

std::vector<StatementHyperplanes> hyperplanesOf(const Scop &scop, const ScheduleNode &root) {
  Program program(scop);
  std::vector<StatementHyperplanes> result;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    result.push_back({s, {}, {}});
  collectRows(program, root, result);
  return result;
}

} // namespace gputile
