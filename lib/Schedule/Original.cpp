//===- Original.cpp - The original order as a schedule tree ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Tree.h"
#include "gputile/IR/ScheduleNodes.h"

#include <algorithm>

namespace gputile::schedule {
namespace {

/// The functions of schedule dimension \p d.
Hyperplane dimensionRow(const Program &program, const Statements &statements, unsigned d) {
  Hyperplane row;
  for (unsigned s : statements)
    row[s] = fromAff(program, s, program.original[s][d]);
  return row;
}

bool isConstant(const AffineFunction &function) {
  return isZero(function.iterators) && isZero(function.parameters);
}

BandRow bandRowOf(const Program &program, const Hyperplane &row) {
  BandRow bandRow;
  for (const auto &[statement, function] : row)
    bandRow.functions.emplace(statement, toAff(program, statement, function));
  return bandRow;
}

ScheduleNode buildFrom(const Program &program, const Statements &statements, unsigned d) {
  ScheduleNode tree;
  tree.statements = statements;
  if (d >= program.original[statements.front()].size())
    return tree;
  Hyperplane row = dimensionRow(program, statements, d);
  if (!std::all_of(row.begin(), row.end(), [](auto &entry) { return isConstant(entry.second); }))
    return bandOf({bandRowOf(program, row)}, buildFrom(program, statements, d + 1));
  std::map<long, Statements> byPosition;
  for (const auto &[statement, function] : row)
    byPosition[function.constant].push_back(statement);
  if (byPosition.size() == 1)
    return buildFrom(program, statements, d + 1);
  tree.kind = ScheduleNode::Kind::Sequence;
  for (const auto &[position, group] : byPosition)
    tree.children.push_back(buildFrom(program, group, d + 1));
  return tree;
}

} // namespace

ScheduleNode originalTree(const Program &program, const Statements &statements) {
  return statements.empty() ? ScheduleNode() : buildFrom(program, statements, 0);
}

} // namespace gputile::schedule
