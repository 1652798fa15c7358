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

using namespace schedule;

namespace {

/// What the search finds for \p program, with or without sizes; no tree where it fails.
ScheduleSearch search(const Program &program, const Scop &scop, const Ddg &ddg,
                     const SchedulerOptions &options) {
  try {
    SearchNode root;
    for (unsigned s = 0; s < scop.statements.size(); ++s)
      root.statements.push_back(s);
    root.edges = edgesOf(program, ddg);
    ScheduleNode tree = TreeBuilder(program, options).build(root);
    if (keepsDependences(scop, ddg, tree))
      return {std::move(tree), std::nullopt};
    assert(false && "the search built an illegal schedule");
    return {{}, "the schedule that was found does not keep all dependences"};
  } catch (const SearchFailure &failure) {
    return {{}, failure.what()};
  }
}

} // namespace

ScheduleSearch findSchedule(const Scop &scop, const Ddg &ddg, const SchedulerOptions &options) {
  if (scop.statements.empty())
    return {};
  if (std::vector<long> sizes = sizesOf(ddg); !sizes.empty())
    if (ScheduleSearch found = search(Program(scop, sizes), scop, ddg, options); !found.whyOriginal)
      return found;
  const Program program(scop);
  ScheduleSearch found = search(program, scop, ddg, options);
  if (found.whyOriginal)
    found.tree = originalTree(program);
  return found;
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
