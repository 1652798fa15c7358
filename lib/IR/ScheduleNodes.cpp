//===- ScheduleNodes.cpp - Making nodes of schedule trees -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/ScheduleNodes.h"

#include <algorithm>

using namespace gputile;

ScheduleNode gputile::leafOf(unsigned statement) {
  ScheduleNode node;
  node.statements = {statement};
  return node;
}

ScheduleNode gputile::bandOf(std::vector<BandRow> rows, ScheduleNode child) {
  ScheduleNode node;
  node.kind = ScheduleNode::Kind::Band;
  node.statements = child.statements;
  node.rows = std::move(rows);
  node.children.push_back(std::move(child));
  return node;
}

ScheduleNode gputile::sequenceOf(std::vector<ScheduleNode> children) {
  if (children.size() == 1)
    return std::move(children.front());
  ScheduleNode node;
  node.kind = ScheduleNode::Kind::Sequence;
  for (const ScheduleNode &child : children)
    node.statements.insert(node.statements.end(), child.statements.begin(), child.statements.end());
  std::sort(node.statements.begin(), node.statements.end());
  node.children = std::move(children);
  return node;
}
