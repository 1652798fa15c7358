//===- Scheduler.cpp - Hyperplane search ----------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Schedule/Scheduler.h"

#include "Schedule/Check.h"
#include "Schedule/Part.h"
#include "Schedule/SingleValues.h"
#include "Schedule/Tree.h"
#include "gputile/Analysis/Sizes.h"

#include <cassert>
#include <numeric>

namespace gputile {

using namespace schedule;

namespace {

Statements allOf(const Scop &scop) {
  Statements all(scop.statements.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// Where all statements or some keep their original order: why.
std::optional<std::string> whyOriginal(const TreeBuilder &builder, size_t statements) {
  const size_t kept = builder.keptInOrder().size();
  if (kept == 0)
    return std::nullopt;
  return builder.whyKept() + (kept == statements ? ""
                                                 : " (" + std::to_string(kept) + " of " +
                                                       std::to_string(statements) +
                                                       " statements)");
}

/// The original order of all statements, where even that of parts did not do.
ScheduleSearch originalOrder(const Program &program, const Scop &scop, const Ddg &ddg,
                             std::string why) {
  ScheduleNode tree = originalTree(program, allOf(scop));
  markCoincidentRows(scop, ddg, allOf(scop), tree);
  return {std::move(tree), std::move(why)};
}

/// What the search finds for \p program, with or without sizes.
ScheduleSearch search(const Program &program, const Scop &scop, const Ddg &ddg,
                     const SchedulerOptions &options) {
  try {
    TreeBuilder builder(program, options);
    ScheduleNode tree = builder.buildAll({allOf(scop), edgesOf(program, ddg), {}});
    markCoincidentRows(scop, ddg, builder.keptInOrder(), tree);
    if (keepsDependences(scop, ddg, tree)) {
      if (options.outerCoincidence)
        unmarkSingleValues(scop, tree);
      return {std::move(tree), whyOriginal(builder, scop.statements.size())};
    }
    assert(false && "the search built an illegal schedule");
    return originalOrder(program, scop, ddg,
                         "the schedule that was found does not keep all dependences");
  } catch (const SearchFailure &failure) {
    return originalOrder(program, scop, ddg, failure.what());
  }
}

} // namespace

ScheduleSearch originalSchedule(const Scop &scop, const Ddg &ddg, std::string why) {
  return originalOrder(Program(scop), scop, ddg, std::move(why));
}

ScheduleSearch findSchedule(const Scop &scop, const Ddg &ddg, const SchedulerOptions &options) {
  if (scop.statements.empty())
    return {};
  if (std::vector<long> sizes = sizesOf(ddg); !sizes.empty())
    if (ScheduleSearch found = search(Program(scop, sizes), scop, ddg, options); !found.whyOriginal)
      return found;
  return search(Program(scop), scop, ddg, options);
}

namespace {

ScheduleSearch searchPart(const Program &program, const Ddg &ddg, const SchedulerOptions &options,
                          const Part &part) {
  SearchNode node{part.statements, edgesOf(program, ddg), {}};
  for (const BandRow &row : part.around) {
    Hyperplane plane;
    for (unsigned s : part.statements)
      plane.emplace(s, fromAff(program, s, row.functions.at(s)));
    node.addFound(plane);
  }
  try {
    TreeBuilder builder(program, options);
    ScheduleNode tree = builder.buildAll(node);
    return {std::move(tree), whyOriginal(builder, part.statements.size())};
  } catch (const SearchFailure &failure) {
    return {originalTree(program, part.statements), failure.what()};
  }
}

} // namespace

ScheduleSearch schedule::findSchedule(const Scop &scop, const Ddg &ddg,
                                      const SchedulerOptions &options, const Part &part) {
  if (std::vector<long> sizes = sizesOf(ddg); !sizes.empty())
    if (ScheduleSearch found = searchPart(Program(scop, sizes), ddg, options, part);
        !found.whyOriginal)
      return found;
  return searchPart(Program(scop), ddg, options, part);
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
