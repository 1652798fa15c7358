//===- SchedulerTestSupport.cpp - Checks of schedule trees ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SchedulerTestSupport.h"

#include "gputile/Analysis/Dependences.h"

#include <gtest/gtest.h>

namespace gputile::test {
namespace {

using Kind = ScheduleNode::Kind;

/// The execution order of \p node's instances below \p prefix, as
/// { S[i] -> [t…] } with tuples padded to one length: written down again here,
/// so that the tests do not trust the scheduler's own check.
void flatten(const Scop &scop, const ScheduleNode &node,
             const std::map<unsigned, std::vector<isl::aff>> &prefix,
             std::map<unsigned, std::vector<isl::aff>> &result) {
  auto constant = [&](unsigned s, long value) {
    isl::aff zero = isl::manage(isl_aff_zero_on_domain(
        isl_local_space_from_space(scop.statements[s].domain.get_space().release())));
    return isl::manage(isl_aff_add_constant_si(zero.release(), static_cast<int>(value)));
  };
  auto extended = prefix;
  for (const BandRow &row : node.rows)
    for (unsigned s : node.statements)
      extended[s].push_back(row.functions.at(s));
  if (node.kind == Kind::Leaf) {
    for (unsigned s : node.statements) {
      result[s] = extended[s];
      result[s].push_back(constant(s, s));
    }
    return;
  }
  for (size_t c = 0; c < node.children.size(); ++c) {
    auto child = extended;
    if (node.kind == Kind::Sequence)
      for (unsigned s : node.children[c].statements)
        child[s].push_back(constant(s, static_cast<long>(c)));
    flatten(scop, node.children[c], child, result);
  }
}

isl::map orderOf(const Scop &scop, unsigned s, std::vector<isl::aff> functions, size_t length) {
  isl::space space = scop.statements[s].domain.get_space();
  while (functions.size() < length)
    functions.push_back(
        isl::manage(isl_aff_zero_on_domain(isl_local_space_from_space(space.copy()))));
  isl::map map = isl::manage(isl_map_from_aff(functions.front().copy()));
  for (size_t d = 1; d < functions.size(); ++d)
    map = isl::manage(
        isl_map_flat_range_product(map.release(), isl_map_from_aff(functions[d].copy())));
  return map.intersect_domain(scop.statements[s].domain);
}

} // namespace

void expectLegal(const Scop &scop, const Ddg &ddg, const ScheduleNode &tree) {
  std::map<unsigned, std::vector<isl::aff>> functions;
  flatten(scop, tree, {}, functions);
  ASSERT_EQ(functions.size(), scop.statements.size());
  size_t length = 0;
  for (auto &[s, list] : functions)
    length = std::max(length, list.size());
  std::vector<isl::map> order;
  for (unsigned s = 0; s < scop.statements.size(); ++s) {
    order.push_back(orderOf(scop, s, functions[s], length));
    EXPECT_TRUE(order.back().is_injective()) << "statement " << s;
  }
  ASSERT_FALSE(ddg.edges.empty());
  for (const Dependence &edge : ddg.edges) {
    isl::map forward =
        isl::manage(isl_map_lex_lt(order[edge.target].get_space().range().release()));
    isl::map allowed =
        order[edge.source].apply_range(forward).apply_range(order[edge.target].reverse());
    EXPECT_TRUE(edge.relation.intersect_params(scop.context).is_subset(allowed))
        << edge.relation << "\n"
        << printSchedule(tree);
  }
}

ScheduleNode scheduleOf(const Scop &scop, const SchedulerOptions &options) {
  Ddg ddg = computeDependences(scop);
  ScheduleNode tree = findSchedule(scop, ddg, options).tree;
  expectLegal(scop, ddg, tree);
  return tree;
}

std::string shapeOf(const ScheduleNode &node) {
  std::string text;
  if (node.kind == Kind::Leaf) {
    text = "L";
    for (unsigned s : node.statements)
      text += (text.size() > 1 ? "," : "") + std::to_string(s);
    return text;
  }
  size_t coincident = 0;
  for (const BandRow &row : node.rows)
    coincident += row.coincident;
  if (node.kind == Kind::Band)
    text = "B" + std::to_string(coincident) + "p" + std::to_string(node.rows.size() - coincident);
  else
    text = "S";
  text += "(";
  for (size_t c = 0; c < node.children.size(); ++c)
    text += (c ? " " : "") + shapeOf(node.children[c]);
  return text + ")";
}

void expectHyperplanes(const Scop &scop, const ScheduleNode &tree, unsigned statement,
                       const Matrix &matrix, const Shift &shift) {
  std::vector<StatementHyperplanes> all = hyperplanesOf(scop, tree);
  ASSERT_GT(all.size(), statement);
  EXPECT_EQ(all[statement].statement, statement);
  EXPECT_EQ(all[statement].matrix, matrix) << printSchedule(tree);
  EXPECT_EQ(all[statement].shift, shift) << printSchedule(tree);
}

} // namespace gputile::test
