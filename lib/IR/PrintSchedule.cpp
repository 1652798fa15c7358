//===- PrintSchedule.cpp - Text of a schedule tree ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/PrintIsl.h"

#include "gputile/IR/Schedule.h"

using namespace gputile;
using namespace gputile::ir;

static void printNode(std::ostream &out, const ScheduleNode &node, unsigned depth);

static void printHead(std::ostream &out, const char *kind, const ScheduleNode &node,
                      unsigned depth) {
  out << std::string(2 * depth, ' ') << kind << " {" << joined(node.statements) << "}\n";
}

static void printRow(std::ostream &out, const BandRow &row, unsigned depth) {
  out << std::string(2 * depth + 2, ' ') << (row.coincident ? "parallel" : "row") << ' ';
  const char *before = "";
  for (const auto &[statement, function] : row.functions) {
    out << before << islText(function);
    before = "; ";
  }
  out << '\n';
}

static void printNode(std::ostream &out, const ScheduleNode &node, unsigned depth) {
  switch (node.kind) {
  case ScheduleNode::Kind::Leaf:
    printHead(out, "leaf", node, depth);
    break;
  case ScheduleNode::Kind::Sequence:
    printHead(out, "sequence", node, depth);
    break;
  case ScheduleNode::Kind::Band:
    printHead(out, "band", node, depth);
    break;
  }
  for (const BandRow &row : node.rows)
    printRow(out, row, depth);
  for (const ScheduleNode &child : node.children)
    printNode(out, child, depth + 1);
}

std::string gputile::printSchedule(const ScheduleNode &root) {
  std::ostringstream out;
  printNode(out, root, 0);
  return out.str();
}
